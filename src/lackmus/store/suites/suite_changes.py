"""Import a suite into a workspace: facts are found or created, states ended and begun."""

import json
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Column, Connection, Table, bindparam, func, select, update

from lackmus.core.base.tags import MOST_TAG, TagError, check_length
from lackmus.core.suites.examples import PlacedExample
from lackmus.core.suites.revisions import FIELDS, GuidelineRevision, ItemRevision, SuiteRevision, apply
from lackmus.core.suites.suite import DuplicateItemError, Item, Suite
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import MOST_NAME, name, storable
from lackmus.store.rules.held_rules import PlacedRule, add_rules, held_rules
from lackmus.store.suites.error_types import add_error_types, revise_error_types
from lackmus.store.suites.examples import (
    add_examples,
    revise_examples,
    storable_example,
)
from lackmus.store.suites.suites import StoredSuite

_STATE = ["item", "place", *FIELDS]
_SURROGATE = re.compile("[\ud800-\udfff]")  # half a surrogate pair
_LONGEST_NAMES = 2_000  # bytes of a category and a phenomenon together: PostgreSQL's index limit


def storable_suite(suite: Suite) -> Suite:
    """The suite in storable form; what a database cannot store is refused before the lock is taken."""
    items = []
    for item in suite.items:
        if not _plain(item):
            _refuse(item)
        bare = item.id.strip()
        items.append(item if bare == item.id else replace(item, id=bare))
    for one in suite.phenomena:
        storable(one.guideline, f"{one.category}, {one.name}: its guideline")
        for example in one.examples:
            storable_example(example, f"{one.category}, {one.name}: an example")
        if len(f"{one.category}{one.name}".encode()) > _LONGEST_NAMES:
            raise LackmusError(f"{one.category[:40]}…: category and phenomenon are too long. Shorten them.")
    try:
        return replace(suite, name=name(suite.name, "the suite's name"), items=tuple(items))
    except DuplicateItemError as problem:
        raise LackmusError(f"{problem}. Give one of them another id.") from None


def _plain(item: Item) -> bool:
    """Whether an item needs no closer check; a quick test, since a suite has thousands."""
    names = (item.id, item.category, item.phenomenon)
    values = (rule.value for rule in item.rules)
    text = "".join(
        (
            *names,
            item.source,
            item.paradigm or "",
            item.comment,
            *item.tags,
            item.prompt,
            item.stretch,
            *item.plain_rules,
            *values,
        )
    )
    short = all(name.strip() and len(name) <= MOST_NAME for name in names)
    short = short and all(len(tag) <= MOST_TAG for tag in item.tags)
    return short and "\x00" not in text and (text.isascii() or not _SURROGATE.search(text))


def _refuse(item: Item) -> None:
    """Raise an error that says what cannot be stored."""
    name(item.id, f"item {item.key}: its id")
    state_of(0, 0, item)
    try:
        for tag in item.tags:
            check_length(tag)
    except TagError as problem:
        raise LackmusError(f"item {item.key}: {problem}.") from None
    for rule in item.rules:
        storable(rule.value, f"item {item.key}: a rule")


def new_suite(change: Change, suite: Suite) -> int:
    """Add a new suite."""
    (number,) = change.ids(schema.suites, 1)
    change.add(schema.suites, ["id"], [(number,)])
    change.add(
        schema.suite_states,
        ["suite", "name", "comment"],
        [(number, name(suite.name, "the suite's name"), "")],
    )
    told = [one for one in suite.phenomena if one.guideline or one.examples]
    add_guidelines(change, number, [(one.category, one.name, one.guideline) for one in told if one.guideline])
    add_items(change, number, list(enumerate(suite.items)))
    shown = [PlacedExample(one.category, one.name, example) for one in told for example in one.examples]
    add_examples(change, number, shown)
    add_error_types(change, number, suite.error_types)
    return number


def apply_revision(
    change: Change, stored: StoredSuite | None, revision: SuiteRevision
) -> tuple[int, list[int]]:
    """Apply what a file adds, changes and retires; returns the suite, and the items to judge again."""
    if stored is None:
        return new_suite(change, apply(None, revision)), []
    revise_guidelines(change, stored.id, revision.guidelines)
    places = _places(change.connection, stored.id)
    old = stored.suite.by_key
    again = [
        (places[number], replace(old[one.key], **{each.field: each.after for each in one.fields}))  # type: ignore[arg-type]
        for one in revision.changed
        if one.fields and (number := stored.items[one.key])
    ]
    numbers = [stored.items[item.key] for _, item in again]
    gone = [stored.items[item.key] for item in revision.retired]
    end_states(change, schema.item_states.c.item, [*numbers, *gone])
    state_items(change, zip(numbers, again, strict=True))
    touched = _revise_rules(change, stored, [one for one in revision.changed if _about_rules(one)])
    touched += [
        number
        for number, (_, item) in zip(numbers, again, strict=True)
        if looks_elsewhere(old[item.key], item) and number not in touched
    ]
    placed = list(enumerate(revision.added, start=max(places.values(), default=-1) + 1))
    touched += _bring_in(change, stored.id, placed)
    revise_error_types(change, stored.id, revision.error_types)
    revise_examples(change, stored.id, revision.examples)  # last: they may be of new items
    return stored.id, touched


def looks_elsewhere(old: Item, new: Item) -> bool:
    """Whether the rules look at another part of the translation than before."""
    return old.paragraph != new.paragraph


def reserve_items(change: Change, stored: StoredSuite, keys: Collection[str]) -> None:
    """Reserve items."""
    places = _places(change.connection, stored.id)
    items = [item for item in stored.suite.items if item.key in keys and not item.reserved]
    numbers = [stored.items[item.key] for item in items]
    end_states(change, schema.item_states.c.item, numbers)
    placed = [
        (places[number], replace(item, reserved=True)) for number, item in zip(numbers, items, strict=True)
    ]
    state_items(change, zip(numbers, placed, strict=True))


# -- items -------------------------------------------------------------------------------------------------

Placed = tuple[int, Item]


def add_items(change: Change, suite: int, placed: Sequence[Placed]) -> None:
    """Add new items to a suite, with their places and rules."""
    numbers = change.ids(schema.items, len(placed))
    rows = [
        (number, suite, str(item.pair), name(item.id, f"item {item.key}: its id"), change.number)
        for number, (_, item) in zip(numbers, placed, strict=True)
    ]
    change.add(schema.items, ["id", "suite", "pair", "name", "judged"], rows)
    state_items(change, zip(numbers, placed, strict=True))
    add_rules(
        change,
        [
            (number, place, rule, None)
            for number, (_, item) in zip(numbers, placed, strict=True)
            for place, rule in enumerate(item.rules)
        ],
    )


def _bring_in(change: Change, suite: int, placed: Sequence[Placed]) -> list[int]:
    """Add new items and restore retired ones; returns the numbers of the latter."""
    items = schema.items
    query = select(items.c.pair, items.c.name, items.c.id).where(items.c.suite == suite)
    known = {(pair, id_): number for pair, id_, number in bulk.fetch(change.connection, query)}
    back = [(known[key], one) for one in placed if (key := (str(one[1].pair), one[1].id)) in known]
    add_items(change, suite, [one for one in placed if (str(one[1].pair), one[1].id) not in known])
    state_items(change, back)
    there = held_rules(change.connection, [number for number, _ in back])
    gone: list[int] = []
    added: list[PlacedRule] = []
    for number, (_, item) in back:
        held = there.get(number, [])
        gone += [one.number for one in held if one.rule not in item.rules]
        next_place = max((one.place for one in held), default=-1) + 1
        new = set(item.rules).difference(one.rule for one in held)
        added += [
            (number, next_place + place, rule, None) for place, rule in enumerate(item.rules) if rule in new
        ]
    end_states(change, schema.rule_states.c.rule, gone)
    add_rules(change, added)
    return [number for number, _ in back]


def state_items(change: Change, numbered: Iterable[tuple[int, Placed]]) -> None:
    """Set the content of items, with their numbers and places."""
    change.add(
        schema.item_states, _STATE, [state_of(number, place, item) for number, (place, item) in numbered]
    )


def state_of(number: int, place: int, item: Item) -> tuple[str | int | None, ...]:
    """The content of an item as a row of item_states."""
    where = f"item {item.key}"
    return (
        number,
        place,
        name(item.category, f"{where}: its category"),
        name(item.phenomenon, f"{where}: its phenomenon"),
        storable(item.source, f"{where}: its source"),
        None if item.paradigm is None else storable(item.paradigm, f"{where}: its paradigm"),
        storable(item.comment, f"{where}: its comment"),
        json.dumps([storable(tag, f"{where}: a tag") for tag in item.tags], ensure_ascii=False),
        int(item.reserved),
        storable(item.prompt, f"{where}: its prompt"),
        storable(item.stretch, f"{where}: its stretch"),
        item.occurrence,
        item.scope.value,
        json.dumps(
            [storable(rule, f"{where}: a rule in plain language") for rule in item.plain_rules],
            ensure_ascii=False,
        ),
    )


def _places(connection: Connection, suite: int) -> dict[int, int]:
    """The place of each item in the suite."""
    items, states = schema.items, schema.item_states
    query = (
        select(items.c.id, states.c.place)
        .join(states, states.c.item == items.c.id)
        .where(items.c.suite == suite, holds(states))
    )
    return dict(bulk.fetch(connection, query))


# -- rules -------------------------------------------------------------------------------------------------


def _about_rules(one: ItemRevision) -> bool:
    return bool(one.edited or one.added or one.retired)


def _revise_rules(change: Change, stored: StoredSuite, revised: Sequence[ItemRevision]) -> list[int]:
    """Apply rule changes: an edited rule is retired, and its successor takes its place."""
    numbers = [stored.items[one.key] for one in revised]
    there = held_rules(change.connection, numbers)
    gone: list[int] = []
    added: list[PlacedRule] = []
    for number, one in zip(numbers, revised, strict=True):
        held = {each.rule: each for each in there.get(number, [])}
        for edit in one.edited:
            old = held[edit.old]
            gone.append(old.number)
            added.append((number, old.place, edit.new, old.number))
        gone += [held[rule].number for rule in one.retired]
        last = max((each.place for each in held.values()), default=-1)
        added += [(number, place, rule, None) for place, rule in enumerate(one.added, start=last + 1)]
    end_states(change, schema.rule_states.c.rule, gone)
    add_rules(change, added)
    return numbers


# -- guidelines --------------------------------------------------------------------------------------------


def add_guidelines(change: Change, suite: int, told: Sequence[tuple[str, str, str]], start: int = 0) -> None:
    """Add guidelines: (category, phenomenon, guideline)."""
    change.add(
        schema.phenomenon_states,
        ["suite", "category", "name", "place", "guideline"],
        [
            (
                suite,
                name(category, "a category"),
                name(phenomenon, "a phenomenon"),
                place,
                storable(guideline, "a guideline"),
            )
            for place, (category, phenomenon, guideline) in enumerate(told, start=start)
        ],
    )


def revise_guidelines(change: Change, suite: int, revised: Sequence[GuidelineRevision]) -> None:
    """Change guidelines; an empty text removes one."""
    states = schema.phenomenon_states
    held = states.c.suite == suite
    next_place = change.connection.execute(select(func.max(states.c.place)).where(held)).scalar()
    start = 0 if next_place is None else next_place + 1
    for one in revised:
        key = (held, states.c.category == one.category, states.c.name == one.phenomenon)
        place = change.connection.execute(select(states.c.place).where(*key, holds(states))).scalar()
        change.retire(states, *key)
        if one.after:
            told = (one.category, one.phenomenon, one.after)
            add_guidelines(change, suite, [told], start if place is None else place)
            start += place is None


# -- states ------------------------------------------------------------------------------------------------


def end_states(change: Change, column: Column[int], numbers: Sequence[int]) -> None:
    """End the states of these things."""
    if numbers:
        table: Table = column.table
        ending = update(table).where(column == bindparam("number"), holds(table))
        change.connection.execute(
            ending.values(until=change.number), [{"number": number} for number in numbers]
        )
        change.written = True
