"""What metrics prefer: scores of tuples -> a verdict table, and two metrics on the same tuples."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations

import polars as pl

from lackmus.core.base.choices import Counted, Preference
from lackmus.core.base.columns import Columns
from lackmus.core.base.significance import holm, two_tailed_p
from lackmus.core.base.verdict import Verdict
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import Scored
from lackmus.core.verdicts.accuracies import Average, Score
from lackmus.core.verdicts.item_bootstrap import UNIT
from lackmus.core.verdicts.judging import VERDICT

TIE = Preference.TIE.value
_UNSCORED = 4  # in the digest, beside 0 wrong, 1 right and 2 tie
_OUTCOME = pl.Enum([kind.value for kind in Preference])

# The verdict table of a challenge: `item` is a tuple, `system` a metric. Every preference is a verdict: right
# is a pass, and a metric that prefers neither text fails for the reason `tie`. `unit` is the tuple's item.
PREFERENCES = Columns(
    item=pl.String,
    unit=pl.String,
    category=pl.String,
    phenomenon=pl.String,
    system=pl.String,
    verdict=VERDICT,
    reason=pl.Enum([TIE]),
)


def refuse_unfit(challenge: ChallengeSet, scored: Sequence[Scored]) -> None:
    """Refuse scores that do not fit: there must be one per tuple, and each metric needs a unique name."""
    names = [one.about.name for one in scored]
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"metrics need different names, but there are several called {', '.join(twice)}")
    if not names or not challenge.tuples.height:
        raise ValueError("a ranking needs a metric and a tuple")
    if challenge.tuples["tuple"].n_unique() < challenge.tuples.height:
        raise ValueError(f"tuples of {challenge.name} share a name")
    for one in scored:
        for side in (one.better, one.worse):
            if len(side) != challenge.tuples.height or side.is_nan().any():
                raise ValueError(f"{one.about.name} has no number for every tuple of {challenge.name}")
        if (one.better.is_null() != one.worse.is_null()).any():
            raise ValueError(f"{one.about.name} has no number for both texts of a tuple of {challenge.name}")


def right(one: Scored) -> pl.Series:
    """For each tuple: does the metric prefer the better text? Strictly, and in its own direction.

    Null where it did not score the tuple.
    """
    return one.better > one.worse if one.about.higher else one.better < one.worse


def tied(one: Scored) -> pl.Series:
    """For each tuple: does the metric give both texts the same score?"""
    return one.better == one.worse


def outcomes(one: Scored) -> pl.Series:
    """Which of the two texts the metric prefers in every tuple: right, wrong or tie; null if not scored."""
    said = (
        pl.when(pl.col("right").is_null())
        .then(None)
        .when("right")
        .then(pl.lit(Preference.RIGHT.value))
        .when("tied")
        .then(pl.lit(Preference.TIE.value))
    )
    frame = pl.DataFrame({"right": right(one), "tied": tied(one)})
    return frame.select(said.otherwise(pl.lit(Preference.WRONG.value)).cast(_OUTCOME)).to_series()


def margins(one: Scored) -> pl.Series:
    """By how much the metric prefers the better text of every tuple; below 0 it prefers the worse one."""
    return one.better - one.worse if one.about.higher else one.worse - one.better


def preferences(challenge: ChallengeSet, scored: Sequence[Scored]) -> pl.DataFrame:
    """The verdict table (PREFERENCES): every metric on every tuple that it scored."""
    unit = pl.concat_str("pair", "item", separator=":").alias(UNIT)
    names = challenge.tuples.select(pl.col("tuple").alias("item"), unit, "category", "phenomenon")
    said = [
        names.with_columns(
            pl.lit(one.about.name).alias("system"), right(one).alias("right"), tied(one).alias("tied")
        ).filter(one.answered)
        for one in scored
    ]
    verdict = pl.when("right").then(pl.lit(Verdict.PASS, dtype=VERDICT))
    return PREFERENCES.of(
        pl.concat(said).with_columns(
            verdict.otherwise(pl.lit(Verdict.FAIL, dtype=VERDICT)).alias("verdict"),
            pl.when("tied").then(pl.lit(TIE, dtype=PREFERENCES["reason"])).alias("reason"),
        )
    )


def preferences_digest(challenge: ChallengeSet, scored: Sequence[Scored]) -> str:
    """A short digest of all preferences of all metrics.

    Scores are not part of it: their last digits differ between machines without changing any ranking.
    """
    hashed = sha256()
    order = challenge.tuples["tuple"].arg_sort()
    for one in sorted(scored, key=lambda one: one.about.name):
        said = (right(one).cast(pl.UInt8) + 2 * tied(one).cast(pl.UInt8)).fill_null(_UNSCORED)
        hashed.update(f"{len(one.about.name)} {one.about.name}".encode())
        hashed.update(bytes(said.gather(order).to_list()))
    return hashed.hexdigest()[:8]


@dataclass(frozen=True)
class MetricPairing:
    """Two metrics on the tuples that both scored: exact McNemar, two-tailed."""

    first: str
    second: str
    both: int  # both right
    only_first: int
    only_second: int
    neither: int
    p_value: float
    corrected: float  # by Holm, over all compared pairs


def matches(challenge: ChallengeSet, scored: Sequence[Scored]) -> list[MetricPairing]:
    """McNemar's test for every pair of metrics, in their order."""
    refuse_unfit(challenge, scored)
    sides = [(one.about.name, right(one)) for one in scored]
    found = [_match(*one, *other) for one, other in combinations(sides, 2)]
    corrected = holm([match.p_value for match in found])
    return [replace(match, corrected=p) for match, p in zip(found, corrected, strict=True)]


def _match(first: str, one: pl.Series, second: str, other: pl.Series) -> MetricPairing:
    both, only_first, only_second, neither = (
        int(side.sum()) for side in (one & other, one & ~other, other & ~one, ~one & ~other)
    )
    p_value = two_tailed_p(only_first, only_second)
    return MetricPairing(first, second, both, only_first, only_second, neither, p_value, p_value)


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
