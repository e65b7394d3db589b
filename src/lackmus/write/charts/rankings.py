"""Metrics on a challenge: the sorted accuracies of all phenomena, and metrics × categories as a heat map."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.ranking import Ranking
from lackmus.core.verdicts.accuracies import Score
from lackmus.core.verdicts.many_systems import ENDS, ends_of, left_out
from lackmus.errors import NoAnswerError
from lackmus.tables.challenges.ranking import AVERAGES
from lackmus.write.charts.cells import heat_map
from lackmus.write.charts.drawing import Chart, Ink, Part, at_x, data, framed
from lackmus.write.charts.heatmap import accuracies, along
from lackmus.write.charts.lettering import clean, shortened
from lackmus.write.charts.phenomena import phenomenon_names, span

GUESSING = 50.0  # percent: of two texts one is better
_HIGH = 240.0  # of a panel
_STEP, _WIDE_STEP = 13.0, 30.0  # from one phenomenon to the next: at least, and where there are few
_WIDE = 620.0  # to which few phenomena spread
_NAMES = 38  # letters of their names
_NAMED = 130  # more phenomena than this are not named: nobody could read so many names
_MANY = 5  # from so many metrics on, the middle half of them says more than the ends alone


def sorted_phenomena(rankings: Sequence[Ranking], names: Mapping[str, str], ink: Ink) -> Chart:
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


def _panel(ranking: Ranking, ink: Ink) -> Part:
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


def _heading(ranking: Ranking) -> str:
    pair = clean(", ".join(ranking.challenge.pairs))
    tuples = counted(ranking.challenge.tuples.height, "tuple")
    phenomena = counted(len(ranking.phenomena), "phenomenon", "phenomena")
    return f"{pair}: {tuples}, {phenomena}, {counted(len(ranking.metrics), 'metric')}"


def heatmap(ranking: Ranking, names: Mapping[str, str], ink: Ink) -> Chart:
    """Accuracies of metrics, group by group, and categories; what there is more of runs down the page."""
    several = len(ranking.metrics) > 1
    shown = ends_of(ranking.metrics)
    turned = len(shown) > len(ranking.categories)
    means = [(name, ranking.averages[kind]) for kind, name in AVERAGES.items()]
    metrics = [(metric, names.get(metric, metric)) for metric in shown]
    grid = accuracies(ranking.categories, means, metrics, _groups(ranking, shown), "Mean", turned)
    best = f"among the significantly best of the {along(turned)}"
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
    part, room = heat_map(grid, ink)
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
