"""Examples in the guidelines of a suite: read them, add, remove and revise them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection, func, select

from lackmus.core.suites.examples import (
    MOST_EXAMPLES,
    Described,
    ExamplesRevision,
    ExampleVerdict,
    GuidelineExample,
    PlacedExample,
)
from lackmus.core.suites.suite import item_key
from lackmus.core.verdicts.reserved import RESERVED
from lackmus.errors import LackmusError, NotFoundError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import storable

_STATES, _ITEMS = schema.example_states, schema.items


def examples_in(
    connection: Connection,
    suite: int,
    revision: int | None = None,
    phenomenon: tuple[str, str] | None = None,
) -> list[PlacedExample]:
    """The examples of a suite, in the order in which they were added; of one phenomenon, if named.

    Where reserved items are hidden, so are examples that were made from them.
    """
    query = (
        select(
            *(_STATES.c[name] for name in ("category", "name", "source", "translation", "verdict", "note")),
            _ITEMS.c.pair,
            _ITEMS.c.name,
            _STATES.c.place,
        )
        .outerjoin(_ITEMS, _ITEMS.c.id == _STATES.c.item)
        .where(_STATES.c.suite == suite, holds(_STATES, revision))
        .order_by(_STATES.c.place)
    )
    if phenomenon is not None:
        query = query.where(_STATES.c.category == phenomenon[0], _STATES.c.name == phenomenon[1])
    return [
        PlacedExample(
            category, name, GuidelineExample(source, text, ExampleVerdict(said), note, item, number)
        )
        for category, name, source, text, said, note, pair, id_, number in bulk.fetch(connection, query)
        if source != RESERVED
        for item in [item_key(pair, id_) if id_ is not None else None]
    ]


def phenomena_in(connection: Connection, suite: int) -> list[tuple[str, str]]:
    """Category and name of each phenomenon that a suite has items for, sorted."""
    states = schema.item_states
    query = (
        select(states.c.category, states.c.phenomenon)
        .join(_ITEMS, _ITEMS.c.id == states.c.item)
        .where(_ITEMS.c.suite == suite, holds(states))
        .distinct()
    )
    return sorted((category, name) for category, name in bulk.fetch(connection, query))


def described_by(examples: Iterable[PlacedExample]) -> Described:
    """Examples by phenomenon."""
    found: Described = {}
    for one in examples:
        key = one.category, one.phenomenon
        found[key] = (*found.get(key, ()), one.example)
    return found


def storable_example(one: GuidelineExample, where: str = "the example") -> GuidelineExample:
    """The example in storable form; what is blank or cannot be stored is refused."""
    for value, what in ((one.source, "a source"), (one.translation, "a translation")):
        if not value.strip():
            raise LackmusError(f"{where}: it needs {what}. Fill it in; nothing was changed.")
    return replace(
        one,
        source=storable(one.source.strip(), f"{where}: its source"),
        translation=storable(one.translation.strip(), f"{where}: its translation"),
        note=storable(one.note.strip(), f"{where}: its note"),
    )


def add_examples(change: Change, suite: int, added: Sequence[PlacedExample]) -> list[int]:
    """Add examples to a suite; returns their numbers.

    One whose source is that of a reserved item counts as made from it, so that it stays as secret.
    """
    if not added:
        return []
    connection = change.connection
    last = connection.execute(select(func.max(_STATES.c.place)).where(_STATES.c.suite == suite)).scalar()
    numbers = range((last or 0) + 1, (last or 0) + 1 + len(added))
    items = {
        item_key(pair, id_): number
        for number, pair, id_ in bulk.fetch(
            connection, select(_ITEMS.c.id, _ITEMS.c.pair, _ITEMS.c.name).where(_ITEMS.c.suite == suite)
        )
    }
    secret = _secret_sources(connection, suite)
    rows = []
    for number, one in zip(numbers, added, strict=True):
        shown = storable_example(one.example, f"{one.phenomenon}, example")
        item = items.get(shown.item or "") or secret.get(shown.source)
        values = (shown.source, shown.translation, shown.verdict.value, shown.note, item)
        rows.append((suite, number, one.category, one.phenomenon, *values))
    columns = ("suite", "place", "category", "name", "source", "translation", "verdict", "note", "item")
    change.add(_STATES, columns, rows)
    return list(numbers)


def _secret_sources(connection: Connection, suite: int) -> dict[str, int]:
    states = schema.item_states
    query = (
        select(states.c.source, states.c.item)
        .join(_ITEMS, _ITEMS.c.id == states.c.item)
        .where(_ITEMS.c.suite == suite, states.c.reserved == 1, holds(states))
    )
    return {source.strip(): item for source, item in bulk.fetch(connection, query)}


def add_example(change: Change, suite: int, one: PlacedExample) -> int | None:
    """Add an example; returns its number, or None if the phenomenon has it already."""
    shown = replace(one, example=storable_example(one.example))
    held = examples_in(change.connection, suite, phenomenon=(one.category, one.phenomenon))
    same = (shown.example.source, shown.example.translation)
    for known in held:
        if (known.example.source, known.example.translation) == same:
            if known.example.verdict is shown.example.verdict:
                return None
            raise LackmusError(
                f"{one.phenomenon} has this translation as an example of {known.example.verdict} already "
                f"(number {known.example.number}). Remove that one first."
            )
    if len(held) >= MOST_EXAMPLES:
        raise LackmusError(
            f"{one.phenomenon} has {MOST_EXAMPLES} examples already, and nobody reads more. Remove one first."
        )
    (number,) = add_examples(change, suite, [shown])
    return number


def remove_example(change: Change, suite: int, number: int) -> PlacedExample:
    """Remove an example; the history keeps it."""
    found = {one.example.number: one for one in examples_in(change.connection, suite)}
    if number not in found:
        raise NotFoundError(f"The suite has no example {number}.", code="no-example")
    change.retire(_STATES, _STATES.c.suite == suite, _STATES.c.place == number)
    return found[number]


def revise_examples(change: Change, suite: int, revised: Sequence[ExamplesRevision]) -> None:
    """Apply what a file adds and retires."""
    for one in revised:
        gone, come = set(one.before) - set(one.after), set(one.after) - set(one.before)
        for number in (shown.number for shown in one.before if shown in gone):
            change.retire(_STATES, _STATES.c.suite == suite, _STATES.c.place == number)
        new = [PlacedExample(one.category, one.phenomenon, shown) for shown in one.after if shown in come]
        add_examples(change, suite, new)
