"""One self-contained HTML file: tables with heat colours and bold clusters, readable offline."""

from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, select_autoescape

from lackmus.core.tables import Cell, Column, Level, Table, Unit, shown


def page(title: str, tables: Sequence[Table], lead: str = "") -> str:
    """The tables on one page."""
    environment = Environment(
        loader=PackageLoader("lackmus.write"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(shown=shown, heat=_heat, Unit=Unit, Level=Level)
    return environment.get_template("page.html").render(title=title, tables=tables, lead=lead)


def _heat(cell: Cell, column: Column) -> int | None:
    """A step of the scale from 0 (orange, nothing passes) to 10 (blue, everything passes)."""
    if not column.heat or not isinstance(cell.value, int | float):
        return None
    return max(0, min(10, round(cell.value / 10)))
