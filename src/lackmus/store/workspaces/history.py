"""The history of a workspace: changes and revisions."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Select, Table, func, select

from lackmus.core.workspaces.change_times import settled_times
from lackmus.core.workspaces.history import LogEntry
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds, stamp


def revision_at(connection: Connection, time: datetime) -> int | None:
    """The last change at that time; None if there was none yet. A time without a zone is local.

    Changes are ordered by number; times of a wrong clock, which do not fit that order, are ignored.
    """
    return last_until(connection, stamp(time))


def last_until(connection: Connection, until: str) -> int | None:
    """The last change up to a time in the format of the log."""
    changes = schema.changes
    last = connection.execute(select(func.max(changes.c.id)).where(changes.c.at <= until)).scalar()
    later = connection.execute(select(func.min(changes.c.id)).where(changes.c.at > until)).scalar()
    if last is None or later is None or last < later:
        return last
    # Some clock was wrong: only all times together show which.
    rows = bulk.fetch(connection, select(changes.c.id, changes.c.at).order_by(changes.c.id))
    settled = settled_times([at for _, at in rows])
    return max((number for (number, _), at in zip(rows, settled, strict=True) if at <= until), default=None)


def last_revision(connection: Connection) -> int:
    """The number of the latest change; 0 if there is none."""
    return connection.execute(select(func.max(schema.changes.c.id))).scalar() or 0


def last_touched(
    connection: Connection, tables: Iterable[Table] | Mapping[Table, ColumnElement[bool]]
) -> tuple[int, str]:
    """Number and token of the last change of states in these tables, or of some of them.

    Results computed only from them are valid until the next such change.
    """
    some = tables if isinstance(tables, Mapping) else {}
    lasts = [
        select(func.max(column)).where(*([some[table]] if table in some else [])).scalar_subquery()
        for table in tables
        for column in (table.c.since, table.c.until)
    ]
    last = max(number or 0 for number in connection.execute(select(*lasts)).one())
    changes = schema.changes
    return last, connection.execute(select(changes.c.token).where(changes.c.id == last)).scalar() or ""


def saved_revision(connection: Connection, name: str) -> int | None:
    """The revision of a saved report; None if there is none."""
    saved = schema.saved_reports
    return connection.execute(select(saved.c.revision).where(saved.c.name == name, holds(saved))).scalar()


def undoings_of(connection: Connection) -> dict[int, int]:
    """All undos: change -> the change it undid."""
    return dict(bulk.fetch(connection, select(schema.undoings.c.change, schema.undoings.c.undoes)))


def undone_by(undoings: Mapping[int, int]) -> dict[int, int]:
    """The undone changes, each with its undo; an undo that was undone does not count."""
    found: dict[int, int] = {}
    for change in sorted(undoings, reverse=True):  # whether a change counts depends only on later ones
        if change not in found:
            found[undoings[change]] = change
    return found


def entries(
    connection: Connection,
    person: str | None = None,
    verb: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    only: Collection[int] | None = None,
) -> Iterator[LogEntry]:
    """The log, newest first; `verb` may be a first word (“rule”), `only` are change numbers."""
    changes = schema.changes
    query = _log()
    if person is not None:
        query = query.where(schema.people.c.name == person)
    if since is not None:
        query = query.where(changes.c.at >= stamp(since))
    if until is not None:
        query = query.where(changes.c.at <= stamp(until))
    undoings = undoings_of(connection)
    undone = undone_by(undoings)
    for row in connection.execute(query.order_by(changes.c.id.desc())):
        entry = LogEntry(*row)
        fits = verb is None or entry.verb == verb or entry.verb.startswith(f"{verb} ")
        if fits and (only is None or entry.number in only):
            yield replace(entry, undoes=undoings.get(entry.number), undone_by=undone.get(entry.number))


def entry_of(connection: Connection, number: int) -> LogEntry | None:
    """One entry of the log."""
    row = connection.execute(_log().where(schema.changes.c.id == number)).first()
    if row is None:
        return None
    undoings = undoings_of(connection)
    return replace(LogEntry(*row), undoes=undoings.get(number), undone_by=undone_by(undoings).get(number))


def _log() -> Select[tuple[int, str, str, str, str, str]]:
    changes, people = schema.changes, schema.people
    return select(
        changes.c.id, changes.c.at, people.c.name, changes.c.verb, changes.c.about, changes.c.comment
    ).join_from(changes, people, people.c.id == changes.c.person)
