"""Who is best in each row: the chosen test applied to all rows and averages of a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from lackmus.core.choices import Correction, Intervals, Test, Testing
from lackmus.core.judges import Verdict
from lackmus.core.scores import Average, Score
from lackmus.core.significance import (
    best_of,
    bootstrap_means,
    bootstrap_p_values,
    cluster,
    holm,
    macro_bootstrap_means,
    mcnemar_p_values,
    smallest_difference,
    wilson,
    z_p_values,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Passes = NDArray[np.bool_]


def with_best(
    rows: Sequence[Score],
    averages: Mapping[Average, Score],
    counted: pl.DataFrame,
    systems: Sequence[str],
    testing: Testing,
    groups: Sequence[Sequence[str]] = (),
) -> tuple[list[Score], dict[Average, Score]]:
    """Rows and averages with their clusters; `counted` are the verdicts on fair items behind them.

    Where systems have `groups`, each group has a cluster of its own, as if the others had not taken part.
    """

    def crowned(row: Score, cluster_of: ClusterOf | None, kind: Average | None = None) -> Score:
        if cluster_of is not None:
            within = tuple(name for group in groups for name in cluster_of(group))
            row = replace(row, best=cluster_of(systems), best_of_group=within)
        return _described(row, testing, kind)

    if testing.test is Test.Z:
        return (
            [crowned(row, _by_z(row, testing)) for row in rows],
            {kind: crowned(row, _by_z(row, testing), kind) for kind, row in averages.items()},
        )
    strata = strata_of(counted, systems)
    shown = {(row.category, row.phenomenon) for row in rows}
    macros: dict[Average, list[Passes | None]] = {
        Average.CATEGORY_MACRO: [
            stacked(strata, category) for category in dict.fromkeys(c for c, _ in strata)
        ],
        Average.PHENOMENON_MACRO: [passes for name, passes in strata.items() if name in shown],
    }
    tests = {Average.MICRO: _by_pairs(stacked(strata), systems, testing)} | {
        kind: _by_means(averages[kind], parts, systems, testing) for kind, parts in macros.items()
    }
    return (
        [
            crowned(row, _by_pairs(stacked(strata, row.category, row.phenomenon), systems, testing))
            for row in rows
        ],
        {kind: crowned(averages[kind], test, kind) for kind, test in tests.items()},
    )


# Who among these systems cannot be told from the best of them. What all of them share, such as resampled
# means, is made once.
ClusterOf = Callable[[Sequence[str]], tuple[str, ...]]


def _by_z(row: Score, testing: Testing) -> ClusterOf:
    def cluster_of(systems: Sequence[str]) -> tuple[str, ...]:
        present = [system for system in systems if system in row.accuracy]
        accuracies = [row.accuracy[system] / 100 for system in present]
        counts = [row.counts[system] for system in present]
        p_values = z_p_values(accuracies, counts)
        return _cluster(present, p_values, best_of(accuracies, counts) if present else 0, testing)

    return cluster_of


def _by_pairs(passes: Passes | None, systems: Sequence[str], testing: Testing) -> ClusterOf | None:
    if passes is None:
        return None
    means = bootstrap_means(passes, testing.samples, testing.seed) if testing.test is Test.BOOTSTRAP else None

    def cluster_of(those: Sequence[str]) -> tuple[str, ...]:
        places = [systems.index(system) for system in those]
        own = passes[:, places]
        best = best_of(own.sum(axis=0).tolist())
        p_values = mcnemar_p_values(own) if means is None else bootstrap_p_values(means[:, places], best)
        return _cluster(those, p_values, best, testing)

    return cluster_of


def _by_means(
    row: Score, strata: Sequence[Passes | None], systems: Sequence[str], testing: Testing
) -> ClusterOf | None:
    present = [passes for passes in strata if passes is not None]
    if not present:
        return None
    means = macro_bootstrap_means(present, testing.samples, testing.seed)

    def cluster_of(those: Sequence[str]) -> tuple[str, ...]:
        best = best_of([row.accuracy[system] for system in those])
        places = [systems.index(system) for system in those]
        return _cluster(those, bootstrap_p_values(means[:, places], best), best, testing)

    return cluster_of


def _cluster(systems: Sequence[str], p_values: list[float], best: int, testing: Testing) -> tuple[str, ...]:
    if testing.correction is Correction.HOLM:
        p_values = holm(p_values, best)
    p_values = [1.0 if place == best else p for place, p in enumerate(p_values)]
    return tuple(cluster(systems, p_values, testing.alpha))


def _described(row: Score, testing: Testing, kind: Average | None = None) -> Score:
    """What the row could tell at all, and (if asked) how far its accuracies can be trusted."""
    if not row.accuracy:
        return row
    smallest = smallest_difference(row.n, max(row.accuracy.values()) / 100, testing.test, testing.alpha)
    plain = kind in (None, Average.MICRO)  # Wilson's interval is one of counts, not of means of accuracies
    intervals: dict[str, tuple[float, float]] = {}
    if testing.intervals is Intervals.WILSON and plain:
        for system in row.accuracy:
            low, high = wilson(round(row.passes[system]), row.counts[system], 1 - testing.alpha)
            intervals[system] = (100 * low, 100 * high)
    detectable = None if smallest is None or not plain else 100 * smallest
    return replace(row, detectable=detectable, intervals=intervals)


Strata = dict[tuple[str, str], "Passes"]


def strata_of(counted: pl.DataFrame, systems: Sequence[str]) -> Strata:
    """Items × systems of every phenomenon, items in a fixed order so that resampling gives the same twice."""
    import numpy as np  # before Polars does it, which takes Ctrl-C during an import for a crash

    # By number, because a system may be called “item”, or “*”.
    number = pl.col("system").replace_strict({system: str(place) for place, system in enumerate(systems)})
    wide = (
        counted.filter(pl.col("system").is_in(systems))
        .select("category", "phenomenon", "item", number, (pl.col("verdict") == Verdict.PASS).alias("passed"))
        .pivot("system", index=["category", "phenomenon", "item"], values="passed")
        .sort("category", "phenomenon", "item")
    )
    columns = [str(place) for place in range(len(systems))]
    return {
        (category, phenomenon): np.asarray(group.select(columns).to_numpy(), dtype=bool)
        for (category, phenomenon), group in wide.group_by("category", "phenomenon", maintain_order=True)
    }


def stacked(strata: Strata, category: str | None = None, phenomenon: str | None = None) -> Passes | None:
    """The items of a category or phenomenon, or all of them; None if there are none."""
    import numpy as np

    chosen = [
        passes
        for (of_category, of_phenomenon), passes in strata.items()
        if category in (None, of_category) and phenomenon in (None, of_phenomenon)
    ]
    return np.concatenate(chosen) if chosen else None
