"""A ranking of metrics as tables: accuracies with their clusters, the metrics themselves, tau, McNemar."""

from collections.abc import Iterator, Mapping, Sequence

from lackmus.core.base.choices import By, RankingTable, TauTies, Test, Testing
from lackmus.core.base.plurals import counted
from lackmus.core.challenges.preferences import matches
from lackmus.core.challenges.ranking import MetricRanking, mean
from lackmus.core.verdicts.accuracies import Average, Score
from lackmus.core.verdicts.findings import findings, sentences
from lackmus.tables.challenges.baselines import baselines_note, baselines_table
from lackmus.tables.challenges.kinds import aces_table, correlations_table, error_free_table, spans_table
from lackmus.tables.challenges.rows import (
    AVERAGES,
    coverage_cells,
    coverage_columns,
    coverage_notes,
    lines,
    short,
    title,
)
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit
from lackmus.tables.verdicts.paired_notes import paired_note

Labels = Mapping[str, str]  # short names of metrics
_TIES = {TauTies.OUT: "", TauTies.DISCORDANT: ", ties as discordant"}
_TAU = {
    TauTies.OUT: "Tau = (right − wrong) / (right + wrong), ties out",
    TauTies.DISCORDANT: "Tau = (right − wrong − ties) / tuples, as in ACES",
}


def ranking_tables(
    ranking: MetricRanking, asked: Sequence[RankingTable], labels: Labels | None = None
) -> Iterator[Table]:
    """The tables by name, in the requested order."""
    # Tau and baselines stand beside accuracies, in the same rows.
    fine = RankingTable.PHENOMENA in asked and RankingTable.CATEGORIES not in asked
    for name in asked:
        match name:
            case RankingTable.CATEGORIES:
                yield ranking_table(ranking, By.CATEGORY, labels)
            case RankingTable.PHENOMENA:
                yield ranking_table(ranking, By.PHENOMENON, labels)
            case RankingTable.METRICS:
                yield metrics_table(ranking, labels)
            case RankingTable.BASELINES:
                yield baselines_table(ranking, By.PHENOMENON if fine else By.CATEGORY)
            case RankingTable.TAU:
                for ties in dict.fromkeys((ranking.tau_ties, TauTies.OUT)):
                    yield tau_table(ranking, By.PHENOMENON if fine else By.CATEGORY, labels, ties)
            case RankingTable.MCNEMAR:
                yield mcnemar_table(ranking, labels)
            case RankingTable.ACES:
                yield aces_table(ranking, labels)
            case RankingTable.ERROR_FREE:
                yield error_free_table(ranking, By.PHENOMENON if fine else By.CATEGORY, labels)
            case RankingTable.CORRELATIONS:
                yield correlations_table(ranking, By.PHENOMENON if fine else By.CATEGORY, labels)
            case RankingTable.SPANS:
                yield spans_table(ranking, By.PHENOMENON if fine else By.CATEGORY, labels)


def ranking_table(ranking: MetricRanking, by: By = By.CATEGORY, labels: Labels | None = None) -> Table:
    """Metrics in columns, categories (or phenomena) in rows: the table of the challenge-set paper."""
    labels = labels or {}
    return Table(
        title=f"{title(ranking)}: accuracies of metrics in percent by {by}",
        columns=_columns(ranking, by, labels, Unit.PERCENT, heat=True),
        rows=tuple(
            _row(name, row.n, [_accuracy(ranking, row, metric) for metric in ranking.metrics], level, row)
            for row, name, level, _ in lines(ranking, by)
        ),
        signature=ranking.signature,
        notes=(lead(ranking, labels), *_notes(ranking, by, labels)),
    )


def tau_table(
    ranking: MetricRanking, by: By = By.CATEGORY, labels: Labels | None = None, ties: TauTies = TauTies.OUT
) -> Table:
    """Tau of metrics by category (or phenomenon); ties do not count, or are discordant."""
    labels = labels or {}
    rows = []
    for row, name, level, kind in lines(ranking, by):
        taus = ranking.taus(kind or row, ties)
        rows.append(_row(name, row.n, [Cell(taus[metric]) for metric in ranking.metrics], level, row))
    return Table(
        title=f"{title(ranking)}: tau of metrics by {by}{_TIES[ties]}",
        columns=_columns(ranking, by, labels, Unit.RATIO),
        rows=tuple(rows),
        signature=ranking.signature,
        notes=(
            f"{_TAU[ties]}: 1 if every preference is right, −1 if every "
            "one is wrong, 0 as by guessing. Macro-averages are means of the rows that have one.",
            *_ties(ranking, labels),
            *_hidden(ranking),
        ),
    )


def metrics_table(ranking: MetricRanking, labels: Labels | None = None) -> Table:
    """Facts about each metric, and how often it was right, wrong or tied."""
    labels = labels or {}
    timed = any(one.rate is not None for one in ranking.scored)
    micro, confidence = ranking.averages[Average.MICRO], 1 - ranking.choices.testing.alpha
    alone = len(ranking.metrics) == 1  # and so the best everywhere
    discordant = ranking.tau_ties is TauTies.DISCORDANT
    many = counted(len(ranking.categories), "category", "categories")
    wins = "" if alone else f" Best cat.: in how many of {many} it is among the best."
    rows = []
    for one in ranking.scored:
        name = one.about.name
        tally = ranking.tallies[name]
        accuracy = _accuracy(ranking, micro, name)
        rows.append(
            Row.of(
                labels.get(name, name),
                ranking.groups[name],
                *coverage_cells(ranking, name),
                ", ".join(one.about.needs) or "nothing",
                "higher" if one.about.higher else "lower",
                tally.right,
                tally.wrong,
                tally.ties,
                Cell(accuracy.value, accuracy.best, ranking.intervals[name], accuracy.best_of_group),
                ranking.tau(tally),
                *([Cell(tally.tau)] if discordant else []),
                *([Cell(ranking.aces_scores[name])] if ranking.aces_scores else []),
                *([] if alone else [Cell(ranking.wins[name])]),
                *([Cell(_speed(one.rate))] if timed else []),
            )
        )
    return Table(
        title=f"{title(ranking)}: metrics",
        columns=(
            Column("Metric"),
            Column("Group"),
            *coverage_columns(ranking),
            Column("Needs"),
            Column("Better is"),
            Column("Right", Unit.COUNT),
            Column("Wrong", Unit.COUNT),
            Column("Ties", Unit.COUNT),
            Column("Accuracy", Unit.PERCENT),
            Column("Tau", Unit.RATIO),
            *([Column("Tau, ties out", Unit.RATIO)] if discordant else []),
            *([Column("ACES score", Unit.RATIO)] if ranking.aces_scores else []),
            *([] if alone else [Column("Best cat.", Unit.COUNT)]),
            *([Column("Segments/s", Unit.COUNT)] if timed else []),
        ),
        rows=tuple(rows),
        signature=ranking.signature,
        notes=(
            f"Accuracy: right in percent of all tuples, with {_interval(ranking)} at "
            f"{100 * confidence:g} %; a tie is not right. "
            f"{_TAU[ranking.tau_ties].removesuffix(', ties out')}.{wins}",
            *_unreferenced(ranking, labels),
            *(
                f"{labels.get(one.about.name, one.about.name)}: {one.about.signature}"
                for one in ranking.scored
                if one.about.signature
            ),
        ),
        best_of="column",
    )


def mcnemar_table(ranking: MetricRanking, labels: Labels | None = None) -> Table:
    """Every pair of metrics: which is right more often, and is that significant?"""
    labels = labels or {}
    found = matches(ranking.challenge, ranking.scored)
    p_values = {(match.first, match.second): match.corrected for match in found}
    p_values |= {(second, first): p for (first, second), p in p_values.items()}
    alpha = ranking.choices.testing.alpha
    apart = sum(match.corrected <= alpha for match in found)
    tuples = counted(ranking.challenge.tuples.height, "tuple")
    same = "the tuples that both scored" if ranking.partial else f"the same {tuples}"
    holm = f", corrected by Holm over all {len(found)} pairs" if len(found) > 1 else ""
    micro = ranking.averages[Average.MICRO]
    return Table(
        title=f"{title(ranking)}: metrics two by two, p-values",
        columns=(
            Column("Metric"),
            Column("Right, %", Unit.PERCENT),
            *(
                Column(labels.get(metric, metric), Unit.P, group=ranking.groups[metric])
                for metric in ranking.metrics
            ),
        ),
        rows=tuple(
            Row.of(
                labels.get(metric, metric),
                micro.accuracy.get(metric),
                *(p_values.get((metric, other)) for other in ranking.metrics),
            )
            for metric in ranking.metrics
        ),
        signature=ranking.signature,
        notes=(
            f"Exact McNemar on {same}, two-tailed{holm}. "
            f"{counted(apart, 'pair differs', 'pairs differ')} (p ≤ {alpha:g}).",
            *_shared(ranking),
        ),
    )


def lead(ranking: MetricRanking, labels: Labels | None = None) -> str:
    """The summary, as a paragraph."""
    labels = labels or {}
    micro, alone = ranking.averages[Average.MICRO], len(ranking.metrics) == 1

    def named(metrics: Sequence[str]) -> str:
        best_first = sorted(metrics, key=lambda metric: -micro.accuracy[metric])
        return ", ".join(f"{labels.get(one, one)} ({micro.accuracy[one]:.1f} %)" for one in best_first)

    tuples = counted(ranking.challenge.tuples.height, "tuple")
    items = counted(ranking.challenge.items, "item")
    if alone:
        (metric,) = ranking.metrics
        scored = counted(ranking.coverage[metric].scored, "tuple")
        is_right = "is right" if ranking.challenge.single else "prefers the better translation"
        share = f"{micro.accuracy[metric]:.1f} % of {scored} ({items})"
        said = [f"{labels.get(metric, metric)} {is_right} in {share}."]
    else:
        said = [f"{len(ranking.metrics)} metrics are ranked by {tuples} ({items})."]
        if micro.best:
            said.append(f"Best on all tuples together: {named(micro.best)}.")
        if ranking.partial:
            said.append(f"Not all scored every tuple: {', '.join(short(ranking, labels))}.")
    if len(ranking.members) > 1:
        best = {
            group: [one for one in those if one in micro.best_of_group]
            or [one for one in those if one not in micro.apart]
            for group, those in ranking.members.items()
        }
        best = {group: those for group, those in best.items() if those}
        each = (f"{group}: {named(those)}" for group, those in best.items())
        said.append(f"Best of each group: {'; '.join(each)}.")
    return " ".join(said + sentences(findings(ranking.rows), alone, "metric"))


def _columns(
    ranking: MetricRanking, by: By, labels: Labels, unit: Unit, heat: bool = False
) -> tuple[Column, ...]:
    several = len(ranking.members) > 1  # a single group needs no heading
    return (
        Column(by.capitalize()),
        Column("#", Unit.COUNT),
        *(
            Column(labels.get(metric, metric), unit, heat, ranking.groups[metric] if several else "")
            for metric in ranking.metrics
        ),
        *([Column("Mean", unit)] if len(ranking.metrics) > 1 else []),
    )


def _row(name: str, n: int, cells: Sequence[Cell], level: Level, row: Score) -> Row:
    values = [cell.value if isinstance(cell.value, int | float) else None for cell in cells]
    over_metrics = [Cell(mean(values))] if len(cells) > 1 else []
    group = (row.category or "") if level is Level.MEMBER else ""
    return Row.of(name, n, *cells, *over_metrics, level=level, group=group)


def _accuracy(ranking: MetricRanking, row: Score, metric: str) -> Cell:
    """The cell of a metric; a metric alone is no cluster."""
    return Cell(
        row.accuracy.get(metric),
        best=len(ranking.metrics) > 1 and metric in row.best,
        interval=row.intervals.get(metric),
        best_of_group=metric in row.best_of_group,
    )


def _speed(rate: float | None) -> float | None:
    """The speed, without decimals if large."""
    return rate if rate is None else round(rate) if rate >= 10 else round(rate, 1)


def ranking_paired_notes(ranking: MetricRanking, by: By, labels: Labels | None = None) -> list[str]:
    """What an exact paired test would change in the rows of the table of accuracies."""
    return paired_note(ranking.paired, by, AVERAGES[Average.MICRO], labels)


def _notes(ranking: MetricRanking, by: By, labels: Labels) -> Iterator[str]:
    """Notes that explain the numbers."""
    if ranking.challenge.single:
        yield (
            "#: texts. A metric is right where it puts a text that is free of errors above its threshold, or "
            "any other text below it."
        )
    else:
        yield (
            "#: tuples. A metric is right where it gives the better translation a strictly better score than "
            "the worse one; guessing is right in half of them."
        )
    yield from baselines_note(ranking)
    if len(ranking.metrics) > 1:
        within = "; the best of a group likewise, among its metrics" if len(ranking.members) > 1 else ""
        yield f"Best of a row: not told from its highest value by {_test(ranking.choices.testing)}{within}."
    yield from ranking_paired_notes(ranking, by, labels)
    yield from coverage_notes(ranking, labels)
    yield from _unreferenced(ranking, labels)
    yield from _ties(ranking, labels)
    yield from _hidden(ranking)
    yield from _shared(ranking)
    if seed := ranking.challenge.about.get("seed"):
        yield f"The tuples were drawn with seed {seed}."


def _test(testing: Testing) -> str:
    resampled = f"{testing.samples:,} resamples, seed {testing.seed}"
    said = {
        Test.Z: "a one-tailed Z-test",
        Test.MCNEMAR: f"exact one-tailed McNemar (macro-averages: a paired bootstrap, {resampled})",
        Test.BOOTSTRAP: f"a paired bootstrap ({resampled})",
        Test.ITEMS: f"a paired bootstrap over items, each with all its tuples ({resampled})",
    }
    return f"{said[testing.test]} at {100 * (1 - testing.alpha):g} %"


def _interval(ranking: MetricRanking) -> str:
    by_items = ranking.choices.testing.test is Test.ITEMS
    return "the interval of a bootstrap over items" if by_items else "Wilson's interval"


def _ties(ranking: MetricRanking, labels: Labels) -> Iterator[str]:
    ties = {metric: ranking.tallies[metric].ties for metric in ranking.metrics}
    named = [f"{labels.get(metric, metric)} ({many:,})" for metric, many in ties.items() if many]
    if named:
        yield f"Ties (both texts have the same score, so neither is preferred): {', '.join(named)}."


def _unreferenced(ranking: MetricRanking, labels: Labels) -> Iterator[str]:
    if many := ranking.without_reference:
        named = ", ".join(labels.get(metric, metric) for metric in ranking.misplaced)
        apart = f" These metrics need one, so do not compare them with the others: {named}." if named else ""
        yield f"{counted(many, 'tuple has', 'tuples have')} no reference.{apart}"


def _hidden(ranking: MetricRanking) -> Iterator[str]:
    if ranking.hidden:
        many = counted(ranking.hidden, "phenomenon", "phenomena")
        few = counted(ranking.choices.min_items, "tuple")
        are = "is" if ranking.hidden == 1 else "are"
        yield (
            f"{many} with fewer than {few} {are} not shown and left out of the macro-average of phenomena; "
            "the tuples count in their categories and in the micro-average."
        )


def _shared(ranking: MetricRanking) -> Iterator[str]:
    tuples, items = ranking.challenge.tuples.height, ranking.challenge.items
    if ranking.challenge.free:
        yield "Every right text of an item is a reference for every other right one."
    if tuples > items and ranking.choices.testing.test is Test.ITEMS:
        yield (
            f"The {tuples:,} tuples come from {counted(items, 'item')} and are not independent within one: "
            "tests and intervals resample items."
        )
    elif tuples > items:
        yield (
            f"The {tuples:,} tuples come from {counted(items, 'item')}: those of one item share texts and "
            "are not independent, so small differences are less certain than the tests take them to be."
        )
