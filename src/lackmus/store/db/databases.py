"""A connection to SQLite or PostgreSQL, set up as a workspace needs it."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError

from lackmus.errors import LackmusError
from lackmus.store.db.errors import FileMoved
from lackmus.store.db.private_files import make_private

TIMEOUT = 120  # seconds that a writer waits for another; a big import takes some
_GIVEN_UP = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}  # of TCP, in seconds


def is_url(where: str) -> bool:
    """Whether a workspace is named as an address rather than as a file."""
    return "://" in where


def name_of(where: str) -> str:
    """The name of the workspace in messages, without the password in its address."""
    if not is_url(where):
        return where
    try:
        return make_url(where).render_as_string(hide_password=True)
    except ArgumentError:
        return "the workspace's address"


def engine_of(where: str) -> Engine:
    """An engine for a file, or for an address of PostgreSQL."""
    if not is_url(where):
        return sqlite_engine(Path(where))
    try:
        url = make_url(where)
    except ArgumentError:
        raise LackmusError(
            "The workspace's address cannot be read. Write postgresql+psycopg://USER@HOST/DATABASE."
        ) from None
    if url.get_backend_name() == "sqlite" and url.database:
        return sqlite_engine(Path(url.database))
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise LackmusError(
            f"{url.drivername}: a workspace is a file or in PostgreSQL (postgresql+psycopg://USER@HOST/DATABASE)."
        )
    return _postgresql_engine(url.set(drivername="postgresql+psycopg"))


def sqlite_engine(file: Path) -> Engine:
    """SQLite with write-ahead logging: readers and the writer never wait for each other."""
    engine = create_engine(URL.create("sqlite", database=str(file)), connect_args={"timeout": TIMEOUT})
    opened: list[tuple[int, int] | None] = []  # the identity of the file when it was first opened

    def look_whether_it_is_the_same() -> None:
        """Refuse a file that was moved or replaced: writes to it would be lost."""
        if opened and opened[0] != _identity(file):
            raise FileMoved(file)

    @event.listens_for(engine, "do_connect")
    def look_only(_: object, __: object, where: list[str], how: dict[str, Any]) -> None:
        look_whether_it_is_the_same()  # otherwise SQLite would create a new one
        if only_readable(file):
            where[0] = f"file:{quote(str(file.absolute()))}?mode=ro&immutable=1"
            how["uri"] = True
        elif not file.exists():
            make_private(file)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we send BEGIN ourselves, below
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA trusted_schema = OFF")  # the file may come from elsewhere
        connection.execute("PRAGMA journal_size_limit = 67108864")
        if not opened:
            opened.append(_identity(file))

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        look_whether_it_is_the_same()
        # A writer takes the lock at once, because a reader could be refused later.
        options = connection.get_execution_options()
        patience = options.get("patience")
        if patience is None or not options.get("writes", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes", False) else "BEGIN")
            return
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {round(patience * 1000)}")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {round(TIMEOUT * 1000)}")

    return engine


def _identity(file: Path) -> tuple[int, int] | None:
    """The identity of the file at this path, if any."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def only_readable(file: Path) -> bool:
    """Whether the file is in a read-only folder, and no other process has it open for writing.

    Even a reader writes a log beside it, unless SQLite knows that the file will not change.
    """
    log = file.with_name(f"{file.name}-wal")
    return file.is_file() and not os.access(file.absolute().parent, os.W_OK) and not log.exists()


def _postgresql_engine(url: URL) -> Engine:
    try:
        import psycopg  # noqa: F401  (an extra)
    except ImportError:
        raise LackmusError(
            "PostgreSQL needs a driver. Install it: pip install 'lackmus[postgres]'."
        ) from None
    # Connections are checked before use, since the server may have been restarted; a dead machine is given up
    # within a minute instead of hours.
    engine = create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 10, **_GIVEN_UP})

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("writes", False):
            # One writer at a time, as in SQLite, so that changes are numbered in the order in which they
            # become visible. Readers do not wait.
            patience = connection.get_execution_options().get("patience")
            limit = max(1, round((TIMEOUT if patience is None else patience) * 1000))
            connection.execute(text(f"SET LOCAL lock_timeout = '{limit}ms'"))
            connection.execute(
                text("SELECT pg_advisory_xact_lock(hashtext('lackmus'), hashtext(current_schema()))")
            )
        else:
            # A trial writes to temporary tables (store/trials.py).
            only = "" if connection.get_execution_options().get("tries", False) else " READ ONLY"
            connection.execute(text(f"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ{only}"))

    return engine
