"""Numbers in coloured cells: a heat map in parts, with names of rows, columns and groups."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import altair as alt

from lackmus.write.charts.drawing import LETTER, Ink, at_x, at_y, data, rows_axis
from lackmus.write.charts.text_widths import longest, shortened

_DARK, _WHITE = "#000000", "#ffffff"  # a softer black would not reach 4.5 : 1 in the middle


@dataclass(frozen=True)
class ColourScale:
    """Colours at some values, mixed between them; on the ground the weak ones lie near it."""

    colours: Mapping[float, str]  # from the lowest value to the highest; equal steps look equal
    white_from: float = 0.0  # from this value on, cells are dark enough for white numbers

    def from_(self, least: float) -> "ColourScale":
        """The same from another lowest value on, for a scale that runs from 0 to 1."""
        room = 100 - least
        stretched = {least + room * share: colour for share, colour in self.colours.items()}
        return ColourScale(stretched, least + room * self.white_from)

    def colour(self, value: float) -> str:
        """Mixed from the colours below and above the value."""
        values = list(self.colours)
        at = min(max(bisect_right(values, value), 1), len(values) - 1)
        low, high = values[at - 1], values[at]
        share = min(max((value - low) / (high - low), 0.0), 1.0)
        ends = zip(_parts(self.colours[low]), _parts(self.colours[high]), strict=True)
        return "rgb({}, {}, {})".format(*(round(one + (other - one) * share) for one, other in ends))

    def ink(self, value: float) -> str:
        """What a number is written in."""
        return _WHITE if value >= self.white_from else _DARK


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


# From orange to blue and at the same time from light to dark, so that a grey print keeps the order.
ACCURACY = ColourScale(
    {
        **{0: "#ffc26a", 50: "#f3ba7d", 61: "#ddbd99", 72: "#c4bfb5", 78: "#9fb1be", 85: "#6da1c7"},
        **{90: "#488aba", 92.5: "#317eb3", 95: "#0b73ac", 97.5: "#06639e", 100: "#005490"},
    },
    93.2,
)
LIKENESS = ColourScale(
    {
        **{0.0: "#e6eef8", 0.25: "#cedef2", 0.5: "#b5cfec", 0.65: "#95bbe2", 0.8: "#74a8d8"},
        **{0.9: "#467eb3", 0.95: "#2b6aa1", 1.0: "#00568f"},
    },
    0.911,
)
# On black from dark to light, so that the strongest stands out there as well; white is readable on all of it.
ACCURACY_ON_BLACK = ColourScale(
    {
        **{0: "#4a2704", 50: "#5c3a17", 61: "#594634", 72: "#525150", 78: "#4d5965", 85: "#41637f"},
        **{95: "#2c6fa3", 100: "#1f79ba"},
    }
)
LIKENESS_ON_BLACK = ColourScale({0.0: "#1e2732", 0.5: "#22415c", 0.8: "#235d8c", 1.0: "#1f79ba"})


HIGH = 22.0  # of a cell
NAMES = 42  # letters of the name of a row
HEADS = 32  # and of a column
_STEP = 44.0  # from one column to the next
_APART = 9.0  # between parts
_BRACKET = 7.0  # from the cells to the line beside a group
_UPRIGHT = 13  # letters of a heading for which a few columns may grow

Scales = tuple[ColourScale, ColourScale]  # on white, on black


@dataclass(frozen=True)
class GridCell:
    """A number where a row and a column meet."""

    value: float | None
    best: bool = False
    framed: bool = False  # where there are groups: among the best of all of them together


@dataclass(frozen=True)
class Grid:
    """Rows and columns by name, in parts: so many neighbours under a name, which may be blank."""

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Mapping[tuple[int, int], GridCell]  # (row, column)
    row_parts: Sequence[tuple[str, int]]
    column_parts: Sequence[tuple[str, int]]

    def turned(self) -> "Grid":
        """Rows as columns and columns as rows."""
        cells = {(column, row): cell for (row, column), cell in self.cells.items()}
        return Grid(self.columns, self.rows, cells, self.column_parts, self.row_parts)


def heat_map(grid: Grid, ink: Ink) -> tuple[alt.ConcatChart, float]:
    """A drawing for each part of rows and columns; and about how wide all of it is."""
    rows, heads = shortened(grid.rows, NAMES), shortened(grid.columns, HEADS)
    upright = longest(heads) <= (_UPRIGHT if len(heads) <= 7 else 6)
    step = max(_STEP, longest(heads) * LETTER + 14) if upright else _STEP
    down, across = list(_slices(grid.row_parts)), list(_slices(grid.column_parts))
    fits = all(longest([name]) * LETTER + 12 <= step * len(part) for name, part in across)
    above = alt.Axis(orient="top", grid=False, labelAngle=0 if upright else -45)
    drawn = []
    for group, lines in down:
        for over, columns in across:
            cells = {(rows[row], heads[at]): grid.cells[row, at] for row in lines for at in columns}
            x = alt.X("column:N", sort=None, title=None, axis=above if lines.start == 0 else None)
            y = alt.Y("row:N", sort=None, title=None, axis=rows_axis() if columns.start == 0 else None)
            groups = [
                *(_beside(group, HIGH * len(lines), ink) if columns.stop == len(heads) else ()),
                *(_below(over, step * len(columns), fits, ink) if lines.stop == len(rows) else ()),
            ]
            drawn.append(filled_cells(cells, x, y, step, (ACCURACY, ACCURACY_ON_BLACK), ink, 1, groups))
    body = alt.concat(*drawn, columns=len(across), align="each", bounds="flush", spacing=_APART)
    beside = longest([name for name, _ in down])
    return body, (longest(rows) + beside) * LETTER + step * len(heads)


def _slices(parts: Sequence[tuple[str, int]]) -> Iterator[tuple[str, range]]:
    ends = accumulate(size for _, size in parts)
    return ((name, range(end - size, end)) for (name, size), end in zip(parts, ends, strict=True))


def filled_cells(
    cells: Mapping[tuple[str, str], GridCell],
    x: alt.X,
    y: alt.Y,
    step: float,
    scales: Scales,
    ink: Ink,
    digits: int = 0,
    more: Sequence[alt.Chart] = (),
) -> alt.LayerChart:
    """Boxes with their numbers; the best in bold with a dot, and a frame where that is asked for."""
    white, black = scales
    records: list[dict[str, Any]] = [
        {
            "row": row,
            "column": column,
            "number": "" if cell.value is None else f"{cell.value:.{digits}f}",
            "fill": cell.value is not None and ink.on(white.colour(cell.value), black.colour(cell.value)),
            "ink": cell.value is not None and ink.on(white.ink(cell.value), black.ink(cell.value)),
            "best": cell.best,
            "framed": cell.framed,
        }
        for (row, column), cell in cells.items()
    ]
    weight = alt.ExprRef("datum.best ? 'bold' : 'normal'")
    readable = alt.Color("ink:N", scale=None)
    outline = alt.ExprRef(f"datum.fill ? null : '{ink.line}'")  # of a cell without a number
    box = alt.Chart().mark_rect(
        fill=alt.ExprRef("datum.fill || 'transparent'"),
        stroke=outline,
        strokeOpacity=ink.faint,
        **_within(1, step),
    )
    layers = [box, alt.Chart().mark_text(fontWeight=weight).encode(text="number:N", color=readable)]
    if any(cell.best for cell in cells.values()):
        dot = alt.Chart().mark_circle(size=9, opacity=1, xOffset=step / 2 - 5.5, yOffset=4.5 - HIGH / 2)
        layers.append(dot.transform_filter("datum.best").encode(color=readable))
    if any(cell.framed for cell in cells.values()):
        frame = alt.Chart().mark_rect(fillOpacity=0, strokeWidth=1.2, strokeOpacity=0.65, **_within(4, step))
        stroke = alt.Stroke("ink:N", scale=None)
        layers.append(frame.transform_filter("datum.framed").encode(stroke=stroke))
    places = alt.FacetedEncoding(x=x, y=y)
    return alt.LayerChart(
        data=data(records),
        layer=[*layers, *more],
        encoding=places,
        width=alt.Step(step),
        height=alt.Step(HIGH),
    )


def _within(less: float, step: float) -> dict[str, Any]:
    """The size of a box that is so much smaller than its place."""
    return {
        "width": alt.RelativeBandSize(band=1 - less / step),
        "height": alt.RelativeBandSize(band=1 - less / HIGH),
    }


def _beside(name: str, high: float, ink: Ink) -> Iterator[alt.Chart]:
    """A line as long as the group at its left, and its name."""
    if name:
        base = alt.Chart(data([{"name": name}])).encode(x=at_x("width"))
        rule = base.mark_rule(color=ink.quiet, xOffset=_BRACKET)
        yield rule.encode(y=at_y(0), y2=alt.Y2Value(high))  # type: ignore[no-untyped-call]
        yield base.mark_text(align="left", dx=_BRACKET + 6).encode(y=at_y(high / 2), text="name:N")


def _below(name: str, wide: float, fits: bool, ink: Ink) -> Iterator[alt.Chart]:
    """A line as long as the group above it, and its name; slanted where it would meet the next."""
    if name:
        base = alt.Chart(data([{"name": name}])).encode(y=at_y("height"))
        rule = base.mark_rule(color=ink.quiet, yOffset=_BRACKET)
        yield rule.encode(x=at_x(0), x2=alt.X2Value(wide))  # type: ignore[no-untyped-call]
        level: dict[str, Any] = {"baseline": "top"}
        slanted: dict[str, Any] = {"align": "left", "angle": 45}
        text = base.mark_text(yOffset=_BRACKET + (6 if fits else 8), **(level if fits else slanted))
        yield text.encode(x=at_x(wide / 2), text="name:N")
