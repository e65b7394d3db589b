"""Change many items of a suite at once: one change, whatever it does to them."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, select

from lackmus.core.base.tags import tagged
from lackmus.core.suites.item_edits import ItemAction, ItemsEdit
from lackmus.core.suites.revisions import FIELDS
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import name
from lackmus.store.reviews.assignments import assign_items, the_annotator
from lackmus.store.suites.catalogue import ItemMissing, retired_items
from lackmus.store.suites.item_changes import bring_back_items
from lackmus.store.suites.suite_changes import end_states

State = dict[str, Any]  # a row of item_states by its columns
_STATE = ("item", "place", *FIELDS)


def suites_of(connection: Connection, numbers: Sequence[int]) -> dict[int, int]:
    """The suite of each item; an error names one that is not there."""
    items = schema.items
    found: dict[int, int] = {}
    for some in bulk.parts(numbers):
        query = select(items.c.id, items.c.suite).where(items.c.id.in_(some))
        found |= dict(bulk.fetch(connection, query))
    missing = next((number for number in numbers if number not in found), None)
    if missing is not None:
        raise ItemMissing(f"There is no item of the number {missing}. Look it up in its suite.")
    return found


def phenomena_named(connection: Connection, suite: int) -> set[tuple[str, str]]:
    """The phenomena of a suite, with their categories: of its items, and those with a guideline."""
    items, states, described = schema.items, schema.item_states, schema.phenomenon_states
    of_items = (
        select(states.c.category, states.c.phenomenon)
        .join(items, items.c.id == states.c.item)
        .where(items.c.suite == suite, holds(states))
        .distinct()
    )
    told = select(described.c.category, described.c.name).where(described.c.suite == suite, holds(described))
    return {(category, phenomenon) for query in (of_items, told)
            for category, phenomenon in bulk.fetch(connection, query)}  # fmt: skip


def edit_items(change: Change, suite: int, numbers: Sequence[int], edit: ItemsEdit) -> list[int]:
    """Do something to items of a suite; returns those that were not so already."""
    if edit.action is ItemAction.RESTORE:
        wanted = set(numbers)
        gone = [one for one in retired_items(change.connection, suite) if one.number in wanted]
        bring_back_items(change, suite, gone)
        return [one.number for one in gone]
    states = _states(change.connection, suite, numbers)
    if edit.action is ItemAction.RETIRE:
        end_states(change, schema.item_states.c.item, list(states))
        return list(states)
    retired = len(numbers) - len(states)
    if retired:
        which = "it" if retired == 1 else "them"
        some = f"{retired:,} of these {len(numbers):,} items" if len(numbers) > 1 else "The item"
        be = "is" if retired == 1 else "are"
        raise LackmusError(f"{some} {be} retired. Bring {which} back first; nothing was changed.")
    if edit.action in (ItemAction.ASSIGN, ItemAction.UNASSIGN):
        person = the_annotator(change.connection, edit.person) if edit.person else None
        return assign_items(change, numbers, person)
    write = _written(edit)
    changed = [
        {**state, **values}
        for state in states.values()
        if (values := write(state)) and any(state[name] != value for name, value in values.items())
    ]
    ended = [state["item"] for state in changed]
    end_states(change, schema.item_states.c.item, ended)
    change.add(schema.item_states, _STATE, [[state[name] for name in _STATE] for state in changed])
    return ended


def _states(connection: Connection, suite: int, numbers: Sequence[int]) -> dict[int, State]:
    """The current states of these items, by number, in the order of the suite."""
    items, states = schema.items, schema.item_states
    query = (
        select(*(states.c[column] for column in _STATE))
        .join(items, items.c.id == states.c.item)
        .where(items.c.suite == suite, holds(states))
        .order_by(states.c.place, items.c.id)
    )
    wanted = set(numbers)
    rows = (dict(zip(_STATE, row, strict=True)) for row in bulk.fetch(connection, query))
    return {row["item"]: row for row in rows if row["item"] in wanted}


def _written(edit: ItemsEdit) -> Callable[[State], State]:
    """What an action writes into the state of an item."""
    if edit.action is ItemAction.MOVE:
        kind = {
            "category": name(edit.category, "the category"),
            "phenomenon": name(edit.phenomenon, "the phenomenon"),
        }
        return lambda state: kind
    if edit.action is ItemAction.TAG:
        return lambda state: {"tags": _json(tagged(json.loads(state["tags"]), edit.add, edit.remove))}
    return lambda state: {"reserved": int(edit.action is ItemAction.RESERVE)}


def _json(tags: Sequence[str]) -> str:
    return json.dumps(tags, ensure_ascii=False)
