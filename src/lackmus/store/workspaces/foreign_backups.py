"""Checks of backups and exported folders from elsewhere: contents, and disk space."""

# A foreign file may be harmful: by triggers and views, generated columns, cells of the wrong type, or by its
# unpacked size.

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import NoneType
from typing import Any

from sqlalchemy import Connection, Integer, Table

from lackmus.errors import LackmusError
from lackmus.store.db import schema

KEPT_FREE = 64 * 2**20  # bytes of the disk that stay free
_COPIES = 2  # written data is in the database and in its log for a while


def free_room(folder: Path) -> int | None:
    """Return the free bytes of a disk; None if unknown."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def refuse_without_room(folder: Path, size: int, name: str) -> None:
    """Refuse to fill the disk of a folder."""
    free = free_room(folder)
    if free is not None and _COPIES * size + KEPT_FREE > free:
        raise LackmusError(
            f"{name} holds {size / 1e6:,.0f} MB, and {folder} has room for {free / 1e6:,.0f} MB, "
            f"of which {_COPIES * size / 1e6:,.0f} MB would be needed. Nothing was changed; make room."
        )


def refuse_other_objects(connection: Connection, name: str) -> None:
    """Refuse a SQLite file with anything but the tables of a workspace, such as views and triggers."""
    known = {*schema.metadata.tables, "alembic_version"}
    query = "SELECT type, name, tbl_name, sql FROM sqlite_master"
    for kind, one, table, sql in connection.exec_driver_sql(query).all():
        if str(one).startswith("sqlite_") and kind in ("table", "index"):
            continue  # SQLite's own
        plain = kind in ("table", "index") and table in known
        if not plain or "VIRTUAL TABLE" in str(sql).upper() or (kind == "table" and one not in known):
            raise _strange(name, f"a {kind} “{str(one)[:80]}”")
        if kind == "table":
            quoted = connection.dialect.identifier_preparer.quote(str(one))
            columns = connection.exec_driver_sql(f"PRAGMA table_xinfo({quoted})").all()
            if any(column[-1] for column in columns):
                raise _strange(name, f"generated columns in “{one}”")


def _strange(name: str, what: str) -> LackmusError:
    return LackmusError(
        f"{name} holds {what}, which no workspace has. Nothing was changed; take a backup that Lackmus wrote."
    )


def checked(rows: Sequence[Sequence[Any]], table: Table, name: str) -> Sequence[Sequence[Any]]:
    """Return the rows if their cells have the types of their columns, which SQLite does not enforce."""
    for column, cells in zip(table.columns, zip(*rows, strict=True), strict=True):
        kind = int if isinstance(column.type, Integer) else str
        kinds = set(map(type, cells))
        if not kinds <= {kind, NoneType} or (NoneType in kinds and not column.nullable):
            raise LackmusError(
                f"{name} is damaged: “{column.name}” of “{table.name}” holds something else than "
                f"{'numbers' if kind is int else 'texts'}. Take another copy of it."
            )
        _refuse_unstorable(cells, f"{name}: “{column.name}” of “{table.name}”")
    return rows


def _refuse_unstorable(cells: Iterable[Any], what: str) -> None:
    """Refuse numbers that are too large for a database; texts from UTF-8 are valid."""
    for cell in cells:
        if type(cell) is int and not -(2**63) <= cell < 2**63:
            raise LackmusError(f"{what} holds a number that is too large. Take another copy of it.")
