"""Tables as CSV: values not rounded; cluster, marks and signature of each row in columns of their own."""

import csv
import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lackmus.tables.table import Level, Report, Table, Value
from lackmus.write.reports.frames import with_ends
from lackmus.write.reports.single import only_table

if TYPE_CHECKING:
    import polars as pl

ENDINGS = (".csv",)
_BATCH = 20_000  # rows: a few megabytes, which fit the processor's cache
# A spreadsheet would take this for a formula; a number may begin with a minus.
_FORMULA = re.compile(r"[=+@\t\r\n]|-(?![\d.,]+$)")


def write(report: Report) -> str:
    """The single table of the report (of an evaluation: the accuracies)."""
    return "".join(pieces(report))


def pieces(report: Report) -> Iterator[str]:
    """Return the CSV in pieces: a table may have millions of rows."""
    return _pieces(only_table(report))


def table_csv(table: Table) -> str:
    """One line per row of the table."""
    return "".join(_pieces(table))


def _pieces(table: Table) -> Iterator[str]:
    if table.every is None:
        yield _rows_csv(table)
        return
    for place, batch in enumerate(table.every.batches(_BATCH)):
        yield _frame_csv(batch, table.signature, header=not place)


def _rows_csv(table: Table) -> str:
    table = with_ends(table)
    layered = any(row.level is not Level.BODY for row in table.rows)
    grouped = any(row.group for row in table.rows)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            *(["level"] if layered else []),
            *(["group"] if grouped else []),
            *(harmless(name) for name in table.names),
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
                *([harmless(row.group)] if grouped else []),
                *(harmless(cell.value) for cell in row.cells),
                *([harmless(best)] if table.ranked else []),
                *([harmless(of_group)] if table.ranked_in_groups else []),
                *([harmless(marks)] if table.marked else []),
                table.signature,
            ]
        )
    return out.getvalue()


def harmless(value: Value) -> Value:
    """The value; a text that a spreadsheet would run gets a leading apostrophe."""
    if isinstance(value, str) and _FORMULA.match(value):
        return f"'{value}"
    return "" if value is None else value


def _frame_csv(frame: "pl.DataFrame", signature: str, header: bool) -> str:
    """Return a frame of texts as CSV by Polars, identical to the version by row."""
    import polars as pl

    signed = frame.with_columns(signature=pl.lit(signature))
    # A column in which all texts begin with letters has neither formulas nor empty texts.
    early = signed.select((pl.col(pl.String) < "A").any()).row(0, named=True)
    text = pl.col([name for name, found in early.items() if found])
    formula = text.str.contains(r"^[=+@\t\r\n]") | (
        text.str.starts_with("-") & ~text.str.contains(r"^-[\d.,]+\n?$")
    )
    # Null and an empty text look the same in CSV.
    harmless = pl.when(formula).then("'" + text).when(text != "").then(text).name.keep()
    made = signed.with_columns(harmless) if any(early.values()) else signed
    return made.write_csv(include_header=header)
