"""Small bar charts side by side: the same rows in all of them, and at every bar a diamond for a mean."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

import altair as alt

from lackmus.write.charts.drawing import SIZE, Ink, across, at_x, down, layered, mark, words
from lackmus.write.charts.lettering import fitted, width, wrapped

NAMES = 210.0  # room for the name of a row
_WIDE = 116.0  # of the bars: from 0 to 100 percent
_NUMBER = 36.0  # beside them
_APART = 24.0  # between panels
_WIDEST = 1110.0  # all of it
_ROW, _LOW_ROW = 17.0, 14.0  # height of a row, and where there are many
_MANY = 16
_BAR = 0.68  # of a row
_GAP = 7.0  # before the rows that stand apart
_LINE = SIZE + 3  # of a title
_HEAD = 8.0  # between the title and the bars
_FOOT = 24.0  # numbers of the axis
_BELOW = 26.0  # to the next line of panels
_AXIS = (0, 50, 100)


@dataclass(frozen=True)
class Bar:
    """A percentage; `mean` is one to compare it with, `tick` the same percentage of other items."""

    value: float | None
    best: bool = False
    hollow: bool = False  # of something that is not compared
    tick: float | None = None
    mean: float | None = None


@dataclass(frozen=True)
class Small:
    """One panel: a bar for each row, and in the title the mean of those that are compared."""

    title: str
    bars: Sequence[Bar]
    mean: float | None


def drawn(rows: Sequence[str], panels: Sequence[Small], apart: int, ink: Ink) -> tuple[alt.LayerChart, float]:
    """Return all panels, the last `apart` rows at a distance, and how wide it all is."""
    names = fitted(rows, NAMES, SIZE)
    left = max(width(name, SIZE) for name in names) + 10
    stride = _WIDE + _NUMBER + _APART
    fit = max(1, floor((_WIDEST - left + _APART) / stride))
    across_ = ceil(len(panels) / ceil(len(panels) / fit))
    middles, bottom = _middles(len(rows), apart)
    layers: list[_Layer] = []
    top = 0.0
    for start in range(0, len(panels), across_):
        line = panels[start : start + across_]
        titles = [_title(panel) for panel in line]
        top += _LINE * max(map(len, titles)) + _HEAD
        layers.append(_names(names, middles, top))
        for place, (panel, title) in enumerate(zip(line, titles, strict=True)):
            layers += _panel(panel, title, _Frame(place * stride, top, bottom, middles))
        top += bottom + _FOOT + _BELOW
    wide = across_ * stride - _APART
    merged = [layer for kind in _ORDER for layer in _merged(kind, layers, ink)]
    return layered(merged, wide, top - _BELOW), left + wide


@dataclass(frozen=True)
class _Frame:
    """Where a panel stands: its left and upper edge, how high it is, and the middles of its rows."""

    left: float
    top: float
    high: float
    middles: Sequence[float]  # of the rows

    def x(self, percent: float) -> float:
        return self.left + _WIDE * percent / 100

    def y(self, place: int) -> float:
        return self.top + self.middles[place]


# Records by the kind of mark that draws them: one layer for all panels is drawn faster than one for each.
_Layer = tuple[str, list[dict[str, Any]]]
_ORDER = ("grid", "bar", "hollow", "tick", "diamond", "name", "number", "best", "title", "axis")


def _middles(rows: int, apart: int) -> tuple[list[float], float]:
    """Return the middle of each row, and where it all ends."""
    step = _ROW if rows <= _MANY else _LOW_ROW
    gaps = [_GAP if place >= rows - apart else 0.0 for place in range(rows)]
    return [(place + 0.5) * step + gap for place, gap in enumerate(gaps)], rows * step + max(gaps)


def _title(panel: Small) -> list[str]:
    """With the mean; it is not torn from its sign."""
    mean = "" if panel.mean is None else f" {panel.mean:.1f}\u00a0%"
    return wrapped(panel.title + mean, _WIDE + _NUMBER, SIZE, bold=True)


def _names(names: Sequence[str], middles: Sequence[float], top: float) -> _Layer:
    return "name", [{"text": name, "y": top + middle} for name, middle in zip(names, middles, strict=True)]


def _panel(panel: Small, title: Sequence[str], frame: _Frame) -> Iterator[_Layer]:
    step = _ROW if len(panel.bars) <= _MANY else _LOW_ROW
    bottom = frame.top + frame.high
    half = step * _BAR / 2
    yield "grid", [{"x": frame.x(value), "y": frame.top, "to": bottom + 3} for value in _AXIS]
    yield "axis", [{"text": f"{value}", "x": frame.x(value), "y": bottom + 8} for value in _AXIS]
    yield (
        "title",
        [
            {"text": text, "x": frame.left, "y": frame.top - _HEAD - _LINE * (len(title) - 1 - place)}
            for place, text in enumerate(title)
        ],
    )
    for place, bar in enumerate(panel.bars):
        y = frame.y(place)
        right = {"x": frame.left + _WIDE + _NUMBER, "y": y}
        if bar.value is None:
            yield "number", [{"text": "–", **right}]
            continue
        box = {"left": frame.x(0), "right": frame.x(bar.value), "top": y - half, "bottom": y + half}
        yield "hollow" if bar.hollow else "bar", [box]
        yield "best" if bar.best else "number", [{"text": f"{bar.value:.1f}", **right}]
        if bar.tick is not None:
            yield "tick", [{"x": frame.x(bar.tick), "y": y - half - 1.5, "to": y + half + 1.5}]
        if bar.mean is not None:
            yield "diamond", [{"x": frame.x(bar.mean), "y": y}]


def _merged(kind: str, layers: Sequence[_Layer], ink: Ink) -> Iterator[alt.Chart]:
    records = [record for name, some in layers if name == kind for record in some]
    if not records:
        return
    box = {"x": across("left"), "x2": alt.X2("right"), "y": down("top"), "y2": alt.Y2("bottom")}
    upright = {"x": across("x"), "y": down("y"), "y2": alt.Y2("to")}
    text = {"x": across("x"), "y": down("y"), "text": words("text")}
    right = {"align": "right", "baseline": "middle", "color": ink.text}
    match kind:
        case "grid":
            yield mark(records, "rule", {"color": ink.line, "opacity": ink.faint}, **upright)
        case "bar":
            yield mark(records, "rect", {"color": ink.passed, "opacity": 1}, **box)
        case "hollow":
            style = {"fill": ink.line, "fillOpacity": 0.12, "stroke": ink.line, "strokeWidth": 1}
            yield mark(records, "rect", {**style, "opacity": 0.75}, **box)
        case "tick":
            # Seen on the bar and beside it: a dark line in a light one.
            yield mark(
                records, "rule", {"color": ink.on("#ffffff", "#000000"), "strokeWidth": 3.4}, **upright
            )
            yield mark(records, "rule", {"color": ink.text, "strokeWidth": 1.4}, **upright)
        case "diamond":
            # With an edge, so that it is seen on the bar as well as beside it, and in a grey print.
            edge = {"stroke": ink.on("#ffffff", "#000000"), "strokeWidth": 1}
            style = {"shape": "diamond", "size": 62, "filled": True, "opacity": 1, "fill": ink.failed, **edge}
            yield mark(records, "point", style, x=across("x"), y=down("y"))
        case "name":
            yield mark(records, "text", right, x=at_x(-10), y=down("y"), text=words("text"))
        case "number" | "best":
            weight = "bold" if kind == "best" else "normal"
            yield mark(records, "text", {**right, "fontWeight": weight}, **text)
        case "title":
            style = {"align": "left", "baseline": "bottom", "fontWeight": "bold", "color": ink.text}
            yield mark(records, "text", style, **text)
        case "axis":
            style = {"align": "center", "baseline": "top", "color": ink.quiet, "fontSize": SIZE - 1}
            yield mark(records, "text", style, **text)
