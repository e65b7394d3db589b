"""Where the names of points stand: beside their marks or with a line to them, and no two of them meet.

Vega can place labels so (its label transform), but Vega-Lite has no way to ask for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import inf

from lackmus.write.charts.drawing import SIZE
from lackmus.write.text_widths import width

_LINE = SIZE + 3  # of a label
_MARK = 6.0  # from the middle of a mark to its edge
_NEAR = 12.0  # labels that are farther away have a line to their mark
_CROWD = 90.0  # marks that are nearer side by side are in each other's way
_CROSSED = 60.0  # so much farther away may a label be to avoid that a line runs through something
_DIRECTIONS = (
    *((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1)),
    *((1, -0.5), (1, 0.5), (-1, -0.5), (-1, 0.5), (0.5, -1), (0.5, 1), (-0.5, -1), (-0.5, 1)),
)

_Box = tuple[float, float, float, float]  # left, top, right, bottom
_Line = tuple[float, float, float, float]  # from x, y to x, y


@dataclass(frozen=True)
class LabelledPoint:
    """A name and the middle of its mark, in pixels."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class SpotLabel:
    """Where a label could stand: its left end and its middle, so far away from its mark."""

    left: float
    middle: float
    wide: float
    spot: LabelledPoint
    away: float

    @property
    def far(self) -> bool:
        """Does it need a line to its mark?"""
        return self.away > _NEAR

    @property
    def box(self) -> _Box:
        """The room that it takes."""
        return self.left - 2, self.middle - _LINE / 2, self.left + self.wide + 2, self.middle + _LINE / 2

    @property
    def line(self) -> _Line:
        """From its mark to where the label is nearest."""
        left, top, right, bottom = self.box
        x, y = self.spot.x, self.spot.y
        return x, y, min(max(x, left), right), min(max(y, top), bottom)


def placed(spots: Sequence[LabelledPoint], high: float) -> list[SpotLabel]:
    """A near place is better than a far one, and a longer line than one through other marks and labels.

    Where marks are crowded labels are placed first, while there is room.
    """
    marks = [(one.x - _MARK, one.y - _MARK, one.x + _MARK, one.y + _MARK) for one in spots]
    found: dict[int, SpotLabel] = {}
    for place in sorted(range(len(spots)), key=lambda place: -_crowd(spots[place], spots)):
        others = [*marks[:place], *marks[place + 1 :], *(one.box for one in found.values())]
        lines = [one.line for one in found.values() if one.far]
        best, least = None, inf
        for one in _candidates(spots[place], high):
            if one.away >= least:  # nothing farther away can be better
                break
            if not any(_meet(one.box, other) for other in (marks[place], *others)):
                crossed = sum(_runs_through(line, one.box) for line in lines)
                crossed += sum(_runs_through(one.line, other) for other in others) if one.far else 0
                if one.away + _CROSSED * crossed < least:
                    best, least = one, one.away + _CROSSED * crossed
        assert best is not None  # far enough to the right there is always room
        found[place] = best
    return [found[place] for place in range(len(spots))]


def _crowd(spot: LabelledPoint, spots: Sequence[LabelledPoint]) -> int:
    """How many marks stand where the label would like to be, or where theirs would."""
    return sum(abs(one.x - spot.x) < _CROWD and abs(one.y - spot.y) < _LINE for one in spots)


def _candidates(spot: LabelledPoint, high: float) -> Iterator[SpotLabel]:
    """Places in ever wider circles around a mark, first to the right."""
    wide = width(spot.name, SIZE)
    for away in count(_NEAR, 6):
        for across, down in _DIRECTIONS:
            left = spot.x + across * away - wide * (1 - across) / 2
            one = SpotLabel(left, spot.y + down * away, wide, spot, away)
            if left >= 4 and one.box[1] >= 0 and one.box[3] <= high:
                yield one


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
