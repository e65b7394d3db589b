"""Tables as Markdown, for README files, wikis and issue trackers: bold clusters, notes, the signature."""

import re

from lackmus.tables.many_systems import readable
from lackmus.tables.table import Cell, Column, Level, Report, Row, Table, Unit, shown

ENDINGS = (".md", ".markdown")
# Characters with a meaning in Markdown or HTML.
_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~$&])")
_LIST = re.compile(r"^([-+=]|\d+[.)](?= ))")


def write(report: Report) -> str:
    """The report: title, summary, then the tables."""
    parts = [f"# {_plain(report.title)}"]
    parts += [f"**{_plain(alarm)}**" for alarm in report.alarms]
    parts += [_paragraph(report.lead)] if report.lead else []
    tables = [readable(table) for table in report.tables]
    for place, table in enumerate(tables):
        parts += _table(table, skip={report.lead, *report.alarms})
        following = tables[place + 1].signature if place + 1 < len(tables) else None
        if table.signature != following:
            parts.append(_code(table.signature))
    return "\n\n".join(parts) + "\n"


def _table(table: Table, skip: set[str]) -> list[str]:
    marks = [":--" if column.unit is Unit.TEXT else "--:" for column in table.columns]
    lines = [_line([_plain(column.name) for column in table.columns]), _line(marks)]
    if table.heads:  # Markdown has one line of headings, so groups become the first row
        lines.append(
            _line(["*Group*", *(f"*{_plain(c.group)}*" if c.group else "" for c in table.columns[1:])])
        )
    lines += [_line(_cells(row, table)) for row in table.rows]
    grey = f"; †: {table.grey_means}" if table.grey_means else ""
    notes = [f"**Bold**: {table.bold_means}{grey}."] if table.ranked_in_groups else []
    notes += [_plain(f"{sign}: {meaning}.") for sign, meaning in table.legend]
    notes += [_paragraph(note) for note in table.notes if note not in skip]
    return [f"## {_plain(table.title)}", "\n".join(lines), *notes]


def _cells(row: Row, table: Table) -> list[str]:
    cells = [_cell(cell, column, table) for cell, column in zip(row.cells, table.columns, strict=True)]
    first = cells[0]
    if row.level is Level.GROUP and first:
        cells[0] = f"**{first}**"
    elif row.level is Level.MEMBER:
        cells[0] = f"&emsp;{first}" if first else ""
    elif row.level is Level.AVERAGE:
        cells[0] = f"*{first}*"
    return cells


def _cell(cell: Cell, column: Column, table: Table) -> str:
    text = _plain(shown(cell, column.unit))
    bold = f"**{text}**" if table.bold(cell) else text
    return bold + ("†" if table.grey(cell) else "") + _plain(cell.mark)


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    """The text with Markdown escaped."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))


def _paragraph(text: str) -> str:
    """The text with Markdown escaped, also at its start, where it could become a list."""
    return _LIST.sub(lambda start: f"{start[0][:-1]}\\{start[0][-1]}", _plain(text))


def _code(text: str) -> str:
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    return f"{fence}{text}{fence}" if "`" not in text else f"{fence} {text} {fence}"
