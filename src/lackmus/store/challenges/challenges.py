"""Challenges in a workspace: their tuples as they were built or read, found by name."""

import json
from collections.abc import Sequence
from typing import Any

import polars as pl
from sqlalchemy import ColumnElement, Connection, Table, func, select

from lackmus.core.challenges.challenge import GOLD, TUPLES, ChallengeSet
from lackmus.core.challenges.lists import ChallengeShown
from lackmus.errors import LackmusError, NotFoundError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import name as checked_name
from lackmus.store.db.identity import storable
from lackmus.store.workspaces.history import last_touched
from lackmus.store.workspaces.people import need_editor

_FACT = ("signature", "about", "tuples", "items", "phenomena", "pairs")


class NoSuchChallengeError(NotFoundError):
    """The workspace has no challenge of this name."""


def challenges_of(connection: Connection) -> list[ChallengeShown]:
    """All challenges, in the order of creation."""
    facts, states = schema.challenges, schema.challenge_states
    changes, people = schema.changes, schema.people
    # Who added it: see `brought_by`.
    first = (
        select(states.c.challenge, func.min(states.c.since).label("change"))
        .group_by(states.c.challenge)
        .subquery()
    )
    query = (
        select(facts.c.id, states.c.name, *(facts.c[name] for name in _FACT), people.c.name, changes.c.at)
        .join_from(facts, states, states.c.challenge == facts.c.id)
        .join(first, first.c.challenge == facts.c.id)
        .join(changes, changes.c.id == first.c.change)
        .join(people, people.c.id == changes.c.person)
        .where(holds(states))
        .order_by(facts.c.id)
    )
    metrics = _metrics(connection)
    return [_shown(row, metrics.get(row[0], ())) for row in bulk.fetch(connection, query)]


def _shown(row: tuple[Any, ...], metrics: Sequence[str]) -> ChallengeShown:
    number, name, signature, about, tuples, items, phenomena, pairs, person, at = row
    counts = tuples, items, phenomena
    return ChallengeShown(
        number,
        name,
        signature,
        json.loads(about),
        *counts,
        tuple(json.loads(pairs)),
        tuple(metrics),
        person,
        at,
    )


def _metrics(connection: Connection) -> dict[int, list[str]]:
    """The metrics of each challenge."""
    scores, states = schema.challenge_scores, schema.challenge_score_states
    query = (
        select(scores.c.challenge, states.c.name)
        .join(states, states.c.score == scores.c.id)
        .where(holds(states))
        .order_by(scores.c.id)
    )
    found: dict[int, list[str]] = {}
    for challenge, name in bulk.fetch(connection, query):
        found.setdefault(challenge, []).append(name)
    return found


def the_challenge(connection: Connection, name: str) -> ChallengeShown:
    """The challenge of this name; the name is trimmed as when it was stored."""
    name = name.strip()
    known = {one.name: one for one in challenges_of(connection)}
    if name not in known:
        there = ", ".join(known)
        raise NoSuchChallengeError(
            f"There is no challenge {name}." if known else "The workspace has no challenge yet.",
            f"There {'is' if len(known) == 1 else 'are'} {there}." if known else "",
            code="" if known else "no-challenges",
        )
    return known[name]


def load_challenge(connection: Connection, shown: ChallengeShown) -> ChallengeSet:
    """A stored challenge."""
    tuples = schema.challenge_tuples
    query = (
        select(*(tuples.c[name] for name in (*TUPLES, *GOLD)))
        .where(tuples.c.challenge == shown.number)
        .order_by(tuples.c.place)
    )
    frame = bulk.frame(connection, query, {**TUPLES.schema, **dict.fromkeys(GOLD, pl.String)})
    spans = [None if cell is None else json.loads(cell) for cell in frame["worse_spans"]]
    frame = frame.with_columns(pl.Series("worse_spans", spans, dtype=GOLD["worse_spans"]))
    return ChallengeSet(shown.name, frame, shown.signature, dict(shown.about))


def touched(connection: Connection, shown: ChallengeShown) -> str:
    """The token of the last change of the challenge or its scores, as a cache key."""
    states, scores, of_scores = (
        schema.challenge_states,
        schema.challenge_scores,
        schema.challenge_score_states,
    )
    own_scores = select(scores.c.id).where(scores.c.challenge == shown.number)
    own = {states: states.c.challenge == shown.number, of_scores: of_scores.c.score.in_(own_scores)}
    last, token = last_touched(connection, own)
    return f"{last}-{token}"


# -- changing ----------------------------------------------------------------------------------------------


def storable_challenge(challenge: ChallengeSet) -> ChallengeSet:
    """The challenge in storable form, with its name trimmed."""
    name = checked_name(challenge.name, "the challenge's name")
    tuples = challenge.tuples
    if not tuples.height:
        raise LackmusError(f"{name} has no tuples, so there is nothing to keep.")
    for column in TUPLES:  # a frame cannot hold half a surrogate pair, but it can hold NUL
        for place in tuples[column].str.contains("\x00", literal=True).arg_true().to_list()[:1]:
            storable(tuples[column][place], f"{name}, tuple {tuples['tuple'][place]!r}: its {column}")
    for key, value in {**challenge.about, "signature": challenge.signature}.items():
        storable(key, f"{name}: what is said about it")
        storable(value, f"{name}: {key}")
    return ChallengeSet(name, tuples, challenge.signature, challenge.about)


def add_challenge(change: Change, challenge: ChallengeSet, replacing: bool = False) -> None:
    """Store a challenge under a free name, or replace another one.

    Storing the same challenge again is no change, so its scores stay.
    """
    challenge = storable_challenge(challenge)
    known = {one.name: one for one in challenges_of(change.connection)}
    taken = known.get(challenge.name)
    if taken is not None:
        if _same(load_challenge(change.connection, taken), challenge):
            return
        if not replacing:
            raise LackmusError(
                f"There is a challenge {taken.name} already ({taken.in_short}; by {taken.person}).",
                code="challenge-taken",
            )
        remove_challenge(change, taken, "replace challenges that others built")
    tuples = challenge.tuples
    (number,) = change.ids(schema.challenges, 1)
    change.add(
        schema.challenges,
        ["id", *_FACT],
        [
            (
                number,
                challenge.signature,
                _json(dict(challenge.about)),
                tuples.height,
                tuples.select("pair", "item").n_unique(),
                tuples.select("category", "phenomenon").n_unique(),
                _json(challenge.pairs),
            )
        ],
    )
    change.add(schema.challenge_states, ["challenge", "name"], [(number, challenge.name)])
    rows = tuples.select(
        pl.lit(number).alias("challenge"), pl.int_range(pl.len()).alias("place"), *TUPLES
    ).rows()
    more = zip(*(_gold(tuples, name) for name in GOLD), strict=True)
    change.add(
        schema.challenge_tuples,
        ["challenge", "place", *TUPLES, *GOLD],
        [(*row, *cells) for row, cells in zip(rows, more, strict=True)],
    )


def _gold(tuples: pl.DataFrame, name: str) -> list[str | None]:
    """A column of GOLD as text; spans are JSON."""
    if name not in tuples.columns:
        return [None] * tuples.height
    cells = tuples[name].to_list()
    return [cell if cell is None or isinstance(cell, str) else _json(cell) for cell in cells]


def _same(one: ChallengeSet, other: ChallengeSet) -> bool:
    alike = (one.signature, one.about) == (other.signature, other.about)
    return alike and one.tuples.equals(other.tuples)


def remove_challenge(
    change: Change, shown: ChallengeShown, to_do: str = "remove challenges that others built"
) -> None:
    """Remove a challenge and its scores; only editors may remove those of others."""
    held = schema.challenge_states
    if brought_by(change.connection, held, held.c.challenge == shown.number) != change.person:
        need_editor(change, to_do)
    scores, states = schema.challenge_scores, schema.challenge_score_states
    own = select(scores.c.id).where(scores.c.challenge == shown.number)
    change.retire(states, states.c.score.in_(own))
    change.retire(held, held.c.challenge == shown.number)


def brought_by(connection: Connection, states: Table, which: ColumnElement[bool]) -> int | None:
    """The person who added something: undo and redo begin new states, so the first one counts."""
    first = select(func.min(states.c.since)).where(which).scalar_subquery()
    changes = schema.changes
    return connection.execute(select(changes.c.person).where(changes.c.id == first)).scalar()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
