"""Tables as plain text, for pipes and files: no colours, no width to fit, stars for the best."""

from collections.abc import Sequence
from textwrap import fill
from unicodedata import combining, east_asian_width

from lackmus.core.tables import Cell, Column, Level, Report, Row, Table, Unit, shown
from lackmus.core.texts import printable

ENDINGS = (".txt",)
_GAP = "  "
_NOTE_WIDTH = 100


def write(report: Report) -> str:
    """The tables of the report; on a screen `terminal.py` draws them instead."""
    return text_of(report.warned_tables)


def text_of(tables: Sequence[Table]) -> str:
    """The tables one below the other; a signature they share is written once, at the end."""
    parts = []
    for place, table in enumerate(tables):
        parts.append(_table(table))
        if place + 1 == len(tables) or tables[place + 1].signature != table.signature:
            parts[-1] += f"{printable(table.signature)}\n"
    return "\n".join(parts)


def _table(table: Table) -> str:
    heading = [printable(column.name) for column in table.columns]
    rows = [
        [_written(row, *pair) for pair in zip(row.cells, table.columns, strict=True)] for row in table.rows
    ]
    widths = [max(map(_width, texts)) for texts in zip(heading, *rows, strict=True)]
    lines = [printable(table.title)]
    if table.rows:  # headings over nothing say nothing
        lines.append(_line(heading, widths, table.columns))
        lines.append("─" * (sum(widths) + len(_GAP) * (len(widths) - 1)))
    previous: Level | None = None
    for row, texts in zip(table.rows, rows, strict=True):
        if row.level is Level.AVERAGE and previous not in (None, Level.AVERAGE):
            lines.append("")
        lines.append(_line(texts, widths, table.columns))
        previous = row.level
    if any(cell.best for row in table.rows for cell in row.cells):
        lines.append("* among the significantly best of the row")
    lines += [f"\n{fill(printable(note), _NOTE_WIDTH, break_long_words=False)}" for note in table.notes]
    return "\n".join(lines) + "\n"


def _line(texts: Sequence[str], widths: Sequence[int], columns: Sequence[Column]) -> str:
    cells = []
    for text, width, column in zip(texts, widths, columns, strict=True):
        space = " " * (width - _width(text))
        cells.append(text + space if column.unit is Unit.TEXT else space + text)
    return _GAP.join(cells).rstrip()


def _written(row: Row, cell: Cell, column: Column) -> str:
    indent = "  " if row.level is Level.MEMBER and column.unit is Unit.TEXT else ""
    star = ("*" if cell.best else " ") if column.heat else ""
    return indent + shown(cell, column.unit) + star


def _width(text: str) -> int:
    """Places the text takes: two for a wide character, none for a combining mark."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 1 + (east_asian_width(sign) in "WF") for sign in text)
