"""Points with their names: every label beside its mark or with a line to it, and no two of them meet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import inf
from typing import Any

import altair as alt

from lackmus.core.verdicts.many_systems import DRAWN, ENDS, ends_of
from lackmus.write.charts.drawing import SIZE, Ink, across, down, mark, words
from lackmus.write.charts.lettering import width

_LINE = SIZE + 3  # of a label
_MARK = 6.0  # from the middle of a mark to its edge
_NEAR = 12.0  # labels that are farther away have a line to their mark

_CROWD = 90.0  # marks that are nearer side by side are in each other's way
_CROSSED = 60.0  # so much farther away may a label be to avoid that a line runs through something

_Box = tuple[float, float, float, float]  # left, top, right, bottom
_Line = tuple[float, float, float, float]  # from x, y to x, y


@dataclass(frozen=True)
class Spot:
    """A name where it stands, in pixels."""

    name: str
    x: float
    y: float
    group: str = ""


def named(points: Sequence[Spot]) -> Sequence[Spot]:
    """Return the points that get their names: all, or of very many the highest and the lowest."""
    if len(points) <= DRAWN:
        return points
    return ends_of(sorted(points, key=lambda one: (one.y, one.x, one.name)))


def names_said(points: int, what: str) -> str:
    """Return a sentence that says which points have names; nothing where all have."""
    if points <= DRAWN:
        return ""
    return f" The {ENDS} highest and the {ENDS} lowest of {points:,} {what} have their names."


def marks(points: Sequence[Spot], among: Sequence[Spot], style: dict[str, Any]) -> Iterator[alt.Chart]:
    """Draw points; where those `among` which they stand are very many, the ones without names are small."""
    large = set(named(among))
    small = {**style, "size": style["size"] / 4, "opacity": 0.45}
    for chosen, look in (
        ([one for one in points if one not in large], small),
        ([one for one in points if one in large], style),
    ):
        if chosen:
            records = [{"x": one.x, "y": one.y} for one in chosen]
            yield mark(records, "point", look, x=across("x"), y=down("y"))


def labels(points: Sequence[Spot], high: float, ink: Ink) -> Iterator[alt.Chart]:
    """Beside their marks where there is room, else a little way off with a line to them."""
    points = named(points)
    found = _labels(points, high)
    lines = [dict(zip(("x", "y", "to_x", "to_y"), one.line, strict=True)) for one in found if one.far]
    if lines:
        style = {"color": ink.line, "opacity": 0.6, "strokeWidth": 0.8}
        yield mark(lines, "rule", style, x=across("x"), x2=alt.X2("to_x"), y=down("y"), y2=alt.Y2("to_y"))
    records = [
        {"name": point.name, "left": one.left, "middle": one.middle}
        for point, one in zip(points, found, strict=True)
    ]
    style = {"align": "left", "baseline": "middle", "color": ink.text}
    yield mark(records, "text", style, x=across("left"), y=down("middle"), text=words("name"))


def placed(points: Sequence[Spot], high: float) -> list[tuple[float, float, bool]]:
    """For each label its left end, its middle, and whether it is far from its mark; no two boxes meet."""
    return [(one.left, one.middle, one.far) for one in _labels(points, high)]


def _labels(points: Sequence[Spot], high: float) -> "list[_Label]":
    """A near place is better than a far one, and a longer line than one through other marks and labels.

    Where marks are crowded labels are placed first, while there is room.
    """
    marks = [(one.x - _MARK, one.y - _MARK, one.x + _MARK, one.y + _MARK) for one in points]
    found: dict[int, _Label] = {}
    for place in sorted(range(len(points)), key=lambda place: -_crowd(points[place], points)):
        others = [*marks[:place], *marks[place + 1 :], *(one.box for one in found.values())]
        lines = [one.line for one in found.values() if one.far]
        best, least = None, inf
        for one in _candidates(points[place], high):
            if one.away >= least:  # nothing farther away can be better
                break
            if not any(_meet(one.box, other) for other in (marks[place], *others)):
                crossed = sum(_runs_through(line, one.box) for line in lines)
                crossed += sum(_runs_through(one.line, other) for other in others) if one.far else 0
                if one.away + _CROSSED * crossed < least:
                    best, least = one, one.away + _CROSSED * crossed
        assert best is not None  # far enough to the right there is always room
        found[place] = best
    return [found[place] for place in range(len(points))]


def _crowd(point: Spot, points: Sequence[Spot]) -> int:
    """How many marks stand where the label would like to be, or where theirs would."""
    return sum(abs(one.x - point.x) < _CROWD and abs(one.y - point.y) < _LINE for one in points)


@dataclass(frozen=True)
class _Label:
    """Where a label could stand."""

    left: float
    middle: float
    wide: float
    point: Spot
    away: float

    @property
    def far(self) -> bool:
        """Does it need a line to its mark?"""
        return self.away > _NEAR

    @property
    def box(self) -> _Box:
        return self.left - 2, self.middle - _LINE / 2, self.left + self.wide + 2, self.middle + _LINE / 2

    @property
    def line(self) -> _Line:
        """From its mark to where the label is nearest."""
        left, top, right, bottom = self.box
        x, y = self.point.x, self.point.y
        return x, y, min(max(x, left), right), min(max(y, top), bottom)


def _candidates(point: Spot, high: float) -> Iterator[_Label]:
    """Places in ever wider circles around a mark, first to the right."""
    wide = width(point.name, SIZE)
    for away in count(_NEAR, 6):
        for across_, down_ in _DIRECTIONS:
            left = point.x + across_ * away - wide * (1 - across_) / 2
            one = _Label(left, point.y + down_ * away, wide, point, away)
            if left >= 4 and one.box[1] >= 0 and one.box[3] <= high:
                yield one


_DIRECTIONS = (
    *((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1)),
    *((1, -0.5), (1, 0.5), (-1, -0.5), (-1, 0.5), (0.5, -1), (0.5, 1), (-0.5, -1), (-0.5, 1)),
)


def _meet(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _runs_through(line: _Line, box: _Box) -> bool:
    """Is a part of the line inside the box? What is left of it is cut at each of the four edges."""
    x, y, to_x, to_y = line
    start, end = 0.0, 1.0
    for at, by, low, high in ((x, to_x - x, box[0], box[2]), (y, to_y - y, box[1], box[3])):
        if not by:
            if not low < at < high:
                return False
            continue
        first, last = sorted(((low - at) / by, (high - at) / by))
        start, end = max(start, first), min(end, last)
    return start < end
