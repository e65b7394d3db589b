"""Queries for browsing suites: single items, retired ones, open texts, changes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from sqlalchemy import Connection, func, select

from lackmus.core.base.pairs import Pair
from lackmus.core.base.verdict import Verdict
from lackmus.core.suites.item_filters import LastItemChange
from lackmus.core.suites.revisions import FIELDS
from lackmus.core.suites.suite import Item, Rule
from lackmus.core.verdicts.judging import VERDICT, with_decisions
from lackmus.errors import NotFoundError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.outputs.hand_ins import written_in
from lackmus.store.reviews.decisions import decided_texts
from lackmus.store.rules.held_rules import HeldRule, held_rules
from lackmus.store.suites.suites import item_of_state
from lackmus.store.workspaces.history import last_touched


@dataclass(frozen=True)
class StoredItem:
    """A current item, or a retired one in its last state."""

    number: int
    suite: int
    item: Item
    place: int
    held: bool  # not retired
    touched: int  # the last change of its content, rules not included


class ItemMissing(NotFoundError):  # noqa: N818  (an old link, perhaps: no mistake)
    """There never was such an item, suite or phenomenon."""


def stored_item(connection: Connection, number: int) -> StoredItem:
    """One item by its number, retired or not, with its rules."""
    items, states = schema.items, schema.item_states
    query = (
        select(items.c.suite, items.c.pair, items.c.name, *states.c)
        .join(states, states.c.item == items.c.id)
        .where(items.c.id == number)
        .order_by(states.c.since.desc())
        .limit(1)
    )
    row = connection.execute(query).mappings().first()
    if row is None:
        raise ItemMissing(f"There is no item of the number {number}. Look it up in its suite.")
    # A retired item in its last state.
    until = None if row["until"] is None else row["until"] - 1
    return _stored(row, [one.rule for one in held_rules(connection, [number], until).get(number, ())])


def retired_items(connection: Connection, suite: int) -> list[StoredItem]:
    """The retired items of a suite in their last states, latest first."""
    items, states = schema.items, schema.item_states
    ever = states.alias()
    last = select(func.max(ever.c.since)).where(ever.c.item == items.c.id).scalar_subquery()
    query = (
        select(items.c.suite, items.c.pair, items.c.name, *states.c)
        .join(states, states.c.item == items.c.id)
        .where(items.c.suite == suite, states.c.since == last, states.c.until.is_not(None))
        .order_by(states.c.until.desc(), states.c.place, items.c.id)
    )
    rows = list(connection.execute(query).mappings())
    rules: dict[int, list[HeldRule]] = {}
    for until in {row["until"] for row in rows}:  # their state just before that
        rules |= held_rules(connection, [row["item"] for row in rows if row["until"] == until], until - 1)
    return [_stored(row, [one.rule for one in rules.get(row["item"], ())]) for row in rows]


def _stored(row: Mapping[Any, Any], rules: Sequence[Rule]) -> StoredItem:
    item = item_of_state(Pair.parse(row["pair"]), row["name"], rules, [row[name] for name in FIELDS])
    held = row["until"] is None
    return StoredItem(
        row["item"], row["suite"], item, row["place"], held, row["since"] if held else row["until"]
    )


def last_suite_change(connection: Connection) -> int:
    """The last change of any suite, as a cache key."""
    last, _ = last_touched(
        connection,
        (
            schema.suite_states,
            schema.phenomenon_states,
            schema.example_states,
            schema.error_type_states,
            schema.item_states,
            schema.rule_states,
        ),
    )
    return last


def last_changes(connection: Connection, suite: int) -> dict[int, LastItemChange]:
    """The last change of each item of a suite: of its content or its rules."""
    items, states, rules, ruled = schema.items, schema.item_states, schema.rules, schema.rule_states
    last: dict[int, int] = {}
    with_rules = items.join(rules, rules.c.item == items.c.id).join(ruled, ruled.c.rule == rules.c.id)
    for table, of_item, joined in (
        (states, states.c.item, items.join(states, states.c.item == items.c.id)),
        (ruled, rules.c.item, with_rules),
    ):
        query = (
            select(of_item, func.max(table.c.since), func.max(table.c.until))
            .select_from(joined)
            .where(items.c.suite == suite)
            .group_by(of_item)
        )
        for item, since, until in bulk.fetch(connection, query):
            last[item] = max(last.get(item, 0), since, until or 0)
    changes, people = schema.changes, schema.people
    made: dict[int, LastItemChange] = {}
    for some in bulk.parts(sorted(set(last.values()))):
        asked = (
            select(changes.c.id, changes.c.at, people.c.name)
            .join(people, people.c.id == changes.c.person)
            .where(changes.c.id.in_(some))
        )
        made |= {row[0]: LastItemChange(*row) for row in bulk.fetch(connection, asked)}
    return {item: made[change] for item, change in last.items()}


def open_texts_of(connection: Connection, suite: int, items: Sequence[int] | None = None) -> dict[int, int]:
    """How many texts of items are open: of all items, or of a few.

    Texts without a current output do not count.
    """
    texts, verdicts, of_items = schema.texts, schema.verdicts, schema.items
    query = (
        select(texts.c.item, texts.c.id, verdicts.c.verdict)
        .join(verdicts, verdicts.c.text == texts.c.id)
        .join(of_items, of_items.c.id == texts.c.item)
        .where(holds(verdicts), verdicts.c.verdict == Verdict.WARNING.value, of_items.c.suite == suite)
    )
    if items is not None:
        query = query.where(texts.c.item.in_(items))
    warned = bulk.frame(connection, query, {"item_id": pl.Int64, "text_id": pl.Int64, "verdict": VERDICT})
    found = with_decisions(warned, decided_texts(connection, suite, items=items), ["text_id"])
    waiting = found.filter(pl.col("verdict") == Verdict.WARNING).select("item_id", "text_id").rows()
    counting = _counting(connection, suite, items) if waiting else set()
    return dict(Counter(item for item, text in waiting if text in counting))


def _counting(connection: Connection, suite: int, items: Sequence[int] | None) -> set[int]:
    """The texts of a suite in current outputs; of repeated lines only the first."""
    hand_ins, states, outputs = schema.hand_ins, schema.hand_in_states, schema.outputs
    held = select(hand_ins.c.id).join(states, states.c.hand_in == hand_ins.c.id)
    numbers = [row[0] for row in bulk.fetch(connection, held.where(hand_ins.c.suite == suite, holds(states)))]
    if items is None:
        return set(written_in(connection, numbers, "text", first=True)["text"].unique())
    found: set[int] = set()
    for some in bulk.parts(numbers):  # by both columns of the outputs' key
        query = select(outputs.c.text).where(
            outputs.c.hand_in.in_(some), outputs.c.item.in_(items), outputs.c.repeat == 0
        )
        found.update(row[0] for row in bulk.fetch(connection, query))
    return found


def need_suite(connection: Connection, suite: int) -> str:
    """The name of a suite; an error if it does not exist."""
    states = schema.suite_states
    query = select(states.c.name).where(states.c.suite == suite, holds(states))
    name = connection.execute(query).scalar()
    if name is None:
        raise ItemMissing(f"There is no suite of the number {suite}. Look it up among the suites.")
    return str(name)
