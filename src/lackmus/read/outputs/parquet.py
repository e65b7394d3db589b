"""Outputs as Parquet: columns item, system and text, and perhaps document and segment."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from mmap import ACCESS_READ, mmap
from pathlib import Path

import polars as pl

from lackmus.core.outputs.outputs import OUTPUTS, HandIn
from lackmus.core.outputs.parquet_pages import row_groups
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.budgets import Budget, Weight, current
from lackmus.read.damage import damage_told, unspoken
from lackmus.read.datasets.folders import is_shard
from lackmus.read.datasets.tables import PARQUET, parquet_columns
from lackmus.read.files import File
from lackmus.read.formats import ReadOptions
from lackmus.read.outputs.rows import OutputRows

FITS = "Parquet with texts in columns item, system, text, and perhaps document and segment"
NAMES_SYSTEMS = True

_ALSO = ("document", "segment")
_MOST_OF_A_PART = 64 * 2**20  # characters of texts judged at a time
_NEEDED = f"Needed are texts in columns {', '.join(OUTPUTS)}."


def recognises(file: File, asked: ReadOptions) -> bool:
    """Whether it is Parquet with these columns and no others; a damaged file is ours to report."""
    if not file.start.startswith(PARQUET) or asked.columns:
        return False
    names = parquet_columns(file)
    return not names or (set(OUTPUTS) <= set(names) <= {*OUTPUTS, *_ALSO} and not is_shard(file.path))


def read(file: File, system: str, suite: Suite, asked: ReadOptions) -> Sequence[HandIn]:
    """The outputs of all systems in the file."""
    with unspoken():
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
    weigh_pages(file.content, file.path)
    with unspoken(), damage_told(file.path):
        frame = scanned.select(kept).collect()
    weigh_texts(frame, file.path)
    refuse_nulls(frame, file.path)
    if not also and (whole := _whole(frame, suite, file.path.name)):
        return whole
    rows = OutputRows(file.path, suite, "row")
    for number, (item, named, text, *more) in enumerate(frame.iter_rows(), start=1):
        rows.add(number, named, item, text, **dict(zip(also, more, strict=True)))
    return rows.hand_ins(file.path.name, asked, "Each row is an item, a system and a text.")


def _whole(frame: pl.DataFrame, suite: Suite, file: str) -> list[HandIn]:
    """The outputs by column, if every row is valid; otherwise empty, and reading by row finds the error."""
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
        if items != before:  # systems with the same items in one order share their places
            before, sources = items, [suite.by_key[key].source for key in items]
            places = list(zip(items, range(len(items)), strict=True))
        found.append(HandIn(str(system), file, sources, part["text"].to_list(), places))
    return found


def weigh_pages(content: bytes, path: Path) -> None:
    """Charge the unpacked size of the pages before any is unpacked."""
    budget, found = current(), Weight()
    with damage_told(path):
        for group in row_groups(content):
            found += Weight(group.size, group.rows)
            budget.charge(path, found)


def light_parts(frame: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Yield the rows in parts whose texts fit into memory."""
    before = frame["text"].str.len_bytes().cast(pl.UInt64).cum_sum()
    parts = (before // _MOST_OF_A_PART).rle()
    start = 0
    for length in parts.struct.field("len"):
        yield frame.slice(start, length)
        start += length


def weigh_texts(frame: pl.DataFrame, path: Path) -> None:
    """Charge the texts of a frame: Polars stores a repeated text once, Python does not."""
    lengths = frame.select(pl.col(pl.String).str.len_bytes().cast(pl.UInt64).sum())
    current().charge(path, Weight(sum(lengths.row(0)) if lengths.width else 0, frame.height))


def scan_outputs(path: Path) -> pl.LazyFrame:
    """The outputs of a file of any size as a lazy frame; the columns are checked first."""
    scanned = _opened(path, path)
    refuse_other_columns(scanned.collect_schema(), path)
    _weigh_groups(path)
    return scanned.select(list(OUTPUTS))


def _weigh_groups(path: Path) -> None:
    """Refuse a file with a row group that is too large, since each is unpacked as a whole."""
    with damage_told(path), path.open("rb") as file:
        for group in row_groups(mmap(file.fileno(), 0, access=ACCESS_READ)):
            Budget().charge(path, Weight(group.size, group.rows))


def refuse_other_columns(found: pl.Schema, path: Path | str) -> None:
    """Refuse missing columns, and columns that are not text."""
    for name in (*OUTPUTS, *_ALSO):
        if found.get(name) != pl.String and (name in found or name in OUTPUTS):
            raise LackmusError(f"{path}: “{name}” is {found.get(name) or 'missing'}. {_NEEDED}")


def refuse_nulls(frame: pl.DataFrame, path: Path | str) -> None:
    """Refuse rows with a null."""
    holes = [column.name for column in frame if column.null_count()]
    if holes:
        raise LackmusError(f"{path}: “{holes[0]}” is null in some rows. Fill or drop them.")


def _opened(source: Path | BytesIO, path: Path) -> pl.LazyFrame:
    with damage_told(path):
        scanned = pl.scan_parquet(source)
        scanned.collect_schema()
    return scanned
