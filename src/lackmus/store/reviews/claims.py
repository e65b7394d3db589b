"""Claims and assignments: who looks at which text, and who is to judge which."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice

import polars as pl
from sqlalchemy import Connection, bindparam, delete, func, select

from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds, stamp

LASTS = timedelta(minutes=15)  # after that a claim expires


def claim(
    connection: Connection,
    person: int,
    candidates: Sequence[int],
    many: int,
    seen: int,
    at: datetime | None = None,
    alone: Collection[int] = (),
) -> list[int]:
    """Claim the first `many` candidates that no one else has claimed, and return them.

    `seen` is the revision of the candidates: texts decided since are left out. `alone` are candidates that
    this person judges independently of others.
    """
    at = at or datetime.now(UTC)
    decisions = schema.decisions
    claimed = claimed_texts(connection, at)
    since = select(decisions.c.text, decisions.c.person).where(decisions.c.since > seen)
    decided = bulk.fetch(connection, since)
    taken = withheld_from(claimed, person) | {text for text, by in decided if by != person}
    taken = (taken - set(alone)) | {text for text, by in decided if by == person}
    chosen = list(islice((text for text in candidates if text not in taken), many))
    keep(connection, person, chosen, at, alone)
    return chosen


@dataclass(frozen=True, slots=True)
class Claim:
    """A text that a person is looking at."""

    text: int
    person: int
    alone: bool  # judged independently of others, so it is not withheld from them


def claimed_texts(connection: Connection, at: datetime) -> list[Claim]:
    """All claims that have not expired."""
    connection.execute(_FORGET, {"now": stamp(at)})
    return [Claim(text, person, bool(alone)) for text, person, alone in bulk.fetch(connection, _CLAIMED)]


def held_by(claimed: Sequence[Claim], person: int) -> set[int]:
    """The texts claimed by a person."""
    return {one.text for one in claimed if one.person == person}


def withheld_from(claimed: Sequence[Claim], person: int) -> set[int]:
    """The texts that others have claimed and that need no second judge."""
    return {one.text for one in claimed if one.person != person and not one.alone}


def keep(
    connection: Connection, person: int, texts: Sequence[int], at: datetime, alone: Collection[int] = ()
) -> None:
    """Extend a person's claims on these texts."""
    release(connection, person, texts)
    expires = stamp(at + LASTS)
    if texts:
        bulk.insert(
            connection,
            schema.claims,
            ["text", "person", "alone", "expires"],
            [(text, person, int(text in alone), expires) for text in texts],
        )


def release(connection: Connection, person: int, texts: Sequence[int]) -> None:
    """Release these texts for others."""
    if texts:
        connection.execute(_RELEASE, [{"one": text, "whose": person} for text in texts])


_FORGET = delete(schema.claims).where(schema.claims.c.expires <= bindparam("now"))
_CLAIMED = select(schema.claims.c.text, schema.claims.c.person, schema.claims.c.alone)
_RELEASE = delete(schema.claims).where(
    schema.claims.c.text == bindparam("one"), schema.claims.c.person == bindparam("whose")
)


ASSIGNED = {"text_id": pl.Int64, "person": pl.Int64}


def assigned_texts(connection: Connection) -> pl.DataFrame:
    """The assigned texts by person: ASSIGNED."""
    table = schema.assignments
    return bulk.frame(
        connection, select(table.c.text, table.c.person).where(holds(table)).order_by(table.c.text), ASSIGNED
    )


def assign(change: Change, person: int, texts: Collection[int]) -> None:
    """Assign new texts to a person."""
    change.add(schema.assignments, ["text", "person"], [(text, person) for text in sorted(texts)])


def missing_texts(connection: Connection, texts: Sequence[int]) -> list[int]:
    """Those of these numbers that are no text."""
    there: set[int] = set()
    for some in bulk.parts(texts):
        known = select(schema.texts.c.id).where(schema.texts.c.id.in_(some))
        there.update(number for (number,) in bulk.fetch(connection, known))
    return [number for number in texts if number not in there]


def assign_numbered(change: Change, texts: Sequence[int], person: int | None) -> list[int]:
    """Assign texts to a person, or take them from everybody; returns those that were not so already."""
    held = assigned_texts(change.connection)
    if person is None:
        given = set(held["text_id"])
        changed = [number for number in texts if number in given]
        for some in bulk.parts(changed):
            change.retire(schema.assignments, schema.assignments.c.text.in_(some))
        return changed
    given = set(held.filter(pl.col("person") == person)["text_id"])
    changed = [number for number in texts if number not in given]
    assign(change, person, changed)
    return changed


def deciders(connection: Connection) -> pl.DataFrame:
    """Current decisions by person and text, latest first: ASSIGNED."""
    decisions = schema.decisions
    query = (
        select(decisions.c.text, decisions.c.person)
        .where(holds(decisions))
        .order_by(decisions.c.since.desc(), decisions.c.text)
    )
    return bulk.frame(connection, query, ASSIGNED)


def decision_times(connection: Connection) -> list[tuple[str, datetime]]:
    """Persons and times of decisions, for the working speed."""
    decisions, changes, people = schema.decisions, schema.changes, schema.people
    query = (
        select(people.c.name, changes.c.at)
        .select_from(decisions)
        .join(changes, changes.c.id == decisions.c.since)
        .join(people, people.c.id == decisions.c.person)
        .group_by(people.c.name, changes.c.at)
        .order_by(func.min(changes.c.id))
    )
    return [(person, datetime.fromisoformat(at)) for person, at in bulk.fetch(connection, query)]
