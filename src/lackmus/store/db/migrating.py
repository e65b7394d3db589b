"""Migrate a database to this version's schema: create a new one, or upgrade an older one after a backup."""

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, update

from lackmus import __version__
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import new_token, now
from lackmus.store.db.databases import TIMEOUT
from lackmus.store.db.sqlite_files import keep_copy
from lackmus.store.db.versions import version_of

HERE = Path(__file__).parent / "migrations"
NEWEST = schema.REVISIONS[-1]


def make(engine: Engine, name: str) -> None:
    """Create the tables of a new workspace."""
    log_ahead(engine)
    with remaking(engine, name) as connection:
        if version_of(connection, name) is not None:
            return  # another process was faster
        upgrade(connection)
        bulk.insert(
            connection,
            schema.workspace,
            ["id", "token", "created", "version"],
            [(1, new_token(), now(), __version__)],
        )


def migrate(engine: Engine, name: str) -> tuple[str, ...]:
    """Upgrade from an older schema; a copy of the old file is kept. Returns what was done."""
    copy: Path | None = None
    try:
        with remaking(engine, name) as connection:
            version = version_of(connection, name)
            if version == NEWEST:
                return ()  # another process was faster
            # Under the write lock, so that the copy is what is migrated.
            copy = _kept(engine, str(version))
            upgrade(connection)
            connection.execute(update(schema.workspace).values(version=__version__))
    except BaseException:
        if copy is not None:
            copy.unlink(missing_ok=True)  # the workspace itself is unchanged
        raise
    kept = (
        f"As it was, it is kept in {copy}"
        if copy is not None
        else "No copy was made of it: rely on the backups of the server"
    )
    return (f"{name} was brought from schema {version} to {NEWEST}, that of Lackmus {__version__}. {kept}.",)


def _kept(engine: Engine, version: str) -> Path | None:
    """A copy of a SQLite workspace; a server has its own backups."""
    if engine.dialect.name != "sqlite":
        return None
    return keep_copy(Path(str(engine.url.database)), f"{version}.backup")


def log_ahead(engine: Engine) -> None:
    """Switch SQLite to write-ahead logging, which cannot be set within a transaction."""
    if engine.dialect.name != "sqlite":
        return
    give_up = time.monotonic() + TIMEOUT
    with engine.connect() as connection:
        driver: Any = connection.connection.dbapi_connection
        while True:
            try:
                driver.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as problem:
                # Two processes doing this at once would block each other, so SQLite refuses both.
                if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                    raise
                time.sleep(random.uniform(0.005, 0.05))  # noqa: S311  (whose turn it is is no secret)


@contextmanager
def remaking(engine: Engine, name: str) -> Iterator[Connection]:
    """A transaction that may rebuild tables: atomic, with all references valid at its end."""
    with engine.connect() as connection:
        connection = connection.execution_options(writes=True)
        driver: Any = connection.connection.dbapi_connection
        sqlite = connection.dialect.name == "sqlite"
        if sqlite:
            driver.execute("PRAGMA foreign_keys = OFF")  # has no effect inside a transaction
        try:
            with connection.begin():
                yield connection
                if sqlite and driver.execute("PRAGMA foreign_key_check").fetchone():
                    raise LackmusError(
                        f"{name} is damaged: some of its rows refer to others that are not there. "
                        "Nothing was changed."
                    )
        finally:
            if sqlite:
                driver.execute("PRAGMA foreign_keys = ON")


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run the migrations in the connection's transaction."""
    from alembic import command

    command.upgrade(_config(connection), to)


def _config(connection: Connection) -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
