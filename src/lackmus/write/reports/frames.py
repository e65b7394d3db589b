"""A table as a Polars frame with unrounded values."""

from dataclasses import replace

import polars as pl

from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit

_ENDS = ("low", "high")


def with_ends(table: Table) -> Table:
    """The table with NAME low and NAME high after columns with intervals, and NAME p after tests."""
    places = range(len(table.columns))
    ranged = {place for place in places if any(row.cells[place].interval for row in table.rows)}
    tested = {place for place in places if any(row.cells[place].p is not None for row in table.rows)}
    columns: list[Column] = []
    for place, column in enumerate(table.columns):
        columns.append(column)
        if place in ranged:
            columns += [Column(f"{column.name} {end}", column.unit, group=column.group) for end in _ENDS]
        if place in tested:
            columns.append(Column(f"{column.name} p", Unit.P, group=column.group))
    rows = tuple(_row(row, ranged, tested) for row in table.rows)
    return replace(table, columns=tuple(columns), rows=rows)


def _row(row: Row, ranged: set[int], tested: set[int]) -> Row:
    cells: list[Cell] = []
    for place, cell in enumerate(row.cells):
        cells.append(cell)
        if place in ranged:
            cells += [Cell(end) for end in cell.interval or (None, None)]
        if place in tested:
            cells.append(Cell(cell.p))
    return replace(row, cells=tuple(cells))


_TYPES = {Unit.TEXT: pl.String, Unit.BEFORE: pl.String, Unit.COUNT: pl.Int64}


def frame_of(table: Table) -> pl.DataFrame:
    """One row per row of the table; level, group, clusters, marks and signature are columns."""
    if table.every is not None:
        return pl.concat(table.every.batches()).with_columns(signature=pl.lit(table.signature))
    table = with_ends(table)
    columns: dict[str, pl.Series] = {}

    def add(name: str, values: list[object], dtype: pl.DataType | type[pl.DataType]) -> None:
        while name in columns:  # two systems may share a label, and “n” may be a system
            name += "'"
        columns[name] = pl.Series(name, values, dtype=dtype)

    rows = table.rows
    if any(row.level is not Level.BODY for row in rows):
        add("level", [str(row.level) for row in rows], pl.String)
    if any(row.group for row in rows):
        add("group", [row.group for row in rows], pl.String)
    names = table.names
    for place, column in enumerate(table.columns):
        values = [row.cells[place].value for row in rows]
        add(names[place], list(values), _TYPES.get(column.unit, pl.Float64))
    named = [list(zip(names, row.cells, strict=True)) for row in rows]
    if table.ranked:
        best = [[name for name, cell in row if cell.best] for row in named]
        add("best", list(best), pl.List(pl.String))
    if table.ranked_in_groups:
        of_group = [[name for name, cell in row if cell.best_of_group] for row in named]
        add("best_of_group", list(of_group), pl.List(pl.String))
    if table.marked:
        marks = [[f"{name} {cell.mark}" for name, cell in row if cell.mark] for row in named]
        add("marks", list(marks), pl.List(pl.String))
    add("signature", [table.signature] * len(rows), pl.String)
    return pl.DataFrame(list(columns.values()))
