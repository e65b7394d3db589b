"""Tables as CSV: values not rounded, the cluster of each row and the signature in columns of their own."""

import csv
import io

from lackmus.core.tables import Level, Table


def table_csv(table: Table) -> str:
    """One line per row of the table."""
    ranked = any(cell.best for row in table.rows for cell in row.cells)
    layered = any(row.level is not Level.BODY for row in table.rows)
    grouped = any(row.group for row in table.rows)
    ranged = any(cell.interval for row in table.rows for cell in row.cells)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            *(["level"] if layered else []),
            *(["group"] if grouped else []),
            *(column.name for column in table.columns),
            *(f"{column.name} {end}" for column in table.columns if ranged and column.heat for end in _ENDS),
            *(["best"] if ranked else []),
            "signature",
        ]
    )
    for row in table.rows:
        cells = list(zip(row.cells, table.columns, strict=True))
        writer.writerow(
            [
                *([row.level] if layered else []),
                *([row.group] if grouped else []),
                *("" if cell.value is None else cell.value for cell in row.cells),
                *(
                    end
                    for cell, column in cells
                    if ranged and column.heat
                    for end in (cell.interval or ("", ""))
                ),
                *([";".join(column.name for cell, column in cells if cell.best)] if ranked else []),
                table.signature,
            ]
        )
    return out.getvalue()


_ENDS = ("low", "high")
