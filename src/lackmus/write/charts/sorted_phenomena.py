"""The accuracies of metrics in all phenomena, hardest first, with the spread over metrics."""

from collections.abc import Mapping, Sequence

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.errors import NoAnswerError
from lackmus.tables.challenges.chart_texts import GUESSING, sorted_rows
from lackmus.write.charts.drawing import Chart, Ink, Part, at_x, data, framed
from lackmus.write.charts.phenomena import phenomenon_names, span
from lackmus.write.charts.text_widths import clean, shortened

_HIGH = 240.0  # of a panel
_STEP, _WIDE_STEP = 13.0, 30.0  # from one phenomenon to the next: at least, and where there are few
_WIDE = 620.0  # to which few phenomena spread
_NAMES = 38  # letters of their names
_NAMED = 130  # more phenomena are not named: so many names are unreadable
_MANY = 5  # from so many metrics on, the middle half of them says more than the ends alone


def sorted_phenomena(rankings: Sequence[MetricRanking], names: Mapping[str, str], ink: Ink) -> Chart:
    """A panel for each ranking: phenomena from the hardest to the easiest, with the spread over metrics."""
    chosen = [ranking for ranking in rankings if ranking.phenomena]
    if not chosen:
        raise NoAnswerError("No phenomenon has enough tuples, so there is nothing to draw.")
    panels = [_panel(ranking, ink) for ranking in chosen]
    body = alt.vconcat(*panels, spacing=28)
    room = max(panel.width for panel in panels) + 100
    signatures = " | ".join(dict.fromkeys(ranking.signature for ranking in chosen))
    title = "Accuracy of metrics by phenomenon, hardest first"
    return framed(body, title, _sorted_facts(chosen, names), signatures, room, ink)


def _sorted_facts(rankings: Sequence[MetricRanking], names: Mapping[str, str]) -> str:
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


def _panel(ranking: MetricRanking, ink: Ink) -> Part:
    """One language pair."""
    rows = sorted_rows(ranking)
    named = len(rows) <= _NAMED
    names = shortened(phenomenon_names(rows), _NAMES)
    records = [{"name": name, **span(row)} for name, row in zip(names, rows, strict=True)]
    ordered = "phenomena, from the hardest to the easiest"
    axis = alt.Axis(
        grid=False, labelAngle=270, labelFontSize=10, labels=named, title=None if named else ordered
    )
    x = alt.X("name:N", sort=None, scale=alt.Scale(type="band", domain=names, padding=0), axis=axis)
    base = alt.Chart(data(records)).encode(x=x)
    several, many = len(ranking.metrics) > 1, len(ranking.metrics) >= _MANY
    bands = [("low", "high")] * several + [("lower", "upper")] * many
    level = alt.Chart(data([{"value": GUESSING, "name": "guessing"}])).encode(y=_percent("value"))
    step = max(_STEP if named else 0.0, min(_WIDE_STEP, _WIDE / len(rows)))
    return alt.layer(
        *(
            base.mark_area(color=ink.passed, opacity=0.16).encode(y=_percent(low), y2=f"{high}:Q")
            for low, high in bands
        ),
        level.mark_rule(color=ink.line, opacity=0.7, strokeDash=[5, 4]),
        level.mark_text(align="left", dx=6, color=ink.quiet).encode(x=at_x("width"), text="name:N"),
        base.mark_line(color=ink.quiet, strokeWidth=1).encode(y=_percent("mean")),
        _points(base, 34 if named else 14, ink),
        width=step * len(rows),
        height=_HIGH,
        title=_heading(ranking),
    )


def _percent(field: str) -> alt.Y:
    axis = alt.Axis(values=list(range(0, 101, 25)), offset=4)
    return alt.Y(f"{field}:Q", title=None, scale=alt.Scale(domain=[0, 100], nice=False), axis=axis)


def _points(base: alt.Chart, size: float, ink: Ink) -> alt.Chart:
    """Dots; where metrics do worse than guessing they differ in colour and in shape."""
    below = f"datum.mean < {GUESSING} ?"
    found: alt.Chart = base.mark_point(
        filled=True,
        opacity=1,
        color=alt.ExprRef(f"{below} '{ink.failed}' : '{ink.passed}'"),
        shape=alt.ExprRef(f"{below} 'diamond' : 'circle'"),
        size=alt.ExprRef(f"{below} {size * 1.8} : {size}"),
    ).encode(y=_percent("mean"))
    return found


def _heading(ranking: MetricRanking) -> str:
    pair = clean(", ".join(ranking.challenge.pairs))
    tuples = counted(ranking.challenge.tuples.height, "tuple")
    phenomena = counted(len(ranking.phenomena), "phenomenon", "phenomena")
    return f"{pair}: {tuples}, {phenomena}, {counted(len(ranking.metrics), 'metric')}"
