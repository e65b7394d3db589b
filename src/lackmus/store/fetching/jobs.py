"""Fetches started on pages: rows that a worker reads and updates."""

import json
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Select, delete, func, select, update

from lackmus.core.fetching.fetch import UNFINISHED, FetchJob, JobState
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import now, stamp

KEPT = timedelta(days=30)  # for which finished fetches are listed
_ROWS = schema.fetches


def add_job(connection: Connection, token: str, person: int, asked: Mapping[str, Any]) -> None:
    """Queue a fetch; the caller holds the write lock. Old finished ones are deleted."""
    old = stamp(datetime.now(UTC) - KEPT)
    connection.execute(delete(_ROWS).where(_ROWS.c.changed < old, _ROWS.c.state.not_in(UNFINISHED)))
    number = (connection.execute(select(func.max(_ROWS.c.id))).scalar() or 0) + 1
    at = now()
    row = (number, token, person, _plain(asked), JobState.WAITING.value, at, at, "", 0, 0, "{}")
    columns = [
        *("id", "token", "person", "asked", "state", "at", "changed", "stage", "done", "total", "said")
    ]
    bulk.insert(connection, _ROWS, columns, [row])


def find_job(connection: Connection, token: str) -> FetchJob | None:
    """One fetch."""
    found = bulk.fetch(connection, _query().where(_ROWS.c.token == token))
    return _job(found[0]) if found else None


def jobs_in(connection: Connection, states: Collection[JobState] = (), most: int = 100) -> list[FetchJob]:
    """Fetches, all or in these states, newest first."""
    query = _query().order_by(_ROWS.c.id.desc()).limit(most)
    if states:
        query = query.where(_ROWS.c.state.in_([one.value for one in states]))
    return [_job(row) for row in bulk.fetch(connection, query)]


def move_job(
    connection: Connection,
    token: str,
    before: Collection[JobState],
    after: JobState,
    asked: Mapping[str, Any] | None = None,
    **said: Any,
) -> bool:
    """Move a fetch to another state, if it is in one of these; returns whether it was."""
    values: dict[str, Any] = {"state": after.value, "changed": now()}
    if after is JobState.RUNNING:
        said["since"] = values["changed"]
    if after is not JobState.CANCELLING:  # until running requests are finished
        values |= {"stage": "", "said": _plain(said)}
    if asked is not None:
        values["asked"] = _plain(asked)
    states = [one.value for one in before]
    moved = update(_ROWS).where(_ROWS.c.token == token, _ROWS.c.state.in_(states))
    return bool(connection.execute(moved.values(**values)).rowcount)


def tell_job(connection: Connection, token: str, stage: str, done: int, total: int) -> None:
    """Record the progress of a running fetch."""
    values = {"stage": stage, "done": done, "total": total, "changed": now()}
    told = update(_ROWS).where(_ROWS.c.token == token, _ROWS.c.state.in_(UNFINISHED))
    connection.execute(told.values(**values))


def _query() -> Select[Any]:
    people = schema.people
    return select(
        _ROWS.c.token, people.c.name, _ROWS.c.asked, _ROWS.c.state, _ROWS.c.at, _ROWS.c.changed,
        _ROWS.c.stage, _ROWS.c.done, _ROWS.c.total, _ROWS.c.said,
    ).join(people, people.c.id == _ROWS.c.person)  # fmt: skip


def _job(row: tuple[Any, ...]) -> FetchJob:
    token, person, asked, state, at, changed, stage, done, total, said = row
    told = json.loads(said or "{}")
    return FetchJob(
        token, person, json.loads(asked), JobState(state), at, changed, stage, done, total,
        told.get("since"), told.get("problem", ""), told.get("result") or None,
    )  # fmt: skip


def _plain(values: Mapping[str, Any]) -> str:
    """JSON in ASCII, which can hold any text."""
    return json.dumps(values)
