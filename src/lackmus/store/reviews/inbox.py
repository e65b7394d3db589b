"""Counts of what waits for a person, and the items of recent changes; queried on every visit."""

from collections.abc import Sequence

from sqlalchemy import Connection, distinct, func, select

from lackmus.core.reviews.assignments import Inbox, WaitingTraining
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.reviews.known_answers import training_left
from lackmus.store.workspaces.people import number_of


def inbox(connection: Connection, person: str) -> Inbox:
    """What waits for this person; disputes are for editors, but shown to all."""
    number = number_of(connection, person)
    training = tuple(
        WaitingTraining(one.number, one.name, one.left, one.required)
        for one in training_left(connection)
        if one.person == number
    )
    return Inbox(
        _assigned(connection, person),
        _disputed(connection),
        _flagged(connection),
        training,
        _phenomena(connection, person),
    )


def _assigned(connection: Connection, person: str) -> int:
    given, decisions, people = schema.assignments, schema.decisions, schema.people
    decided = select(decisions.c.text).where(decisions.c.person == given.c.person, holds(decisions))
    query = (
        select(func.count())
        .select_from(given)
        .join(people, people.c.id == given.c.person)
        .where(people.c.name == person, holds(given), given.c.text.not_in(decided))
    )
    return connection.execute(query).scalar() or 0


def _phenomena(connection: Connection, person: str) -> int:
    people, count = schema.people, 0
    for table in (schema.phenomenon_assignments, schema.item_assignments):
        query = select(func.count()).select_from(table).join(people, people.c.id == table.c.person)
        count += connection.execute(query.where(people.c.name == person, holds(table))).scalar() or 0
    return count


def _disputed(connection: Connection) -> int:
    """The number of disputed texts, as in core.reviews: latest decisions differ, and none adjudicates."""
    decisions, texts, states = schema.decisions, schema.texts, schema.item_states
    differing = (
        select(decisions.c.text)
        .join(texts, texts.c.id == decisions.c.text)
        .join(states, states.c.item == texts.c.item)
        .where(holds(decisions), holds(states))
        .group_by(decisions.c.text)
        .having(func.count(distinct(decisions.c.verdict)) > 1, func.max(decisions.c.adjudicates) == 0)
        .subquery()
    )
    return connection.execute(select(func.count()).select_from(differing)).scalar() or 0


def _flagged(connection: Connection) -> int:
    flags = schema.flags
    return connection.execute(select(func.count(distinct(flags.c.text))).where(holds(flags))).scalar() or 0


def touched_items(connection: Connection, changes: Sequence[int]) -> dict[int, int]:
    """The item of each change, for changes that concern a single item."""
    texts, rules = schema.texts, schema.rules
    found: dict[int, set[int]] = {}
    for table in (schema.decisions, schema.known_answers, schema.comments, schema.flags):
        query = select(table.c.since, texts.c.item).join(texts, texts.c.id == table.c.text)
        _gather(found, bulk.fetch(connection, query.where(table.c.since.in_(changes)).distinct()))
    states = schema.rule_states
    for when in (states.c.since, states.c.until):
        query = select(when, rules.c.item).join_from(states, rules, rules.c.id == states.c.rule)
        _gather(found, bulk.fetch(connection, query.where(when.in_(changes)).distinct()))
    query = select(schema.item_states.c.since, schema.item_states.c.item)
    _gather(found, bulk.fetch(connection, query.where(schema.item_states.c.since.in_(changes))))
    return {change: next(iter(items)) for change, items in found.items() if len(items) == 1}


def _gather(found: dict[int, set[int]], rows: Sequence[tuple[int, int]]) -> None:
    for change, item in rows:
        found.setdefault(change, set()).add(item)
