"""What length and position alone reach, beside a ranking of metrics: a table, a sentence, plain values."""

from collections.abc import Iterator
from typing import Any

from lackmus.core.base.choices import By
from lackmus.core.challenges.baselines import FOLDS, LENGTH, MIN_ITEMS
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.verdicts.accuracies import Average
from lackmus.tables.challenges.rows import lines, title
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit

_HOW = (
    f"Learnt from the key, in {FOLDS} folds of items: a logistic regression on lengths (of both texts, also "
    "against source and reference), and one on positions (which system, campaign or numbered hypothesis a "
    "text is of). Neither reads a text. What a metric reaches beyond them may be skill."
)


def baselines_table(ranking: MetricRanking, by: By = By.CATEGORY) -> Table:
    """What length and position alone reach, row by row, with intervals, without a ranking."""
    alone = ranking.alone
    names = alone.metrics if alone else []
    rows = [
        Row.of(
            name,
            row.n,
            *(Cell(row.accuracy.get(metric), interval=row.intervals.get(metric)) for metric in names),
            level=level,
            group=(row.category or "") if level is Level.MEMBER else "",
        )
        for row, name, level, _ in (lines(alone, by) if alone else ())
    ]
    return Table(
        title=f"{title(ranking)}: what {' and '.join(names) or LENGTH} alone can reach, in percent",
        columns=(
            Column(by.capitalize()),
            Column("#", Unit.COUNT),
            *(Column(f"{name.capitalize()} alone", Unit.PERCENT) for name in names),
        ),
        rows=tuple(rows),
        signature=ranking.signature,
        notes=(_HOW,) if alone else (f"Fewer than {MIN_ITEMS} items teach nothing about lengths.",),
    )


def baselines_note(ranking: MetricRanking) -> Iterator[str]:
    """What a metric must beat, as a sentence."""
    if ranking.alone is None:
        return
    said = []
    for name, (low, high) in ranking.alone.intervals.items():
        share = ranking.alone.tallies[name].accuracy
        said.append(f"{name} alone {share:.1f} % ({low:.1f} to {high:.1f})")
    yield f"To beat, not the coin: without reading a text, {' and '.join(said)}."


def baselines_values(ranking: MetricRanking) -> list[dict[str, Any]]:
    """What length and position alone reach as plain values; empty where items are too few."""
    alone = ranking.alone
    if alone is None:
        return []
    return [
        {
            "name": name,
            "right": alone.tallies[name].right,
            "wrong": alone.tallies[name].wrong,
            "ties": alone.tallies[name].ties,
            "accuracy": alone.averages[Average.MICRO].accuracy[name],
            "interval": list(alone.intervals[name]),
            "averages": {str(kind): row.accuracy.get(name) for kind, row in alone.averages.items()},
            "rows": [
                {
                    "category": row.category,
                    "phenomenon": row.phenomenon,
                    "n": row.n,
                    "accuracy": row.accuracy.get(name),
                }
                for row in alone.rows
            ],
            "folds": FOLDS,
        }
        for name in alone.metrics
    ]
