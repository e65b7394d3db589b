"""Results: they have frames, convert to every format, and display themselves in a notebook."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from lackmus.api.arguments import PathArgument, path
from lackmus.api.wording import worded
from lackmus.tables.table import Report
from lackmus.write.charts import render
from lackmus.write.files import write_file
from lackmus.write.reports import report_format, written
from lackmus.write.reports.frames import frame_of
from lackmus.write.reports.notebook import fragment

if TYPE_CHECKING:
    import altair as alt

TERMINAL = "terminal"


class Result(ABC):
    """A result: tables, and the same bytes in every format as the command line writes."""

    @abstractmethod
    def _report(self, form: str) -> Report:
        """Return the report with the tables for a format."""

    @property
    def signature(self) -> str:
        """The line that says how the numbers were made."""
        return self._report(TERMINAL).tables[0].signature

    @property
    def alarms(self) -> tuple[str, ...]:
        """Warnings about the files behind the result, one line each."""
        return self._report(TERMINAL).alarms

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the tables, in sentences."""
        return tuple(dict.fromkeys(note for table in self._report(TERMINAL).tables for note in table.notes))

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The tables of the report by title, as frames with values that are not rounded."""
        return {table.title: frame_of(table) for table in self._report("parquet").tables}

    @worded
    def to(self, format: str = TERMINAL) -> str | bytes:
        """Return the report in a format: terminal, json, csv, markdown, latex, html, parquet or excel."""
        content = written(self._report(format), report_format(format, Path()))
        return content if isinstance(content, str | bytes) else "".join(content)

    @worded
    def save(self, file: PathArgument, format: str | None = None) -> Path:
        """Write the report to a file, in the format of its ending unless one is named; return the path."""
        target = path(file)
        form = report_format(format, target)
        write_file(target, written(self._report(form), form))
        return target

    def __repr__(self) -> str:
        """Return the tables as plain text, with stars for the best."""
        return str(self.to(TERMINAL)).rstrip("\n")

    def _repr_html_(self) -> str:
        """Return the tables as a notebook shows them, with heat colours and bold for the best."""
        return fragment(self._report("html"))


class Done(Result):
    """The effect of a change in a workspace, or its preview, as a table."""

    def __init__(self, value: Any, report: Report) -> None:
        self.value = value  # as flows have it
        self._drawn = report

    def _report(self, form: str) -> Report:
        return self._drawn


class Chart:
    """A chart of a result: SVG in a notebook; SVG, PNG, PDF, HTML or Vega-Lite as a file."""

    def __init__(self, kind: str, value: "alt.VConcatChart") -> None:
        self.kind = kind
        self.value = value  # Altair's own object

    @property
    def svg(self) -> str:
        """The picture as SVG."""
        return render(self.value, ".svg").decode()

    @worded
    def save(self, file: PathArgument) -> Path:
        """Write the picture to a file: .svg, .png, .pdf, .html or .json (Vega-Lite); return the path."""
        target = path(file)
        write_file(target, render(self.value, target.suffix))
        return target

    def __repr__(self) -> str:
        return f"<lackmus chart: {self.kind}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Return the chart for a notebook, and its name for a terminal."""
        return {"image/svg+xml": self.svg, "text/plain": repr(self)}
