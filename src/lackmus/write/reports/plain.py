"""Tables as plain text, for pipes and files: no colours, any width, stars for the best."""

from collections.abc import Sequence
from textwrap import fill
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from lackmus.core.base.texts import printable
from lackmus.tables.many_systems import readable
from lackmus.tables.table import Cell, Column, Level, Report, Row, Table, Unit, shown

ENDINGS = (".txt",)
_GAP = "  "
_NOTE_WIDTH = 100


class ColumnSpace(NamedTuple):
    """Room after the numbers of a column, so that they stay aligned."""

    stars: int  # for the best
    signs: int  # for the marks of the table


def write(report: Report) -> str:
    """The tables of the report; on a screen `terminal.py` is used instead."""
    return text_of(report.warned_tables)


def text_of(tables: Sequence[Table]) -> str:
    """The tables one after another; a shared signature is written once, at the end."""
    parts = []
    tables = [readable(table) for table in tables]
    for place, table in enumerate(tables):
        parts.append(_table(table))
        if place + 1 == len(tables) or tables[place + 1].signature != table.signature:
            parts[-1] += f"{printable(table.signature)}\n"
    return "\n".join(parts)


def _table(table: Table) -> str:
    heading = [printable(column.name) for column in table.columns]
    rooms = [mark_room(table, place) for place in range(len(table.columns))]
    rows = [
        [_written(table, row, *cell) for cell in zip(row.cells, table.columns, rooms, strict=True)]
        for row in table.rows
    ]
    widths = [max(map(_width, texts)) for texts in zip(heading, *rows, strict=True)]
    widths = _with_room_for_groups(table, widths)
    lines = [printable(table.title)]
    if table.rows:  # no headings without rows
        lines += _group_lines(table, widths)
        lines.append(_line(heading, widths, table.columns))
        lines.append("─" * (sum(widths) + len(_GAP) * (len(widths) - 1)))
    previous: Level | None = None
    for row, texts in zip(table.rows, rows, strict=True):
        if row.level is Level.AVERAGE and previous not in (None, Level.AVERAGE):
            lines.append("")
        lines.append(_line(texts, widths, table.columns))
        previous = row.level
    lines += best_legend(table)
    lines += [f"{sign} {meaning}" for sign, meaning in table.legend]
    lines += [f"\n{fill(printable(note), _NOTE_WIDTH, break_long_words=False)}" for note in table.notes]
    return "\n".join(lines) + "\n"


def _line(texts: Sequence[str], widths: Sequence[int], columns: Sequence[Column]) -> str:
    cells = []
    for text, width, column in zip(texts, widths, columns, strict=True):
        space = " " * (width - _width(text))
        cells.append(text + space if column.unit is Unit.TEXT else space + text)
    return _GAP.join(cells).rstrip()


def _with_room_for_groups(table: Table, widths: Sequence[int]) -> list[int]:
    """Column widths, enlarged where the name of a group needs more room."""
    wide, at = list(widths), 0
    for name, count in table.heads:
        taken = sum(wide[at : at + count]) + len(_GAP) * (count - 1)
        lacking = max(0, _width(printable(name)) - taken)
        for number in range(count):
            wide[at + number] += (lacking + number) // count
        at += count
    return wide


def _group_lines(table: Table, widths: Sequence[int]) -> list[str]:
    """The names of groups over their columns, and a rule below each."""
    names, rules, at = "", "", 0
    for name, count in table.heads:
        room = sum(widths[at : at + count]) + len(_GAP) * (count - 1)
        left = (room - _width(printable(name))) // 2
        names += " " * left + printable(name) + " " * (room - left - _width(printable(name))) + _GAP
        rules += ("─" if name else " ") * room + _GAP
        at += count
    return [names.rstrip(), rules.rstrip()] if table.heads else []


def _written(table: Table, row: Row, cell: Cell, column: Column, room: ColumnSpace) -> str:
    indent = "  " if row.indents(cell) and column.unit is Unit.TEXT else ""
    return indent + shown(cell, column.unit) + marks(table, cell, room)


def mark_room(table: Table, place: int) -> ColumnSpace:
    """How much room the marks of a column need."""
    column = [row.cells[place] for row in table.rows]
    signs = max((len(cell.mark) for cell in column), default=0)
    if table.ranked_in_groups and any(cell.best or cell.best_of_group for cell in column):
        return ColumnSpace(2, signs)
    return ColumnSpace(int(table.columns[place].heat or any(cell.best for cell in column)), signs)


def best_legend(table: Table) -> list[str]:
    """Return the meaning of star and dagger, if the table has them."""
    said = {"*": table.bold_means, "†": table.grey_means}
    return [f"{sign} {meaning}" for sign, meaning in said.items() if meaning]


def marks(table: Table, cell: Cell, room: ColumnSpace) -> str:
    """Return the marks of a cell: a star for bold, a dagger for grey, and its sign."""
    stars = ("*" if table.bold(cell) else " ") + ("†" if table.grey(cell) else " ")
    return stars[: room.stars] + cell.mark.ljust(room.signs)


def _width(text: str) -> int:
    """The width of a text: two for a wide character, none for a combining mark."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 1 + (east_asian_width(sign) in "WF") for sign in text)
