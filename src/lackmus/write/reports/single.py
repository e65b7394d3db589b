"""For formats with one table: the first of a report, or the one that was requested."""

from lackmus.errors import LackmusError
from lackmus.tables.table import Report, Table


def only_table(report: Report) -> Table:
    """The table to be written; an error if the user asked for several by name."""
    if report.chosen and len(report.tables) > 1:
        raise LackmusError(
            "This format holds one table.",
            "Choose another format.",
            code="one-table",
        )
    return report.tables[0]
