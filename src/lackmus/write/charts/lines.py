"""Campaigns over time: a line for every system that came back, and the average over all systems."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

import altair as alt

from lackmus.core.scores import Average
from lackmus.core.tables import counted, points
from lackmus.core.trends import Trend, TrendRow
from lackmus.errors import NoAnswerError
from lackmus.write.charts.drawing import SIZE, Chart, Ink, across, at_y, down, framed, layered, mark, words
from lackmus.write.charts.lettering import fitted, spread, width

_NAMES = 190.0  # room for the name of a system
_CAMPAIGNS = 150.0  # and of a campaign
_LEAST_STEP, _LEAST_WIDE, _LEAST_HIGH = 130.0, 300.0, 300.0
_LABEL = 15.0  # from one label to the next
_LEAD = 34.0  # how far labels stand from the last campaign


@dataclass(frozen=True)
class Line:
    """One line with its label."""

    name: str
    places: Sequence[tuple[int, float]]  # number of the campaign, percent
    average: bool = False

    @property
    def change(self) -> float:
        """In points, from the first campaign to the last one of this line."""
        return self.places[-1][1] - self.places[0][1]

    @property
    def course(self) -> str:
        """What decides how the line is drawn."""
        if self.average:
            return "average"
        shown = round(self.change, 1)
        return "up" if shown > 0 else "down" if shown < 0 else "level"


def trend(one: Trend, names: Mapping[str, str], ink: Ink) -> Chart:
    """Accuracies on all items that the campaigns share."""
    row = one.averages[Average.MICRO]
    if not one.common or not row.average:
        raise NoAnswerError("No item is fair in all campaigns, so there is nothing to draw.")
    lines = _lines(one, row, names)
    values = [value for line in lines for _, value in line.places] + list(row.accuracy.values())
    low, high = max(0, floor(min(values) - 1)), min(100, ceil(max(values) + 1))
    campaigns = fitted(one.campaigns, _CAMPAIGNS, SIZE)
    steps = max(1, len(campaigns) - 1)
    step = max(_LEAST_STEP, _LEAST_WIDE / steps, *(width(name, SIZE) + 20 for name in campaigns))
    wide = step * (len(campaigns) - 1)
    tall = max(_LEAST_HIGH, len(lines) * _LABEL)
    y = alt.Y(
        "value",
        type="quantitative",
        scale=alt.Scale(domain=[low, high], nice=False),
        axis=alt.Axis(title=None, tickCount=max(4, round(tall / 60)), offset=14),
    )
    x = across("x")
    ends = _ends(lines, low, high, tall, step, wide)
    layers = [
        _campaigns(campaigns, step, tall, ink),
        *_others(one, row, step, x, y, ink),
        *_drawn(lines, step, x, y, ink),
        mark(
            ends,
            "rule",
            {"color": ink.line, "opacity": 0.35, "strokeWidth": 0.8},
            x=x,
            x2=alt.X2("x2"),
            y=y,
            y2=alt.Y2("value2"),
        ),
        *_labels(ends, ink),
    ]
    part = layered(layers, wide, tall)
    room = wide + _LEAD + 60 + max(width(str(end["label"]), SIZE, bold=True) for end in ends)
    return framed(part, _title(one), _facts(one, lines), one.signature, room, ink)


def _lines(one: Trend, row: TrendRow, names: Mapping[str, str]) -> list[Line]:
    numbers = {campaign: number for number, campaign in enumerate(one.campaigns)}
    average = [(numbers[campaign], value) for campaign, value in row.average.items()]
    found = [Line("Average", sorted(average), average=True)]
    shown = fitted([names.get(system, system) for system in one.systems], _NAMES, SIZE)
    for name, system in zip(shown, one.systems, strict=True):
        places = [(numbers[at], value) for (at, of), value in row.accuracy.items() if of == system]
        if places:
            found.append(Line(name, sorted(places)))
    return found


def _title(one: Trend) -> str:
    return f"Accuracy from {one.campaigns[0]} to {one.campaigns[-1]}"


def _facts(one: Trend, lines: Sequence[Line]) -> str:
    sizes = ", ".join(f"{name} {len(one.evaluations[name].systems)}" for name in one.campaigns)
    courses = {line.course for line in lines}
    styles = {
        "up": "blue: higher than before",
        "down": "orange, dashed: lower",
        "level": "grey, dotted: the same",
    }
    said = [style for course, style in styles.items() if course in courses]
    only = {system for _, system in one.averages[Average.MICRO].accuracy} - set(one.systems)
    said += ["small dots: systems of one campaign"] if only else []
    told = f" {'; '.join(said)}." if said else ""
    return (
        f"Percent of {counted(one.common, 'item')} fair in all campaigns. "
        f"Average: over all systems of a campaign ({sizes}).{told[:2].upper()}{told[2:]}"
    )


def _ends(
    lines: Sequence[Line], low: float, high: float, tall: float, step: float, wide: float
) -> list[dict[str, Any]]:
    """Labels beside the last campaign, as near to their line's end as the others allow."""
    wanted = [tall * (high - line.places[-1][1]) / (high - low) for line in lines]
    return [
        {
            "x": line.places[-1][0] * step,
            "value": line.places[-1][1],
            "x2": wide + _LEAD - 4,
            "value2": high - place * (high - low) / tall,
            "px": wide + _LEAD,
            "py": place,
            "label": _label(line),
            "average": line.average,
        }
        for line, place in zip(lines, spread(wanted, _LABEL, 0, tall), strict=True)
    ]


def _label(line: Line) -> str:
    change = f" ({points(line.change)})" if len(line.places) > 1 else ""
    return f"{line.places[-1][1]:.1f}  {line.name}{change}"


def _labels(ends: Sequence[Mapping[str, Any]], ink: Ink) -> Iterator[alt.Chart]:
    for average, weight in ((True, "bold"), (False, "normal")):
        chosen = [end for end in ends if end["average"] is average]
        style = {"align": "left", "baseline": "middle", "color": ink.text, "fontWeight": weight}
        if chosen:
            yield mark(chosen, "text", style, x=across("px"), y=down("py"), text=words("label"))


def _campaigns(names: Sequence[str], step: float, tall: float, ink: Ink) -> alt.Chart:
    records = [{"x": number * step, "name": name} for number, name in enumerate(names)]
    style = {"baseline": "top", "color": ink.text}
    return mark(records, "text", style, x=across("x"), y=at_y(tall + 12), text=words("name"))


def _others(one: Trend, row: TrendRow, step: float, x: alt.X, y: alt.Y, ink: Ink) -> list[alt.Chart]:
    """Systems that were there once: they enter the average, so they are to be seen."""
    records = [
        {"x": one.campaigns.index(campaign) * step, "value": value}
        for (campaign, system), value in row.accuracy.items()
        if system not in one.systems
    ]
    style = {"size": 16, "color": ink.line, "opacity": 0.4}
    return [mark(records, "circle", style, x=x, y=y)] if records else []


def _drawn(lines: Sequence[Line], step: float, x: alt.X, y: alt.Y, ink: Ink) -> list[alt.Chart]:
    """Lines by their course; a print without colours still shows dashes and dots."""
    styles: Mapping[str, dict[str, Any]] = {
        "level": {"color": ink.quiet, "strokeDash": [1.5, 3]},
        "up": {"color": ink.passed},
        "down": {"color": ink.failed, "strokeDash": [6, 3]},
        "average": {"color": ink.text, "strokeWidth": 3.2},
    }
    layers: list[alt.Chart] = []
    for course, style in styles.items():
        records = [
            {"line": line.name, "x": number * step, "value": value}
            for line in lines
            if line.course == course
            for number, value in line.places
        ]
        if not records:
            continue
        line = {"strokeWidth": 1.8, **style}
        dot = {"size": 64 if course == "average" else 34, "opacity": 1, "color": style["color"]}
        layers.append(mark(records, "line", line, x=x, y=y, detail=alt.Detail("line", type="nominal")))
        layers.append(mark(records, "circle", dot, x=x, y=y))
    return layers
