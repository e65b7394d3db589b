"""Ratings of annotators, and which texts they are looking at."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import polars as pl
from sqlalchemy import Connection, delete, func, select

from lackmus.core.ratings.orders import TaskState, Turn
from lackmus.core.ratings.report import RATINGS
from lackmus.core.ratings.tasks import TaskShown
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds, stamp
from lackmus.store.reviews.claims import LASTS
from lackmus.store.workspaces.history import last_touched


def ratings_of(connection: Connection, task: int) -> pl.DataFrame:
    """All current ratings: RATINGS."""
    table, people = schema.ratings, schema.people
    query = (
        select(table.c.text, people.c.name, table.c.repeat, table.c.value)
        .join(people, people.c.id == table.c.person)
        .where(table.c.task == task, holds(table))
        .order_by(table.c.text, table.c.person, table.c.repeat)
    )
    return bulk.frame(connection, query, dict(RATINGS))


def own_ratings(connection: Connection, task: int, person: int) -> dict[Turn, int]:
    """The ratings of one person, in the order in which each text was first rated."""
    table = schema.ratings
    mine = (table.c.task == task, table.c.person == person)
    first = dict[Turn, int](
        (Turn(text, repeat), since)
        for text, repeat, since in bulk.fetch(
            connection,
            select(table.c.text, table.c.repeat, func.min(table.c.since))
            .where(*mine)
            .group_by(table.c.text, table.c.repeat),
        )
    )
    query = select(table.c.text, table.c.repeat, table.c.value).where(*mine, holds(table))
    held = {Turn(text, repeat): value for text, repeat, value in bulk.fetch(connection, query)}
    return {turn: held[turn] for turn in sorted(held, key=lambda turn: (first[turn], turn))}


def task_state(
    connection: Connection, task: TaskShown, person: int | None, name: str, at: datetime | None = None
) -> TaskState:
    """The state of a task for one person: own ratings, and those and claims of others."""
    table, claims = schema.ratings, schema.rating_claims
    others = select(table.c.text, func.count()).where(
        table.c.task == task.number, table.c.person != (person or 0), table.c.repeat == 0, holds(table)
    )
    looking = select(claims.c.text, func.count()).where(
        claims.c.task == task.number,
        claims.c.person != (person or 0),
        claims.c.expires > stamp(at or datetime.now(UTC)),
    )
    return TaskState(
        task.texts,
        task.plan.people,
        task.plan.repeats,
        task.plan.seed,
        name,
        tuple(own_ratings(connection, task.number, person)) if person else (),
        dict(bulk.fetch(connection, others.group_by(table.c.text))),
        dict(bulk.fetch(connection, looking.group_by(claims.c.text))),
    )


def progress_of(connection: Connection, task: int) -> dict[str, int]:
    """How many texts each person has rated, without repeats."""
    table, people = schema.ratings, schema.people
    query = (
        select(people.c.name, func.count())
        .join_from(table, people, people.c.id == table.c.person)
        .where(table.c.task == task, table.c.repeat == 0, holds(table))
        .group_by(people.c.name)
    )
    return dict(sorted(bulk.fetch(connection, query)))


def made_of(connection: Connection) -> dict[int, int]:
    """How many ratings each task has, without repeats."""
    table = schema.ratings
    query = select(table.c.task, func.count()).where(table.c.repeat == 0, holds(table))
    return dict(bulk.fetch(connection, query.group_by(table.c.task)))


def touched(connection: Connection, task: TaskShown) -> str:
    """The token of the last change of a task, its ratings or the choices in its study."""
    ratings, states, choices = schema.ratings, schema.rating_task_states, schema.study_choices
    own = {
        ratings: ratings.c.task == task.number,
        states: states.c.task == task.number,
        choices: choices.c.study == task.study,
    }
    last, token = last_touched(connection, own)
    return f"{last}-{token}"


# -- claims ------------------------------------------------------------------------------------------------


def claim(
    connection: Connection, task: int, person: int, places: Sequence[int], at: datetime | None = None
) -> None:
    """Claim texts for a person for a while; expired claims are deleted."""
    table = schema.rating_claims
    at = at or datetime.now(UTC)
    connection.execute(delete(table).where(table.c.expires <= stamp(at)))
    release(connection, task, person, places)
    if places:
        bulk.insert(
            connection,
            table,
            ["task", "text", "person", "expires"],
            [(task, place, person, stamp(at + LASTS)) for place in places],
        )


def release(connection: Connection, task: int, person: int, places: Sequence[int]) -> None:
    """Release these texts for others."""
    table = schema.rating_claims
    if places:
        connection.execute(
            delete(table).where(
                table.c.task == task, table.c.person == person, table.c.text.in_(list(places))
            )
        )


# -- changing ----------------------------------------------------------------------------------------------


def rate(change: Change, task: TaskShown, said: Mapping[Turn, int]) -> list[Turn]:
    """Save ratings of one person and return those that changed."""
    before = own_ratings(change.connection, task.number, change.person)
    changed = [turn for turn, value in said.items() if before.get(turn) != value]
    table = schema.ratings
    for turn in changed:
        if turn in before:
            change.retire(
                table,
                table.c.task == task.number,
                table.c.text == turn.place,
                table.c.person == change.person,
                table.c.repeat == turn.repeat,
            )
    change.add(
        table,
        ["task", "text", "person", "repeat", "value"],
        [(task.number, turn.place, change.person, turn.repeat, said[turn]) for turn in changed],
    )
    release(change.connection, task.number, change.person, [turn.place for turn in said])
    return changed
