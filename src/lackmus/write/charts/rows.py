"""A row a name: accuracies per phenomenon, sorted, and the verdicts of every system."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from statistics import quantiles
from typing import Any

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import Score
from lackmus.core.verdicts.evaluation import Evaluation
from lackmus.core.verdicts.many_systems import ends_of, left_out
from lackmus.errors import NoAnswerError
from lackmus.write.charts.drawing import SIZE, Chart, Ink, at_x, at_y, framed, layered, mark, words
from lackmus.write.charts.lettering import fitted, width

_NAMES = 260.0  # room for the name of a row
_WIDE = 400.0  # of the plot itself
_PHENOMENON, _SYSTEM = 16.0, 24.0  # height of a row
_POINTS = 10  # up to so many systems are drawn one by one
_LONG = 60  # more rows than this are a long list
_AXIS = tuple(range(0, 101, 20))
_COLUMN = 66.0  # of numbers beside the bars


def phenomena(evaluation: Evaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """The phenomena from the hardest to the easiest: the mean over systems, and how far they lie apart."""
    scores = sorted((row for row in evaluation.phenomena if row.n), key=lambda row: row.average or 0.0)
    if not scores:
        raise NoAnswerError("No item is settled for all systems, so there is no accuracy to draw.")
    shown = fitted(phenomenon_names(scores), _NAMES, SIZE)
    # A page scrolls, a sheet or a slide does not: there a long list stands in two columns.
    columns = 2 if len(shown) > _LONG and ink.ground else 1
    length = ceil(len(shown) / columns)
    starts = range(0, len(shown), length)
    parts = [_phenomena(shown[at : at + length], scores[at : at + length], ink) for at in starts]
    body = alt.hconcat(*parts, spacing=36) if len(parts) > 1 else parts[0]
    room = len(parts) * (max(width(name, SIZE) for name in shown) + _WIDE + 46)
    facts = _phenomena_facts(evaluation, names, len(evaluation.phenomena) - len(scores))
    return framed(body, "Accuracy by phenomenon, hardest first", facts, evaluation.signature, room, ink)


def _phenomena(names: Sequence[str], scores: Sequence[Score], ink: Ink) -> alt.LayerChart:
    records = [
        {"name": name, "items": f"{row.n:,}", **span(row)} for name, row in zip(names, scores, strict=True)
    ]
    systems = len(scores[0].accuracy)
    layers = [_guides(names, ink), _names(names, ink)]
    if systems > 1:
        layers.append(_ranges(records, names, ink))
        layers.append(_rings(names, scores, ink) if systems <= _POINTS else _halves(records, names, ink))
    axis = alt.Axis(orient="top", values=_AXIS, title=None)
    style = {"size": 52, "opacity": 1, "color": ink.passed}
    layers.append(mark(records, "circle", style, x=_percent("mean", axis), y=_row(names)))
    if len(names) > _LONG / 2:
        again = alt.Axis(orient="bottom", values=_AXIS, title=None, grid=False)
        layers.append(mark([{"mean": 0}], "circle", {"size": 0}, x=_percent("mean", again), y=at_y(0)))
    layers += _sizes(records, names, ink)
    part: alt.LayerChart = layered(layers, _WIDE, len(names) * _PHENOMENON).resolve_axis(x="independent")
    return part


def phenomenon_names(scores: Sequence[Score]) -> list[str]:
    """Two categories may have a phenomenon of the same name: then the category is named, too."""
    names = [row.phenomenon or "" for row in scores]
    return [
        f"{name} ({row.category})" if names.count(name) > 1 else name
        for name, row in zip(names, scores, strict=True)
    ]


def _phenomena_facts(evaluation: Evaluation, names: Mapping[str, str], empty: int) -> str:
    systems, fair = len(evaluation.systems), counted(evaluation.fairness.fair, "item")
    if systems == 1:
        said = f"{names[evaluation.systems[0]]}: percent of {fair} settled for it."
    else:
        inner = "ring: one system" if systems <= _POINTS else "bar: the middle half of them"
        said = (
            f"Percent of {fair} settled for all {systems:,} systems. "
            f"Dot: their mean; {inner}; line: from the lowest to the highest."
        )
    left = f" {counted(empty, 'phenomenon has', 'phenomena have')} no such item." if empty else ""
    return f"{said} n: items.{left}"


def span(row: Score) -> dict[str, float | None]:
    """The ends, the middle half and the mean of what systems reach."""
    values = sorted(row.accuracy.values())
    lower, _, upper = quantiles(values, n=4, method="inclusive") if len(values) > 1 else (values * 3)
    return {"low": values[0], "high": values[-1], "lower": lower, "upper": upper, "mean": row.average}


def _percent(field: str, axis: alt.Axis | None) -> alt.X:
    return alt.X(field, type="quantitative", scale=alt.Scale(domain=[0, 100], nice=False), axis=axis)


def _row(names: Sequence[str]) -> alt.Y:
    return alt.Y(
        "name", type="nominal", sort=None, scale=alt.Scale(domain=list(names), padding=0.2), axis=None
    )


def _names(names: Sequence[str], ink: Ink) -> alt.Chart:
    """To the left of their rows; Vega's own axis would take longer than all the rest."""
    style = {"align": "right", "baseline": "middle", "color": ink.text}
    return mark(
        [{"name": name} for name in names], "text", style, x=at_x(-8), y=_row(names), text=words("name")
    )


def _guides(names: Sequence[str], ink: Ink) -> alt.Chart:
    """From the name to its marks."""
    style = {"color": ink.line, "opacity": ink.faint, "strokeDash": [1, 2]}
    records = [{"name": name, "start": 0, "end": 100} for name in names]
    ends = {"x": _percent("start", None), "x2": alt.X2("end"), "y": _row(names)}
    return mark(records, "rule", style, **ends)


def _ranges(records: Sequence[Mapping[str, Any]], names: Sequence[str], ink: Ink) -> alt.Chart:
    style = {"color": ink.line, "opacity": 0.55, "strokeWidth": 1}
    return mark(records, "rule", style, x=_percent("low", None), x2=alt.X2("high"), y=_row(names))


def _halves(records: Sequence[Mapping[str, Any]], names: Sequence[str], ink: Ink) -> alt.Chart:
    style = {"color": ink.failed, "height": 6, "opacity": 0.75}
    return mark(records, "bar", style, x=_percent("lower", None), x2=alt.X2("upper"), y=_row(names))


def _rings(names: Sequence[str], scores: Sequence[Score], ink: Ink) -> alt.Chart:
    records = [
        {"name": name, "accuracy": accuracy}
        for name, row in zip(names, scores, strict=True)
        for accuracy in sorted(set(row.accuracy.values()))  # where two are equal one ring is enough
    ]
    style = {"size": 26, "stroke": ink.failed, "strokeWidth": 1.3, "opacity": 1, "fillOpacity": 0}
    return mark(records, "point", style, x=_percent("accuracy", None), y=_row(names))


def _sizes(records: Sequence[Mapping[str, Any]], names: Sequence[str], ink: Ink) -> Iterator[alt.Chart]:
    """How many items each row rests on."""
    place = at_x(_WIDE + 12 + width("0,000", SIZE))
    style = {"align": "right", "color": ink.quiet}
    yield mark(records, "text", style, x=place, y=_row(names), text=words("items"))
    yield mark(
        [{"head": "n"}], "text", {**style, "baseline": "bottom"}, x=place, y=at_y(-5), text=words("head")
    )


def verdicts(evaluation: Evaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """Passes from the left and fails from the right; between them lies what is still open."""
    systems = ends_of(evaluation.systems)
    shown = fitted([names[system] for system in systems], _NAMES, SIZE)
    segments: list[dict[str, Any]] = []
    for name, system in zip(shown, systems, strict=True):
        low, high = evaluation.bounds.low[system], evaluation.bounds.high[system]
        for verdict, start, end in (("pass", 0.0, low), ("warning", low, high), ("fail", high, 100.0)):
            number = f"{end - start:.1f}"
            segments.append({"name": name, "verdict": verdict, "from": start, "to": end, "number": number})
    styles = _verdict_styles(ink)
    axis = alt.Axis(orient="bottom", values=_AXIS, title="percent of all texts")
    layers = [_names(shown, ink)]
    for place, (verdict, style) in enumerate(styles.items()):
        chosen = [one for one in segments if one["verdict"] == verdict]
        drawn = [one for one in chosen if one["to"] > one["from"]]
        channels = {"x": _percent("from", axis), "x2": alt.X2("to"), "y": _row(shown)}
        layers.append(mark(drawn, "bar", {"height": 15, **style}, **channels))
        layers += _numbers(chosen, verdict, style, _WIDE + 46 + place * _COLUMN, shown, ink)
    part = layered(layers, _WIDE, len(shown) * _SYSTEM)
    total, fair = counted(evaluation.fairness.total, "item"), evaluation.fairness.fair
    facts = (
        f"Percent of {total}, each with one text per system. Warning: open until somebody decides. "
        f"{counted(fair, 'item is', 'items are')} settled for {'all' if len(shown) > 1 else 'it'}."
    )
    if said := left_out(len(evaluation.systems), len(systems)):
        facts += f" {said}"
    room = max(width(name, SIZE) for name in shown) + _WIDE + len(styles) * _COLUMN
    return framed(part, "Verdicts by system", facts, evaluation.signature, room, ink)


def _verdict_styles(ink: Ink) -> dict[str, dict[str, Any]]:
    """Dark, hollow and light: apart even without colours."""
    hollow = {"fill": ink.line, "fillOpacity": 0.12, "stroke": ink.line, "strokeWidth": 1, "opacity": 0.75}
    return {
        "pass": {"color": ink.passed, "opacity": 1},
        "warning": hollow,
        "fail": {"color": ink.failed, "opacity": 1},
    }


def _numbers(
    records: Sequence[Mapping[str, Any]],
    verdict: str,
    style: Mapping[str, Any],
    place: float,
    names: Sequence[str],
    ink: Ink,
) -> Iterator[alt.Chart]:
    """The shares of one verdict below each other; the heading is the legend as well."""
    right = {"align": "right", "baseline": "middle", "color": ink.text}
    yield mark(records, "text", right, x=at_x(place), y=_row(names), text=words("number"))
    head, high = [{"head": verdict}], at_y(-9)
    yield mark(head, "text", right, x=at_x(place), y=high, text=words("head"))
    yield mark(head, "square", {"size": 80, **style}, x=at_x(place - width(verdict, SIZE) - 9), y=high)
