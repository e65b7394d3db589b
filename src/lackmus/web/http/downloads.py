"""Reports and charts as downloads."""

import re
from collections.abc import Callable

from fastapi import HTTPException
from fastapi.responses import Response

from lackmus.plugins import PluginGroup, named, names
from lackmus.tables.table import Report
from lackmus.web.http.files import saved_as

# MIME types of downloads; browsers never show them as our pages.
MEDIA = {
    "csv": "text/csv; charset=utf-8",
    "excel": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "latex": "application/x-tex; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
    "terminal": "text/plain; charset=utf-8",
}
PICTURES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
_UNSAFE = re.compile(r"[^\w.-]+")


def formats() -> list[str]:
    """The file formats of reports; the terminal format is none."""
    return [name for name in names(PluginGroup.WRITE_REPORT) if name != "terminal"]


def safe_name(*parts: str) -> str:
    """A file name that is valid on every file system."""
    safe = (_UNSAFE.sub("_", part).strip("._-") for part in parts)
    return "-".join(["lackmus", *filter(None, safe)])


def report_file(report: Report, name: str, format: str) -> Response:
    """A report as a file in one of the report formats."""
    if format not in formats():
        raise HTTPException(404, f"There is no format {format}. There are {', '.join(formats())}.")
    module = named(PluginGroup.WRITE_REPORT, format)
    media = MEDIA.get(format, "application/octet-stream")
    return Response(module.write(report), 200, saved_as(name, module.ENDINGS[0]), media)


def chart_file(draw: Callable[[str], bytes], name: str, ending: str) -> Response:
    """A chart as a file; an error for an unknown ending."""
    if ending not in PICTURES:
        raise HTTPException(404, f"A chart is {', '.join(PICTURES)}.")
    return Response(draw(f".{ending}"), 200, saved_as(name, f".{ending}"), PICTURES[ending])
