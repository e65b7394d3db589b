"""Metrics that mark errors: precision, recall and F1 of their spans, as a table and as plain values."""

from collections.abc import Mapping
from typing import Any

from lackmus.core.base.choices import By
from lackmus.core.base.plurals import counted
from lackmus.core.challenges.challenge import UNPLACED
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.challenges.span_ranking import SpanRow, SpanTally
from lackmus.tables.challenges.rows import title
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit


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
            rows += _rows(row, found.metrics, labels or {})
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


def _rows(row: SpanRow, metrics: tuple[str, ...], labels: Mapping[str, str]) -> list[Row]:
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
        "all": _row_values(found.whole),
        "rows": [_row_values(row) for row in found.rows],
        "without_gold_spans": found.unlocated,
    }


def _row_values(row: SpanRow) -> dict[str, Any]:
    return {
        "category": row.category,
        "phenomenon": row.phenomenon,
        "n": row.n,
        "best": list(row.best),
        "metrics": {name: _tally(one, row.intervals.get(name)) for name, one in row.tallies.items()},
    }


def _tally(one: SpanTally, interval: tuple[float, float] | None) -> dict[str, Any]:
    return {
        **{"n": one.n, "shared": one.shared, "given": one.given, "gold": one.gold},
        **{"precision": one.precision, "recall": one.recall, "f1": one.f1, "exact_f1": 100 * one.exact},
        "interval": None if interval is None else list(interval),
    }
