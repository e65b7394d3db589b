"""Accuracies per phenomenon, hardest first: a row with the mean over systems, and how far they lie apart."""

from collections.abc import Mapping, Sequence
from math import ceil
from statistics import quantiles
from typing import Literal

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import Score
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.errors import NoAnswerError
from lackmus.write.charts.drawing import LETTER, Chart, Ink, data, framed, named_rows, numbers_beside
from lackmus.write.charts.text_widths import longest, shortened

_NAMES = 46  # letters of a name
_WIDE = 400.0  # of the plot itself
_HIGH = 16.0  # of a row
_POINTS = 10  # up to so many systems are drawn one by one
_LONG = 60  # more rows than this are a long list


def phenomena(evaluation: SuiteEvaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """The phenomena from the hardest to the easiest."""
    scores = sorted((row for row in evaluation.phenomena if row.n), key=lambda row: row.average or 0.0)
    if not scores:
        raise NoAnswerError("No item is settled for all systems, so there is no accuracy to draw.")
    shown = shortened(phenomenon_names(scores), _NAMES)
    # A page scrolls, a sheet or a slide does not: there a long list stands in two columns.
    columns = 2 if len(shown) > _LONG and ink.ground else 1
    length = ceil(len(shown) / columns)
    starts = range(0, len(shown), length)
    parts = [_column(shown[at : at + length], scores[at : at + length], ink) for at in starts]
    body = alt.hconcat(*parts, spacing=36)
    room = len(parts) * (longest(shown) * LETTER + _WIDE + 46)
    facts = _facts(evaluation, names, len(evaluation.phenomena) - len(scores))
    return framed(body, "Accuracy by phenomenon, hardest first", facts, evaluation.signature, room, ink)


def _column(names: Sequence[str], scores: Sequence[Score], ink: Ink) -> alt.HConcatChart:
    records = [{"name": name, **span(row)} for name, row in zip(names, scores, strict=True)]
    rows = named_rows("name", names, grid=True, gridDash=[1, 2])
    base = alt.Chart(data(records)).encode(y=rows)
    layers = [base.mark_circle(size=52, opacity=1, color=ink.passed).encode(x=_percent("mean", "top"))]
    if len(names) > _LONG / 2:
        layers.append(base.mark_point(opacity=0).encode(x=_percent("mean", "bottom")))
    systems = len(scores[0].accuracy)
    if systems > _POINTS:
        bar = base.mark_bar(color=ink.failed, height=6, opacity=0.75)
        layers.insert(0, bar.encode(x=_percent("lower"), x2="upper:Q"))
    elif systems > 1:
        reached = [
            {"name": name, "accuracy": accuracy}
            for name, row in zip(names, scores, strict=True)
            for accuracy in sorted(set(row.accuracy.values()))  # where two are equal one ring is enough
        ]
        rings = alt.Chart(data(reached)).mark_point(
            size=26, stroke=ink.failed, strokeWidth=1.3, opacity=1, fillOpacity=0
        )
        layers.insert(0, rings.encode(x=_percent("accuracy"), y=rows))
    if systems > 1:
        line = base.mark_rule(color=ink.line, opacity=0.55)
        layers.insert(0, line.encode(x=_percent("low"), x2="high:Q"))
    high = alt.Step(_HIGH)
    body = alt.layer(*layers, width=_WIDE, height=high).resolve_axis(x="independent")
    sizes = [
        {"name": name, "column": "n", "text": f"{row.n:,}"} for name, row in zip(names, scores, strict=True)
    ]
    table = numbers_beside(sizes, rows, ["n"], 46, ink.quiet).properties(height=high)
    return alt.hconcat(body, table, spacing=0)


def _percent(field: str, orient: Literal["top", "bottom"] | None = None) -> alt.X:
    axis = alt.Axis(orient=orient, values=list(range(0, 101, 20)), grid=False) if orient else None
    return alt.X(f"{field}:Q", title=None, scale=alt.Scale(domain=[0, 100], nice=False), axis=axis)


def phenomenon_names(scores: Sequence[Score]) -> list[str]:
    """Two categories may have a phenomenon of the same name: then the category is named, too."""
    names = [row.phenomenon or "" for row in scores]
    return [
        f"{name} ({row.category})" if names.count(name) > 1 else name
        for name, row in zip(names, scores, strict=True)
    ]


def _facts(evaluation: SuiteEvaluation, names: Mapping[str, str], empty: int) -> str:
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
