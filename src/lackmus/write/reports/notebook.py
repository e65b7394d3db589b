"""Tables as HTML for a notebook: own background and font, no script."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup

from lackmus.tables.many_systems import readable
from lackmus.tables.table import Level, Report, Table, Unit, heat, shown

_TEMPLATES = Path(__file__).parent / "templates"
_MOST = 100  # rows of a table: a notebook stores everything it shows


def fragment(report: Report) -> str:
    """Return the tables of a report with its summary."""
    tables = [_short(readable(table)) for table in report.tables]
    last = {table.signature: table.title for table in tables}  # a shared signature is shown once
    style = (_TEMPLATES / "notebook.css").read_text(encoding="utf-8")
    return (
        _environment()
        .get_template("notebook.html")
        .render(
            alarms=report.alarms,
            lead=report.lead,
            tables=tables,
            signed=set(last.values()),
            style=Markup(style),  # noqa: S704  (a file of ours)
        )
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(shown=shown, heat=heat, Unit=Unit, Level=Level)
    return environment


def _short(table: Table) -> Table:
    """The first rows of a long table, with the number of the others."""
    rows = len(table.every) if table.every is not None else len(table.rows)
    if rows <= _MOST:
        return table
    note = f"{_MOST} of {rows:,} rows are shown."
    return replace(table, rows=table.rows[:_MOST], notes=(note, *table.notes))
