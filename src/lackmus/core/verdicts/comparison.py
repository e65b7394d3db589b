"""Compare systems item by item: what all pass, what all fail, where they differ, and each pair tested."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import polars as pl

from lackmus.core.base.choices import Choices
from lackmus.core.base.signatures import signature
from lackmus.core.base.significance import bootstrap_means, holm, two_tailed_p
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import items_of
from lackmus.core.verdicts.accuracies import COUNTED, counted_rows
from lackmus.core.verdicts.clusters import stacked, strata_of
from lackmus.core.verdicts.evaluation import SuiteEvaluation

ALL_PASS, ALL_FAIL, DIFFER, OPEN, UNTESTABLE = ("all pass", "all fail", "differ", "open", "untestable")


@dataclass(frozen=True)
class ComparisonRow:
    """Counts for the items of one category, or for all."""

    category: str | None
    all_pass: int
    all_fail: int
    differ: int
    open: int  # not settled for all, so not counted
    only: tuple[int, ...]  # for each system, the items that it alone passes
    passes: tuple[int, ...]  # for each system, the counted items that it passes
    untestable: int = 0  # with a text that is not testable, so not counted

    @property
    def n(self) -> int:
        """Items settled for all of them."""
        return self.all_pass + self.all_fail + self.differ

    @property
    def difference(self) -> float | None:
        """By how many points the last is better than the first."""
        return 100 * (self.passes[-1] - self.passes[0]) / self.n if self.n else None


@dataclass(frozen=True)
class Pairing:
    """Two systems on the items settled for all compared ones."""

    first: str
    second: str
    only_first: int
    only_second: int
    difference: float  # by how many points the second is better than the first
    interval: tuple[float, float]  # of the difference, paired bootstrap, 95 %
    p_value: float  # exact McNemar, two-tailed, since neither was expected to win
    corrected: float  # the p-value after Holm's correction over all pairs


@dataclass(frozen=True)
class SystemComparison:
    """Systems compared on the items settled for all of them, with paired tests."""

    systems: tuple[str, ...]  # in the order in which they were named
    evaluation: SuiteEvaluation
    rows: tuple[ComparisonRow, ...]
    total: ComparisonRow
    pairings: tuple[Pairing, ...]  # every pair; empty if no item is settled for all
    items: (
        pl.DataFrame
    )  # item, source, category, phenomenon, and lists in the order of the systems; `outcome`
    signature: str


def compare(evaluation: SuiteEvaluation, systems: Sequence[str], choices: Choices) -> SystemComparison:
    """Compare two or more systems of an evaluation."""
    if len(systems) < 2 or len(set(systems)) < len(systems):
        raise ValueError(f"two or more different systems are needed, not {', '.join(systems) or 'none'}")
    items = _side_by_side(evaluation, systems)
    groups = {name: rows for (name,), rows in items.group_by("category")}
    total = _outcome(None, items, systems)
    return SystemComparison(
        systems=tuple(systems),
        evaluation=evaluation,
        rows=tuple(_outcome(name, groups[name], systems) for name in sorted(groups)),
        total=total,
        pairings=tuple(_pairings(evaluation, systems, choices)),
        items=items,
        signature=signature(
            {
                "compare": "/".join(systems),
                "suite": evaluation.suite.label,
                "pair": "+".join(map(str, evaluation.suite.pairs)),
                "only": str(evaluation.suite.part),
                "outputs": evaluation.digest,
                "items": f"{total.n}/{items.height}",
                "untestable": total.untestable or None,
                **choices.parts,
                "test": "mcnemar(two-tailed)",
                "correction": "holm(pairs)" if len(systems) > 2 else None,
                "interval": "bootstrap95",
                "samples": choices.testing.samples,
                "seed": choices.testing.seed,
            }
        ),
    )


def _side_by_side(evaluation: SuiteEvaluation, systems: Sequence[str]) -> pl.DataFrame:
    """One row per item, with lists of texts, verdicts and reasons in the order of the systems."""
    place = pl.col("system").replace_strict({name: number for number, name in enumerate(systems)})
    rows = (
        evaluation.verdicts.filter(pl.col("system").is_in(systems))
        .sort(place)
        .group_by("item", "category", "phenomenon", maintain_order=True)
        .agg("text", "verdict", "reason")
    )
    every = pl.col("verdict").list
    outcome = (
        pl.when(every.contains(Verdict.UNTESTABLE))  # whatever is open beside it: it never counts
        .then(pl.lit(UNTESTABLE))
        .when(every.contains(Verdict.WARNING))
        .then(pl.lit(OPEN))
        .when(~every.contains(Verdict.FAIL))
        .then(pl.lit(ALL_PASS))
        .when(~every.contains(Verdict.PASS))
        .then(pl.lit(ALL_FAIL))
        .otherwise(pl.lit(DIFFER))
    )
    order = items_of(evaluation.suite).select("item", "source")
    return order.join(rows, on="item", maintain_order="left").with_columns(outcome.alias("outcome"))


def _outcome(category: str | None, items: pl.DataFrame, systems: Sequence[str]) -> ComparisonRow:
    found = dict(items.group_by("outcome").len().iter_rows())
    settled = items.filter(~pl.col("outcome").is_in([OPEN, UNTESTABLE]))["verdict"].to_list()
    passing = [[verdict == Verdict.PASS for verdict in verdicts] for verdicts in settled]
    alone = Counter(row.index(True) for row in passing if sum(row) == 1)
    return ComparisonRow(
        category,
        all_pass=found.get(ALL_PASS, 0),
        all_fail=found.get(ALL_FAIL, 0),
        differ=found.get(DIFFER, 0),
        open=found.get(OPEN, 0),
        only=tuple(alone[place] for place in range(len(systems))),
        passes=tuple(sum(row[place] for row in passing) for place in range(len(systems))),
        untestable=found.get(UNTESTABLE, 0),
    )


def _pairings(evaluation: SuiteEvaluation, systems: Sequence[str], choices: Choices) -> list[Pairing]:
    """Test every pair of systems on the same items."""
    compared = evaluation.verdicts.select(COUNTED).filter(pl.col("system").is_in(systems))
    passes = stacked(strata_of(counted_rows(compared), systems))
    if passes is None:
        return []
    import numpy as np

    means = bootstrap_means(passes, choices.testing.samples, choices.testing.seed)
    places = list(combinations(range(len(systems)), 2))
    wins = [
        (int((passes[:, one] & ~passes[:, other]).sum()), int((passes[:, other] & ~passes[:, one]).sum()))
        for one, other in places
    ]
    p_values = [two_tailed_p(*won) for won in wins]
    found = []
    for (one, other), won, p_value, corrected in zip(places, wins, p_values, holm(p_values), strict=True):
        low, high = np.percentile(100 * (means[:, other] - means[:, one]), [2.5, 97.5])
        difference = 100 * (won[1] - won[0]) / len(passes)
        interval = float(low), float(high)
        found.append(Pairing(systems[one], systems[other], *won, difference, interval, p_value, corrected))
    return found
