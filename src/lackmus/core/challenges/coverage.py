"""What metrics scored of a challenge, all tuples or some language pairs, and who can be compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from lackmus.core.base.choices import Counted
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import Scored
from lackmus.core.verdicts.accuracies import Average, Score

Rows = Mapping[tuple[str | None, str | None], int]  # tuples of each row; (None, None) are all


@dataclass(frozen=True)
class MetricCoverage:
    """How many tuples a metric scored, and of which language pairs."""

    scored: int
    of: int
    pairs: tuple[str, ...]
    of_pairs: int

    @property
    def whole(self) -> bool:
        """Whether it scored every tuple."""
        return self.scored == self.of


def coverage(challenge: ChallengeSet, scored: Sequence[Scored]) -> dict[str, MetricCoverage]:
    """What each metric scored."""
    of, of_pairs = challenge.tuples.height, len(challenge.pairs)
    found = {}
    for one in scored:
        pairs = challenge.tuples["pair"].filter(one.answered)
        found[one.about.name] = MetricCoverage(len(pairs), of, tuple(sorted(pairs.unique())), of_pairs)
    return found


def counted_preferences(preferences: pl.DataFrame, metrics: Sequence[str], counted: Counted) -> pl.DataFrame:
    """The preferences that count: of each metric its own, or those on tuples that every metric scored."""
    if counted is Counted.OWN:
        return preferences
    scorers = preferences.group_by("item").agg((pl.col("system").n_unique() == len(metrics)).alias("fair"))
    return preferences.join(scorers.filter("fair"), on="item", how="semi")


def tuples_of_rows(tuples: pl.DataFrame) -> Rows:
    """How many tuples each category and each phenomenon has, and how many there are."""
    found: dict[tuple[str | None, str | None], int] = {(None, None): tuples.height}
    for category, many in tuples.group_by("category").len().iter_rows():
        found[category, None] = many
    for category, phenomenon, many in tuples.group_by("category", "phenomenon").len().iter_rows():
        found[category, phenomenon] = many
    return found


def set_apart(
    rows: Sequence[Score], averages: Mapping[Average, Score], totals: Rows
) -> tuple[list[Score], dict[Average, Score]]:
    """Rows and averages in which metrics that did not score all tuples are not compared with others.

    Their tuples may be the easier ones: a number on one language pair says nothing against one on two.
    """

    def parted(row: Score, total: int) -> Score:
        return replace(row, apart=frozenset(name for name, many in row.counts.items() if many < total))

    whole = totals[None, None]
    micro = averages[Average.MICRO]
    partial = frozenset(name for name, many in micro.counts.items() if many < whole)
    return (
        [parted(row, totals[row.category, row.phenomenon]) for row in rows],
        {kind: replace(row, apart=partial) for kind, row in averages.items()},
    )
