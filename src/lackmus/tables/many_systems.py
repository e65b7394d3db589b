"""Tables with very many systems: all rows for data formats, the first and last for readers."""

from collections.abc import Iterator
from dataclasses import replace

import polars as pl

from lackmus.core.verdicts.many_systems import ENDS, LISTED, left_out
from lackmus.tables.table import Cell, Level, Row, Table, Unit


def rows_of(frame: pl.DataFrame) -> tuple[Row, ...]:
    """Return a row of plain cells for each row of a frame."""
    return tuple(Row(tuple(map(Cell, values))) for values in frame.iter_rows())


def whole(table: Table) -> Table:
    """Return the table with all rows, for data formats that are written as a whole."""
    if table.every is None or len(table.every) == len(table.rows):
        return table
    return replace(table, rows=tuple(all_rows(table)))


def all_rows(table: Table) -> Iterator[Row]:
    """Yield all rows of a table, which may be millions."""
    if table.every is None:
        yield from table.rows
    else:
        for batch in table.every.batches():
            yield from rows_of(batch)


def readable(table: Table) -> Table:
    """Return the table for readers: of very many systems the first and the last."""
    if table.every is not None and len(table.every) > len(table.rows):
        said = f"The first {len(table.rows):,} of {len(table.every):,} rows."
        return table.with_notes([f"{said} Choose systems to see fewer; CSV, JSON and Parquet have all."])
    match table.systems_in:
        case "columns":
            found = _systems_in(table)
        case "rows":
            found = [[place] for place, row in enumerate(table.rows) if row.level is Level.BODY]
        case _:
            return table
    if len(found) <= LISTED:
        return table
    hidden = {place for places in found[ENDS:-ENDS] for place in places}
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


def _systems_in(table: Table) -> list[list[int]]:
    """The places of each system's columns: those with colours, or a group each, or the percentages."""
    columns = list(enumerate(table.columns))
    if any(column.heat for _, column in columns):
        return [[place] for place, column in columns if column.heat]
    groups: dict[str, list[int]] = {}
    for place, column in columns:
        if column.group:
            groups.setdefault(column.group, []).append(place)
    return list(groups.values()) or [[place] for place, column in columns if column.unit is Unit.PERCENT]
