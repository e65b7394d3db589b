"""Tables as CSV: values not rounded, the cluster of each row and the signature in columns of their own."""

import csv
import io
import re

from lackmus.core.tables import Level, Report, Table, Value
from lackmus.write.reports.intervals import with_ends
from lackmus.write.reports.single import only_table

ENDINGS = (".csv",)
# What a spreadsheet would take for a formula; a number may well begin with a minus.
_FORMULA = re.compile(r"[=+@\t\r\n]|-(?![\d.,]+$)")


def write(report: Report) -> str:
    """The one table of the report (of an evaluation: the accuracies)."""
    return table_csv(only_table(report))


def table_csv(table: Table) -> str:
    """One line per row of the table."""
    table = with_ends(table)
    ranked = any(cell.best for row in table.rows for cell in row.cells)
    layered = any(row.level is not Level.BODY for row in table.rows)
    grouped = any(row.group for row in table.rows)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            *(["level"] if layered else []),
            *(["group"] if grouped else []),
            *(_harmless(column.name) for column in table.columns),
            *(["best"] if ranked else []),
            "signature",
        ]
    )
    for row in table.rows:
        best = [column.name for cell, column in zip(row.cells, table.columns, strict=True) if cell.best]
        writer.writerow(
            [
                *([row.level] if layered else []),
                *([_harmless(row.group)] if grouped else []),
                *(_harmless(cell.value) for cell in row.cells),
                *([_harmless(";".join(best))] if ranked else []),
                table.signature,
            ]
        )
    return out.getvalue()


def _harmless(value: Value) -> Value:
    """A text that a spreadsheet would run gets the apostrophe by which spreadsheets mark text."""
    if isinstance(value, str) and _FORMULA.match(value):
        return f"'{value}"
    return "" if value is None else value
