"""Mean shares of systems against their overall scores: a point for each system, and what rho says."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.contrasts.shares import Correlated, Tendencies
from lackmus.errors import NoAnswerError
from lackmus.tables.contrasts.sentences import correlation_said, leading_keywords
from lackmus.write.charts.drawing import (
    FACTS,
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
from lackmus.write.charts.lettering import clean, fitted, width, wrapped
from lackmus.write.charts.spots import Spot, labels, marks, named, names_said

_WIDE, _HIGH = 560.0, 280.0
_NAMES = 190.0  # room for the name of a system
_STEPS = 6  # on an axis, about
_HUNDRED = (0.0, 100.0)


def correlation(found: Tendencies, names: Mapping[str, str], ink: Ink) -> Chart:
    """A panel for each overall score, on the leading set."""
    drawn = correlated(found)
    if not drawn:
        raise NoAnswerError("No system has an overall score, so there is nothing to draw.")
    panels = [_panel(one, names, ink) for one in drawn]
    body = alt.vconcat(*(part for part, _ in panels), spacing=34) if len(panels) > 1 else panels[0][0]
    by = found.study.selected_by
    selected = f" selected by {names.get(by, by)}" if by else ""
    facts = (
        f"Up: the mean share of Good over {counted(len(found.phenomena), 'contrast')} in percent of Good and "
        f"Bad ({leading_keywords(found)}{selected}, links by {found.study.symmetry}): a tendency, not a "
        "count of errors. Right: the overall score. ρ: Spearman's rank correlation, with a bootstrap "
        "interval over systems and p by permutation."
        f"{circular_fact(drawn)}{names_said(max(len(one.points) for one in drawn), 'systems')}"
    )
    room = max(room for _, room in panels)
    title = "Mean share of Good and overall scores"
    return framed(body, title, facts, found.signature, room, ink)


def circular_fact(drawn: Sequence[Correlated]) -> str:
    """What a reader must know of scores that rest on the selecting reference."""
    by = next((one.circular for one in drawn if one.circular), "")
    if not by:
        return ""
    return (
        f" Circular: the score rests on {clean(by)}, which also selected the keywords; likeness to it raises "
        "both."
    )


def correlated(found: Tendencies) -> list[Correlated]:
    """What there is to draw: scores of the leading set."""
    return [one for one in found.correlated if one.chosen is found.leading.chosen and one.points]


@dataclass(frozen=True)
class _Axis:
    """Round numbers around all that is drawn."""

    low: float
    high: float
    step: float

    def part(self, value: float) -> float:
        """How far from the low end to the high one."""
        return (value - self.low) / (self.high - self.low)

    @property
    def ticks(self) -> Iterator[tuple[float, str]]:
        """Numbers with as many decimals as their steps have."""
        digits = max(0, -floor(log10(self.step) + 1e-9))
        for number in range(round((self.high - self.low) / self.step) + 1):
            value = self.low + number * self.step
            yield value, f"{value:,.{digits}f}".replace("-", "−")


def axis_of(values: Sequence[float], within: tuple[float, float] | None = None) -> _Axis:
    """Steps of 1, 2 or 5 times a power of ten; marks keep a little distance from the ends."""
    low, high = min(values), max(values)
    span = high - low or max(abs(high) / 10, 1.0)
    rough = span / _STEPS
    power = 10.0 ** floor(log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough * (1 - 1e-9))
    start, end = floor((low - span / 20) / step) * step, ceil((high + span / 20) / step) * step
    if within:
        start, end = max(within[0], start), min(within[1], end)
    return _Axis(start, end, step)


def _panel(one: Correlated, names: Mapping[str, str], ink: Ink) -> tuple[alt.LayerChart, float]:
    shares, scores = zip(*one.points.values(), strict=True)
    x, y = axis_of(scores), axis_of(shares, _HUNDRED)
    shown = fitted([names.get(system, system) for system in one.points], _NAMES, SIZE)
    spots = [
        Spot(name, _WIDE * x.part(score), _HIGH * (1 - y.part(share)))
        for name, (share, score) in zip(shown, one.points.values(), strict=True)
    ]
    (name,) = fitted([clean(one.overall.name)], _NAMES, SIZE)
    under = name if one.overall.higher else f"{name} (lower is better)"
    layers = [
        *_axes(x, y, under, ink),
        *labels(spots, _HIGH, ink),
        *marks(
            spots, spots, {"shape": "circle", "size": 70, "filled": True, "opacity": 1, "color": ink.passed}
        ),
        *_heading(f"{name}: {correlation_said(one.correlation)}{', circular' if one.circular else ''}", ink),
    ]
    over = max((spot.x + 14 + width(spot.name, SIZE) - _WIDE for spot in named(spots)), default=0.0)
    return layered(layers, _WIDE, _HIGH), _WIDE + 20 + max(0.0, over)


def _axes(x: _Axis, y: _Axis, under: str, ink: Ink) -> Iterator[alt.Chart]:
    """Lines that guide the eye, numbers at them, and what they count."""
    guide = {"color": ink.line, "opacity": ink.faint}
    levels = [
        {"number": number, "y": _HIGH * (1 - y.part(value)), "start": 0, "end": _WIDE}
        for value, number in y.ticks
    ]
    yield mark(levels, "rule", guide, x=across("start"), x2=alt.X2("end"), y=down("y"))
    right = {"align": "right", "baseline": "middle", "color": ink.text}
    yield mark(levels, "text", right, x=at_x(-8), y=down("y"), text=words("number"))
    columns = [
        {"number": number, "x": _WIDE * x.part(value), "start": 0, "end": _HIGH} for value, number in x.ticks
    ]
    yield mark(columns, "rule", guide, x=across("x"), y=down("start"), y2=alt.Y2("end"))
    below = {"align": "center", "baseline": "top", "color": ink.text}
    yield mark(columns, "text", below, x=across("x"), y=at_y(_HIGH + 8), text=words("number"))
    style = {**below, "color": ink.quiet}
    yield mark([{"name": under}], "text", style, x=at_x(_WIDE / 2), y=at_y(_HIGH + 26), text=words("name"))


def _heading(said: str, ink: Ink) -> Iterator[alt.Chart]:
    lines = wrapped(said, _WIDE, FACTS, bold=True)
    records = [
        {"name": line, "y": -12 - (FACTS + 4) * (len(lines) - 1 - place)} for place, line in enumerate(lines)
    ]
    style = {
        "align": "left",
        "baseline": "bottom",
        "fontSize": FACTS,
        "fontWeight": "bold",
        "color": ink.text,
    }
    yield mark(records, "text", style, x=at_x(0), y=down("y"), text=words("name"))
