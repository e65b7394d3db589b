"""One file of a data set as a frame: Parquet, Arrow or JSON Lines, only the columns that are of use."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

import polars as pl

from lackmus.core.outputs.arrow_messages import CONTINUATION, SIGN, record_batches
from lackmus.core.outputs.parquet_pages import Unpacked, row_groups
from lackmus.errors import LackmusError
from lackmus.read.budgets import Weight, current
from lackmus.read.damage import damage_told, unspoken
from lackmus.read.files import File
from lackmus.read.objects import parsed

PARQUET = b"PAR1"
_FORM = "Each line is an object with a value for each column."


class TableForm(StrEnum):
    """The forms of a file of a data set."""

    PARQUET = "Parquet"
    ARROW = "Arrow"
    JSON_LINES = "JSON Lines"


@dataclass(frozen=True)
class DataTable:
    """The rows of a file: the columns that are of use, as texts, and the names of all."""

    frame: pl.DataFrame
    columns: tuple[str, ...]  # all of them; parts of a structure with a dot
    lines: tuple[int, ...] = ()  # of JSON Lines: where each row stands


def form_of(file: File) -> TableForm | None:
    """The form of a file, by its first bytes."""
    start = file.start
    if start.startswith(PARQUET):
        return TableForm.PARQUET
    if start.startswith((SIGN, CONTINUATION)):
        return TableForm.ARROW
    return TableForm.JSON_LINES if first_object(file) is not None else None


def first_object(file: File) -> dict[str, Any] | None:
    """The object on the first line, if one stands there and is not too long to be seen at once."""
    line = file.first_line
    if not line.lstrip().startswith("{"):
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def parquet_columns(file: File) -> tuple[str, ...]:
    """The names of the columns of a Parquet file, from its footer; none if it is damaged."""
    try:
        with _opened(file) as (source, _), unspoken(), damage_told(file.path, "Parquet"):
            return tuple(pl.read_parquet_schema(source))
    except LackmusError:
        return ()


def parquet_note(file: File, key: str) -> str:
    """What a Parquet file that is not packed notes of itself; empty for other files."""
    if not _is_plain(file.path) or not file.start.startswith(PARQUET):
        return ""
    with unspoken(), damage_told(file.path):
        return str(pl.read_parquet_metadata(file.path).get(key, ""))


def table_of(file: File, of_use: Callable[[str], bool]) -> DataTable:
    """The rows of a file, with the columns for which `of_use` says so."""
    form = form_of(file)
    if form is TableForm.JSON_LINES or form is None:
        return _json_lines(file, of_use)
    with _opened(file) as (source, content), unspoken(), damage_told(file.path, form):
        _weigh(record_batches(content) if form is TableForm.ARROW else row_groups(content), file.path)
        if form is TableForm.PARQUET:
            frame, names = _some(pl.read_parquet, pl.read_parquet_schema(source), source, of_use)
        elif file.start.startswith(SIGN):
            frame, names = _some(pl.read_ipc, pl.read_ipc_schema(source), source, of_use)
        else:
            frame, names = _some(
                pl.read_ipc_stream, pl.read_ipc_stream(source, n_rows=0).schema, source, of_use
            )
    return _as_texts(frame, names, file.path)


def _some(
    read: Any, schema: Any, source: Any, of_use: Callable[[str], bool]
) -> tuple[pl.DataFrame, list[str]]:
    if isinstance(source, BytesIO):
        source.seek(0)
    chosen = [name for name in schema if of_use(name)]
    # Polars cannot read no column at all of a stream.
    return read(source, columns=chosen) if chosen else pl.DataFrame(), list(schema)


@contextmanager
def _opened(file: File) -> Iterator[tuple[Any, Any]]:
    """What Polars reads, and the bytes in which sizes stand: a plain file is not held in memory."""
    if _is_plain(file.path):
        with file.path.open("rb") as raw:
            yield file.path, mmap(raw.fileno(), 0, access=ACCESS_READ)
    else:
        yield BytesIO(file.content), file.content


def _is_plain(path: Path) -> bool:
    """Whether a file is as it stands Parquet or Arrow: neither packed nor a pipe."""
    if not os.path.isfile(path):  # noqa: PTH113
        return False
    with path.open("rb") as raw:
        return raw.read(len(PARQUET)) in (PARQUET, CONTINUATION, SIGN[: len(PARQUET)])


def _weigh(groups: Iterable[Unpacked], path: Path) -> None:
    """Charge what batches or groups of rows unpack to, before any is unpacked."""
    budget, found = current(), Weight()
    for group in groups:
        found += Weight(group.size, group.rows)
        budget.charge(path, found)


def _as_texts(frame: pl.DataFrame, names: Sequence[str], path: Path) -> DataTable:
    """Columns as texts, parts of a structure as columns of their own; lists and the like are left out."""
    columns: dict[str, pl.Series] = {}
    every: list[str] = []
    for name in names:
        series = frame.get_column(name, default=None)
        if series is None or not isinstance(series.dtype, pl.Struct):
            every.append(name)
            if series is not None and (text := _text(series)) is not None:
                columns[name] = text
            continue
        for part in series.struct.fields:
            every.append(f"{name}.{part}")
            if (text := _text(series.struct.field(part))) is not None:
                columns[f"{name}.{part}"] = text
    found = pl.DataFrame(columns)
    lengths = found.select(pl.all().str.len_bytes().cast(pl.UInt64).sum())
    current().charge(path, Weight(sum(lengths.row(0)) if lengths.width else 0, frame.height))
    return DataTable(found, tuple(every))


def _text(series: pl.Series) -> pl.Series | None:
    """A column of texts, names or numbers as texts; None for anything else."""
    kind = series.dtype
    if kind.is_float():  # pandas makes numbers with a decimal point of ids where one is missing
        whole = series.cast(pl.Int64, strict=False)
        series = whole if (whole.cast(kind) == series).all() else series
    if kind.is_nested() or kind == pl.Binary or kind == pl.Object:
        return None
    return series.cast(pl.String)


def _json_lines(file: File, of_use: Callable[[str], bool]) -> DataTable:
    """Objects line by line; a key that some of them lack is null there."""
    columns: dict[str, list[str | None]] = {}
    every: dict[str, None] = {}
    lines: list[int] = []
    for number, line in enumerate(file.lines, start=1):
        if not line.strip():
            continue
        place = f"{file.path}, line {number}"
        found = parsed(line, place, _FORM)
        if not isinstance(found, dict):
            raise LackmusError(f"{place}: not an object. {_FORM}")
        for name, value in _flat(found):
            every[name] = None
            if not isinstance(value, list | dict) and of_use(name):
                column = columns.setdefault(name, [])
                column.extend([None] * (len(lines) - len(column)))
                column.append(value if value is None or isinstance(value, str) else _number(value))
        lines.append(number)
    for column in columns.values():
        column.extend([None] * (len(lines) - len(column)))
    frame = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))
    return DataTable(frame, tuple(every), tuple(lines))


def _flat(found: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each key with its value; the parts of an object are keys of their own."""
    for name, value in found.items():
        if isinstance(value, dict) and value:
            yield from ((f"{name}.{part}", one) for part, one in value.items())
        else:
            yield name, value


def _number(value: float) -> str:
    if isinstance(value, bool):
        return str(value).lower()  # as Polars writes it
    return str(int(value)) if value == value // 1 else str(value)
