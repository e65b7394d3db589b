"""Accuracies over time: a line for every system that came back, or for every category of one model."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import AVERAGES, Average
from lackmus.core.verdicts.many_systems import DRAWN, ends_of, left_out, listed
from lackmus.core.verdicts.trend import Trend, TrendRow
from lackmus.errors import NoAnswerError
from lackmus.tables.table import points
from lackmus.write.charts.drawing import SIZE, Chart, Ink, across, at_y, down, framed, layered, mark, words
from lackmus.write.charts.lettering import fitted, spread, width

_NAMES = 190.0  # room for the name of a system
_CAMPAIGNS = 150.0  # and of a campaign
_LEAST_STEP, _LEAST_WIDE, _LEAST_HIGH = 130.0, 300.0, 300.0
_NAMED = 10  # of very many campaigns, so many steps with a name at each end
_DOTS = 12.0  # from one dot to the next; nearer ones would only thicken the line
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
    """Systems, on all items that the campaigns share."""
    row = one.averages[Average.MICRO]
    if not one.common or not row.average:
        raise NoAnswerError("No item is fair in all campaigns, so there is nothing to draw.")
    systems = _shown(one, row)
    lines = _lines(one, row, names, systems)
    # Systems that were there once: they enter the average, so they are to be seen.
    back = set(one.systems)
    number = {campaign: place for place, campaign in enumerate(one.campaigns)}
    dots = [
        (number[campaign], value) for (campaign, system), value in row.accuracy.items() if system not in back
    ]
    dots = list(dict.fromkeys((at, round(value, 1)) for at, value in dots)) if len(dots) > DRAWN else dots
    title = f"Accuracy from {one.campaigns[0]} to {one.campaigns[-1]}"
    facts = _facts(one, lines, bool(dots))
    if said := left_out(len(one.systems), len(systems)):
        facts += f" {said}"
    return _over_time(lines, dots, one.campaigns, title, facts, one.signature, ink)


def _shown(one: Trend, row: TrendRow) -> tuple[str, ...]:
    """The systems that get a line: all, or of very many the best and the last of the latest campaign."""
    if len(one.systems) <= DRAWN:
        return one.systems
    latest = {system: value for (_, system), value in row.accuracy.items()}
    return ends_of(sorted(one.systems, key=lambda system: (-latest.get(system, 0.0), system.casefold())))


def checkpoints(one: Trend, names: Mapping[str, str], ink: Ink) -> Chart:
    """Categories, on all items settled for every checkpoint, each with the mean over its systems."""
    if not one.common:
        raise NoAnswerError("No item is settled for all checkpoints, so there is nothing to draw.")
    means = {name: one.averages[kind] for kind, name in AVERAGES.items()}
    found = [Line(name, _places(one, row.average), average=True) for name, row in means.items()]
    categories = fitted([row.category or "" for row in one.rows], _NAMES, SIZE)
    found += [Line(name, _places(one, row.average)) for name, row in zip(categories, one.rows, strict=True)]
    shown = [names.get(name, name) for name in one.campaigns]
    title = f"Accuracy by category from {shown[0]} to {shown[-1]}"
    facts = f"Percent of {counted(one.common, 'item')} settled for all checkpoints.{_styles(found)}"
    return _over_time(found, [], shown, title, facts, one.signature, ink)


def _places(one: Trend, values: Mapping[str, float]) -> list[tuple[int, float]]:
    return sorted((one.campaigns.index(campaign), value) for campaign, value in values.items())


def _over_time(
    lines: Sequence[Line],
    dots: Sequence[tuple[int, float]],
    times: Sequence[str],
    title: str,
    facts: str,
    signature: str,
    ink: Ink,
) -> Chart:
    """Lines from left to right, each with its label at the end."""
    values = [value for line in lines for _, value in line.places] + [value for _, value in dots]
    low, high = max(0, floor(min(values) - 1)), min(100, ceil(max(values) + 1))
    campaigns, step = _along(times)
    wide = step * (len(times) - 1)
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
        *_dots(dots, step, x, y, ink),
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
    return framed(part, title, facts, signature, room, ink)


def _along(times: Sequence[str]) -> tuple[dict[int, str], float]:
    """Return the names below the lines by their places, and the way from one place to the next.

    Of very many places some are named, from the first to the last, and all stand on one page.
    """
    steps = max(1, len(times) - 1)
    if len(times) > DRAWN:
        places = [round(steps * part / _NAMED) for part in range(_NAMED + 1)]
    else:
        places = list(range(len(times)))
    names = dict(zip(places, fitted([times[place] for place in places], _CAMPAIGNS, SIZE), strict=True))
    step = max(_LEAST_STEP, _LEAST_WIDE / steps, *(width(name, SIZE) + 20 for name in names.values()))
    return names, step if len(times) <= DRAWN else step * _NAMED * 1.2 / steps


def _lines(one: Trend, row: TrendRow, names: Mapping[str, str], systems: Sequence[str]) -> list[Line]:
    found = [Line("Average", _places(one, row.average), average=True)]
    shown = fitted([names.get(system, system) for system in systems], _NAMES, SIZE)
    of: dict[str, dict[str, float]] = {}
    for (campaign, system), value in row.accuracy.items():
        of.setdefault(system, {})[campaign] = value
    for name, system in zip(shown, systems, strict=True):
        if system in of:
            found.append(Line(name, _places(one, of[system])))
    return found


def _facts(one: Trend, lines: Sequence[Line], once: bool) -> str:
    sizes = ", ".join(f"{name} {len(one.averaged(name))}" for name in one.campaigns)
    more = ["small dots: systems of one campaign"] if once else []
    outside = listed(list(dict.fromkeys(name for names in one.unaveraged.values() for name in names)))
    more += [f"not in the average: {outside}"] if outside else []
    joins = [" = ".join(dict.fromkeys(join.names.values())) for join in one.joined.joins]
    more += [f"joined: {listed(joins)}"] if joins else []
    return (
        f"Percent of {counted(one.common, 'item')} fair in all campaigns. "
        f"Average: over all systems of a campaign ({sizes}).{_styles(lines, more)}"
    )


def _styles(lines: Sequence[Line], more: Sequence[str] = ()) -> str:
    """What colours and dashes mean, as a sentence."""
    courses = {line.course for line in lines}
    styles = {
        "up": "blue: higher than before",
        "down": "orange, dashed: lower",
        "level": "grey, dotted: the same",
    }
    said = [style for course, style in styles.items() if course in courses]
    told = f" {'; '.join([*said, *more])}." if [*said, *more] else ""
    return told[:2].upper() + told[2:]


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


def _campaigns(names: Mapping[int, str], step: float, tall: float, ink: Ink) -> alt.Chart:
    records = [{"x": number * step, "name": name} for number, name in names.items()]
    style = {"baseline": "top", "color": ink.text}
    return mark(records, "text", style, x=across("x"), y=at_y(tall + 12), text=words("name"))


def _dots(dots: Sequence[tuple[int, float]], step: float, x: alt.X, y: alt.Y, ink: Ink) -> list[alt.Chart]:
    records = [{"x": number * step, "value": value} for number, value in dots]
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
        if step >= _DOTS:
            layers.append(mark(records, "circle", dot, x=x, y=y))
    return layers
