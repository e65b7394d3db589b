"""Tables as CSV: values not rounded; cluster, marks and signature of each row in columns of their own."""

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
    layered = any(row.level is not Level.BODY for row in table.rows)
    grouped = any(row.group for row in table.rows)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            *(["level"] if layered else []),
            *(["group"] if grouped else []),
            *(_harmless(name) for name in table.names),
            *(["best"] if table.ranked else []),
            *(["best_of_group"] if table.ranked_in_groups else []),
            *(["marks"] if table.marked else []),
            "signature",
        ]
    )
    for row in table.rows:
        named = list(zip(table.names, row.cells, strict=True))
        best = ";".join(name for name, cell in named if cell.best)
        of_group = ";".join(name for name, cell in named if cell.best_of_group)
        marks = ";".join(f"{name} {cell.mark}" for name, cell in named if cell.mark)
        writer.writerow(
            [
                *([row.level] if layered else []),
                *([_harmless(row.group)] if grouped else []),
                *(_harmless(cell.value) for cell in row.cells),
                *([_harmless(best)] if table.ranked else []),
                *([_harmless(of_group)] if table.ranked_in_groups else []),
                *([_harmless(marks)] if table.marked else []),
                table.signature,
            ]
        )
    return out.getvalue()


def _harmless(value: Value) -> Value:
    """A text that a spreadsheet would run gets the apostrophe by which spreadsheets mark text."""
    if isinstance(value, str) and _FORMULA.match(value):
        return f"'{value}"
    return "" if value is None else value
