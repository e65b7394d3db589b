"""Accuracies of systems × categories, and of metrics × categories, in coloured cells."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.verdicts.accuracies import AVERAGES, Score
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.many_systems import ENDS, ends_of, left_out
from lackmus.errors import NoAnswerError
from lackmus.tables.challenges.rows import AVERAGES as METRIC_AVERAGES
from lackmus.write.charts.cells import HEADS, NAMES, Grid, GridCell, heat_map
from lackmus.write.charts.drawing import Chart, Ink, framed
from lackmus.write.charts.text_widths import clean, longest, shortened


def heatmap(evaluation: SuiteEvaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """Accuracies of systems and categories; what there is more of runs down the page."""
    if not evaluation.fairness.fair:
        raise NoAnswerError("No item is settled for all systems, so there is no accuracy to draw.")
    several = len(evaluation.systems) > 1
    shown = ends_of(evaluation.systems)
    turned = len(shown) > len(evaluation.categories)
    means = [(name, evaluation.averages[kind]) for kind, name in AVERAGES.items()]
    systems = [(system, names[system]) for system in shown]
    # A gap where systems are left out.
    parts = [("", len(shown))] if len(shown) == len(evaluation.systems) else [("", ENDS), ("", ENDS)]
    grid = accuracies(evaluation.categories, means, systems, parts, "Average", turned)
    best = f" Bold with a dot: among the significantly best of the {along(turned)}." if several else ""
    facts = (
        f"Percent of {counted(evaluation.fairness.fair, 'item')} settled for "
        f"{'all systems' if several else 'the system'}; how many in parentheses.{best}"
    )
    if said := left_out(len(evaluation.systems), len(shown), ", but count in the average"):
        facts += f" {said}"
    part, room = heat_map(grid, ink)
    return framed(part, "Accuracy by category", facts, evaluation.signature, room, ink)


def along(turned: bool) -> str:
    """Where the systems of one category stand."""
    return "column" if turned else "row"


def accuracies(
    categories: Sequence[Score],
    averages: Sequence[tuple[str, Score]],
    systems: Sequence[tuple[str, str]],
    parts: Sequence[tuple[str, int]],
    mean: str,
    turned: bool,
) -> Grid:
    """As in the table: categories in rows, averages below them, the mean over systems at the right.

    Long names of categories are shortened, but not how many items they have.
    """
    several = len(systems) > 1
    grouped = any(score.best_of_group for score in (*categories, *(score for _, score in averages)))
    cells = {
        (row, column): cell
        for row, score in enumerate([*categories, *(score for _, score in averages)])
        for column, cell in enumerate(_score_cells(score, [system for system, _ in systems], grouped))
    }
    sizes = [f" ({row.n:,})" for row in categories]
    shown = shortened(
        [row.category or "" for row in categories], (HEADS if turned else NAMES) - longest(sizes)
    )
    grid = Grid(
        [*map("".join, zip(shown, sizes, strict=True)), *(name for name, _ in averages)],
        [*(name for _, name in systems), *([mean] if several else [])],
        cells,
        [("", len(categories)), ("", len(averages))],
        [*parts, *([("", 1)] if several else [])],
    )
    return grid.turned() if turned else grid


def _score_cells(score: Score, systems: Sequence[str], grouped: bool) -> Iterator[GridCell]:
    """Bold the best, or where there are groups the best of each, and a frame around the best of all."""
    several = len(systems) > 1
    best = set(score.best) if several else set()
    bold, framed = (set(score.best_of_group), best) if grouped else (best, set())
    for system in systems:
        yield GridCell(score.accuracy.get(system), system in bold, system in framed)
    if several:
        yield GridCell(score.average)


def metrics_heatmap(ranking: MetricRanking, names: Mapping[str, str], ink: Ink) -> Chart:
    """Accuracies of metrics, group by group, and categories; what there is more of runs down the page."""
    several = len(ranking.metrics) > 1
    shown = ends_of(ranking.metrics)
    turned = len(shown) > len(ranking.categories)
    means = [(name, ranking.averages[kind]) for kind, name in METRIC_AVERAGES.items()]
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
