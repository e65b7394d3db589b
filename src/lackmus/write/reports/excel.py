"""Tables as an Excel workbook: one sheet each, with heat colours, bold clusters and filters."""

import io
import re
from typing import Any

from lackmus.errors import LackmusError
from lackmus.tables.many_systems import whole
from lackmus.tables.table import Cell, Level, Report, Row, Table, Unit
from lackmus.write.reports.frames import with_ends

ENDINGS = (".xlsx",)
_FORMATS = {
    Unit.COUNT: "#,##0",
    Unit.PERCENT: "0.0",
    Unit.POINTS: "+0.0;−0.0;0.0",
    Unit.RATIO: "0.00",
    Unit.P: "0.000",
}
_LOW, _MIDDLE, _HIGH = "#F2A65A", "#FFFFFF", "#5B9BD5"  # orange, white, blue, as in the other reports
_PAGE = 110  # letters in a line of the first sheet
_LINE = 15  # points
_A4 = 9  # by Excel's numbers
_WIDEST = 70  # letters; longer texts wrap
_NARROWEST = 8
_ROWS = 1_048_574  # below the headings of a sheet; Excel allows no more
_FULL = 32_767  # letters in a cell; Excel allows no more
_SHEET = 28  # letters in the name of a sheet, which leaves room for a number
_FORBIDDEN = re.compile(r"[\[\]:*?/\\']")  # in the name of a sheet


def write(report: Report) -> bytes:
    """The workbook: a summary sheet, then a sheet for each table."""
    import xlsxwriter

    for table in report.tables:
        many = len(table.rows if table.every is None else table.every)
        if many > _ROWS:
            raise LackmusError(
                f"A sheet of Excel holds {_ROWS:,} rows, and “{table.title}” has {many:,}.",
                "Choose fewer systems, or CSV or Parquet, which have no such limit.",
            )
    out = io.BytesIO()
    # A text that begins with = or http stays a text: names and sentences come from unknown files.
    options = {"strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    with xlsxwriter.Workbook(out, options) as book:
        book.set_properties({"title": report.title, "comments": "Made with Lackmus"})
        _about(book, report)
        names: set[str] = set()
        for table in report.tables:
            _sheet(book, with_ends(whole(table)), _name(table.title, names))
    return out.getvalue()


def _about(book: Any, report: Report) -> None:
    sheet = book.add_worksheet("About")
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    sheet.set_column(0, 0, _PAGE, wrapped)
    sheet.set_landscape()
    sheet.set_paper(_A4)
    sheet.fit_to_pages(1, 0)
    sheet.write_string(0, 0, report.title, book.add_format({"bold": True, "font_size": 14}))
    said = [*report.alarms, report.lead]
    for table in report.tables:
        said += [f"{table.title}:", *_marks(table), *table.notes]
    said += list(dict.fromkeys(table.signature for table in report.tables))
    for row, text in enumerate(dict.fromkeys(filter(None, said)), start=2):
        # Some programs cannot compute the height of a row with wrapped text.
        sheet.set_row(row, _LINE * (1 + len(text) // _PAGE))
        sheet.write_string(row, 0, _held(text), wrapped)


def _marks(table: Table) -> list[str]:
    framed = f"; framed: {table.grey_means}" if table.grey_means else ""
    best = [f"Bold: {table.bold_means}{framed}."] if table.ranked_in_groups else []
    return [*best, *(f"{sign}: {meaning}." for sign, meaning in table.legend)]


def _sheet(book: Any, table: Table, name: str) -> None:
    sheet = book.add_worksheet(name)
    formats: dict[tuple[object, ...], Any] = {}

    def styled(**how: object) -> Any:
        key = tuple(sorted(how.items()))
        if key not in formats:
            formats[key] = book.add_format(how)
        return formats[key]

    top = 1 if table.heads else 0  # the row of the headings, below the names of groups
    places = range(len(table.columns))
    _groups(sheet, table, styled(bold=True, bottom=1, align="center"))
    for place, column in enumerate(table.columns):
        aligned = "left" if column.unit is Unit.TEXT else "right"
        heading = styled(bold=True, bottom=1, align=aligned, text_wrap=True)
        sheet.write_string(top, place, column.name, heading)
        sheet.set_column(place, place, _width(table, place))
    signs = [next((row.cells[at].mark for row in table.rows if row.cells[at].mark), "") for at in places]
    for number, row in enumerate(table.rows, start=top + 1):
        for place, cell in enumerate(row.cells):
            _put(sheet, number, place, cell, styled(**_style(table, row, place, signs[place])))
    sheet.freeze_panes(top + 1, 1)
    sheet.set_landscape()
    sheet.set_paper(_A4)
    sheet.fit_to_pages(1, 0)  # in print: one page wide, as long as needed
    sheet.repeat_rows(0, top)
    if table.rows:
        last = top + len(table.rows)
        sheet.autofilter(top, 0, last, len(table.columns) - 1)
        for place, column in enumerate(table.columns):
            if column.heat:
                sheet.conditional_format(top + 1, place, last, place, _HEAT)


def _groups(sheet: Any, table: Table, style: Any) -> None:
    """The names of groups over their columns."""
    at = 0
    for name, count in table.heads:
        if name and count > 1:
            sheet.merge_range(0, at, 0, at + count - 1, name, style)
        elif name:
            sheet.write_string(0, at, name, style)
        at += count


# One scale for all columns, so that a colour always means the same.
_HEAT = {
    "type": "3_color_scale",
    "min_type": "num",
    "mid_type": "num",
    "max_type": "num",
    "min_value": 0,
    "mid_value": 75,
    "max_value": 100,
    "min_color": _LOW,
    "mid_color": _MIDDLE,
    "max_color": _HIGH,
}


def _put(sheet: Any, row: int, place: int, cell: Cell, style: Any) -> None:
    if cell.value is None:
        sheet.write_blank(row, place, None, style)
    elif isinstance(cell.value, str):
        sheet.write_string(row, place, _held(cell.value), style)
    else:
        sheet.write_number(row, place, cell.value, style)


def _held(text: str) -> str:
    """The text cut to Excel's limit for a cell: a longer one would be lost."""
    return text if len(text) <= _FULL else f"{text[: _FULL - 1]}…"


def _style(table: Table, row: Row, place: int, sign: str) -> dict[str, object]:
    """The style of a cell; `sign` occurs in the column, so numbers without one leave room for it."""
    cell, column = row.cells[place], table.columns[place]
    style: dict[str, object] = {"valign": "top"}
    if column.unit in _FORMATS:
        # The sign is part of the number format, so the value stays a number.
        behind = f'"{cell.mark}"' if cell.mark else f"_{sign[0]}" if sign else ""
        style["num_format"] = ";".join(part + behind for part in _FORMATS[column.unit].split(";"))
    elif column.unit is Unit.TEXT:
        style["text_wrap"] = True
    elif column.unit is Unit.BEFORE:
        style["align"] = "right"
    if table.bold(cell) or (place == 0 and row.level in (Level.GROUP, Level.AVERAGE)):
        style["bold"] = True
    if table.grey(cell):  # a frame, because heat colours would hide a grey background
        style |= {"border": 2, "border_color": "#595959"}
    if place == 0 and row.level is Level.MEMBER:
        style["indent"], style["align"] = 1, "left"
    return style


def _width(table: Table, place: int) -> int:
    column = table.columns[place]
    if column.unit not in (Unit.TEXT, Unit.BEFORE):
        return max(_NARROWEST, min(14, len(column.name) + 2))
    longest = max((len(str(row.cells[place].value or "")) for row in table.rows), default=0)
    return max(_NARROWEST, min(_WIDEST, max(longest, len(column.name)) + 2))


def _name(title: str, taken: set[str]) -> str:
    """A valid, unique sheet name: at most 31 characters."""
    wanted = _FORBIDDEN.sub(" ", title.rpartition(": ")[2]).strip()
    if len(wanted) > _SHEET:
        wanted = wanted.replace(" in percent", "")
    if len(wanted) > _SHEET:
        wanted = wanted[: _SHEET + 1].rpartition(" ")[0].strip() or wanted[:_SHEET]
    wanted = wanted.capitalize() or "Table"
    name, number = wanted, 2
    while name.casefold() in taken or name.casefold() in ("about", "history"):
        name, number = f"{wanted} {number}", number + 1
    taken.add(name.casefold())
    return name
