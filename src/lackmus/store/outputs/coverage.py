"""How much of their suites campaigns cover, and earlier names of systems."""

import json
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds


class CoveredPart(NamedTuple):
    """The coverage of one suite and language pair in a campaign."""

    campaign: int
    suite: int
    pair: str
    items: int  # for which some system has an output


def covered_parts(connection: Connection) -> list[CoveredPart]:
    """For every campaign, suite and pair with outputs: how many items have an output."""
    one, states, systems, outputs = schema.hand_ins, schema.hand_in_states, schema.systems, schema.outputs
    query = (
        select(systems.c.campaign, one.c.suite, one.c.pair, func.count(outputs.c.item.distinct()))
        .join_from(one, states, states.c.hand_in == one.c.id)
        .join(systems, systems.c.id == one.c.system)
        .join(outputs, outputs.c.hand_in == one.c.id)
        .where(holds(states))
        .group_by(systems.c.campaign, one.c.suite, one.c.pair)
        .order_by(systems.c.campaign, one.c.suite, one.c.pair)
    )
    return [CoveredPart(*row) for row in bulk.fetch(connection, query)]


def items_of_hand_ins(connection: Connection, hand_ins: Collection[int]) -> dict[int, int]:
    """For how many items each hand-in has an output; repeats count once."""
    outputs = schema.outputs
    found: dict[int, int] = {}
    for some in bulk.parts(sorted(hand_ins)):
        query = (
            select(outputs.c.hand_in, func.count())
            .where(outputs.c.hand_in.in_(some), outputs.c.repeat == 0)
            .group_by(outputs.c.hand_in)
        )
        found |= dict(bulk.fetch(connection, query))
    return found


def items_of_parts(connection: Connection) -> dict[tuple[int, str], int]:
    """How many items suites have for each pair."""
    items, states = schema.items, schema.item_states
    query = (
        select(items.c.suite, items.c.pair, func.count())
        .join(states, states.c.item == items.c.id)
        .where(holds(states))
        .group_by(items.c.suite, items.c.pair)
    )
    return {(suite, pair): many for suite, pair, many in bulk.fetch(connection, query)}


def items_by_phenomenon(connection: Connection, suite: int, pair: str) -> list[tuple[str, str, int]]:
    """Categories, phenomena and their numbers of items, in the order of the suite."""
    items, states = schema.items, schema.item_states
    query = (
        select(states.c.category, states.c.phenomenon, func.count())
        .join_from(items, states, states.c.item == items.c.id)
        .where(items.c.suite == suite, items.c.pair == pair, holds(states))
        .group_by(states.c.category, states.c.phenomenon)
        .order_by(func.min(states.c.place), func.min(items.c.id))
    )
    return bulk.fetch(connection, query)


class SystemState(NamedTuple):
    """A former or current state of a system."""

    change: int
    at: str
    person: str
    verb: str
    name: str
    label: str  # empty: the name
    tags: tuple[str, ...]
    comment: str
    ended: str | None  # time; None while it holds


def system_over_time(connection: Connection, system: int) -> list[SystemState]:
    """The names and metadata of a system over time."""
    states, changes, people = schema.system_states, schema.changes, schema.people
    ends = changes.alias()
    query = (
        select(
            changes.c.id, changes.c.at, people.c.name, changes.c.verb,
            states.c.name, states.c.label, states.c.tags, states.c.comment, ends.c.at,
        )
        .join_from(states, changes, changes.c.id == states.c.since)
        .join(people, people.c.id == changes.c.person)
        .outerjoin(ends, ends.c.id == states.c.until)
        .where(states.c.system == system)
        .order_by(states.c.since)
    )  # fmt: skip
    return [
        SystemState(change, at, person, verb, name, label, tuple(json.loads(tags)), comment, ended)
        for change, at, person, verb, name, label, tags, comment, ended in bulk.fetch(connection, query)
    ]
