"""A report -> text or bytes, one module a format."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lackmus.plugins import PluginGroup, by_ending, named

if TYPE_CHECKING:  # a command needs the format before heavy imports
    from lackmus.tables.table import Report


def report_format(asked: str | None, target: Path) -> str:
    """Return the requested format, otherwise the one of the file's ending."""
    if asked is None:
        return by_ending(PluginGroup.WRITE_REPORT, target, "format")
    named(PluginGroup.WRITE_REPORT, asked, "format")  # an unknown name is an error that lists the formats
    return asked


def written(report: "Report", form: str) -> str | bytes | Iterable[str]:
    """Return the report in a format: whole, or in pieces where it may be very long."""
    writer = named(PluginGroup.WRITE_REPORT, form)
    content: str | bytes | Iterable[str] = (
        writer.pieces(report) if hasattr(writer, "pieces") else writer.write(report)
    )
    return content
