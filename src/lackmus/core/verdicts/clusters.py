"""The clusters of the best and the worst: the chosen test applied to all rows and averages of a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from lackmus.core.base.choices import Correction, Intervals, Test, Testing
from lackmus.core.base.compact_frames import compact, names_of
from lackmus.core.base.significance import (
    best_of,
    bootstrap_p_values,
    bootstrap_passes,
    cluster,
    holm,
    macro_bootstrap_means,
    mcnemar_p_values,
    smallest_difference,
    wilson,
    z_p_values,
)
from lackmus.core.base.verdict import Verdict
from lackmus.core.verdicts.accuracies import COUNTED, Average, Score
from lackmus.core.verdicts.item_bootstrap import interval, item_means

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Passes = NDArray[np.bool_]
    Means = NDArray[np.floating[Any]]


def with_best(
    rows: Sequence[Score],
    averages: Mapping[Average, Score],
    counted: pl.DataFrame,
    systems: Sequence[str],
    testing: Testing,
    groups: Sequence[Sequence[str]] = (),
    worst: bool = False,
) -> tuple[list[Score], dict[Average, Score]]:
    """Rows and averages with their clusters; `counted` are the verdicts on fair items behind them.

    Where systems have `groups`, each group has a cluster of its own, without regard to the others. With
    `worst` each row also has the cluster of its worst.
    """

    def crowned(
        row: Score, cluster_of: ClusterOf | None, kind: Average | None = None, means: Means | None = None
    ) -> Score:
        if cluster_of is not None:
            within = tuple(name for group in groups for name in cluster_of(group, False))
            row = replace(
                row,
                best=cluster_of(systems, False),
                best_of_group=within,
                worst=cluster_of(systems, True) if worst else (),
            )
        return _described(row, testing, systems, kind, means)

    if testing.test is Test.Z:
        return (
            [crowned(row, _by_z(row, testing)) for row in rows],
            {kind: crowned(row, _by_z(row, testing), kind) for kind, row in averages.items()},
        )
    if testing.test is Test.ITEMS:
        of_rows, of_averages = item_means(rows, counted, systems, testing)
        return (
            [
                crowned(row, _by_means(row, of_rows[at], systems, testing), None, of_rows[at])
                for at, row in enumerate(rows)
            ],
            {
                kind: crowned(
                    row, _by_means(row, of_averages[kind], systems, testing), kind, of_averages[kind]
                )
                for kind, row in averages.items()
            },
        )
    strata = strata_of(counted, systems)
    shown = {(row.category, row.phenomenon) for row in rows}
    macros: dict[Average, list[Passes | None]] = {
        Average.CATEGORY_MACRO: [
            stacked(strata, category) for category in dict.fromkeys(c for c, _ in strata)
        ],
        Average.PHENOMENON_MACRO: [passes for name, passes in strata.items() if name in shown],
    }
    tests = {Average.MICRO: _by_pairs(averages[Average.MICRO], stacked(strata), systems, testing)} | {
        kind: _by_means(averages[kind], _macro_means(parts, testing), systems, testing)
        for kind, parts in macros.items()
    }
    return (
        [
            crowned(row, _by_pairs(row, stacked(strata, row.category, row.phenomenon), systems, testing))
            for row in rows
        ],
        {kind: crowned(averages[kind], test, kind) for kind, test in tests.items()},
    )


# Which systems cannot be told from the best of them, or from the worst (the best if fails counted as passes).
# Shared parts, such as resampled means, are computed once.
ClusterOf = Callable[[Sequence[str], bool], tuple[str, ...]]


def _turned(share: float, worst: bool) -> float:
    """The share of passes, or of fails for the worst; clipped, since a mean may miss 1 by rounding."""
    return max(0.0, 1 - share) if worst else share


def _by_z(row: Score, testing: Testing) -> ClusterOf:
    def cluster_of(systems: Sequence[str], worst: bool) -> tuple[str, ...]:
        present = row.compared(systems)
        accuracies = [_turned(row.accuracy[system] / 100, worst) for system in present]
        counts = [row.counts[system] for system in present]
        p_values = z_p_values(accuracies, counts)
        return best_by(present, p_values, best_of(accuracies, counts) if present else 0, testing)

    return cluster_of


def _by_pairs(
    row: Score, passes: Passes | None, systems: Sequence[str], testing: Testing
) -> ClusterOf | None:
    if passes is None:
        return None
    resampled = (
        bootstrap_passes(passes, testing.samples, testing.seed) if testing.test is Test.BOOTSTRAP else None
    )
    place_of = {system: place for place, system in enumerate(systems)}

    def cluster_of(those: Sequence[str], worst: bool) -> tuple[str, ...]:
        those = row.compared(those)
        if not those:
            return ()
        places = [place_of[system] for system in those]
        own = ~passes[:, places] if worst else passes[:, places]
        best = best_of(own.sum(axis=0).tolist())
        p_values = (
            mcnemar_p_values(own) if resampled is None else _resampled(resampled[:, places], best, worst)
        )
        return best_by(those, p_values, best, testing)

    return cluster_of


def _macro_means(strata: Sequence[Passes | None], testing: Testing) -> Means | None:
    present = [passes for passes in strata if passes is not None]
    return macro_bootstrap_means(present, testing.samples, testing.seed) if present else None


def _by_means(row: Score, means: Means | None, systems: Sequence[str], testing: Testing) -> ClusterOf | None:
    if means is None:
        return None
    place_of = {system: place for place, system in enumerate(systems)}

    def cluster_of(those: Sequence[str], worst: bool) -> tuple[str, ...]:
        those = row.compared(those)
        if not those:
            return ()
        best = best_of([_turned(row.accuracy[system] / 100, worst) for system in those])
        places = [place_of[system] for system in those]
        return best_by(those, _resampled(means[:, places], best, worst), best, testing)

    return cluster_of


def _resampled(means: Means, best: int, worst: bool) -> list[float]:
    return bootstrap_p_values(1 - means if worst else means, best)


def best_by(systems: Sequence[str], p_values: list[float], best: int, testing: Testing) -> tuple[str, ...]:
    """The best and those not significantly worse, by p-values, corrected if requested."""
    if testing.correction is Correction.HOLM:
        p_values = holm(p_values, best)
    p_values = [1.0 if place == best else p for place, p in enumerate(p_values)]
    return tuple(cluster(systems, p_values, testing.alpha))


def _described(
    row: Score,
    testing: Testing,
    systems: Sequence[str],
    kind: Average | None = None,
    means: Means | None = None,
) -> Score:
    """The row with its smallest detectable difference and, if requested, its intervals."""
    if not row.accuracy:
        return row
    smallest = smallest_difference(row.n, max(row.accuracy.values()) / 100, testing.test, testing.alpha)
    plain = kind in (None, Average.MICRO)  # Wilson's interval is for counts, not for means of accuracies
    intervals: dict[str, tuple[float, float]] = {}
    if testing.intervals is Intervals.WILSON and means is not None:  # Wilson's knows nothing of items
        there = row.compared(systems)
        places = [place for place, system in enumerate(systems) if system in there]
        intervals = {systems[place]: interval(means[:, place], testing.alpha) for place in places}
    elif testing.intervals is Intervals.WILSON and plain:
        for system in row.accuracy:
            low, high = wilson(round(row.passes[system]), row.counts[system], 1 - testing.alpha)
            intervals[system] = (100 * low, 100 * high)
    detectable = None if smallest is None or not plain else 100 * smallest
    return replace(row, detectable=detectable, intervals=intervals)


Strata = dict[tuple[str, str], "Passes"]


def strata_of(counted: pl.DataFrame, systems: Sequence[str]) -> Strata:
    """Items × systems of every phenomenon, items in a fixed order so that resampling is reproducible."""
    import numpy as np  # before Polars imports it, which takes Ctrl-C during the import for a crash

    # Numbers of items and systems instead of a pivot, which takes seconds for a thousand columns.
    rows = compact(counted.select(COUNTED))
    items = rows.select("category", "phenomenon", "item").unique().sort("category", "phenomenon", "item")
    row_of = np.zeros(len(names_of(rows["item"])), dtype=np.intp)
    row_of[items["item"].to_physical().to_numpy()] = np.arange(items.height)
    places = {system: place for place, system in enumerate(systems)}
    place_of = np.array([places.get(name, -1) for name in names_of(rows["system"])], dtype=np.intp)
    passed = rows.filter(pl.col("verdict") == Verdict.PASS)
    columns = place_of[passed["system"].to_physical().to_numpy()]
    lines = row_of[passed["item"].to_physical().to_numpy()]
    table = np.zeros((items.height, len(systems)), dtype=np.bool_)
    table[lines[columns >= 0], columns[columns >= 0]] = True
    found: Strata = {}
    start = 0
    for category, phenomenon, size in (
        items.group_by("category", "phenomenon", maintain_order=True).len().iter_rows()
    ):
        found[category, phenomenon] = table[start : start + size]
        start += size
    return found


def stacked(strata: Strata, category: str | None = None, phenomenon: str | None = None) -> Passes | None:
    """The items of a category or phenomenon, or all of them; None if there are none."""
    import numpy as np

    chosen = [
        passes
        for (of_category, of_phenomenon), passes in strata.items()
        if category in (None, of_category) and phenomenon in (None, of_phenomenon)
    ]
    return np.concatenate(chosen) if chosen else None
