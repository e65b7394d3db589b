"""A workspace as a folder that any program can read: a file a table, and a manifest that vouches for them."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl
from sqlalchemy import Connection, Integer, MetaData, Table

from lackmus import __version__
from lackmus.errors import LackmusError
from lackmus.store import bulk, schema
from lackmus.store.bulk import rows_of
from lackmus.store.versions import refuse_newer

MANIFEST = "manifest.json"
# Tables that grow with the outputs and the years are Parquet, the others are lines that people can read.
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
            "item_states",
            "items",
            "outputs",
        ),
        *("replies", "rule_states", "rules", "searches", "template_lines", "texts", "verdicts"),
        *("study_choices", "study_items", "study_sentences", "study_values", "study_verdicts"),
    }
)
# No history, or what lets people in: a folder that any program can read must not open any door.
LEFT_OUT = frozenset({"claims", "fetches", "leases", "passwords", "tokens", "sessions", "alembic_version"})
_GROUP = 100_000  # rows of a group in Parquet: fixed, so that the same rows are the same bytes


@dataclass(frozen=True)
class Manifest:
    """What a folder says about itself."""

    schema: str
    version: str
    tables: Mapping[str, tuple[int, str]]  # rows, and the digest of the file


def file_name(table: str) -> str:
    """Where the rows of a table are."""
    return f"{table}.{'parquet' if table in BIG else 'jsonl'}"


def write_folder(connection: Connection, folder: Path) -> dict[str, int]:
    """All tables, sorted by their keys, so that equal workspaces give equal bytes. How many rows of each."""
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
    # Sorted by us: databases have different ideas of the order of letters.
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
    """The manifest, once every file is there and is what it was when it was written."""
    file = folder / MANIFEST
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        manifest = Manifest(
            str(content["schema"]),
            str(content["lackmus"]),
            {str(name): (int(one["rows"]), str(one["sha256"])) for name, one in content["tables"].items()},
        )
    except FileNotFoundError:
        raise LackmusError(
            f"{folder} has no {MANIFEST}: it is no folder of lackmus export --everything. Name another."
        ) from None
    except OSError as problem:
        raise LackmusError(f"{file} cannot be read ({problem.strerror or problem}).") from None
    except (ValueError, KeyError, TypeError, AttributeError):
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


def load_folder(folder: Path, manifest: Manifest, target: Connection) -> None:
    """The rows of all files into the empty tables of a SQLite database that has the schema of the folder."""
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
            for part in _rows(file, table):
                seen += len(part)
                bulk.insert(target, table, columns, part)
        except (ValueError, TypeError, KeyError, pl.exceptions.PolarsError, sqlite3.IntegrityError):
            raise _damaged(file, folder) from None
        if seen != rows:
            raise _damaged(file, folder)


def _damaged(file: Path, folder: Path) -> LackmusError:
    return LackmusError(
        f"{file} is damaged: its rows are not those of a workspace. Take another copy of {folder}."
    )


def _rows(file: Path, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of a file, as tuples in the order of the table's columns."""
    columns = _columns(table)
    if table.name in BIG:
        frame = pl.read_parquet(file)
        if set(frame.columns) != set(columns):
            raise ValueError(file)
        yield from (part.rows() for part in frame.select(*columns).cast(columns).iter_slices(_GROUP))  # type: ignore[arg-type]
        return
    with file.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows:
        if set(row) != set(columns):
            raise ValueError(file)
    frame = pl.DataFrame(rows, schema=columns, strict=True)
    yield frame.rows()
