"""What accuracy costs: metrics by how often they are right and how many segments they score in a second."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, log10
from typing import Any

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.ranking import Ranking
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.many_systems import listed
from lackmus.errors import NoAnswerError
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
from lackmus.write.charts.lettering import clean, fitted, width
from lackmus.write.charts.spots import Spot, labels, marks, names_said

_WIDE, _HIGH = 560.0, 340.0
_NAMES = 190.0  # room for the name of a metric
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")


def speed(ranking: Ranking, names: Mapping[str, str], ink: Ink) -> Chart:
    """Right is fast, up is accurate; the axis of speed is logarithmic: metrics differ by powers of ten."""
    rates = {one.about.name: one.rate for one in ranking.scored if one.rate}
    if not rates:
        raise NoAnswerError("How fast these metrics are is not known: their scores were not computed here.")
    accuracy = ranking.averages[Average.MICRO].accuracy
    shown = dict(zip(rates, fitted([names.get(one, one) for one in rates], _NAMES, SIZE), strict=True))
    slow, fast = floor(log10(min(rates.values()))), ceil(log10(max(rates.values())))
    fast = max(fast, slow + 1)
    low, high = _range([accuracy[metric] for metric in rates])
    points = [
        Spot(
            shown[metric],
            _WIDE * (log10(rate) - slow) / (fast - slow),
            _HIGH * (high - accuracy[metric]) / (high - low),
            ranking.groups[metric],
        )
        for metric, rate in rates.items()
    ]
    layers = [*_axes(slow, fast, low, high, ink), *labels(points, _HIGH, ink)]
    members = [group for group in ranking.members if any(point.group == group for point in points)]
    layers += _marks(points, members, ink)
    layers += _legend(members, ink) if len(ranking.members) > 1 else ()
    missing = [names.get(metric, metric) for metric in ranking.metrics if metric not in rates]
    said = f" Speed not known: {listed(missing)}." if missing else ""
    facts = (
        f"Percent of {counted(ranking.challenge.tuples.height, 'tuple')} whose better translation gets the "
        f"better score, and how many segments a metric scored in a second.{said}"
        f"{names_said(len(points), 'metrics')}"
    )
    part = layered(layers, _WIDE, _HIGH)
    return framed(part, "Accuracy and speed of metrics", facts, ranking.signature, _WIDE + 100, ink)


def _range(values: Sequence[float]) -> tuple[float, float]:
    """Whole fives around all that is drawn, with room for marks and labels at the ends."""
    low, high = max(0, 5 * floor((min(values) - 1) / 5)), min(100, 5 * ceil((max(values) + 1) / 5))
    return float(low), float(high)


def _axes(slow: int, fast: int, low: float, high: float, ink: Ink) -> Iterator[alt.Chart]:
    """Lines that guide the eye, numbers at them, and what they count."""
    guide = {"color": ink.line, "opacity": ink.faint}
    step = 5 if high - low <= 30 else 10
    levels = [
        {"number": f"{value}", "y": _HIGH * (high - value) / (high - low), "start": 0, "end": _WIDE}
        for value in range(int(low), int(high) + 1)
        if value % step == 0
    ]
    yield mark(levels, "rule", guide, x=across("start"), x2=alt.X2("end"), y=down("y"))
    right = {"align": "right", "baseline": "middle", "color": ink.text}
    yield mark(levels, "text", right, x=at_x(-8), y=down("y"), text=words("number"))
    powers = [
        {
            "number": f"{10**power:,}" if power >= 0 else f"{10**power:g}",
            "x": _WIDE * (power - slow) / (fast - slow),
            "start": 0,
            "end": _HIGH,
        }
        for power in range(slow, fast + 1)
    ]
    yield mark(powers, "rule", guide, x=across("x"), y=down("start"), y2=alt.Y2("end"))
    below = {"align": "center", "baseline": "top", "color": ink.text}
    yield mark(powers, "text", below, x=across("x"), y=at_y(_HIGH + 8), text=words("number"))
    title = [{"name": "segments per second, logarithmic"}]
    style = {**below, "color": ink.quiet}
    yield mark(title, "text", style, x=at_x(_WIDE / 2), y=at_y(_HIGH + 26), text=words("name"))


def _style(number: int, ink: Ink) -> dict[str, Any]:
    """Groups differ in shape, and in colours that do not look alike to anybody."""
    colours = (ink.passed, ink.failed, ink.quiet)
    colour = colours[(number + number // len(_SHAPES)) % len(colours)]
    return {
        "shape": _SHAPES[number % len(_SHAPES)],
        "color": colour,
        "filled": True,
        "opacity": 1,
        "size": 80,
    }


def _marks(points: Sequence[Spot], groups: Sequence[str], ink: Ink) -> Iterator[alt.Chart]:
    for number, group in enumerate(groups):
        yield from marks([one for one in points if one.group == group], points, _style(number, ink))


def _legend(groups: Sequence[str], ink: Ink) -> Iterator[alt.Chart]:
    """Above the drawing, as many in a line as there is room for."""
    x, y = 6.0, -12.0
    for number, group in enumerate(groups):
        (name,) = fitted([clean(group)], _WIDE - 40, SIZE)
        if x > 6 and x + width(name, SIZE) > _WIDE:
            x, y = 6.0, y - 18
        record = [{"name": name, "x": x, "y": y}]
        yield mark(record, "point", _style(number, ink), x=across("x"), y=down("y"))
        style = {"align": "left", "baseline": "middle", "color": ink.text, "dx": 10}
        yield mark(record, "text", style, x=across("x"), y=down("y"), text=words("name"))
        x += width(name, SIZE) + 34
