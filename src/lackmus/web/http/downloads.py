"""Reports and charts as answers that browsers save as files."""

import re
from collections.abc import Callable

from fastapi import HTTPException
from fastapi.responses import Response

from lackmus.plugins import Door, named, names
from lackmus.tables.table import Report
from lackmus.web.http.files import saved_as

# What downloads are called by browsers; none of them is shown as a page of ours.
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
    """In what a report can be written; what a terminal shows is no file."""
    return [name for name in names(Door.WRITE_REPORT) if name != "terminal"]


def safe_name(*parts: str) -> str:
    """A name that any file system takes, whatever campaigns, suites and systems are called."""
    safe = (_UNSAFE.sub("_", part).strip("._-") for part in parts)
    return "-".join(["lackmus", *filter(None, safe)])


def report_file(report: Report, name: str, format: str) -> Response:
    """A report in one of the formats in which reports are written."""
    if format not in formats():
        raise HTTPException(404, f"There is no format {format}. There are {', '.join(formats())}.")
    module = named(Door.WRITE_REPORT, format)
    media = MEDIA.get(format, "application/octet-stream")
    return Response(module.write(report), 200, saved_as(name, module.ENDINGS[0]), media)


def chart_file(draw: Callable[[str], bytes], name: str, ending: str) -> Response:
    """A chart; drawn only if there are such files."""
    if ending not in PICTURES:
        raise HTTPException(404, f"A chart is {', '.join(PICTURES)}.")
    return Response(draw(f".{ending}"), 200, saved_as(name, f".{ending}"), PICTURES[ending])
