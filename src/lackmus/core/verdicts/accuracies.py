"""What counts and how it adds up: fair items, accuracies, averages, bounds, prices, wins."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import fmean

import polars as pl

from lackmus.core.base.choices import Counted, Order
from lackmus.core.base.verdict import Verdict
from lackmus.core.verdicts.judging import SETTLED

COUNTED = ("category", "phenomenon", "item", "system", "verdict")  # columns of VERDICTS that counting needs


class Average(StrEnum):
    """What is averaged: all items, or categories, or phenomena with equal weight."""

    MICRO = "micro"
    CATEGORY_MACRO = "category_macro"
    PHENOMENON_MACRO = "phenomenon_macro"


AVERAGES = {  # names for people, in the order of a report
    Average.MICRO: "Micro-average (items)",
    Average.CATEGORY_MACRO: "Macro-average (categories)",
    Average.PHENOMENON_MACRO: "Macro-average (phenomena)",
}


@dataclass(frozen=True)
class Score:
    """One row of a report: accuracies in percent, numbers of items, and the best systems."""

    category: str | None
    phenomenon: str | None
    counts: Mapping[str, int]
    passes: Mapping[str, float]
    accuracy: Mapping[str, float]  # empty when no item counts
    best: tuple[str, ...] = ()
    best_of_group: tuple[str, ...] = ()  # the best within each group, where systems have groups
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    detectable: float | None = None  # smallest difference to the best that can be significant, in points
    worst: tuple[str, ...] = ()  # the worst, and those not significantly better; only if requested
    apart: frozenset[str] = frozenset()  # systems that are not compared here: they count other items

    def compared(self, systems: Sequence[str]) -> list[str]:
        """Those of the systems that have an accuracy and are compared with others here."""
        return [system for system in systems if system in self.accuracy and system not in self.apart]

    @property
    def n(self) -> int:
        """How many items count (for the system with most of them, where each counts its own)."""
        return max(self.counts.values(), default=0)

    @property
    def average(self) -> float | None:
        """The mean over systems."""
        return fmean(self.accuracy.values()) if self.accuracy else None


@dataclass(frozen=True)
class Fairness:
    """How many items count, and what the others cost."""

    total: int  # items that at least one system has
    fair: int
    excluded_by_category: Mapping[str, int]
    prices: Mapping[str, int]  # how many more items would be fair without the system

    @property
    def excluded(self) -> int:
        """Items that do not count because of an open warning, or of a text that is not testable."""
        return self.total - self.fair


def fair_items(verdicts: pl.DataFrame) -> pl.DataFrame:
    """Items settled for every compared system; only they make a fair comparison."""
    settled = pl.col("verdict").is_in(SETTLED).all()
    return verdicts.group_by("item").agg(settled.alias("fair")).filter("fair").select("item")


def fair_won(verdicts: pl.DataFrame, before: pl.DataFrame) -> int:
    """How many items are fair now that were not with the earlier verdicts (item, text, verdict)."""
    past = verdicts.select("item", "text", "verdict").join(
        before.rename({"verdict": "past"}), on=["item", "text"], how="left"
    )
    then = past.with_columns(pl.coalesce("past", "verdict").alias("verdict"))
    return fair_items(verdicts).join(fair_items(then), on="item", how="anti").height


def fairness(verdicts: pl.DataFrame, systems: Sequence[str]) -> Fairness:
    """Count fair items, and for the others which systems are the cause."""
    items = verdicts.group_by("item").agg(
        pl.col("category").first(),
        pl.col("system").filter(~pl.col("verdict").is_in(SETTLED)).alias("open"),
    )
    unsettled = pl.col("open").list.len()
    alone = items.filter(unsettled == 1).select(pl.col("open").list.first().alias("system"))
    prices = dict(alone.group_by("system").len().iter_rows())
    excluded = (
        items.filter(unsettled > 0)
        .group_by("category")
        .len()
        .sort("len", "category", descending=[True, False])
    )
    return Fairness(
        total=len(items),
        fair=items.filter(unsettled == 0).height,
        excluded_by_category=dict(excluded.iter_rows()),
        prices={system: prices.get(system, 0) for system in systems},
    )


def counted_rows(verdicts: pl.DataFrame, counted: Counted = Counted.FAIR) -> pl.DataFrame:
    """The verdicts that enter accuracies: settled ones, on fair items or on each system's own."""
    settled = verdicts.filter(pl.col("verdict").is_in(SETTLED))
    return settled if counted is Counted.OWN else settled.join(fair_items(verdicts), on="item", how="semi")


def scores(verdicts: pl.DataFrame, systems: Sequence[str], counted: Counted = Counted.FAIR) -> list[Score]:
    """Accuracies per category, each followed by its phenomena, in alphabetical order.

    A row without counted items is kept with n = 0, so that gaps stay visible.
    """
    rows = counted_rows(verdicts, counted)
    found: list[Score] = []
    for level in (["category"], ["category", "phenomenon"]):
        sums = rows.group_by(*level, "system").agg(
            pl.len().alias("n"), (pl.col("verdict") == Verdict.PASS).sum().alias("passes")
        )
        by_group: dict[tuple[str, str | None], dict[str, tuple[int, int]]] = {}
        for category, *phenomenon in verdicts.select(level).unique().iter_rows():
            by_group[category, phenomenon[0] if phenomenon else None] = {}
        for category, *phenomenon, system, n, passes in sums.iter_rows():
            by_group[category, phenomenon[0] if phenomenon else None][system] = (n, passes)
        found += [_score(*group, counts, systems) for group, counts in by_group.items()]
    return sorted(found, key=lambda score: (score.category or "", score.phenomenon or ""))


def _score(
    category: str, phenomenon: str | None, sums: Mapping[str, tuple[int, int]], systems: Sequence[str]
) -> Score:
    counts = {system: sums.get(system, (0, 0))[0] for system in systems}
    passes = {system: sums.get(system, (0, 0))[1] for system in systems}
    accuracy = {system: 100 * passes[system] / counts[system] for system in systems if counts[system]}
    return Score(category, phenomenon, counts, passes, accuracy)


def averages(rows: Sequence[Score], systems: Sequence[str]) -> dict[Average, Score]:
    """The three averages of the rows; rows without items are left out of them."""
    categories = [row for row in rows if row.phenomenon is None]
    phenomena = [row for row in rows if row.phenomenon is not None]
    counts = {system: sum(row.counts[system] for row in categories) for system in systems}
    passes = {system: sum(row.passes[system] for row in categories) for system in systems}

    def mean(accuracy: Mapping[str, float]) -> Score:
        return Score(None, None, counts, passes, accuracy)

    return {
        Average.MICRO: mean({s: 100 * passes[s] / counts[s] for s in systems if counts[s]}),
        Average.CATEGORY_MACRO: mean(_macro(categories, systems)),
        Average.PHENOMENON_MACRO: mean(_macro(phenomena, systems)),
    }


def _macro(rows: Sequence[Score], systems: Sequence[str]) -> dict[str, float]:
    values = {system: [row.accuracy[system] for row in rows if system in row.accuracy] for system in systems}
    return {system: fmean(accuracies) for system, accuracies in values.items() if accuracies}


def ordered(systems: Sequence[str], means: Mapping[Average, Score], order: Order) -> list[str]:
    """Best first by the chosen average; equals by name."""
    if order is Order.GIVEN:
        return list(systems)
    if order is Order.NAME:
        return sorted(systems, key=str.casefold)
    accuracy = means[Average(order.replace("-", "_"))].accuracy
    return sorted(systems, key=lambda system: (-accuracy.get(system, 0.0), system.casefold()))


@dataclass(frozen=True)
class AccuracyBounds:
    """Accuracies in percent on *all* covered items: if every open warning failed, and if every one passed.

    The final accuracy on all items lies between the two. The accuracy on the fair items may lie outside: they
    are fewer, and often the easier ones. Texts that are not testable are left out: they are no warnings.
    """

    low: Mapping[str, float]
    high: Mapping[str, float]

    def of(self, system: str) -> tuple[float, float]:
        """Both bounds of a system."""
        return self.low[system], self.high[system]


def bounds(verdicts: pl.DataFrame, systems: Sequence[str]) -> AccuracyBounds:
    """The lowest and highest accuracy of each system that open warnings allow."""
    sums = (
        verdicts.filter(pl.col("verdict") != Verdict.UNTESTABLE)
        .group_by("system")
        .agg(
            (100 * (pl.col("verdict") == Verdict.PASS).mean()).alias("low"),
            (100 * (pl.col("verdict") != Verdict.FAIL).mean()).alias("high"),
        )
    )
    found = {system: (low, high) for system, low, high in sums.iter_rows()}
    unknown = (0.0, 100.0)  # nothing that the system wrote can be tested
    return AccuracyBounds(
        low={system: found.get(system, unknown)[0] for system in systems},
        high={system: found.get(system, unknown)[1] for system in systems},
    )


@dataclass(frozen=True)
class Warnings:
    """A system's open warnings: number, share of its texts, and reasons."""

    count: int
    share: float
    reasons: Mapping[str, int]


def warnings(verdicts: pl.DataFrame, systems: Sequence[str]) -> dict[str, Warnings]:
    """The open warnings of each system, by reason."""
    totals = dict(verdicts.group_by("system").len().iter_rows())
    reasons: dict[str, dict[str, int]] = {system: {} for system in systems}
    open_warnings = verdicts.filter(pl.col("verdict") == Verdict.WARNING)
    for system, reason, count in open_warnings.group_by("system", "reason").len().sort("reason").iter_rows():
        reasons[system][reason] = count
    return {
        system: Warnings(sum(found.values()), 100 * sum(found.values()) / totals[system], found)
        for system, found in reasons.items()
    }


def wins(rows: Sequence[Score], systems: Sequence[str]) -> dict[str, int]:
    """In how many of the rows each system is among the best."""
    won = Counter(system for row in rows for system in row.best)
    return {system: won[system] for system in systems}
