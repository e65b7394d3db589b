"""Intervals as columns of their own, for formats whose cells hold one number."""

from dataclasses import replace

from lackmus.core.tables import Cell, Column, Row, Table

_ENDS = ("low", "high")


def with_ends(table: Table) -> Table:
    """The table with NAME low and NAME high behind each column that has intervals."""
    ranged = {
        place for place in range(len(table.columns)) if any(row.cells[place].interval for row in table.rows)
    }
    columns: list[Column] = []
    for place, column in enumerate(table.columns):
        columns.append(column)
        if place in ranged:
            columns += [Column(f"{column.name} {end}", column.unit, group=column.group) for end in _ENDS]
    return replace(table, columns=tuple(columns), rows=tuple(_row(row, ranged) for row in table.rows))


def _row(row: Row, ranged: set[int]) -> Row:
    cells: list[Cell] = []
    for place, cell in enumerate(row.cells):
        cells.append(cell)
        if place in ranged:
            cells += [Cell(end) for end in cell.interval or (None, None)]
    return replace(row, cells=tuple(cells))
