"""Copies of a whole workspace: into a file, from a file, and from one database into the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, Engine, func, select

from lackmus.errors import LackmusError
from lackmus.store.db import bulk, migrating, schema
from lackmus.store.db.databases import engine_of, is_url, name_of, sqlite_engine
from lackmus.store.db.errors import told
from lackmus.store.db.sqlite_files import copy_file, keep_copy, remove, written_beside
from lackmus.store.db.versions import version_of
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.workspaces.folders import load_folder, read_manifest
from lackmus.store.workspaces.foreign_backups import checked, refuse_other_objects, refuse_without_room

# Sessions are not restored, since people may have logged out; nor are running fetches and claims.
_PASSING = (schema.claims, schema.sessions, schema.leases, schema.fetches)
TABLES = tuple(table for table in schema.metadata.sorted_tables if table not in _PASSING)


def copy_all(source: Connection, target: Connection, name: str) -> None:
    """Copy every row of every table, except sessions and claims."""
    for table in TABLES:
        columns = [column.name for column in table.columns]
        parts = (checked(rows, table, name) for rows in bulk.rows_of(source, table))
        bulk.insert(target, table, columns, (row for rows in parts for row in rows))


def back_up(workspace: OpenWorkspace, file: Path, replace: bool = False) -> None:
    """Back up a workspace to a file, consistently, while others work."""
    origin = file_of(workspace.engine)
    if origin is not None and file.exists() and file.samefile(origin):
        raise LackmusError(f"{file} is the workspace itself. Name another file.")
    with written_beside(file, replace) as beside:
        if origin is not None:
            with told(f"{workspace.name} or {file}"):
                copy_file(origin, beside)
        else:
            with workspace.reading() as source, _new_file(beside, str(file)) as target:
                copy_all(source, target, workspace.name)


def file_of(engine: Engine) -> Path | None:
    """The file of a SQLite workspace; None for a server."""
    return Path(str(engine.url.database)) if engine.dialect.name == "sqlite" else None


@contextmanager
def _new_file(file: Path, name: str, revision: str = "head") -> Iterator[Connection]:
    """A new, empty SQLite workspace, to be filled in one transaction."""
    engine = sqlite_engine(file)
    try:
        with told(name):
            migrating.log_ahead(engine)
            with migrating.remaking(engine, name) as connection:
                migrating.upgrade(connection, revision)
                yield connection
    finally:
        engine.dispose()


def restore(source: Path, where: str, replace: bool = False) -> tuple[str, ...]:
    """Restore a workspace from a backup or an exported folder; returns notes for the user.

    It is one transaction: others see the old state or the new one.
    """
    name = name_of(where)
    if not is_url(where) and Path(where).exists() and source.exists() and source.samefile(where):
        raise LackmusError(f"{source} is the workspace itself. Name a backup of it.")
    if not is_url(where) and Path(where).is_dir():
        raise LackmusError(f"{name} is a folder. Name a file in it.")
    kept: list[Path] = []
    with _opened(source, where) as original:
        made = not is_url(where) and not Path(where).exists()
        engine = engine_of(where)
        try:
            with told(name):
                _refuse_foreign(engine, name)
                migrating.log_ahead(engine)
                with migrating.remaking(engine, name) as target:
                    _clear(target, name, replace, kept)
                    with _damage_told(source):
                        copy_all(original, target, str(source))
        except BaseException:
            engine.dispose()
            for file in kept:
                file.unlink(missing_ok=True)  # the workspace is unchanged
            if made:
                remove(Path(where))
            raise
        engine.dispose()
    return tuple(f"What {name} held before is kept in {file}." for file in kept)


@contextmanager
def _damage_told(source: Path) -> Iterator[None]:
    """Report rows that contradict each other, for either database."""
    try:
        yield
    except Exception as problem:
        kinds = {kind.__name__ for kind in type(problem).__mro__}
        if not kinds & {"IntegrityError", "DataError", "OverflowError", "UnicodeError"}:
            raise
        raise LackmusError(
            f"{source} is damaged: some of its rows contradict others. Nothing was changed; "
            "take another copy of it."
        ) from None


def _refuse_foreign(engine: Engine, name: str) -> None:
    """Refuse a foreign database before anything is set up there."""
    with engine.connect() as connection:
        version_of(connection, name)


def _clear(target: Connection, name: str, replace: bool, kept: list[Path]) -> None:
    """Empty the tables of our schema; existing data is copied first, and only removed if allowed."""
    version = version_of(target, name)
    if version is None:
        migrating.upgrade(target)
        return
    full = bool(target.execute(select(func.count()).select_from(schema.changes)).scalar())
    if full and not replace:
        raise LackmusError(
            f"{name} is not empty.",
            "Name another workspace, or let it be replaced (a copy of it is kept).",
            code="workspace-taken",
        )
    file = file_of(target.engine)
    ending = f"{datetime.now(UTC):%Y%m%d-%H%M%S}.backup"
    if full and file is not None:
        kept.append(keep_copy(file, ending))  # under the write lock: nothing is added after the copy
    if version != migrating.NEWEST:
        migrating.upgrade(target)
    if full and file is None:  # a server has no folder: use the current one
        copy = Path(f"{target.engine.url.database}.{ending}")
        with written_beside(copy, replace=False) as beside, _new_file(beside, str(copy)) as older:
            copy_all(target, older, name)
        kept.append(copy)
    if target.dialect.name == "postgresql":
        # All at once: row by row, references would be checked in all tables.
        quoted = target.dialect.identifier_preparer.quote
        every = ", ".join(quoted(table.name) for table in schema.metadata.sorted_tables)
        target.exec_driver_sql(f"TRUNCATE {every}")
    else:
        for table in schema.metadata.sorted_tables:
            target.execute(table.delete())


def _refuse_without_room(where: str, folder: str, size: int, name: str) -> None:
    """Refuse to fill the disk of the copy or of the workspace; a server checks its own."""
    refuse_without_room(Path(folder), size, name)
    if not is_url(where):
        refuse_without_room(Path(where).absolute().parent, size, name)


@contextmanager
def _opened(source: Path, where: str) -> Iterator[Connection]:
    """A backup or an exported folder as a database of our schema; the original is only read."""
    if not source.exists():
        raise LackmusError(f"There is no {source}.", code="which-backup")
    if not source.is_dir() and not source.is_file():
        raise LackmusError(f"{source} is no file.", code="which-backup")
    with TemporaryDirectory(prefix="lackmus-") as folder:
        copy = Path(folder) / "copy.db"
        room = partial(_refuse_without_room, where, folder, name=str(source))
        if source.is_dir():
            manifest = read_manifest(source)
            with _new_file(copy, str(source), manifest.schema) as target:
                load_folder(source, manifest, target, room)
        else:
            room(source.stat().st_size)
            with told(str(source)):
                copy_file(source, copy)
        engine = sqlite_engine(copy)
        try:
            with told(str(source)), engine.connect() as connection:
                refuse_other_objects(connection, str(source))
                version = version_of(connection, str(source))
                connection.rollback()
                if version is None:
                    raise LackmusError(f"{source} is empty. Name a backup of a workspace.")
                if version != migrating.NEWEST:
                    with migrating.remaking(engine, str(source)) as older:
                        migrating.upgrade(older)
                with connection.begin():
                    yield connection
        finally:
            engine.dispose()


__all__ = ["TABLES", "back_up", "copy_all", "file_of", "restore"]
