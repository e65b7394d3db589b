"""Outputs as Parquet: columns item, system and text, and perhaps document and segment."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import polars as pl

from lackmus.core.outputs import OUTPUTS, HandIn
from lackmus.core.suites import Suite
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.formats import Asked
from lackmus.read.outputs.rows import Rows

FITS = "Parquet with texts in columns item, system, text, and perhaps document and segment"
NAMES_SYSTEMS = True

# Of some damaged files Polars does not say what is wrong, but gives up.
_DAMAGE = (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException)
_ALSO = ("document", "segment")
MAX_ROWS = 20_000_000  # more of them, perhaps in a few kilobytes, are a mistake or an attack
_NEEDED = f"Needed are texts in columns {', '.join(OUTPUTS)}."


def recognises(file: File, asked: Asked) -> bool:
    """By its first four bytes."""
    return file.start.startswith(b"PAR1")


def read(file: File, system: str, suite: Suite, asked: Asked) -> Sequence[HandIn]:
    """The outputs of all systems in the file."""
    with _unspoken():
        scanned = _opened(BytesIO(file.content), file.path)
        found = scanned.collect_schema()
    strange = [name for name in found if name not in (*OUTPUTS, *_ALSO)]
    if strange:
        raise LackmusError(
            f"{file.path}: unknown column “{strange[0]}” (there are {', '.join(found)}). {_NEEDED}"
        )
    refuse_other_columns(found, file.path)
    also = [name for name in _ALSO if name in found]
    kept = [*OUTPUTS, *also]
    with _unspoken(), damage_told(file.path):
        rows_there = scanned.select(pl.len()).collect().item()
    if rows_there > MAX_ROWS:
        raise LackmusError(f"{file.path} has {rows_there:,} rows, more than {MAX_ROWS:,}. Split it.")
    with _unspoken(), damage_told(file.path):
        frame = scanned.select(kept).collect()
    refuse_nulls(frame, file.path)
    if not also and (whole := _whole(frame, suite, file.path.name)):
        return whole
    rows = Rows(file.path, suite, "row")
    for number, (item, named, text, *more) in enumerate(frame.iter_rows(), start=1):
        rows.add(number, named, item, text, **dict(zip(also, more, strict=True)))
    return rows.hand_ins(file.path.name, asked, "Each row is an item, a system and a text.")


def _whole(frame: pl.DataFrame, suite: Suite, file: str) -> list[HandIn]:
    """The outputs column by column; nothing unless every row is right: row by row tells which is not."""
    keys = {item.id: key for key, item in suite.by_key.items()} | {key: key for key in suite.by_key}
    rows = frame.select("system", "text", pl.col("item").replace_strict(keys, default=None).alias("key"))
    if (
        rows["key"].null_count()
        or rows.select("system", "key").is_duplicated().any()
        or (rows["system"].str.strip_chars() == "").any()
    ):
        return []
    found: list[HandIn] = []
    before: list[str] = []
    sources: list[str] = []
    places: list[tuple[str, int]] = []
    for (system,), part in rows.group_by("system", maintain_order=True):
        items = part["key"].to_list()
        if items != before:  # systems that answer the same items in one order share what is said of them
            before, sources = items, [suite.by_key[key].source for key in items]
            places = list(zip(items, range(len(items)), strict=True))
        found.append(HandIn(str(system), file, sources, part["text"].to_list(), places))
    return found


def scan_outputs(path: Path) -> pl.LazyFrame:
    """The outputs in a file of any size, its columns looked at before any work is done."""
    scanned = _opened(path, path)
    refuse_other_columns(scanned.collect_schema(), path)
    return scanned.select(list(OUTPUTS))


def refuse_other_columns(found: pl.Schema, path: Path) -> None:
    """What is needed must be there, and whatever we read must be text."""
    for name in (*OUTPUTS, *_ALSO):
        if found.get(name) != pl.String and (name in found or name in OUTPUTS):
            raise LackmusError(f"{path}: “{name}” is {found.get(name) or 'missing'}. {_NEEDED}")


def refuse_nulls(frame: pl.DataFrame, path: Path) -> None:
    """Every row must say what it is."""
    holes = [column.name for column in frame if column.null_count()]
    if holes:
        raise LackmusError(f"{path}: “{holes[0]}” is null in some rows. Fill or drop them.")


def _opened(source: Path | BytesIO, path: Path) -> pl.LazyFrame:
    with damage_told(path):
        scanned = pl.scan_parquet(source)
        scanned.collect_schema()
    return scanned


@contextmanager
def damage_told(path: Path) -> Iterator[None]:
    """What Polars says, or does not say, about a damaged file, as one line."""
    try:
        yield
    except _DAMAGE as problem:
        said = str(problem).partition("\n")[0]
        raise LackmusError(f"{path} cannot be read as Parquet ({said}).") from None


@contextmanager
def _unspoken() -> Iterator[None]:
    """Where Polars gives up it prints pages past Python; what matters is in the error that it raises."""
    try:
        kept = os.dup(2)
    except OSError:  # nobody listens anyway
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        sys.stderr.flush()
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
