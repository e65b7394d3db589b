"""Formats that hold one table hold the first of an answer, or the one that was asked for."""

from lackmus.errors import LackmusError
from lackmus.tables.table import Report, Table


def only_table(report: Report) -> Table:
    """The table to be written; where a user asked for several by name, none is left out silently."""
    if report.chosen and len(report.tables) > 1:
        raise LackmusError(
            "This format holds one table.",
            "Ask for one with --table, or choose another format.",
            page="Choose another format.",
        )
    return report.tables[0]
