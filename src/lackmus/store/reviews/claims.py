"""Who looks at which text just now, and who is to judge which: so that nobody does another's work in vain."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice

import polars as pl
from sqlalchemy import Connection, bindparam, delete, func, select

from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds, stamp

LASTS = timedelta(minutes=15)  # after that nobody waits for whoever went away


def claim(
    connection: Connection,
    person: int,
    candidates: Sequence[int],
    many: int,
    seen: int,
    at: datetime | None = None,
    alone: Collection[int] = (),
) -> list[int]:
    """The first so many texts that are kept for nobody else, now claimed by this person.

    `seen` is the revision from which the candidates come: what was decided since is not offered again.
    `alone` are the candidates that this person judges whoever else does.
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
    alone: bool  # they judge it whoever else does, so it is kept from nobody


def claimed_texts(connection: Connection, at: datetime) -> list[Claim]:
    """Who has which text; whoever went away has it no more."""
    connection.execute(_FORGET, {"now": stamp(at)})
    return [Claim(text, person, bool(alone)) for text, person, alone in bulk.fetch(connection, _CLAIMED)]


def held_by(claimed: Sequence[Claim], person: int) -> set[int]:
    """The texts that a person is looking at."""
    return {one.text for one in claimed if one.person == person}


def withheld_from(claimed: Sequence[Claim], person: int) -> set[int]:
    """The texts that somebody else is looking at and that need no second judge beside them."""
    return {one.text for one in claimed if one.person != person and not one.alone}


def keep(
    connection: Connection, person: int, texts: Sequence[int], at: datetime, alone: Collection[int] = ()
) -> None:
    """Let somebody have these texts from now on for a while."""
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
    """Let others have these texts."""
    if texts:
        connection.execute(_RELEASE, [{"one": text, "whose": person} for text in texts])


_FORGET = delete(schema.claims).where(schema.claims.c.expires <= bindparam("now"))
_CLAIMED = select(schema.claims.c.text, schema.claims.c.person, schema.claims.c.alone)
_RELEASE = delete(schema.claims).where(
    schema.claims.c.text == bindparam("one"), schema.claims.c.person == bindparam("whose")
)


ASSIGNED = {"text_id": pl.Int64, "person": pl.Int64}


def assigned_texts(connection: Connection) -> pl.DataFrame:
    """Texts that people are to judge, whoever else has: ASSIGNED."""
    table = schema.assignments
    return bulk.frame(
        connection, select(table.c.text, table.c.person).where(holds(table)).order_by(table.c.text), ASSIGNED
    )


def assign(change: Change, person: int, texts: Collection[int]) -> None:
    """Let somebody judge these texts, which they have not been given yet."""
    change.add(schema.assignments, ["text", "person"], [(text, person) for text in sorted(texts)])


def deciders(connection: Connection) -> pl.DataFrame:
    """Who holds a decision on which text, the latest first: ASSIGNED."""
    decisions = schema.decisions
    query = (
        select(decisions.c.text, decisions.c.person)
        .where(holds(decisions))
        .order_by(decisions.c.since.desc(), decisions.c.text)
    )
    return bulk.frame(connection, query, ASSIGNED)


def decision_times(connection: Connection) -> list[tuple[str, datetime]]:
    """Who decided anything when, for the pace."""
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
