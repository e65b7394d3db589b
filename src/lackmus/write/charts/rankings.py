"""Metrics on a challenge: the sorted accuracies of all phenomena, and metrics × categories as a heat map."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.ranking import Ranking
from lackmus.core.verdicts.accuracies import Score
from lackmus.core.verdicts.many_systems import ENDS, ends_of, left_out
from lackmus.errors import NoAnswerError
from lackmus.tables.challenges.ranking import AVERAGES
from lackmus.write.charts.cells import drawn
from lackmus.write.charts.drawing import (
    FACTS,
    SIZE,
    Chart,
    Ink,
    across,
    at_x,
    at_y,
    framed,
    layered,
    mark,
    words,
)
from lackmus.write.charts.grids import accuracies
from lackmus.write.charts.lettering import clean, fitted, width
from lackmus.write.charts.rows import phenomenon_names, span

GUESSING = 50.0  # percent: of two texts one is better
_HIGH = 240.0  # of a panel
_STEP, _WIDE_STEP = 13.0, 30.0  # from one phenomenon to the next: at least, and where there are few
_WIDE = 620.0  # to which few phenomena spread
_LETTERS = 10.0  # size of their names
_NAMES = 190.0  # room for them
_NAMED = 130  # more phenomena than this are not named: nobody could read so many names
_MANY = 5  # from so many metrics on, the middle half of them says more than the ends alone
_AXIS = tuple(range(0, 101, 25))


def sorted_phenomena(rankings: Sequence[Ranking], names: Mapping[str, str], ink: Ink) -> Chart:
    """A panel for each ranking: phenomena from the hardest to the easiest, with the spread over metrics."""
    chosen = [ranking for ranking in rankings if ranking.phenomena]
    if not chosen:
        raise NoAnswerError("No phenomenon has enough tuples, so there is nothing to draw.")
    panels = [_panel(ranking, ink) for ranking in chosen]
    body = alt.vconcat(*(part for part, _ in panels), spacing=28) if len(panels) > 1 else panels[0][0]
    room = max(room for _, room in panels)
    signatures = " | ".join(dict.fromkeys(ranking.signature for ranking in chosen))
    title = "Accuracy of metrics by phenomenon, hardest first"
    return framed(body, title, _sorted_facts(chosen, names), signatures, room, ink)


def sorted_rows(ranking: Ranking) -> list[Score]:
    """The phenomena from the hardest to the easiest; equals by name, so that the order is always the same."""
    return sorted(
        ranking.phenomena, key=lambda row: (row.average or 0.0, row.category or "", row.phenomenon or "")
    )


def _sorted_facts(rankings: Sequence[Ranking], names: Mapping[str, str]) -> str:
    most = max(len(ranking.metrics) for ranking in rankings)
    said = "Percent of tuples whose better translation gets the better score; a tie is not right. "
    if most == 1:
        (metric,) = rankings[0].metrics
        said += f"Dots: {names.get(metric, metric)}"
    else:
        half = "; stronger: the middle half of them" if most >= _MANY else ""
        said += f"Dots: mean over metrics; band: from the lowest to the highest metric{half}"
    below = any((row.average or 0) < GUESSING for ranking in rankings for row in ranking.phenomena)
    said += "; orange diamonds: worse than guessing." if below else "."
    left = sum(ranking.hidden for ranking in rankings)
    return said + (
        f" {counted(left, 'phenomenon', 'phenomena')} with too few tuples left out." if left else ""
    )


def _panel(ranking: Ranking, ink: Ink) -> tuple[alt.LayerChart, float]:
    """One language pair; and how wide it is with all that stands around it."""
    rows = sorted_rows(ranking)
    named = len(rows) <= _NAMED
    step = max(_STEP if named else 0.0, min(_WIDE_STEP, _WIDE / len(rows)))
    wide = step * len(rows)
    points = [{"x": step * (place + 0.5), **span(row)} for place, row in enumerate(rows)]
    y = _percent("mean")
    layers = [
        *_bands(points, len(ranking.metrics), ink),
        *_guessing(wide, ink),
        mark(points, "line", {"color": ink.quiet, "strokeWidth": 1}, x=across("x"), y=y),
        *_points(points, y, named, ink),
        _heading(ranking, ink),
    ]
    if named:
        shown = fitted(phenomenon_names(rows), _NAMES, _LETTERS)
        records = [{"name": name, "x": point["x"]} for name, point in zip(shown, points, strict=True)]
        style = {
            "angle": 270,
            "align": "right",
            "baseline": "middle",
            "fontSize": _LETTERS,
            "color": ink.text,
        }
        layers.append(mark(records, "text", style, x=across("x"), y=at_y(_HIGH + 8), text=words("name")))
    else:
        style = {"baseline": "top", "align": "center", "color": ink.quiet}
        said = [{"name": "phenomena, from the hardest to the easiest"}]
        layers.append(mark(said, "text", style, x=at_x(wide / 2), y=at_y(_HIGH + 8), text=words("name")))
    return layered(layers, wide, _HIGH), wide + width(_GUESSING, SIZE) + 50


def _percent(field: str) -> alt.Y:
    axis = alt.Axis(title=None, values=_AXIS, offset=4)
    return alt.Y(field, type="quantitative", scale=alt.Scale(domain=[0, 100], nice=False), axis=axis)


def _bands(points: Sequence[Mapping[str, Any]], metrics: int, ink: Ink) -> Iterator[alt.Chart]:
    ends = [("low", "high")] if metrics > 1 else []
    ends += [("lower", "upper")] if metrics >= _MANY else []
    for low, high in ends:
        style = {"color": ink.passed, "opacity": 0.16}
        yield mark(points, "area", style, x=across("x"), y=_percent(low), y2=alt.Y2(high))


_GUESSING = "guessing"


def _guessing(wide: float, ink: Ink) -> Iterator[alt.Chart]:
    line = [{"value": GUESSING, "name": _GUESSING, "start": 0, "end": wide}]
    style = {"color": ink.line, "opacity": 0.7, "strokeDash": [5, 4], "strokeWidth": 1}
    yield mark(line, "rule", style, x=across("start"), x2=alt.X2("end"), y=_percent("value"))
    style = {"align": "left", "baseline": "middle", "color": ink.quiet}
    yield mark(line, "text", style, x=at_x(wide + 6), y=_percent("value"), text=words("name"))


def _points(points: Sequence[Mapping[str, Any]], y: alt.Y, named: bool, ink: Ink) -> Iterator[alt.Chart]:
    """Dots; where metrics do worse than guessing they differ in colour and in shape."""
    size = 34 if named else 14
    below = [point for point in points if point["mean"] < GUESSING]
    above = [point for point in points if point["mean"] >= GUESSING]
    kinds = ((above, "circle", 1.0, ink.passed), (below, "diamond", 1.8, ink.failed))
    for chosen, shape, larger, colour in kinds:
        if chosen:
            style = {"shape": shape, "size": size * larger, "filled": True, "opacity": 1, "color": colour}
            yield mark(chosen, "point", style, x=across("x"), y=y)


def _heading(ranking: Ranking, ink: Ink) -> alt.Chart:
    pair = clean(", ".join(ranking.challenge.pairs))
    tuples = counted(ranking.challenge.tuples.height, "tuple")
    phenomena = counted(len(ranking.phenomena), "phenomenon", "phenomena")
    said = f"{pair}: {tuples}, {phenomena}, {counted(len(ranking.metrics), 'metric')}"
    style = {
        "align": "left",
        "baseline": "bottom",
        "fontSize": FACTS,
        "fontWeight": "bold",
        "color": ink.text,
    }
    return mark([{"name": said}], "text", style, x=at_x(0), y=at_y(-10), text=words("name"))


def heatmap(ranking: Ranking, names: Mapping[str, str], ink: Ink) -> Chart:
    """Accuracies of metrics, group by group, and categories; what there is more of runs down the page."""
    several, grouped = len(ranking.metrics) > 1, len(ranking.members) > 1
    shown = ends_of(ranking.metrics)
    turned = len(shown) > len(ranking.categories)
    means = [(name, ranking.averages[kind]) for kind, name in AVERAGES.items()]
    metrics = [(metric, names.get(metric, metric)) for metric in shown]
    grid = accuracies(ranking.categories, means, metrics, "Mean", turned)
    if grouped or len(shown) < len(ranking.metrics):
        grid = replace(grid, column_groups=_groups(ranking, shown))
    grid, along = (grid.turned(), "column") if turned else (grid, "row")
    best = f"among the significantly best of the {along}"
    if any(row.best_of_group for row in (*ranking.categories, *ranking.averages.values())):
        bold = "among the significantly best of its group"
        best = f" Bold with a dot: {bold}; framed: {best}, all groups together."
    else:
        best = f" Bold with a dot: {best}." if several else ""
    facts = (
        f"Percent of {counted(ranking.challenge.tuples.height, 'tuple')} whose better translation gets the "
        f"better score; how many in parentheses.{best}"
    )
    if said := left_out(len(ranking.metrics), len(shown), ", but count in the mean", "metrics"):
        facts += f" {said}"
    part, room = drawn(grid, ink)
    return framed(part, "Accuracy of metrics by category", facts, ranking.signature, room, ink)


def _groups(ranking: Ranking, shown: Sequence[str]) -> list[tuple[str, int]]:
    """Return the groups of the metrics shown and their sizes, with a new one where metrics are left out."""
    parts = [shown] if len(shown) == len(ranking.metrics) else [shown[:ENDS], shown[ENDS:]]
    named = len(ranking.members) > 1
    return [
        (clean(group) if named else "", len(list(members)))
        for part in parts
        for group, members in groupby(part, key=ranking.groups.__getitem__)
    ]
