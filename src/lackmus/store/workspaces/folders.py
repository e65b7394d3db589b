"""A workspace as a folder of files that any program can read, with a manifest."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

import polars as pl
from sqlalchemy import Connection, Integer, MetaData, Table

from lackmus import __version__
from lackmus.core.outputs.parquet_pages import PageError, row_groups
from lackmus.errors import LackmusError
from lackmus.machine.files import read_small
from lackmus.store.db import bulk, schema
from lackmus.store.db.bulk import rows_of
from lackmus.store.db.versions import refuse_newer

MANIFEST = "manifest.json"
# Tables that grow with outputs are Parquet, the others JSON Lines.
BIG = frozenset(
    {
        *(
            "assignments",
            "challenge_scores",
            "challenge_tuples",
            "changes",
            "decisions",
            "hand_in_states",
            "hand_ins",
            "item_assignments",
            "item_states",
            "items",
            "outputs",
        ),
        *("replies", "rule_states", "rules", "searches", "template_lines", "texts", "verdicts"),
        *("study_choices", "study_items", "study_sentences", "study_values", "study_verdicts"),
        *("rating_texts", "ratings"),
    }
)
# No history, or credentials: an exported folder must not give access.
LEFT_OUT = frozenset(
    {"claims", "rating_claims", "fetches", "leases", "passwords", "tokens", "sessions", "alembic_version"}
)
_AT_ONCE = 64 * 2**20  # bytes of texts held as rows
_MOST_OF_A_GROUP = 512 * 2**20  # bytes; ours have some dozens of megabytes
_MOST_ROWS = 10_000_000  # in a group
_BYTES_OF_A_CELL = 4  # at least, including row overhead
_GROUP = 100_000  # rows of a group in Parquet: fixed, so that equal rows give equal bytes

Room = Callable[[int], None]  # raises an error if there is no room for so many bytes
_DAMAGE = (
    *(ValueError, TypeError, KeyError, OverflowError, RecursionError, PageError, sqlite3.IntegrityError),
    *(pl.exceptions.PolarsError, pl.exceptions.PanicException),
)


@dataclass(frozen=True)
class Manifest:
    """The manifest of a folder."""

    schema: str
    version: str
    tables: Mapping[str, tuple[int, str]]  # number of rows, and digest of the file


def file_name(table: str) -> str:
    """The file of a table's rows."""
    return f"{table}.{'parquet' if table in BIG else 'jsonl'}"


def write_folder(connection: Connection, folder: Path) -> dict[str, int]:
    """Write all tables, sorted by key, so that equal workspaces give equal bytes; returns row counts."""
    described, counts = {}, {}
    for table in sorted(schema.metadata.tables.values(), key=lambda one: one.name):
        if table.name in LEFT_OUT:
            continue
        file = folder / file_name(table.name)
        rows = (
            _write_parquet(connection, table, file)
            if table.name in BIG
            else _write_lines(connection, table, file)
        )
        counts[table.name] = rows
        described[table.name] = {"file": file.name, "rows": rows, "sha256": _digest(file)}
    manifest = {"lackmus": __version__, "schema": schema.REVISIONS[-1], "tables": described}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    return counts


def _write_parquet(connection: Connection, table: Table, file: Path) -> int:
    columns = _columns(table)
    parts = [pl.DataFrame(schema=columns)]
    parts += [pl.DataFrame(rows, schema=columns, orient="row") for rows in rows_of(connection, table)]
    frame = pl.concat(parts, rechunk=True)
    frame.write_parquet(file, compression="zstd", compression_level=3, row_group_size=_GROUP)
    return frame.height


def _columns(table: Table) -> dict[str, pl.DataType]:
    return {
        column.name: pl.Int64() if isinstance(column.type, Integer) else pl.String()
        for column in table.columns
    }


def _write_lines(connection: Connection, table: Table, file: Path) -> int:
    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for part in rows_of(connection, table) for row in part]
    # Sorted by us: databases have different collations.
    rows.sort(key=lambda row: [row[column.name] for column in table.primary_key.columns])
    with file.open("w", encoding="utf-8", newline="\n") as lines:
        lines.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    return len(rows)


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        hashed = sha256()
        while part := content.read(1 << 20):
            hashed.update(part)
    return hashed.hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """The manifest, after checking that every file exists and is unchanged."""
    file = folder / MANIFEST
    try:
        content = json.loads(read_small(file))
        manifest = Manifest(
            str(content["schema"]),
            str(content["lackmus"]),
            {str(name): (int(one["rows"]), str(one["sha256"])) for name, one in content["tables"].items()},
        )
    except FileNotFoundError:
        raise LackmusError(
            f"{folder} has no {MANIFEST}: it is no exported workspace.",
            "Name another.",
            code="no-export",
            lacking=f"{folder} has no {MANIFEST}",
        ) from None
    except OSError as problem:
        raise LackmusError(f"{file} cannot be read ({problem.strerror or problem}).") from None
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise LackmusError(
            f"{file} is damaged: it is no manifest. Export again, or take another copy."
        ) from None
    refuse_newer(manifest.schema, manifest.version, str(folder))
    for name, (_, digest) in manifest.tables.items():
        table = folder / file_name(name)
        try:
            same = name in schema.metadata.tables and _digest(table) == digest
        except OSError as problem:
            raise LackmusError(
                f"{table} cannot be read ({problem.strerror or problem}). Take a whole copy of {folder}."
            ) from None
        if not same:
            raise LackmusError(
                f"{table} is damaged: it is not what {MANIFEST} says. Take another copy of {folder}."
            )
    return manifest


def load_folder(folder: Path, manifest: Manifest, target: Connection, room: Room) -> None:
    """Load all files into the empty tables of a SQLite database with the folder's schema."""
    there = MetaData()
    there.reflect(target)
    for table in there.sorted_tables:
        if table.name in LEFT_OUT:
            continue
        if table.name not in manifest.tables:
            raise LackmusError(f"{folder} lacks {file_name(table.name)}. Take a whole copy of it.")
        columns = [column.name for column in table.columns]
        file = folder / file_name(table.name)
        rows, seen = manifest.tables[table.name][0], 0
        try:
            for part in _rows(file, table, room):
                seen += len(part)
                if seen > rows:
                    raise _damaged(file, folder)
                bulk.insert(target, table, columns, part)
        except _DAMAGE:
            raise _damaged(file, folder) from None
        if seen != rows:
            raise _damaged(file, folder)


def _damaged(file: Path, folder: Path) -> LackmusError:
    return LackmusError(
        f"{file} is damaged: its rows are not those of a workspace. Take another copy of {folder}."
    )


def _rows(file: Path, table: Table, room: Room) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of a file as tuples in column order, after checking the room for them."""
    columns = _columns(table)
    if table.name in BIG:
        yield from _parquet_rows(file, columns, room)
        return
    room(file.stat().st_size)
    with file.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows:
        if not isinstance(row, dict) or set(row) != set(columns):
            raise ValueError(file)
    frame = pl.DataFrame(rows, schema=columns, strict=True)
    yield frame.rows()


def _parquet_rows(file: Path, columns: Mapping[str, Any], room: Room) -> Iterator[list[tuple[Any, ...]]]:
    """By row group: a few kilobytes may unpack to gigabytes, as a text may repeat without end."""
    with file.open("rb") as content:
        groups = list(row_groups(mmap(content.fileno(), 0, access=ACCESS_READ)))
    if any(group.size > _MOST_OF_A_GROUP or group.rows > _MOST_ROWS for group in groups):
        raise ValueError(file)
    height = sum(group.rows for group in groups)
    room(height * len(columns) * _BYTES_OF_A_CELL)
    scanned = pl.scan_parquet(file)
    if set(scanned.collect_schema()) != set(columns):
        raise ValueError(file)
    sized = [name for name, kind in columns.items() if kind == pl.String()]
    texts = [pl.col(name).str.len_bytes().cast(pl.Int64) for name in sized]
    for start in range(0, height, _GROUP):
        part = scanned.select(*columns).slice(start, _GROUP).collect().cast(pl.Schema(columns))
        before = part.select(pl.sum_horizontal(pl.int_range(pl.len()) * 0, *texts).cum_sum()).to_series()
        room(int(before[-1]) if part.height else 0)
        for (_,), light in part.group_by((before // _AT_ONCE).alias("part"), maintain_order=True):
            yield light.rows()
