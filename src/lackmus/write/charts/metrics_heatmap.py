"""Metrics × categories as a heat map, group by group."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.verdicts.many_systems import ENDS, ends_of, left_out
from lackmus.tables.challenges.rows import AVERAGES
from lackmus.write.charts.cells import heat_map
from lackmus.write.charts.drawing import Chart, Ink, framed
from lackmus.write.charts.heatmap import accuracies, along
from lackmus.write.charts.text_widths import clean


def metrics_heatmap(ranking: MetricRanking, names: Mapping[str, str], ink: Ink) -> Chart:
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


def _groups(ranking: MetricRanking, shown: Sequence[str]) -> list[tuple[str, int]]:
    """Return the groups of the metrics shown and their sizes, with a new one where metrics are left out."""
    parts = [shown] if len(shown) == len(ranking.metrics) else [shown[:ENDS], shown[ENDS:]]
    named = len(ranking.members) > 1
    return [
        (clean(group) if named else "", len(list(members)))
        for part in parts
        for group, members in groupby(part, key=ranking.groups.__getitem__)
    ]
