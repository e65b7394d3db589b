"""A workspace: suites, campaigns, decisions and their history in one database that several people use."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, Engine, Select, func, select
from sqlalchemy.pool import QueuePool

from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.store.db import schema
from lackmus.store.db.changes import Change, begin_change
from lackmus.store.db.databases import engine_of, is_url, name_of
from lackmus.store.db.errors import told
from lackmus.store.db.versions import version_of
from lackmus.store.suites.reserved import hide_reserved, watch

DEFAULT = "lackmus.db"
VARIABLE = "LACKMUS_WORKSPACE"


def where_is(asked: str | None) -> str:
    """The workspace that a user means: named, otherwise in the environment, otherwise in this folder."""
    return asked or os.environ.get(VARIABLE) or DEFAULT


def exists(where: str) -> bool:
    """Whether there is something at this place; an address is only known by connecting."""
    return is_url(where) or Path(where).exists()


@dataclass(frozen=True)
class Revision:
    """A state of the workspace, by its last change."""

    number: int
    token: str
    at: str


class OpenWorkspace:
    """An open workspace. Reading sees one state; writing is one atomic change."""

    def __init__(
        self,
        engine: Engine,
        name: str,
        notes: tuple[str, ...] = (),
        patience: float | None = None,
        shows_reserved: bool = True,
    ) -> None:
        self.engine = engine
        self.name = name
        self.patience = patience  # seconds that a writer waits for others; None: the default of commands
        self.notes = notes  # what opening it did, for the user
        self.shows_reserved = shows_reserved

    @contextmanager
    def reading(self, whole: bool = False) -> Iterator[Connection]:
        """A consistent view, even while others write.

        `whole` includes reserved items even for people who may not see them, for numbers that include them.
        The caller must hide their wording.
        """
        with told(self.name), self.engine.connect() as connection, connection.begin():
            yield connection if whole or self.shows_reserved else hide_reserved(connection)

    @contextmanager
    def writing(
        self, person: str, verb: str, about: str = "", comment: str = "", least: Role = Role.ANNOTATOR
    ) -> Iterator[Change]:
        """One change: visible at its end, or not at all. An empty change leaves no trace."""
        with told(self.name), self.engine.connect() as connection:
            connection = connection.execution_options(writes=True, patience=self.patience)
            with connection.begin() as transaction:
                change = begin_change(connection, person, verb, about, comment, least)
                yield change
                if change.written:
                    change.close()
                else:
                    transaction.rollback()

    @contextmanager
    def claiming(self, patient: bool = True) -> Iterator[Connection]:
        """Write data without history (claims), under the same lock but without a log entry.

        If not `patient`, raises Busy at once while another writer is active.
        """
        with told(self.name), self.engine.connect() as connection:
            connection = connection.execution_options(writes=True, patience=self.patience if patient else 0)
            with connection.begin():
                yield connection

    def revision(self, connection: Connection) -> Revision:
        """The state that this connection sees."""
        found = connection.execute(_LATEST).first()
        return Revision(*found) if found else Revision(0, "", "")

    def finish(self, seconds: float) -> None:
        """Wait at most so long for other threads that use the database."""
        over = time.monotonic() + seconds
        pool = self.engine.pool
        while isinstance(pool, QueuePool) and pool.checkedout() and time.monotonic() < over:
            time.sleep(0.02)

    def close(self) -> None:
        """Close the database, so that SQLite can clean up its files."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SharedWorkspace(OpenWorkspace):
    """A workspace that its owner, such as a server, keeps open: borrowers do not close it."""

    def __init__(
        self, owner: OpenWorkspace, patience: float | None = None, shows_reserved: bool = True
    ) -> None:
        own = owner.patience if patience is None else patience
        super().__init__(owner.engine, owner.name, patience=own, shows_reserved=shows_reserved)

    def close(self) -> None:
        """Do nothing; the owner closes it."""


_LATEST: Select[tuple[int, str, str]] = select(
    schema.changes.c.id, schema.changes.c.token, schema.changes.c.at
).where(schema.changes.c.id == select(func.max(schema.changes.c.id)).scalar_subquery())


def open_workspace(where: str, create: bool = False) -> OpenWorkspace:
    """Open a workspace; `create` makes a missing one, only for imports."""
    name = name_of(where)
    if not exists(where) and not create:
        raise LackmusError(f"There is no workspace at {name}.", code="no-workspace", variable=VARIABLE)
    if not is_url(where) and Path(where).is_dir():
        raise LackmusError(f"{name} is a folder.", code="workspace-in-folder", file=f"{name}/{DEFAULT}")
    engine = engine_of(where)
    watch(engine)
    try:
        with told(name):
            notes = _make_ready(engine, name, create)
    except BaseException:
        engine.dispose()
        raise
    return OpenWorkspace(engine, name, notes)


def _make_ready(engine: Engine, name: str, create: bool) -> tuple[str, ...]:
    with engine.connect() as connection:
        version = version_of(connection, name)
    if version == schema.REVISIONS[-1]:
        return ()
    from lackmus.store.db import migrating  # late import: Alembic is only needed here

    if version is not None:
        return migrating.migrate(engine, name)
    if not create:
        raise LackmusError(
            f"{name} is not a workspace of Lackmus. Name another, or import a suite to make one."
        )
    migrating.make(engine, name)
    return ()


__all__ = [
    "DEFAULT",
    "VARIABLE",
    "OpenWorkspace",
    "Revision",
    "SharedWorkspace",
    "exists",
    "open_workspace",
    "where_is",
]
