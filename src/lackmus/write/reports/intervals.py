"""Intervals and p-values as separate columns, for formats with one number per cell."""

from dataclasses import replace

from lackmus.tables.table import Cell, Column, Row, Table, Unit

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
