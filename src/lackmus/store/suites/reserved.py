# ruff: noqa: S608  (queries are made of names of ours, never of what users say)
"""Hide reserved items from people who may not see them: a connection on which their wording is replaced.

Every query of such a connection sees tables in which ids, sentences, texts, rules and remarks of reserved
items are replaced. So a new page or route hides them automatically. Rows stay, so that counts are the same
for all people.

An item is hidden if its latest state is reserved: its earlier wording is hidden as well.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Connection, Engine, Table, event, select

from lackmus.core.verdicts.reserved import RESERVED
from lackmus.errors import ForbiddenError
from lackmus.store.db import bulk, schema

_OPTION = "hides_reserved"
_ABOUT_TEXTS = ("decisions", "decision_errors", "comments", "flags", "assignments", "known_answers")


class Hidden(ForbiddenError):  # noqa: N818  (a missing right: no mistake)
    """The person may not see this; only people with edit rights may."""


def hidden_item(number: int) -> Hidden:
    """The error for a hidden item."""
    return Hidden(f"Item {number} is reserved: only editors see what it says.")


def reserved_items(connection: Connection) -> set[int]:
    """The numbers of items that are reserved, now or when they were retired."""
    states, later = schema.item_states, schema.item_states.alias()
    last = ~select(later.c.item).where(later.c.item == states.c.item, later.c.since > states.c.since).exists()
    return {
        row[0] for row in bulk.fetch(connection, select(states.c.item).where(states.c.reserved == 1, last))
    }


def hide_reserved(connection: Connection) -> Connection:
    """Make a connection hide the wording of reserved items."""
    if not reserved_items(connection):
        return connection  # nothing is reserved, so queries need no rewriting
    return connection.execution_options(**{_OPTION: True})


def watch(engine: Engine) -> None:
    """Install the query rewriting on an engine."""

    @event.listens_for(engine, "before_cursor_execute", retval=True)
    def ask(
        connection: Connection, _: object, statement: str, parameters: Any, __: object, ___: object
    ) -> tuple[str, Any]:
        if connection.get_execution_options().get(_OPTION):
            statement = _rewritten(statement, connection.dialect.name)
        return statement, parameters


# -- the tables as such a connection sees them ---------------------------------------------------------------


@lru_cache(1_000)
def _rewritten(statement: str, dialect: str) -> str:
    """A query preceded by the tables it sees: WITH …, under the tables' own names."""
    begins = statement.lstrip().partition(" ")[0].partition("\n")[0].upper().lstrip("(")
    if begins not in ("SELECT", "WITH"):
        return statement  # BEGIN, PRAGMA, SET
    words = set(re.findall(r"\w+", statement))
    if "RECURSIVE" in words:
        raise AssertionError("a recursive query would see the real tables")
    found = [
        f"{name} AS NOT MATERIALIZED ({table})" for name, table in _tables(dialect).items() if name in words
    ]
    if not found:
        return statement
    asked = re.sub(r"^\s*WITH\s", ", ", statement) if begins == "WITH" else f" {statement}"
    return f"WITH {', '.join([_hidden(dialect), *found])}{asked}"


def _own(dialect: str) -> str:
    """The prefix of the real table: in PostgreSQL a table of WITH sees it by its name."""
    return "main." if dialect == "sqlite" else ""


def _hidden(dialect: str) -> str:
    states = f"{_own(dialect)}item_states"
    return (
        f"hidden_items AS MATERIALIZED (SELECT state.item FROM {states} AS state WHERE state.reserved = 1 "
        f"AND NOT EXISTS (SELECT 1 FROM {states} AS later "
        "WHERE later.item = state.item AND later.since > state.since))"
    )


@cache
def _tables(dialect: str) -> Mapping[str, str]:
    """Each table with wording of items, as a query. In PostgreSQL later ones see earlier ones, so queries on
    real tables come first."""
    own = _own(dialect)
    within = "instr" if dialect == "sqlite" else "strpos"  # position of a string in another
    hidden = "(SELECT item FROM hidden_items)"
    of_text = f"(SELECT one.id FROM {own}texts AS one WHERE one.item IN {hidden})"
    of_rule = f"(SELECT one.id FROM {own}rules AS one WHERE one.item IN {hidden})"
    sentences = f"(SELECT one.source FROM {own}item_states AS one WHERE one.item IN {hidden})"
    line = (
        f"EXISTS (SELECT 1 FROM json_each(items) AS one WHERE one.value IN {hidden})"
        if dialect == "sqlite"
        else "EXISTS (SELECT 1 FROM json_array_elements_text(CAST(items AS json)) AS one(value) "
        f"WHERE CAST(one.value AS integer) IN {hidden})"
    )
    # A log entry names its item, and comments on such a change may quote it.
    key = "'item ' || one.pair || ':' || one.name"
    named = (
        f"({within}(about, 'item ') > 0 AND EXISTS (SELECT 1 FROM {own}items AS one WHERE one.id IN {hidden} "
        f"AND ({within}(about || ' ', {key} || ' ') > 0 OR {within}(about, {key} || ':') > 0)))"
    )
    touched = " UNION ".join(
        f"SELECT {column} FROM {own}{table} WHERE {where}"
        for table, where in (
            ("item_states", f"item IN {hidden}"),
            ("item_assignments", f"item IN {hidden}"),
            ("rule_states", f"rule IN {of_rule}"),
            *((name, f"text IN {of_text}") for name in _ABOUT_TEXTS),
        )
        for column in ("since", "until")
    )
    alone = " OR ".join(f"{within}(verb, '{word}') = 1" for word in ("review", "rule", "item", "undo"))
    words = f"'{RESERVED}'"
    return {
        "changes": _table(
            own,
            schema.changes,
            about=(named, words),
            comment=(f"comment <> '' AND ({named} OR (({alone}) AND id IN ({touched})))", words),
        ),
        "challenge_tuples": _table(
            own,
            schema.challenge_tuples,
            tuple=(f"source IN {sentences}", "'reserved-' || place"),
            item=(f"source IN {sentences}", "'reserved-' || place"),
            **{
                name: (f"source IN {sentences}", f"'(reserved {name})'")
                for name in ("source", "reference", "better", "worse")
            },
        ),
        "replies": _table(
            own,
            schema.replies,
            **dict.fromkeys(("source", "text", "raw"), (f"source IN {sentences}", words)),
            before=(f"source IN {sentences}", "'[]'"),
        ),
        # Examples made from an item: where they are read, these are left out.
        "example_states": _table(
            own,
            schema.example_states,
            **dict.fromkeys(("source", "translation", "note"), (f"item IN {hidden}", words)),
        ),
        "template_lines": _table(own, schema.template_lines, source=(line, words)),
        "comments": _table(own, schema.comments, comment=(f"text IN {of_text}", words)),
        "outputs": _table(own, schema.outputs, raw=(f"item IN {hidden}", "NULL")),
        "rules": _table(own, schema.rules, value=(f"item IN {hidden}", words)),
        # Different texts stay different.
        "texts": _table(own, schema.texts, key=(f"item IN {hidden}", "'(reserved text ' || id || ')'")),
        "items": _table(own, schema.items, name=(f"id IN {hidden}", "'reserved-' || id")),
        "item_states": _table(
            own,
            schema.item_states,
            source=(f"item IN {hidden}", words),
            paradigm=(f"item IN {hidden}", "NULL"),
            comment=(f"item IN {hidden}", "''"),
            tags=(f"item IN {hidden}", "'[]'"),
            reserved=(f"item IN {hidden}", "1"),
        ),
    }


def _table(own: str, table: Table, **instead: tuple[str, str]) -> str:
    """A table with replaced values in some columns, where a condition holds."""
    columns = [
        f'CASE WHEN {instead[name][0]} THEN {instead[name][1]} ELSE "{name}" END AS "{name}"'
        if name in instead
        else f'"{name}"'
        for name in table.c.keys()  # noqa: SIM118  (columns, not names, are iterated)
    ]
    return f"SELECT {', '.join(columns)} FROM {own}{table.name}"
