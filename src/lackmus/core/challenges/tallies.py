"""How often metrics were right, wrong or tied: on all tuples, and row by row."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from lackmus.core.challenges.preferences import TIE
from lackmus.core.verdicts.accuracies import Score


@dataclass(frozen=True)
class MetricTally:
    """How often a metric preferred the better text, the worse one, or neither."""

    right: int
    wrong: int
    ties: int

    @property
    def n(self) -> int:
        """All tuples."""
        return self.right + self.wrong + self.ties

    @property
    def accuracy(self) -> float | None:
        """Share of right tuples in percent; a tie is not right. None where no tuple is scored."""
        return 100 * self.right / self.n if self.n else None

    @property
    def tau(self) -> float | None:
        """Kendall-like tau: (right − wrong) / (right + wrong), without ties; None if all are ties."""
        told = self.right + self.wrong
        return (self.right - self.wrong) / told if told else None

    @property
    def aces_tau(self) -> float | None:
        """Tau with ties as discordant, as ACES has it: 2 · accuracy − 1; None where no tuple is scored."""
        return (self.right - self.wrong - self.ties) / self.n if self.n else None


Tallies = Mapping[str, MetricTally]  # by metric


def row_tallies_of(
    rows: Sequence[Score], verdicts: pl.DataFrame, metrics: Sequence[str]
) -> dict[tuple[str, str | None], Tallies]:
    """Tallies of each row: accuracies do not say which of the wrong ones are ties."""
    ties: dict[tuple[str, str | None, str], int] = {}
    found = verdicts.filter(pl.col("reason") == TIE).group_by("category", "phenomenon", "system").len()
    for category, phenomenon, metric, count in found.iter_rows():
        for level in (phenomenon, None):
            ties[category, level, metric] = ties.get((category, level, metric), 0) + count

    def tally(row: Score, metric: str) -> MetricTally:
        passed, equal = round(row.passes[metric]), ties.get((row.category or "", row.phenomenon, metric), 0)
        return MetricTally(passed, row.counts[metric] - passed - equal, equal)

    return {
        (row.category or "", row.phenomenon): {metric: tally(row, metric) for metric in metrics}
        for row in rows
    }


def added_tallies(tallies: Sequence[Tallies], metrics: Sequence[str]) -> dict[str, MetricTally]:
    """Tallies of several rows together."""

    def total(metric: str) -> Iterator[int]:
        for part in ("right", "wrong", "ties"):
            yield sum(getattr(one[metric], part) for one in tallies)

    return {metric: MetricTally(*total(metric)) for metric in metrics}
