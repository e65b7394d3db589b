"""Tables for the terminal: heat colours, bold clusters, columns that never wrap."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from lackmus.core.base.texts import printable
from lackmus.tables.many_systems import readable
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit, shown
from lackmus.write.reports.plain import ColumnSpace, best_legend, mark_room, marks

# Blue and orange, which colour-blind readers can distinguish; the middle keeps the terminal's colour.
_LOW, _HIGH = 60.0, 90.0
_GAP = 2  # between columns
_TEXT_WIDTH = 46  # a text wraps at this width if columns need room
_NAME_WIDTH = 16  # and the name of a row at no less than this
_WORD_WIDTHS = (16, 12, 9)  # longer words are broken if rows of texts need room


def print_tables(tables: Sequence[Table], console: Console) -> None:
    """Print the tables one after another; a shared signature is printed once, at the end."""
    tables = [readable(table) for table in tables]
    for place, table in enumerate(tables):
        if place:
            console.print()
        print_table(table, console)
        following = tables[place + 1].signature if place + 1 < len(tables) else None
        if table.signature != following:
            console.print(Text(printable(table.signature), style="dim"), soft_wrap=True)


def print_table(table: Table, console: Console) -> None:
    """Print the table in as many blocks as the terminal needs, then its notes."""
    styled = console.color_system is not None and not console.no_color
    console.print(Text(printable(table.title), style="bold"))
    for place, block in enumerate(_blocks(table, console.width, styled) if table.rows else ()):
        if place:
            console.print()
        if any(table.columns[one].group for one in block):
            console.print(_group_names(table, block), crop=False, no_wrap=True, overflow="ignore")
        # On a very narrow terminal an overlong line is better than a number cut off.
        console.print(_grid(table, block, styled), crop=False)
    if not styled:
        for said in best_legend(table):
            console.print(Text(said))
    elif table.ranked_in_groups:
        bold = Text.assemble(("Bold", "bold"), f": {table.bold_means}")
        grey = Text.assemble("; ", ("underlined", "underline"), f": {table.grey_means}")
        console.print(bold + grey if table.grey_means else bold)
    for sign, meaning in table.legend:
        console.print(Text(f"{sign} {meaning}"))
    for note in table.notes:
        console.print()
        console.print(Text(printable(note)), width=min(console.width, 100))


def _blocks(table: Table, room: int, styled: bool) -> Iterator[dict[int, int | None]]:
    """Columns that fit side by side, with their widths; the naming columns repeat in every block."""
    places = range(len(table.columns))
    whole = _with_room_for_groups(table, {place: _width(table, place, styled) for place in places})
    if _total(whole.values()) <= room:
        yield dict(whole)
        return
    texts = [place for place in places if table.columns[place].unit is Unit.TEXT]
    if len(texts) > 1 and (shared := _shared(table, whole, room, styled)):
        yield dict(shared)
        return
    if len(texts) == len(places):
        yield dict.fromkeys(places)  # sentences wrap as needed
        return
    widths = {place: _least_width(table, place, styled) for place in places}
    head = [0, 1] if table.columns[1].unit is Unit.COUNT else [0]
    rest = [place for place in places if place not in head]
    # The name of a row leaves room for one column, and a text for the name.
    texts = [place for place in texts if place in rest]
    widest = max(min(widths[place], _NAME_WIDTH) if place in texts else widths[place] for place in rest)
    beside = _total([*(widths[place] for place in head[1:]), widest])
    widths[0] = min(widths[0], max(_NAME_WIDTH, room - beside - _GAP))
    for place in texts:
        widths[place] = min(
            widths[place], max(_NAME_WIDTH, room - _total(widths[one] for one in head) - _GAP)
        )
    block: list[int] = []
    for place in rest:
        wider = _with_room_for_groups(table, {one: widths[one] for one in (*head, *block, place)})
        if block and _total(wider.values()) > room:
            yield dict(_with_room_for_groups(table, {one: widths[one] for one in (*head, *block)}))
            block = []
        block.append(place)
    yield dict(_with_room_for_groups(table, {one: widths[one] for one in (*head, *block)}))


def _shared(table: Table, whole: Mapping[int, int], room: int, styled: bool) -> dict[int, int] | None:
    """Widths of all columns side by side, so that a row of texts stays a row; None if words do not fit.

    Columns with more text get more room, to keep rows low.
    """
    said = {
        place: [shown(row.cells[place], column.unit) for row in table.rows]
        for place, column in enumerate(table.columns)
        if column.unit is Unit.TEXT
    }
    words = {place: _longest_word([printable(table.columns[place].name), *said[place]]) for place in said}
    numbers = {place: _least_width(table, place, styled) for place in whole if place not in said}
    for longest in _WORD_WIDTHS[:1] if numbers else _WORD_WIDTHS:
        widths = {
            place: numbers[place] if place in numbers else min(longest, words[place]) for place in whole
        }
        if (spare := room - _total(widths.values())) >= 0:
            break
    else:
        return None
    written = {place: sum(map(cell_len, said.get(place, ()))) for place in whole}
    for _ in range(spare):
        lacking = [place for place in whole if widths[place] < whole[place]]
        if not lacking:
            break
        widths[max(lacking, key=lambda place: written[place] / widths[place])] += 1
    return widths


def _runs(table: Table, block: Iterable[int]) -> list[tuple[str, list[int]]]:
    """The groups of columns in a block, in their order."""
    runs = groupby(block, key=lambda place: table.columns[place].group)
    return [(printable(name), list(places)) for name, places in runs]


def _with_room_for_groups(table: Table, widths: Mapping[int, int]) -> dict[int, int]:
    """Column widths, enlarged where the name of a group needs more room."""
    wide = dict(widths)
    for name, places in _runs(table, widths):
        lacking = max(0, cell_len(name) - _span(wide[place] for place in places))
        for number, place in enumerate(places):
            wide[place] += (lacking + number) // len(places)
    return wide


def _group_names(table: Table, block: Mapping[int, int | None]) -> Text:
    """The names of groups over their columns, and a rule below each."""
    names, rules = Text(), Text()
    for name, places in _runs(table, block):
        room = _span(block[place] or 0 for place in places)
        left = (room - cell_len(name)) // 2
        names.append(" " * left + name + " " * (room - left - cell_len(name) + _GAP), "bold")
        rules.append(("─" if name else " ") * room + " " * _GAP)
    names.rstrip()
    rules.rstrip()
    return Text("\n").join([names, rules])


def _span(widths: Iterable[int]) -> int:
    """Places that columns take side by side."""
    return _total(widths) + 1 - _GAP


def _total(widths: Iterable[int]) -> int:
    return sum(width + _GAP for width in widths) - 1


def _width(table: Table, place: int, styled: bool) -> int:
    """The width of a column without wrapping."""
    return max(cell_len(printable(table.columns[place].name)), *_cell_widths(table, place, styled))


def _least_width(table: Table, place: int, styled: bool) -> int:
    """The width of a column with wrapped headings and texts; numbers never wrap."""
    column = table.columns[place]
    if column.unit is Unit.TEXT:
        return min(_width(table, place, styled), _TEXT_WIDTH)
    return max(*map(cell_len, printable(column.name).split()), *_cell_widths(table, place, styled))


def _longest_word(texts: Iterable[str]) -> int:
    return max(1, *(cell_len(word) for text in texts for word in ("", *text.split())))


def _cell_widths(table: Table, place: int, styled: bool) -> list[int]:
    room = _mark_room(table, place, styled)
    return [0, *(cell_len(_text(table, row, place, room).plain) for row in table.rows)]


def _mark_room(table: Table, place: int, styled: bool) -> ColumnSpace:
    """Room after a number; none for stars if styles mark the best."""
    room = mark_room(table, place)
    return room._replace(stars=0) if styled else room


def _grid(table: Table, block: Mapping[int, int | None], styled: bool) -> Grid:
    widths = [width for width in block.values() if width is not None]
    grid = Grid(
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        show_edge=False,
        header_style="bold",
        width=_total(widths) if widths else None,
    )
    for place, width in block.items():
        column = table.columns[place]
        justify: Literal["left", "right"] = "left" if column.unit is Unit.TEXT else "right"
        grid.add_column(Text(printable(column.name)), justify=justify, width=width, overflow="fold")
    rooms = {place: _mark_room(table, place, styled) for place in block}
    previous: Level | None = None
    for row in table.rows:
        if row.level is Level.AVERAGE and previous not in (None, Level.AVERAGE):
            grid.add_section()
        grid.add_row(
            *(
                _flush(_text(table, row, place, rooms[place]), rooms[place], width)
                for place, width in block.items()
            )
        )
        previous = row.level
    return grid


def _flush(text: Text, room: ColumnSpace, width: int | None) -> Text:
    """Right-align with our own spaces where marks may follow: Rich would strip trailing ones."""
    if width is None or not any(room):
        return text
    return Text.assemble(" " * (width - cell_len(text.plain)), text, justify="left")


def _text(table: Table, row: Row, place: int, room: ColumnSpace) -> Text:
    cell, column = row.cells[place], table.columns[place]
    written = shown(cell, column.unit)
    if column.unit is Unit.TEXT:
        indent = "  " if row.indents(cell) else ""
        return Text(indent + written, style="bold" if row.level is Level.GROUP else "")
    style = f"bold {_heat(cell, column)}" if table.bold(cell) else _heat(cell, column)
    # As part of the text, so that the space around it is not underlined.
    underlined = "underline " if table.grey(cell) and not room.stars else ""
    return Text.assemble((written, f"{underlined}{style}".strip()), marks(table, cell, room))


def _heat(cell: Cell, column: Column) -> str:
    if not column.heat or not isinstance(cell.value, int | float):
        return ""
    return "dark_orange" if cell.value < _LOW else "dodger_blue1" if cell.value >= _HIGH else ""
