"""Saved reports: their options, and the revision of the workspace they saw."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from lackmus.errors import LackmusError, NotFoundError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import name as checked_name
from lackmus.store.workspaces.people import need_editor


@dataclass(frozen=True)
class SavedReport:
    """A report's name, and how to reproduce its numbers."""

    name: str
    revision: int  # its state of the workspace
    of: str  # when that revision was made
    request: Mapping[str, Any]
    signature: str
    person: str  # who saved it
    at: str


def save_report(
    change: Change, name: str, revision: int, request: Mapping[str, Any], signature: str, replace: bool
) -> None:
    """Save a report under a free name, or replace another one."""
    name = checked_name(name, "the report's name")
    saved = schema.saved_reports
    taken = change.connection.execute(
        select(saved.c.revision).where(saved.c.name == name, holds(saved))
    ).scalar()
    if taken is not None and not replace:
        raise LackmusError(
            f"A report is saved as {name} already (revision {taken}).",
            code="report-taken",
        )
    change.revise(
        saved,
        {"name": name},
        {
            "revision": revision,
            "request": json.dumps(request, ensure_ascii=False),
            "signature": signature,
        },
    )


def remove_report(change: Change, name: str) -> None:
    """Remove a saved report; only editors may remove those of others."""
    saved, changes = schema.saved_reports, schema.changes
    query = (
        select(changes.c.person)
        .join(saved, saved.c.since == changes.c.id)
        .where(saved.c.name == name, holds(saved))
    )
    saver = change.connection.execute(query).scalar()
    if saver is None:
        raise NoSuchReportError(f"No report is saved as {name}. It may be removed, or its name mistyped.")
    if saver != change.person:
        need_editor(change, "remove reports that others saved")
    change.retire(saved, saved.c.name == name)


class NoSuchReportError(NotFoundError):
    """There is no saved report of this name."""


def saved_reports(connection: Connection) -> list[SavedReport]:
    """All saved reports, in the order of creation."""
    saved, changes, people = schema.saved_reports, schema.changes, schema.people
    seen = changes.alias("seen")
    query = (
        select(
            saved.c.name,
            saved.c.revision,
            seen.c.at,
            saved.c.request,
            saved.c.signature,
            people.c.name,
            changes.c.at,
        )
        .join(changes, changes.c.id == saved.c.since)
        .join(people, people.c.id == changes.c.person)
        .join(seen, seen.c.id == saved.c.revision)
        .where(holds(saved))
        .order_by(saved.c.since)
    )
    return [
        SavedReport(name, revision, of, json.loads(request), signature, person, at)
        for name, revision, of, request, signature, person, at in bulk.fetch(connection, query)
    ]
