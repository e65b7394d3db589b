"""Points with their names on two axes; of very many the highest and the lowest are named."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.many_systems import DRAWN, ENDS, ends_of, listed
from lackmus.errors import NoAnswerError
from lackmus.write.charts.drawing import Chart, Ink, Part, data, framed
from lackmus.write.charts.labelled_points import LabelledPoint, placed
from lackmus.write.charts.text_widths import clean, shortened

WIDE = 560.0
NAMES = 34  # letters of a name
STEPS = 6  # on an axis, about
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")


@dataclass(frozen=True)
class Point:
    """A name with its two values."""

    name: str
    x: float
    y: float
    group: str = ""


@dataclass(frozen=True)
class Span:
    """The values of an axis. The ends are fixed here, because labels are placed before Vega draws."""

    low: float
    high: float
    log: bool = False

    def part(self, value: float) -> float:
        """How far from the low end to the high one a value is."""
        return (self._bent(value) - self._bent(self.low)) / (self._bent(self.high) - self._bent(self.low))

    def at(self, part: float) -> float:
        """The value that is so far from the low end to the high one."""
        bent = self._bent(self.low) + part * (self._bent(self.high) - self._bent(self.low))
        return 10.0**bent if self.log else bent

    def _bent(self, value: float) -> float:
        return log10(value) if self.log else value

    @property
    def scale(self) -> alt.Scale:
        """As Vega-Lite has it."""
        return alt.Scale(
            type="log" if self.log else "linear", domain=[self.low, self.high], nice=False, zero=False
        )


def span_of(values: Sequence[float], within: tuple[float, float] | None = None) -> Span:
    """Ends at steps of 1, 2 or 5 times a power of ten; marks keep a little distance from them."""
    low, high = min(values), max(values)
    span = high - low or max(abs(high) / 10, 1.0)
    rough = span / STEPS
    power = 10.0 ** floor(log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough * (1 - 1e-9))
    start, end = floor((low - span / 20) / step) * step, ceil((high + span / 20) / step) * step
    if within:
        start, end = max(within[0], start), min(within[1], end)
    return Span(start, end)


def names_said(points: int, what: str) -> str:
    """Return a sentence that says which points have names; nothing where all have."""
    if points <= DRAWN:
        return ""
    return f" The {ENDS} highest and the {ENDS} lowest of {points:,} {what} have their names."


def scatter(
    points: Sequence[Point], x: Span, y: Span, high: float, axis: alt.Axis, groups: Sequence[str], ink: Ink
) -> Part:
    """The points, those without names small; `axis` is the one below, and `groups` make a legend."""
    large = set(ends_of(sorted(points, key=lambda one: (-one.y, one.x, one.name))))
    named = [one for one in points if one in large]
    spots = [LabelledPoint(one.name, WIDE * x.part(one.x), high * (1 - y.part(one.y))) for one in named]
    labels = [
        {
            "name": label.spot.name,
            **dict(zip(("x", "to_x"), (x.at(px / WIDE) for px in label.line[::2]), strict=True)),
            **dict(zip(("y", "to_y"), (y.at(1 - px / high) for px in label.line[1::2]), strict=True)),
            "left": x.at(label.left / WIDE),
            "middle": y.at(1 - label.middle / high),
            "far": label.far,
        }
        for label in placed(spots, high)
    ]
    records = [{"x": one.x, "y": one.y, "group": one.group, "named": one in large} for one in points]
    right = alt.X("x:Q", scale=x.scale, axis=axis)
    up = alt.Y("y:Q", scale=y.scale, title=None, axis=alt.Axis(tickCount=STEPS))
    base = alt.Chart(data(labels))
    line = base.transform_filter("datum.far").mark_rule(color=ink.line, opacity=0.6, strokeWidth=0.8)
    text = base.mark_text(align="left", baseline="middle")
    marks = alt.Chart(data(records)).mark_point(
        filled=True,
        size=alt.ExprRef("datum.named ? 75 : 19"),
        opacity=alt.ExprRef("datum.named ? 1 : 0.45"),
    )
    return alt.layer(
        line.encode(x=right, x2="to_x:Q", y=up, y2="to_y:Q"),
        text.encode(
            x=alt.X("left:Q", scale=x.scale, axis=axis), y=alt.Y("middle:Q", title=None), text="name:N"
        ),
        _grouped(marks, groups, ink).encode(
            x=right,
            y=up,
        ),
        width=WIDE,
        height=high,
    )


def _grouped(marks: alt.Chart, groups: Sequence[str], ink: Ink) -> alt.Chart:
    """Groups differ in shape, and in colours that are easy to tell apart."""
    colours = (ink.passed, ink.failed, ink.quiet)
    chosen = [colours[(place + place // len(_SHAPES)) % len(colours)] for place in range(len(groups))]
    shapes = [_SHAPES[place % len(_SHAPES)] for place in range(len(groups))]
    legend = alt.Legend(title=None, columns=4, symbolSize=75, symbolOpacity=1) if len(groups) > 1 else None
    found: alt.Chart = marks.encode(
        color=alt.Color("group:N", scale=alt.Scale(domain=list(groups), range=chosen), legend=legend),
        shape=alt.Shape("group:N", scale=alt.Scale(domain=list(groups), range=shapes), legend=legend),
    )
    return found


_HIGH = 340.0


def speed(ranking: MetricRanking, names: Mapping[str, str], ink: Ink) -> Chart:
    """Right is fast, up is accurate; the axis of speed is logarithmic: metrics differ by powers of ten."""
    rates = {one.about.name: one.rate for one in ranking.scored if one.rate}
    if not rates:
        raise NoAnswerError("How fast these metrics are is not known: their scores were not computed here.")
    accuracy = ranking.averages[Average.MICRO].accuracy
    shown = shortened([names.get(metric, metric) for metric in rates], NAMES)
    points = [
        Point(name, rate, accuracy[metric], clean(ranking.groups[metric]))
        for name, (metric, rate) in zip(shown, rates.items(), strict=True)
    ]
    slow, fast = floor(log10(min(rates.values()))), ceil(log10(max(rates.values())))
    fast = max(fast, slow + 1)
    # Whole fives around all that is drawn, with room for marks and labels at the ends.
    low = max(0, 5 * floor((min(point.y for point in points) - 1) / 5))
    high = min(100, 5 * ceil((max(point.y for point in points) + 1) / 5))
    axis = alt.Axis(
        title="segments per second, logarithmic",
        values=[10.0**power for power in range(slow, fast + 1)],
        format=",~r",
    )
    used = {point.group for point in points}
    groups = [clean(group) for group in ranking.members if clean(group) in used]
    right = Span(10.0**slow, 10.0**fast, log=True)
    body = scatter(points, right, Span(low, high), _HIGH, axis, groups, ink)
    missing = [names.get(metric, metric) for metric in ranking.metrics if metric not in rates]
    said = f" Speed not known: {listed(missing)}." if missing else ""
    facts = (
        f"Percent of {counted(ranking.challenge.tuples.height, 'tuple')} whose better translation gets the "
        f"better score, and how many segments a metric scored in a second.{said}"
        f"{names_said(len(points), 'metrics')}"
    )
    return framed(body, "Accuracy and speed of metrics", facts, ranking.signature, WIDE + 100, ink)
