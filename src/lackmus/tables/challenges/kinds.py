"""Tables of other results than accuracies of pairs: error-free texts, grades, error spans, ACES."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

import polars as pl

from lackmus.core.base.choices import By
from lackmus.core.base.plurals import counted
from lackmus.core.challenges.aces import WEIGHTS
from lackmus.core.challenges.challenge import UNPLACED
from lackmus.core.challenges.error_free import error_free_tally
from lackmus.core.challenges.metrics import Scored
from lackmus.core.challenges.ranking import MetricRanking, mean
from lackmus.core.challenges.severity import grade_correlation
from lackmus.core.challenges.span_ranking import SpanRow, SpanTally
from lackmus.tables.challenges.rows import title
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit

Labels = Mapping[str, str]
_Parts = Iterator[tuple[str | None, str | None, pl.Series]]


def error_free_table(ranking: MetricRanking, by: By = By.CATEGORY, labels: Labels | None = None) -> Table:
    """For each category (or phenomenon) what each metric says of texts free of errors and of others."""

    def cells(one: Scored, rows: pl.Series) -> tuple[Cell, ...]:
        tally = error_free_tally(ranking.challenge, one, rows)
        accuracy = 100 * (tally.yes_right + tally.no_right) / tally.n if tally.n else None
        numbers = Cell(tally.n), Cell(tally.yes), Cell(tally.auc), Cell(accuracy), Cell(tally.mcc)
        return (*numbers, Cell(tally.precision), Cell(tally.recall), Cell(tally.tied))

    return Table(
        title=f"{title(ranking)}: which texts are free of errors, by {by}",
        columns=(
            *(Column(f"{by.capitalize()}, metric"), Column("#", Unit.COUNT), Column("Free", Unit.COUNT)),
            *(Column("AUC", Unit.RATIO), Column("Accuracy", Unit.PERCENT), Column("MCC", Unit.RATIO)),
            *(Column("Precision", Unit.PERCENT), Column("Recall", Unit.PERCENT)),
            Column("Tied pairs", Unit.COUNT),
        ),
        rows=_rows(ranking, by, labels or {}, cells, 8),
        signature=ranking.signature,
        notes=(
            "AUC: how often a text free of errors (Free) has a better score than another text of the row, "
            "ties counting half; no threshold. Accuracy, MCC, precision and recall are those of the "
            "answer “free of errors”, by the threshold that a metric declares, else by one that is "
            "learnt on texts of other items.",
        ),
        best_of="column",
    )


def correlations_table(ranking: MetricRanking, by: By = By.CATEGORY, labels: Labels | None = None) -> Table:
    """For each category (or phenomenon) how the order of each metric follows the grades."""
    testing = ranking.choices.testing

    def cells(one: Scored, rows: pl.Series) -> tuple[Cell, ...]:
        found = grade_correlation(ranking.challenge, one, rows, testing)
        ends = None if found.interval is None else "{:.2f} to {:.2f}".format(*found.interval)
        return (
            Cell(found.items),
            Cell(found.kendall, interval=found.interval),
            Cell(None if ends is None else ends.replace("-", "−")),
            Cell(found.spearman),
        )

    return Table(
        title=f"{title(ranking)}: rank correlation with grades by {by}",
        columns=(
            *(Column(f"{by.capitalize()}, metric"), Column("Items", Unit.COUNT)),
            *(Column("Kendall’s tau-b", Unit.RATIO), Column("Its interval")),
            Column("Spearman’s rho", Unit.RATIO),
        ),
        rows=_rows(ranking, by, labels or {}, cells, 4),
        signature=ranking.signature,
        notes=(
            "Within each item, between the grades of its texts and their scores; then the mean over items. "
            "An item whose texts all have one score counts as 0. The interval of Kendall's: a bootstrap over "
            f"items ({testing.samples:,} resamples, seed {testing.seed}).",
        ),
        best_of="column",
    )


def own_tables(ranking: MetricRanking, by: By) -> tuple[Table, ...]:
    """The tables that only challenges of this kind have."""
    if ranking.challenge.single:
        return (error_free_table(ranking, by),)
    return (correlations_table(ranking, by),) if ranking.challenge.graded else ()


def kinds_values(ranking: MetricRanking) -> dict[str, Any]:
    """Both as plain values, by row and metric; empty for challenges of pairs."""
    challenge, testing = ranking.challenge, ranking.choices.testing
    if challenge.single:

        def values(one: Scored, rows: pl.Series) -> dict[str, Any]:
            tally = error_free_tally(challenge, one, rows)
            return {
                **asdict(tally),
                **{"mcc": tally.mcc, "precision": tally.precision, "recall": tally.recall},
            }

        return {"error_free": _values(ranking, values)}
    if challenge.graded:
        return {
            "correlations": _values(
                ranking, lambda one, rows: asdict(grade_correlation(challenge, one, rows, testing))
            )
        }
    return {}


def _parts(ranking: MetricRanking) -> _Parts:
    """The rows of a ranking with their tuples; the last are all."""
    tuples = ranking.challenge.tuples
    for row in ranking.rows:
        kept = tuples["category"] == (row.category or "")
        if row.phenomenon is not None:
            kept &= tuples["phenomenon"] == row.phenomenon
        yield row.category, row.phenomenon, kept
    yield None, None, pl.Series([True]).new_from_index(0, tuples.height)


def _rows(
    ranking: MetricRanking,
    by: By,
    labels: Labels,
    cells: Callable[[Scored, pl.Series], tuple[Cell, ...]],
    width: int,
) -> tuple[Row, ...]:
    found: list[Row] = []
    for category, phenomenon, kept in _parts(ranking):
        if phenomenon is not None and by is By.CATEGORY:
            continue
        name = phenomenon or category or "All"
        found.append(Row.of(name, *(Cell(None),) * width, level=Level.GROUP))
        for one in ranking.scored:
            if (kept & one.answered).any():
                metric = labels.get(one.about.name, one.about.name)
                found.append(Row.of(metric, *cells(one, kept), level=Level.MEMBER, group=name))
    return tuple(found)


def _values(
    ranking: MetricRanking, values: Callable[[Scored, pl.Series], dict[str, Any]]
) -> list[dict[str, Any]]:
    return [
        {
            "category": category,
            "phenomenon": phenomenon,
            "metrics": {one.about.name: values(one, kept) for one in ranking.scored},
        }
        for category, phenomenon, kept in _parts(ranking)
    ]


def aces_table(ranking: MetricRanking, labels: Mapping[str, str] | None = None) -> Table:
    """The top categories of ACES with their weights, and the ACES score."""
    labels, taus = labels or {}, ranking.top_taus
    present = [name for name in WEIGHTS if any(name in of for of in taus.values())]
    rows = [
        Row.of(
            name.capitalize(),
            WEIGHTS[name],
            *(mean(taus[metric].get(name, [])) for metric in ranking.metrics),
        )
        for name in present
    ]
    scores = ranking.aces_scores
    if scores:
        whole = (Cell("ACES score"), Cell(None), *(Cell(scores[metric]) for metric in ranking.metrics))
        rows.append(Row(whole, Level.AVERAGE))
    missing = [name for name in WEIGHTS if name not in present]
    return Table(
        title=f"{title(ranking)}: top categories of ACES",
        columns=(
            Column("Category"),
            Column("Weight", Unit.RATIO),
            *(Column(labels.get(metric, metric), Unit.RATIO) for metric in ranking.metrics),
        ),
        rows=tuple(rows),
        signature=ranking.signature,
        notes=(
            "Mean over the phenomena of a category of tau with ties as discordant. The ACES score is their "
            "sum, each times its weight (Amrhein, Moghe and Guillou 2022).",
            *([f"No ACES score: there are no tuples of {', '.join(missing)}."] if missing else []),
        ),
    )


def spans_table(
    ranking: MetricRanking, by: By = By.CATEGORY, labels: Mapping[str, str] | None = None
) -> Table:
    """For each category (or phenomenon) the metrics that mark errors, the best first."""
    found = ranking.spans
    if found is None:
        raise ValueError(f"{ranking.challenge.name} has no marked errors, or no metric marks any")
    rows: list[Row] = []
    for row in (*found.rows, found.whole):
        if row.category is None or by is By.PHENOMENON or row.phenomenon is None:
            rows += _span_rows(row, found.metrics, labels or {})
    testing = ranking.choices.testing
    notes = [
        "Over characters of worse texts with gold spans, all tuples of a row together: precision, how much "
        "of what a metric marks is wrong; recall, how much of what is wrong it marks; F1, their harmonic "
        "mean. Exact F1 is that of SPAN-ACES: equal wordings of spans, the mean over tuples.",
        f"Intervals of F1 at {100 * (1 - testing.alpha):g} % and the best of a row: a bootstrap over items "
        f"({testing.samples:,} resamples, seed {testing.seed}). Only metrics with spans of all tuples are "
        "compared.",
    ]
    if found.unlocated:
        notes.append(
            f"{counted(found.unlocated, 'tuple has', 'tuples have')} no gold spans and do not count here."
        )
    if unplaced := ranking.challenge.about.get(UNPLACED):
        notes.append(
            f"Annotated texts that are not the worse text of their tuple, so without spans: {unplaced}."
        )
    return Table(
        title=f"{title(ranking)}: error spans in percent by {by}",
        columns=(
            Column(f"{by.capitalize()}, metric"),
            Column("#", Unit.COUNT),
            Column("Precision", Unit.PERCENT),
            Column("Recall", Unit.PERCENT),
            Column("F1", Unit.PERCENT),
            Column("Exact F1", Unit.PERCENT),
        ),
        rows=tuple(rows),
        signature=ranking.signature,
        notes=tuple(notes),
        best_of="column",
    )


def _span_rows(row: SpanRow, metrics: tuple[str, ...], labels: Mapping[str, str]) -> list[Row]:
    name = row.phenomenon or row.category or "All tuples"
    blank = (Cell(None),) * 4
    found = [Row.of(name, row.n, *blank, level=Level.GROUP)]
    for metric in metrics:
        one = row.tallies[metric]
        if one.n:
            best = metric in row.best
            f1 = Cell(one.f1, best, row.intervals.get(metric))
            cells = Cell(one.precision), Cell(one.recall), f1, Cell(100 * one.exact)
            found.append(Row.of(labels.get(metric, metric), one.n, *cells, level=Level.MEMBER, group=name))
    return found


def spans_values(ranking: MetricRanking) -> dict[str, Any] | None:
    """The ranking by spans as plain values; None where there is none."""
    found = ranking.spans
    if found is None:
        return None
    return {
        "metrics": list(found.metrics),
        "all": _span_values(found.whole),
        "rows": [_span_values(row) for row in found.rows],
        "without_gold_spans": found.unlocated,
    }


def _span_values(row: SpanRow) -> dict[str, Any]:
    return {
        "category": row.category,
        "phenomenon": row.phenomenon,
        "n": row.n,
        "best": list(row.best),
        "metrics": {name: _tally_values(one, row.intervals.get(name)) for name, one in row.tallies.items()},
    }


def _tally_values(one: SpanTally, interval: tuple[float, float] | None) -> dict[str, Any]:
    return {
        **{"n": one.n, "shared": one.shared, "given": one.given, "gold": one.gold},
        **{"precision": one.precision, "recall": one.recall, "f1": one.f1, "exact_f1": 100 * one.exact},
        "interval": None if interval is None else list(interval),
    }
