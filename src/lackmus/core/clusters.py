"""Who is best in each row: the chosen test applied to all rows and averages of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
) -> tuple[list[Score], dict[Average, Score]]:
    """Rows and averages with their clusters; `counted` are the verdicts on fair items behind them."""
    if testing.test is Test.Z:
        tested = [_z(row, systems, testing) for row in rows]
        return (
            [_described(row, testing) for row in tested],
            {kind: _described(_z(row, systems, testing), testing, kind) for kind, row in averages.items()},
        )
    strata = strata_of(counted, systems)
    tested = [_paired(row, stacked(strata, row.category, row.phenomenon), systems, testing) for row in rows]
    micro = _paired(averages[Average.MICRO], stacked(strata), systems, testing)
    macros: dict[Average, list[Passes | None]] = {
        Average.CATEGORY_MACRO: [
            stacked(strata, category) for category in dict.fromkeys(c for c, _ in strata)
        ],
        Average.PHENOMENON_MACRO: list(strata.values()),
    }
    best = {Average.MICRO: micro} | {
        kind: _macro(averages[kind], groups, systems, testing) for kind, groups in macros.items()
    }
    return (
        [_described(row, testing) for row in tested],
        {kind: _described(row, testing, kind) for kind, row in best.items()},
    )


def _z(row: Score, systems: Sequence[str], testing: Testing) -> Score:
    present = [system for system in systems if system in row.accuracy]
    accuracies = [row.accuracy[system] / 100 for system in present]
    counts = [row.counts[system] for system in present]
    p_values = z_p_values(accuracies, counts)
    return _crowned(row, present, p_values, best_of(accuracies, counts) if present else 0, testing)


def _paired(row: Score, passes: Passes | None, systems: Sequence[str], testing: Testing) -> Score:
    if passes is None:
        return row
    best = best_of(passes.sum(axis=0).tolist())
    if testing.test is Test.MCNEMAR:
        p_values = mcnemar_p_values(passes)
    else:
        p_values = bootstrap_p_values(bootstrap_means(passes, testing.samples, testing.seed), best)
    return _crowned(row, systems, p_values, best, testing)


def _macro(row: Score, strata: Sequence[Passes | None], systems: Sequence[str], testing: Testing) -> Score:
    groups = [passes for passes in strata if passes is not None]
    if not groups:
        return row
    best = best_of([row.accuracy[system] for system in systems])
    means = macro_bootstrap_means(groups, testing.samples, testing.seed)
    return _crowned(row, systems, bootstrap_p_values(means, best), best, testing)


def _crowned(row: Score, systems: Sequence[str], p_values: list[float], best: int, testing: Testing) -> Score:
    if testing.correction is Correction.HOLM:
        p_values = holm(p_values, best)
    p_values = [1.0 if place == best else p for place, p in enumerate(p_values)]
    return replace(row, best=tuple(cluster(systems, p_values, testing.alpha)))


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
