"""Numbers in coloured cells, the names of rows and columns around them, and of groups of these."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import altair as alt

from lackmus.write.charts.drawing import SIZE, Ink, across, at_x, at_y, down, layered, mark, words
from lackmus.write.charts.lettering import fitted, width
from lackmus.write.charts.scales import ACCURACY, ACCURACY_ON_BLACK, Scale

HIGH = 22.0  # of a cell
NAMES = 210.0  # room for the name of a row
HEADS = 170.0  # and of a column
_APART = 9.0  # between the body and what is averaged, and between groups
_BRACKET = 7.0  # from the cells to the line beside a group
_WIDEST = 84.0  # to which cells may grow for a heading that is not turned

Groups = Sequence[tuple[str, int]]  # names over, or beside, so many neighbours
Scales = tuple[Scale, Scale]  # on white, on black


@dataclass(frozen=True)
class Cell:
    """A number where a row and a column meet."""

    value: float | None
    best: bool = False
    framed: bool = False  # where there are groups: among the best of all of them together


@dataclass(frozen=True)
class Grid:
    """Rows and columns by name; those in `apart` stand at a distance, because they sum up the others."""

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Mapping[tuple[int, int], Cell]  # (row, column)
    rows_apart: int = 0  # the last so many
    columns_apart: int = 0
    row_groups: Groups = ()
    column_groups: Groups = ()

    def turned(self) -> "Grid":
        """Rows as columns and columns as rows."""
        cells = {(column, row): cell for (row, column), cell in self.cells.items()}
        return Grid(
            self.columns,
            self.rows,
            cells,
            self.columns_apart,
            self.rows_apart,
            self.column_groups,
            self.row_groups,
        )


def drawn(grid: Grid, ink: Ink) -> tuple[alt.LayerChart, float]:
    """The cells with their numbers and the names around them; and how wide all of it is."""
    rows, heads = fitted(grid.rows, NAMES, SIZE), fitted(grid.columns, HEADS, SIZE)
    widest = max(width(head, SIZE) for head in heads)
    least = width("100.0", SIZE, bold=True) + 14
    upright = widest + 8 <= (_WIDEST if len(heads) <= 7 else least)
    wide = max(least, widest + 8) if upright else least
    lefts = places(len(heads), _starts(len(heads), grid.columns_apart, grid.column_groups), wide)
    tops = places(len(rows), _starts(len(rows), grid.rows_apart, grid.row_groups), HIGH)
    records = records_of(grid.cells, lefts, tops, wide, 1)
    total, high = lefts[-1] + wide, tops[-1] + HIGH
    layers = [
        *filled_cells(records, (ACCURACY, ACCURACY_ON_BLACK), ink),
        row_names(rows, tops, ink),
        _headings(heads, [left + wide / 2 for left in lefts], upright, ink),
        *_groups_beside(grid.row_groups, tops, total, ink),
        *_groups_below(grid.column_groups, lefts, wide, high, ink),
    ]
    beside = max((width(name, SIZE) + _BRACKET + 8 for name, _ in grid.row_groups), default=0.0)
    room = total + max(width(row, SIZE) for row in rows) + beside
    return layered(layers, total, high), room


def records_of(
    cells: Mapping[tuple[int, int], Cell],
    lefts: Sequence[float],
    tops: Sequence[float],
    wide: float,
    digits: int,
) -> list[dict[str, Any]]:
    """Every cell with its place in pixels: its edges, the middle for the number, a corner for the dot."""
    return [
        {
            "left": lefts[column],
            "right": lefts[column] + wide - 1,
            "top": tops[row],
            "bottom": tops[row] + HIGH - 1,
            "x": lefts[column] + wide / 2,
            "y": tops[row] + HIGH / 2,
            "dot": lefts[column] + wide - 5.5,
            "over": tops[row] + 4.5,
            "value": cell.value,
            "number": "" if cell.value is None else f"{cell.value:.{digits}f}",
            "best": cell.best,
            "framed": cell.framed,
        }
        for (row, column), cell in cells.items()
    ]


def _starts(count: int, apart: int, groups: Groups) -> list[int]:
    """Before which places there is a gap: where a group ends, and before what is averaged."""
    ends = list(accumulate(size for _, size in groups))
    return sorted({*(end for end in ends if end < count), *([count - apart] if apart else [])})


def places(count: int, starts: Sequence[int], step: float) -> list[float]:
    return [place * step + _APART * sum(start <= place for start in starts) for place in range(count)]


def filled_cells(records: Sequence[Mapping[str, Any]], scales: Scales, ink: Ink) -> Iterator[alt.Chart]:
    white, black = scales
    filled = [
        {
            **record,
            "fill": ink.on(white.colour(value), black.colour(value)),
            "ink": ink.on(white.ink(value), black.ink(value)),
        }
        for record in records
        if (value := record["value"]) is not None
    ]
    blank = [record for record in records if record["value"] is None]
    box = {"x": across("left"), "x2": alt.X2("right"), "y": down("top"), "y2": alt.Y2("bottom")}
    readable = alt.Color("ink", type="nominal", scale=None, legend=None)
    yield mark(filled, "rect", {}, color=alt.Color("fill", type="nominal", scale=None, legend=None), **box)
    for best, weight in ((False, "normal"), (True, "bold")):
        chosen = [record for record in filled if record["best"] is best]
        style = {"fontWeight": weight, "baseline": "middle"}
        if chosen:
            yield mark(
                chosen, "text", style, x=across("x"), y=down("y"), text=words("number"), color=readable
            )
        if chosen and best:
            dot = {"size": 9, "opacity": 1}
            yield mark(chosen, "circle", dot, x=across("dot"), y=down("over"), color=readable)
    if framed := [_inner(record) for record in filled if record["framed"]]:
        line = {"fillOpacity": 0, "strokeWidth": 1.2, "strokeOpacity": 0.65}
        stroke = alt.Stroke("ink", type="nominal", scale=None, legend=None)
        yield mark(framed, "rect", line, stroke=stroke, **box)
    if blank:
        yield mark(blank, "rect", {"fillOpacity": 0, "stroke": ink.line, "strokeOpacity": ink.faint}, **box)


def _inner(record: Mapping[str, Any]) -> dict[str, Any]:
    """A box just inside that of a cell."""
    moved = {"left": 1.5, "top": 1.5, "right": -1.5, "bottom": -1.5}
    return {**record, **{edge: record[edge] + by for edge, by in moved.items()}}


def row_names(names: Sequence[str], tops: Sequence[float], ink: Ink) -> alt.Chart:
    """To the left of the rows."""
    records = [{"name": name, "y": top + HIGH / 2} for name, top in zip(names, tops, strict=True)]
    style = {"align": "right", "baseline": "middle", "color": ink.text}
    return mark(records, "text", style, x=at_x(-8), y=down("y"), text=words("name"))


def _headings(names: Sequence[str], centres: Sequence[float], upright: bool, ink: Ink) -> alt.Chart:
    """Above the columns; turned where they are wider than these."""
    records = [{"name": name, "x": centre} for name, centre in zip(names, centres, strict=True)]
    style = {"baseline": "bottom"} if upright else {"align": "left", "baseline": "middle", "angle": 315}
    return mark(records, "text", {"color": ink.text, **style}, x=across("x"), y=at_y(-6), text=words("name"))


def _groups_beside(groups: Groups, tops: Sequence[float], right: float, ink: Ink) -> Iterator[alt.Chart]:
    """To the right of the rows: a line as long as the group, and its name."""
    spans = _spans(groups, tops, HIGH)
    if spans:
        line = {"color": ink.quiet, "strokeWidth": 1}
        yield mark(spans, "rule", line, x=at_x(right + _BRACKET), y=down("start"), y2=alt.Y2("end"))
        style = {"align": "left", "baseline": "middle", "color": ink.text}
        yield mark(spans, "text", style, x=at_x(right + _BRACKET + 6), y=down("middle"), text=words("name"))


def _groups_below(
    groups: Groups, lefts: Sequence[float], wide: float, bottom: float, ink: Ink
) -> Iterator[alt.Chart]:
    """Below the columns: a line as long as the group, and its name; slanted where they would meet."""
    spans = _spans(groups, lefts, wide)
    if spans:
        line = {"color": ink.quiet, "strokeWidth": 1}
        yield mark(spans, "rule", line, y=at_y(bottom + _BRACKET), x=across("start"), x2=alt.X2("end"))
        fits = all(
            width(one["name"] + other["name"], SIZE) / 2 + 12 <= other["middle"] - one["middle"]
            for one, other in pairwise(spans)
        )
        style = {"baseline": "top"} if fits else {"align": "left", "baseline": "middle", "angle": 45}
        place = at_y(bottom + _BRACKET + (6 if fits else 8))
        yield mark(
            spans, "text", {"color": ink.text, **style}, x=across("middle"), y=place, text=words("name")
        )


def _spans(groups: Groups, places: Sequence[float], step: float) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    at = 0
    for name, size in groups:
        start, end = places[at], places[at + size - 1] + step - 1
        if name:  # without one there is only a gap behind the group
            found.append({"name": name, "start": start, "end": end, "middle": (start + end) / 2})
        at += size
    return found
