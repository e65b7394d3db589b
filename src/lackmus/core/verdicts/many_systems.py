"""Very many systems for readers: the first and the last of them, and a sentence about those left out."""

# Data formats (CSV, JSON, Excel, Parquet) have all systems; what people read or look at has its limits.

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import polars as pl

from lackmus.tables.table import Cell, Level, Row, Table

DRAWN = 40  # systems that a chart shows one by one
LISTED = 100  # systems that a table shows one by one
ENDS = 15  # of more than that, so many at either end
ROWS = 10_000  # rows that people get of a table with a row for each output
NAMED = 20  # systems that a sentence names one by one
FIRST = 5  # of more than that, so many

_T = TypeVar("_T")


def ends_of(systems: Sequence[_T], most: int = DRAWN) -> tuple[_T, ...]:
    """Return all systems, or of more than `most` the first and the last in their order."""
    return tuple(systems) if len(systems) <= most else (*systems[:ENDS], *systems[-ENDS:])


def left_out(systems: int, shown: int, more: str = "", what: str = "systems") -> str:
    """Return a sentence that says which systems are shown and how many are not; nothing where all are."""
    if systems == shown:
        return ""
    return (
        f"The first {ENDS} and the last {ENDS} of {systems:,} {what}, in their order; "
        f"{systems - shown:,} are not shown{more}."
    )


def listed(names: Sequence[str]) -> str:
    """Return names for a sentence: all of them, or of very many the first and how many more there are."""
    if len(names) <= NAMED:
        return ", ".join(names)
    return f"{', '.join(names[:FIRST])} and {len(names) - FIRST:,} more"


def rows_of(frame: pl.DataFrame) -> tuple[Row, ...]:
    """Return a row of plain cells for each row of a frame."""
    return tuple(Row(tuple(map(Cell, values))) for values in frame.iter_rows())


def whole(table: Table) -> Table:
    """Return the table with all of its rows, for data formats that are written row by row."""
    if table.every is None or len(table.every) == len(table.rows):
        return table
    return replace(table, rows=tuple(all_rows(table)))


def all_rows(table: Table) -> Iterator[Row]:
    """Return the rows of a table one by one, where there may be millions."""
    if table.every is None:
        yield from table.rows
    else:
        for batch in table.every.batches():
            yield from rows_of(batch)


def readable(table: Table) -> Table:
    """Return the table as people can read it: of very many systems the first and the last."""
    if table.every is not None and len(table.every) > len(table.rows):
        said = f"The first {len(table.rows):,} of {len(table.every):,} rows."
        return table.with_notes([f"{said} Choose systems to see fewer; CSV, JSON and Parquet have all."])
    match table.systems_in:
        case "columns":
            found = [place for place, column in enumerate(table.columns) if column.heat]
        case "rows":
            found = [place for place, row in enumerate(table.rows) if row.level is Level.BODY]
        case _:
            return table
    if len(found) <= LISTED:
        return table
    hidden = set(found[ENDS:-ENDS])
    said = left_out(len(found), 2 * ENDS)
    notes = (f"{said} Choose systems to see others; CSV, JSON, Excel and Parquet have all.", *table.notes)
    if table.systems_in == "rows":
        rows = tuple(row for place, row in enumerate(table.rows) if place not in hidden)
        return replace(table, rows=rows, notes=notes)
    kept = [place for place in range(len(table.columns)) if place not in hidden]
    return replace(
        table,
        columns=tuple(table.columns[place] for place in kept),
        rows=tuple(Row(tuple(row.cells[at] for at in kept), row.level, row.group) for row in table.rows),
        notes=notes,
    )
