"""Change one item of a suite, or one guideline, without rewriting the suite."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, func, select

from lackmus.core.suites.revisions import FIELDS, GuidelineRevision
from lackmus.core.suites.suite import Draft, Item, Suite
from lackmus.errors import ConflictError, LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.rules.edits import Add, edit_rules, events
from lackmus.store.rules.rejudging import rejudge_items
from lackmus.store.suites.catalogue import ItemMissing, StoredItem, need_suite, stored_item
from lackmus.store.suites.suite_changes import (
    add_items,
    end_states,
    looks_elsewhere,
    revise_guidelines,
    state_items,
    storable_suite,
)


class ItemConflict(ConflictError):  # noqa: N818  (two people at once: no mistake)
    """Another person changed the same meanwhile; nothing is written, and their version is in the error."""

    def __init__(self, said: str, now: Item | str, base: int) -> None:
        super().__init__(said)
        self.now, self.base = now, base  # the current version, and the revision to pass to overwrite it


def storable_item(item: Item) -> Item:
    """The item in storable form: names trimmed, required values not blank."""
    for said, what in (
        (item.id, "an id, by which files and outputs name it"),
        (item.category, "a category"),
        (item.phenomenon, "a phenomenon"),
        (item.source, "a source sentence"),
    ):
        if not said.strip():
            raise LackmusError(f"The item needs {what}. Fill it in; nothing was changed.")
    checked = storable_suite(Suite.of(Draft("suite", (item,))))
    return checked.items[0]


def add_item(change: Change, suite: int, item: Item) -> tuple[int, tuple[str, ...]]:
    """Add an item at the end of a suite, with its rules; returns its number, and warnings about rules."""
    item = storable_item(item)
    need_suite(change.connection, suite)
    known = _number_of(change.connection, suite, item)
    if known is not None:
        if stored_item(change.connection, known).held:
            raise LackmusError(f"The suite has an item {item.key} already. Choose another id.")
        raise LackmusError(
            f"Item {item.key} was retired from the suite. Bring that one back, or choose another id."
        )
    items, states = schema.items, schema.item_states
    last = change.connection.execute(
        select(func.max(states.c.place))
        .join(items, items.c.id == states.c.item)
        .where(items.c.suite == suite, holds(states))
    ).scalar()
    add_items(change, suite, [(0 if last is None else last + 1, replace(item, rules=()))])
    number = _number_of(change.connection, suite, item)
    assert number is not None  # it was just added
    edited = edit_rules(change, suite, number, [Add(rule) for rule in dict.fromkeys(item.rules)])
    return number, edited.warnings


def revise_item(change: Change, number: int, wanted: Item, base: int | None = None) -> tuple[str, ...]:
    """Change an item, except its id, pair and rules; returns the changed fields.

    `base` is the revision that the editor saw; if another person has edited the item since, nothing is
    written (ItemConflict).
    """
    now = stored_item(change.connection, number)
    _refuse_retired(now)
    same = replace(wanted, pair=now.item.pair, id=now.item.id, rules=())
    same = replace(storable_item(same), rules=now.item.rules)
    fields = tuple(name for name in FIELDS if getattr(now.item, name) != getattr(same, name))
    if not fields:
        return ()
    if base is not None and now.touched > base:
        event = events(change.connection, [now.touched])[now.touched]
        raise ItemConflict(
            f"{event.person} changed item {now.item.key} meanwhile ({_minute(event.at)} UTC). "
            "Nothing was changed. Look at what they wrote; save again to put yours in its place.",
            now.item,
            now.touched,
        )
    end_states(change, schema.item_states.c.item, [number])
    state_items(change, [(number, (now.place, same))])
    if looks_elsewhere(now.item, same):
        rejudge_items(change, now.suite, [number])
    return fields


def retire_item(change: Change, number: int) -> None:
    """Retire an item; its texts, decisions and history stay."""
    _refuse_retired(stored_item(change.connection, number))
    end_states(change, schema.item_states.c.item, [number])


def bring_back(change: Change, number: int) -> None:
    """Restore a retired item in its place, judged again by its current rules."""
    gone = stored_item(change.connection, number)
    if gone.held:
        raise LackmusError(f"Item {gone.item.key} is in its suite; there is nothing to bring back.")
    bring_back_items(change, gone.suite, [gone])


def bring_back_items(change: Change, suite: int, gone: Sequence[StoredItem]) -> None:
    """Restore retired items of a suite in their places, judged again by their current rules."""
    need_suite(change.connection, suite)
    state_items(change, [(one.number, (one.place, one.item)) for one in gone])
    # Everything that ended with them; retiring keeps rules, but undoing an addition does not.
    rules, states = schema.rules, schema.rule_states
    for touched in sorted({one.touched for one in gone}):
        numbers = [one.number for one in gone if one.touched == touched]
        for some in bulk.parts(numbers):
            query = (
                select(states.c.rule, states.c.place, states.c.follows)
                .join(rules, rules.c.id == states.c.rule)
                .where(rules.c.item.in_(some), states.c.until == touched)
            )
            change.add(schema.rule_states, ["rule", "place", "follows"], bulk.fetch(change.connection, query))
    rejudge_items(change, suite, [one.number for one in gone])


def set_guideline(change: Change, suite: int, wanted: GuidelineRevision) -> None:
    """Set the guideline of a phenomenon; `before` is what the writer saw."""
    need_suite(change.connection, suite)
    states, items, held = schema.phenomenon_states, schema.items, schema.item_states
    now = change.connection.execute(
        select(states.c.guideline, states.c.since).where(
            states.c.suite == suite,
            states.c.category == wanted.category,
            states.c.name == wanted.phenomenon,
            holds(states),
        )
    ).first()
    there = change.connection.execute(
        select(held.c.item)
        .join(items, items.c.id == held.c.item)
        .where(
            items.c.suite == suite,
            held.c.category == wanted.category,
            held.c.phenomenon == wanted.phenomenon,
            holds(held),
        )
        .limit(1)
    ).first()
    if there is None and now is None:
        raise ItemMissing(f"The suite has no phenomenon {wanted.category} › {wanted.phenomenon}.")
    told = now[0] if now else ""
    after = wanted.after.strip()
    if after == told:
        return
    if told != wanted.before:
        who = f"{events(change.connection, [now[1]])[now[1]].person} has" if now else "another person has"
        raise ItemConflict(
            f"{wanted.phenomenon}: {who} changed the guideline meanwhile. Nothing was changed. "
            "Look at what it says now; save again to put yours in its place.",
            told,
            now[1] if now else change.number - 1,
        )
    revise_guidelines(change, suite, [replace(wanted, before=told, after=after)])


def _number_of(connection: Connection, suite: int, item: Item) -> int | None:
    items = schema.items
    query = select(items.c.id).where(
        items.c.suite == suite, items.c.pair == str(item.pair), items.c.name == item.id
    )
    return connection.execute(query).scalar()


def _refuse_retired(one: StoredItem) -> None:
    if not one.held:
        raise LackmusError(f"Item {one.item.key} was retired. Bring it back first.")


def _minute(at: str) -> str:
    return at[:16].replace("T", " ")
