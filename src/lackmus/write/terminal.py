"""Tables for the terminal: heat colours, bold clusters, columns that never wrap."""

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from lackmus.core.tables import Cell, Column, Level, Row, Table, Unit, shown

# Blue against orange, which colour-blind readers tell apart; the middle keeps the terminal's own colour.
_LOW, _HIGH = 60.0, 90.0
_NUMBERS = (Unit.COUNT, Unit.PERCENT, Unit.POINTS)
_PADDING = 2  # between columns
_TEXT_WIDTH = 46  # a sentence wraps at about this width


def print_tables(tables: Sequence[Table], console: Console) -> None:
    """The tables one below the other; a signature they share is printed once, at the end."""
    for place, table in enumerate(tables):
        if place:
            console.print()
        _print(table, console)
        following = tables[place + 1].signature if place + 1 < len(tables) else None
        if table.signature != following:
            console.print(Text(table.signature, style="dim"), soft_wrap=True)


def _print(table: Table, console: Console) -> None:
    """The table in as many blocks as the terminal needs, then what must be said about it."""
    styled = console.is_terminal and console.color_system is not None and not console.no_color
    console.print(Text(table.title, style="bold"))
    width = console.width if console.is_terminal else 100_000
    for block in _blocks(table, width):
        console.print(_grid(table, block, styled), soft_wrap=not console.is_terminal)
    if not styled and any(cell.best for row in table.rows for cell in row.cells):
        console.print(Text("* among the significantly best of the row"))
    for note in table.notes:
        console.print()
        console.print(Text(note), width=min(console.width, 100))


def _blocks(table: Table, width: int) -> Iterator[list[int]]:
    """Columns that fit side by side; the columns that name a row open every block."""
    widths = [_width(table, place) for place in range(len(table.columns))]
    texts = all(column.unit is Unit.TEXT for column in table.columns)
    if texts or sum(widths) + _PADDING * len(widths) <= width:
        yield list(range(len(table.columns)))
        return
    head = [0, 1] if table.columns[1].unit is Unit.COUNT else [0]
    used = sum(widths[place] + _PADDING for place in head)
    block: list[int] = []
    filled = used
    for place in range(len(head), len(table.columns)):
        needed = widths[place] + _PADDING
        if block and filled + needed > width:
            yield head + block
            block, filled = [], used
        block.append(place)
        filled += needed
    yield head + block


def _width(table: Table, place: int) -> int:
    column = table.columns[place]
    cells = [len(shown(row.cells[place], column.unit)) + 3 for row in table.rows]
    return max([len(word) for word in column.name.split()] + [min(most, _TEXT_WIDTH) for most in cells])


def _grid(table: Table, block: Sequence[int], styled: bool) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, header_style="bold")
    for place in block:
        column = table.columns[place]
        numeric = column.unit in _NUMBERS
        grid.add_column(
            Text(column.name),
            justify="right" if numeric else "left",
            no_wrap=numeric or place == 0,
            overflow="fold",
        )
    previous: Level | None = None
    for row in table.rows:
        if row.level is Level.AVERAGE and previous not in (None, Level.AVERAGE):
            grid.add_section()
        grid.add_row(*(_text(row, row.cells[place], table.columns[place], styled) for place in block))
        previous = row.level
    return grid


def _text(row: Row, cell: Cell, column: Column, styled: bool) -> Text:
    written = shown(cell, column.unit)
    if column.unit is Unit.TEXT:
        indent = "  " if row.level is Level.MEMBER else ""
        return Text(indent + written, style="bold" if row.level is Level.GROUP else "")
    mark = "" if styled else ("*" if cell.best else " ") if column.heat else ""
    style = f"bold {_heat(cell, column)}" if cell.best else _heat(cell, column)
    return Text(written + mark, style=style.strip())


def _heat(cell: Cell, column: Column) -> str:
    if not column.heat or not isinstance(cell.value, int | float):
        return ""
    return "dark_orange" if cell.value < _LOW else "dodger_blue1" if cell.value >= _HIGH else ""
