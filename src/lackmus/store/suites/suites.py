"""Suites in a workspace, now or at any revision."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import polars as pl
from sqlalchemy import Connection, Select, select

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.revisions import FIELDS
from lackmus.core.suites.suite import Item, Kind, Phenomenon, Rule, RuleScope, Side, Suite, place_of
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.suites.error_types import error_types_in
from lackmus.store.suites.examples import described_by, examples_in

_SIDES = {side.value: side for side in Side}
_KINDS = {kind.value: kind for kind in Kind}
_SCOPES = {scope.value: scope for scope in RuleScope}


@dataclass(frozen=True)
class StoredSuite:
    """A suite with the numbers of its items and rules."""

    id: int
    suite: Suite
    items: Mapping[str, int]  # key of the item -> its number
    rules: Mapping[str, tuple[int, ...]]  # key of the item -> the numbers of its rules, in their order

    @property
    def item_numbers(self) -> pl.DataFrame:
        """Keys and numbers of the items, for joins."""
        return pl.DataFrame(
            list(self.items.items()), schema={"item": pl.String, "item_id": pl.Int64}, orient="row"
        )

    @property
    def rule_numbers(self) -> pl.DataFrame:
        """Item, place of the rule among its rules, number of the rule."""
        rows = [(key, place, rule) for key, rules in self.rules.items() for place, rule in enumerate(rules)]
        return pl.DataFrame(
            rows, schema={"item": pl.String, "place": pl.UInt32, "rule_id": pl.Int64}, orient="row"
        )


def suite_names(connection: Connection, revision: int | None = None) -> dict[str, int]:
    """The suites by name, in the order of creation."""
    states = schema.suite_states
    query = select(states.c.name, states.c.suite).where(holds(states, revision)).order_by(states.c.suite)
    return dict(bulk.fetch(connection, query))


def suite_pairs(connection: Connection, suite: int, revision: int | None = None) -> list[Pair]:
    """The language pairs of a suite's items, sorted."""
    items, states = schema.items, schema.item_states
    query = (
        select(items.c.pair)
        .join(states, states.c.item == items.c.id)
        .where(items.c.suite == suite, holds(states, revision))
        .distinct()
    )
    return sorted(Pair.parse(written) for (written,) in bulk.fetch(connection, query))


def load_suite(
    connection: Connection,
    suite: int,
    revision: int | None = None,
    pair: Pair | None = None,
    only: Collection[int] | None = None,
) -> StoredSuite:
    """A suite at a revision; `only` some items (by number), for edits."""
    items, states, rules, rule_states = schema.items, schema.item_states, schema.rules, schema.rule_states
    some = [items.c.suite == suite]
    if pair is not None:
        some.append(items.c.pair == str(pair))
    if only is not None:
        some.append(items.c.id.in_(only))
    rows = bulk.fetch(
        connection,
        select(items.c.id, items.c.pair, items.c.name, *(states.c[name] for name in FIELDS))
        .join(states, states.c.item == items.c.id)
        .where(*some, holds(states, revision))
        .order_by(states.c.place, items.c.id),
    )
    rules_of = _rules(
        bulk.fetch(
            connection,
            select(rules.c.item, rules.c.id, rules.c.side, rules.c.kind, rules.c.value)
            .join(rule_states, rule_states.c.rule == rules.c.id)
            .join(items, items.c.id == rules.c.item)
            .where(*some, holds(rule_states, revision))
            .order_by(rules.c.item, rule_states.c.place, rules.c.id),
        )
    )
    pairs = {written: Pair.parse(written) for written in {row[1] for row in rows}}
    found = {
        row[0]: _item(row, pairs[row[1]], [rule for _, rule in rules_of.get(row[0], ())]) for row in rows
    }
    suite_states = schema.suite_states
    name = connection.execute(
        select(suite_states.c.name).where(suite_states.c.suite == suite, holds(suite_states, revision))
    ).scalar()
    described = _phenomena(connection, suite, revision)
    return StoredSuite(
        suite,
        Suite(
            name or "",
            tuple(found.values()),
            described,
            _digest(found.values()),
            error_types=tuple(error_types_in(connection, suite, revision)),
        ),
        {item.key: number for number, item in found.items()},
        {item.key: tuple(rule for rule, _ in rules_of.get(number, ())) for number, item in found.items()},
    )


def _item(row: tuple[Any, ...], pair: Pair, rules: list[Rule]) -> Item:
    return item_of_state(pair, row[2], rules, row[3:])


def item_of_state(pair: Pair, name: str, rules: Iterable[Rule], state: Sequence[Any]) -> Item:
    """The item of a row of item_states: the columns FIELDS, in their order."""
    category, phenomenon, source, paradigm, comment, tags, reserved, *marked, plain = state
    prompt, stretch, which, scope = marked
    return Item(
        pair,
        name,
        category,
        phenomenon,
        source,
        tuple(rules),
        paradigm,
        comment,
        tuple(json.loads(tags)),
        bool(reserved),
        prompt,
        stretch,
        which,
        _SCOPES[scope],
        tuple(json.loads(plain)),
    )


def _rules(rows: list[tuple[int, int, str, str, str]]) -> dict[int, list[tuple[int, Rule]]]:
    """Rules by item, in order."""
    found: dict[int, list[tuple[int, Rule]]] = {}
    for item, number, side, kind, value in rows:
        found.setdefault(item, []).append((number, Rule(_SIDES[side], _KINDS[kind], value)))
    for rules in found.values():
        rules.sort(key=lambda rule: place_of(rule[1]))
    return found


def _phenomena(connection: Connection, suite: int, revision: int | None) -> tuple[Phenomenon, ...]:
    states = schema.phenomenon_states
    query: Select[tuple[str, str, str]] = (
        select(states.c.category, states.c.name, states.c.guideline)
        .where(states.c.suite == suite, holds(states, revision))
        .order_by(states.c.place)
    )
    shown = described_by(examples_in(connection, suite, revision))
    told = [
        Phenomenon(category, name, guideline, shown.pop((category, name), ()))
        for category, name, guideline in bulk.fetch(connection, query)
    ]
    return (*told, *(Phenomenon(*key, "", examples) for key, examples in shown.items()))


def _digest(items: Collection[Item]) -> str:
    """A short digest of all items and rules, for the signature."""
    hashed = sha256()
    for item in items:
        said = (
            item.key,
            item.category,
            item.phenomenon,
            item.source,
            *(tuple(map(str, _said(rule))) for rule in item.rules),
            *([item.prompt] if item.prompt else []),
            *([item.stretch, item.occurrence, item.scope.value] if item.stretch else []),
            *([item.plain_rules] if item.plain_rules else []),
        )
        hashed.update(repr(said).encode())
    return hashed.hexdigest()[:8]


def _said(rule: Rule) -> tuple[str, str, str]:
    return rule.side.value, rule.kind.value, rule.value
