"""A report -> text or bytes, one module a format."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lackmus.plugins import Door, by_ending, named

if TYPE_CHECKING:  # a command asks for the format before anything heavy is imported
    from lackmus.tables.table import Report


def report_format(asked: str | None, target: Path) -> str:
    """Return the name of the format that was asked for, else the one that the file's ending stands for."""
    if asked is None:
        return by_ending(Door.WRITE_REPORT, target, "--format")
    named(Door.WRITE_REPORT, asked, "--format")  # says which formats there are
    return asked


def written(report: "Report", form: str) -> str | bytes | Iterable[str]:
    """Return the report in a format: whole, or piece by piece where it may be very long."""
    writer = named(Door.WRITE_REPORT, form)
    content: str | bytes | Iterable[str] = (
        writer.pieces(report) if hasattr(writer, "pieces") else writer.write(report)
    )
    return content
