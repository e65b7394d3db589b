"""Accuracies over time: a line for every system that came back, or for every category of one model."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import AVERAGES, Average
from lackmus.core.verdicts.many_systems import DRAWN, ends_of, left_out, listed
from lackmus.core.verdicts.trend import CampaignTrend, TrendRow
from lackmus.errors import NoAnswerError
from lackmus.tables.table import points
from lackmus.write.charts.drawing import LETTER, Chart, Ink, at_x, data, framed
from lackmus.write.charts.text_widths import longest, shortened, spread

_NAMES = 34  # letters of the name of a system
_CAMPAIGNS = 27  # and of a campaign
_LEAST_STEP, _LEAST_WIDE, _LEAST_HIGH = 130.0, 300.0, 300.0
_NAMED = 10  # of very many campaigns, so many steps with a name at each end
_DOTS = 12.0  # from one dot to the next; nearer ones would only thicken the line
_LABEL = 15.0  # from one label to the next
_LEAD = 34.0  # how far labels stand from the last campaign
_COURSES = ["level", "up", "down", "average"]  # one is drawn above the other


@dataclass(frozen=True)
class ChartLine:
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


def trend(one: CampaignTrend, names: Mapping[str, str], ink: Ink) -> Chart:
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


def _shown(one: CampaignTrend, row: TrendRow) -> tuple[str, ...]:
    """The systems that get a line: all, or of very many the best and the last of the latest campaign."""
    if len(one.systems) <= DRAWN:
        return one.systems
    latest = {system: value for (_, system), value in row.accuracy.items()}
    return ends_of(sorted(one.systems, key=lambda system: (-latest.get(system, 0.0), system.casefold())))


def checkpoints(one: CampaignTrend, names: Mapping[str, str], ink: Ink) -> Chart:
    """Categories, on all items settled for every checkpoint, each with the mean over its systems."""
    if not one.common:
        raise NoAnswerError("No item is settled for all checkpoints, so there is nothing to draw.")
    means = {name: one.averages[kind] for kind, name in AVERAGES.items()}
    found = [ChartLine(name, _places(one, row.average), average=True) for name, row in means.items()]
    categories = shortened([row.category or "" for row in one.rows], _NAMES)
    found += [
        ChartLine(name, _places(one, row.average)) for name, row in zip(categories, one.rows, strict=True)
    ]
    shown = [names.get(name, name) for name in one.campaigns]
    title = f"Accuracy by category from {shown[0]} to {shown[-1]}"
    facts = f"Percent of {counted(one.common, 'item')} settled for all checkpoints.{_styles(found)}"
    return _over_time(found, [], shown, title, facts, one.signature, ink)


def _places(one: CampaignTrend, values: Mapping[str, float]) -> list[tuple[int, float]]:
    return sorted((one.campaigns.index(campaign), value) for campaign, value in values.items())


def _over_time(
    lines: Sequence[ChartLine],
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
    names = shortened(times, _CAMPAIGNS)
    wide, named = _along(names)
    tall = max(_LEAST_HIGH, len(lines) * _LABEL)
    x = alt.X(
        "time:O",
        sort=None,
        title=None,
        scale=alt.Scale(type="point", domain=names, padding=0),
        axis=alt.Axis(values=named, labelAngle=0, labelPadding=12, grid=False),
    )
    y = alt.Y(
        "value:Q",
        title=None,
        scale=alt.Scale(domain=[low, high], nice=False),
        axis=alt.Axis(tickCount=max(4, round(tall / 60)), offset=14),
    )
    records = [
        {"line": line.name, "time": names[number], "value": value, "course": line.course}
        for course in _COURSES
        for line in lines
        if line.course == course
        for number, value in line.places
    ]
    once = alt.Chart(data([{"time": names[number], "value": value} for number, value in dots]))
    body = alt.layer(
        once.mark_circle(size=16, color=ink.line, opacity=0.4).encode(x=x, y=y),
        *_drawn(alt.Chart(data(records)).encode(x=x, y=y), wide / len(names) >= _DOTS, ink),
        *_labels(_ends(lines, names, low, high, tall), x, y, ink),
        width=wide,
        height=tall,
    )
    room = wide + _LEAD + 60 + LETTER * max(len(_label(line)) for line in lines)
    return framed(body, title, facts, signature, room, ink)


def _along(names: Sequence[str]) -> tuple[float, list[str]]:
    """Return how wide the lines are, and the names below them: of very many some, from first to last."""
    steps = max(1, len(names) - 1)
    if len(names) > DRAWN:
        places = [round(steps * part / _NAMED) for part in range(_NAMED + 1)]
        return max(_LEAST_STEP, longest(names) * LETTER + 20) * _NAMED * 1.2, [
            names[place] for place in places
        ]
    return max(_LEAST_WIDE, max(_LEAST_STEP, longest(names) * LETTER + 20) * steps), list(names)


def _lines(
    one: CampaignTrend, row: TrendRow, names: Mapping[str, str], systems: Sequence[str]
) -> list[ChartLine]:
    found = [ChartLine("Average", _places(one, row.average), average=True)]
    shown = shortened([names.get(system, system) for system in systems], _NAMES)
    of: dict[str, dict[str, float]] = {}
    for (campaign, system), value in row.accuracy.items():
        of.setdefault(system, {})[campaign] = value
    for name, system in zip(shown, systems, strict=True):
        if system in of:
            found.append(ChartLine(name, _places(one, of[system])))
    return found


def _facts(one: CampaignTrend, lines: Sequence[ChartLine], once: bool) -> str:
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


def _styles(lines: Sequence[ChartLine], more: Sequence[str] = ()) -> str:
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
    lines: Sequence[ChartLine], names: Sequence[str], low: float, high: float, tall: float
) -> list[dict[str, Any]]:
    """Labels beside the last campaign, as near to their line's end as the others allow."""
    wanted = [tall * (high - line.places[-1][1]) / (high - low) for line in lines]
    return [
        {
            "time": names[line.places[-1][0]],
            "value": line.places[-1][1],
            "beside": high - place * (high - low) / tall,
            "label": _label(line),
            "average": line.average,
        }
        for line, place in zip(lines, spread(wanted, _LABEL, 0, tall), strict=True)
    ]


def _label(line: ChartLine) -> str:
    change = f" ({points(line.change)})" if len(line.places) > 1 else ""
    return f"{line.places[-1][1]:.1f}  {line.name}{change}"


def _labels(ends: Sequence[Mapping[str, Any]], x: alt.X, y: alt.Y, ink: Ink) -> Iterator[alt.Chart]:
    base = alt.Chart(data(ends))
    lead = base.mark_rule(color=ink.line, opacity=0.35, strokeWidth=0.8, x2Offset=_LEAD - 4)
    right = alt.X2Value("width")  # type: ignore[no-untyped-call]
    yield lead.encode(x=x, x2=right, y=y, y2="beside:Q")
    weight = alt.ExprRef("datum.average ? 'bold' : 'normal'")
    text = base.mark_text(align="left", fontWeight=weight, dx=_LEAD)
    yield text.encode(x=at_x("width"), y="beside:Q", text="label:N")


def _drawn(base: alt.Chart, dotted: bool, ink: Ink) -> Iterator[alt.Chart]:
    """Lines by their course; a print without colours still shows dashes and dots."""
    colours = [ink.quiet, ink.passed, ink.failed, ink.text]

    def styled(range_: Sequence[Any]) -> dict[str, Any]:
        return {"scale": alt.Scale(type="ordinal", domain=_COURSES, range=list(range_)), "legend": None}

    colour = alt.Color("course:N", **styled(colours))
    yield base.mark_line().encode(
        color=colour,
        strokeDash=alt.StrokeDash("course:N", **styled([[1.5, 3], [1, 0], [6, 3], [1, 0]])),
        strokeWidth=alt.StrokeWidth("course:N", **styled([1.8, 1.8, 1.8, 3.2])),
        detail="line:N",
    )
    if dotted:
        size = alt.Size("course:N", **styled([34, 34, 34, 64]))
        yield base.mark_circle(opacity=1).encode(color=colour, size=size)
