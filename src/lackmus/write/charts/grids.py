"""Numbers in coloured cells: accuracies of systems × categories, and how often systems agree."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any

import altair as alt

from lackmus.core.evaluations import Evaluation
from lackmus.core.likeness import likeness, side_by_side
from lackmus.core.scores import AVERAGES, Score
from lackmus.core.tables import counted
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.write.charts.drawing import (
    SIZE,
    Chart,
    Ink,
    across,
    at_x,
    at_y,
    down,
    framed,
    layered,
    mark,
    words,
)
from lackmus.write.charts.lettering import fitted, width
from lackmus.write.charts.scales import ACCURACY, ACCURACY_ON_BLACK, LIKENESS, LIKENESS_ON_BLACK, Scale

_HIGH = 22.0  # of a cell
_APART = 9.0  # between the body and what is averaged
_NAMES = 210.0  # room for the name of a row
_HEADS = 170.0  # and of a column
_WIDEST = 84.0  # to which cells may grow for a heading that is not turned

_Scales = tuple[Scale, Scale]  # on white, on black


@dataclass(frozen=True)
class Cell:
    """A number where a row and a column meet."""

    value: float | None
    best: bool = False


@dataclass(frozen=True)
class Grid:
    """Rows and columns by name; those in `apart` stand at a distance, because they sum up the others."""

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Mapping[tuple[int, int], Cell]  # (row, column)
    rows_apart: int = 0  # the last so many
    columns_apart: int = 0

    def turned(self) -> "Grid":
        """Rows as columns and columns as rows."""
        cells = {(column, row): cell for (row, column), cell in self.cells.items()}
        return Grid(self.columns, self.rows, cells, self.columns_apart, self.rows_apart)


def heatmap(evaluation: Evaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """Accuracies of systems and categories; what there is more of runs down the page."""
    if not evaluation.fairness.fair:
        raise NoAnswerError("No item is settled for all systems, so there is no accuracy to draw.")
    several = len(evaluation.systems) > 1
    turned = len(evaluation.systems) > len(evaluation.categories)
    grid = _accuracies(evaluation, names, _HEADS if turned else _NAMES)
    grid, along = (grid.turned(), "column") if turned else (grid, "row")
    best = f" Bold with a dot: among the significantly best of the {along}." if several else ""
    facts = (
        f"Percent of {counted(evaluation.fairness.fair, 'item')} settled for "
        f"{'all systems' if several else 'the system'}; how many in parentheses.{best}"
    )
    part, room = _drawn(grid, (ACCURACY, ACCURACY_ON_BLACK), ink)
    return framed(part, "Accuracy by category", facts, evaluation.signature, room, ink)


def _accuracies(evaluation: Evaluation, names: Mapping[str, str], room: float) -> Grid:
    """As in the table: categories in rows, averages below them, the mean over systems at the right.

    Names of categories that are wider than the room are shortened, but not how many items they have.
    """
    systems, several = evaluation.systems, len(evaluation.systems) > 1
    scores = [*evaluation.categories, *(evaluation.averages[kind] for kind in AVERAGES)]
    cells = {
        (row, column): cell
        for row, score in enumerate(scores)
        for column, cell in enumerate(_score_cells(score, systems))
    }
    sizes = [f" ({row.n:,})" for row in evaluation.categories]
    left = room - max(width(size, SIZE) for size in sizes)
    categories = fitted([row.category or "" for row in evaluation.categories], left, SIZE)
    return Grid(
        [*map("".join, zip(categories, sizes, strict=True)), *AVERAGES.values()],
        [*(names[system] for system in systems), *(["Average"] if several else [])],
        cells,
        len(AVERAGES),
        1 if several else 0,
    )


def _score_cells(score: Score, systems: Sequence[str]) -> Iterator[Cell]:
    several = len(systems) > 1
    for system in systems:
        yield Cell(score.accuracy.get(system), several and system in score.best)
    if several:
        yield Cell(score.average)


def agreement(evaluation: Evaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """How often two systems get the same verdict; similar ones stand side by side."""
    if len(evaluation.systems) < 2:
        raise LackmusError("Agreement needs at least two systems.")
    alike = likeness(evaluation.verdicts, evaluation.systems)
    if not alike:
        raise NoAnswerError("No item is settled for all systems, so there is no agreement to draw.")
    order = side_by_side(evaluation.systems, alike)
    shown = fitted([names[system] for system in order], _NAMES, SIZE)
    # Half of the table says it all: each system as a row against those before it.
    cells = {
        (row, column): Cell(alike[one, other])
        for row, one in enumerate(order[1:])
        for column, other in enumerate(order[: row + 1])
    }
    least = min(99.0, floor(min(alike.values()) / 5) * 5.0)
    scales = LIKENESS.from_(least), LIKENESS_ON_BLACK.from_(least)
    facts = (
        f"Percent of {counted(evaluation.fairness.fair, 'item')} settled for all systems on which two "
        "of them get the same verdict: the one named at the left and the one named above the column. "
        "Similar systems stand side by side."
    )
    wide = width("100", SIZE, bold=True) + 12
    lefts, tops = _places(len(shown) - 1, 0, wide), _places(len(shown) - 1, 0, _HIGH)
    records = _records(cells, lefts, tops, wide, 0)
    heads = [
        {"name": name, "x": left + 3, "y": top - _HIGH / 2}
        for name, left, top in zip(shown, lefts, tops, strict=False)
    ]
    style = {"align": "left", "baseline": "middle", "color": ink.text}
    layers = [
        *_cells(records, scales, ink),
        _names(shown[1:], tops, ink),
        mark(heads, "text", style, x=across("x"), y=down("y"), text=words("name")),
    ]
    total, high = lefts[-1] + wide, tops[-1] + _HIGH
    room = max(width(name, SIZE) for name in shown) + total
    part = layered(layers, total, high)
    return framed(part, "Agreement between systems", facts, evaluation.signature, room, ink)


def _drawn(grid: Grid, scales: _Scales, ink: Ink) -> tuple[alt.LayerChart, float]:
    """The cells with their numbers and the names around them; and how wide all of it is."""
    rows, heads = fitted(grid.rows, _NAMES, SIZE), fitted(grid.columns, _HEADS, SIZE)
    widest = max(width(head, SIZE) for head in heads)
    least = width("100.0", SIZE, bold=True) + 14
    upright = widest + 8 <= (_WIDEST if len(heads) <= 7 else least)
    wide = max(least, widest + 8) if upright else least
    lefts = _places(len(heads), grid.columns_apart, wide)
    tops = _places(len(rows), grid.rows_apart, _HIGH)
    records = _records(grid.cells, lefts, tops, wide, 1)
    total, high = lefts[-1] + wide, tops[-1] + _HIGH
    layers = [
        *_cells(records, scales, ink),
        _names(rows, tops, ink),
        _headings(heads, [left + wide / 2 for left in lefts], upright, ink),
    ]
    room = total + max(width(row, SIZE) for row in rows)
    return layered(layers, total, high), room


def _records(
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
            "bottom": tops[row] + _HIGH - 1,
            "x": lefts[column] + wide / 2,
            "y": tops[row] + _HIGH / 2,
            "dot": lefts[column] + wide - 5.5,
            "over": tops[row] + 4.5,
            "value": cell.value,
            "number": "" if cell.value is None else f"{cell.value:.{digits}f}",
            "best": cell.best,
        }
        for (row, column), cell in cells.items()
    ]


def _places(count: int, apart: int, step: float) -> list[float]:
    return [place * step + (_APART if apart and place >= count - apart else 0) for place in range(count)]


def _cells(records: Sequence[Mapping[str, Any]], scales: _Scales, ink: Ink) -> Iterator[alt.Chart]:
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
    if blank:
        yield mark(blank, "rect", {"fillOpacity": 0, "stroke": ink.line, "strokeOpacity": ink.faint}, **box)


def _names(names: Sequence[str], tops: Sequence[float], ink: Ink) -> alt.Chart:
    """To the left of the rows."""
    records = [{"name": name, "y": top + _HIGH / 2} for name, top in zip(names, tops, strict=True)]
    style = {"align": "right", "baseline": "middle", "color": ink.text}
    return mark(records, "text", style, x=at_x(-8), y=down("y"), text=words("name"))


def _headings(names: Sequence[str], centres: Sequence[float], upright: bool, ink: Ink) -> alt.Chart:
    """Above the columns; turned where they are wider than these."""
    records = [{"name": name, "x": centre} for name, centre in zip(names, centres, strict=True)]
    style = {"baseline": "bottom"} if upright else {"align": "left", "baseline": "middle", "angle": 315}
    return mark(records, "text", {"color": ink.text, **style}, x=across("x"), y=at_y(-6), text=words("name"))
