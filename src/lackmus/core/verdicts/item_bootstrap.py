"""A paired bootstrap over items where verdicts come in bundles: all tuples of an item are drawn together."""

# Tuples of an item share texts, so they are right or wrong together more often than those of different items.
# A bootstrap of tuples would take them for independent witnesses. Here a resample draws items, each with all
# its tuples, so accuracies are ratios: right tuples of the drawn items through their tuples.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from lackmus.core.base.choices import Testing
from lackmus.core.base.significance import bootstrap_passes
from lackmus.core.base.verdict import Verdict
from lackmus.core.verdicts.accuracies import Average, Score

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Sums = NDArray[np.floating[Any]]  # items × systems, and how many tuples the item has as the last column
    Means = NDArray[np.floating[Any]]

UNIT = "unit"  # column of the verdicts: to which item a tuple belongs


def item_means(
    rows: Sequence[Score], counted: pl.DataFrame, systems: Sequence[str], testing: Testing
) -> tuple[list[Means | None], Mapping[Average, Means | None]]:
    """Accuracies of all systems on resampled items, for each row and each average.

    As for other bootstraps, macro-averages draw within each category or phenomenon.
    """
    strata = _strata(counted, systems)
    shown = {(row.category, row.phenomenon) for row in rows}
    categories = [_stacked(strata, category) for category in dict.fromkeys(name for name, _ in strata)]
    phenomena = [sums for name, sums in strata.items() if name in shown]
    return [_means(_stacked(strata, row.category, row.phenomenon), testing) for row in rows], {
        Average.MICRO: _means(_stacked(strata), testing),
        Average.CATEGORY_MACRO: _macro(categories, testing),
        Average.PHENOMENON_MACRO: _macro(phenomena, testing),
    }


def item_intervals(
    counted: pl.DataFrame, systems: Sequence[str], testing: Testing
) -> dict[str, tuple[float, float]]:
    """Intervals of the accuracies over all tuples, in percent."""
    means = _means(_stacked(_strata(counted, systems)), testing)
    if means is None:
        return {}
    return {system: interval(means[:, place], testing.alpha) for place, system in enumerate(systems)}


def interval(means: Means, alpha: float) -> tuple[float, float]:
    """The middle of the resampled accuracies, in percent."""
    import numpy as np

    low, high = np.nanquantile(means, [alpha / 2, 1 - alpha / 2])
    return 100 * float(low), 100 * float(high)


def _strata(counted: pl.DataFrame, systems: Sequence[str]) -> dict[tuple[str, str], Sums]:
    """Of every phenomenon: passes of each item and system, and tuples of each item, in a fixed order."""
    import numpy as np

    if UNIT not in counted.columns:  # every item is by itself
        counted = counted.with_columns(pl.col("item").alias(UNIT))
    level = ["category", "phenomenon", UNIT]
    units = counted.group_by(level).agg(pl.col("item").n_unique().alias("size")).sort(level)
    units = units.with_row_index("row")
    passed = (
        counted.filter(pl.col("verdict") == Verdict.PASS)
        .group_by(*level, "system")
        .len()
        .with_columns(pl.col("system").cast(pl.String))
        .join(units, on=level)
        .join(pl.DataFrame({"system": list(systems)}).with_row_index("column"), on="system")
    )
    table = np.zeros((units.height, len(systems) + 1))
    table[passed["row"].to_numpy(), passed["column"].to_numpy()] = passed["len"].to_numpy()
    table[:, -1] = units["size"].to_numpy()
    found: dict[tuple[str, str], Sums] = {}
    start = 0
    sizes = units.group_by("category", "phenomenon", maintain_order=True).len()
    for category, phenomenon, size in sizes.iter_rows():
        found[category, phenomenon] = table[start : start + size]
        start += size
    return found


def _stacked(
    strata: Mapping[tuple[str, str], Sums], category: str | None = None, phenomenon: str | None = None
) -> Sums | None:
    import numpy as np

    chosen = [
        sums
        for (of_category, of_phenomenon), sums in strata.items()
        if category in (None, of_category) and phenomenon in (None, of_phenomenon)
    ]
    return np.concatenate(chosen) if chosen else None


def _means(sums: Sums | None, testing: Testing, seed: np.random.SeedSequence | None = None) -> Means | None:
    import numpy as np

    if sums is None:
        return None
    drawn = bootstrap_passes(sums, testing.samples, testing.seed if seed is None else seed)
    means: Means = np.divide(drawn[:, :-1], drawn[:, -1:], dtype=np.float64)
    return means


def _macro(strata: Sequence[Sums | None], testing: Testing) -> Means | None:
    """Means over strata, each of which draws its own items from its own stream."""
    import numpy as np

    root = np.random.SeedSequence(testing.seed)
    found = [_means(sums, testing, root.spawn(1)[0]) for sums in strata]
    there = [means for means in found if means is not None]
    mean: Means | None = sum(there[1:], there[0]) / len(there) if there else None
    return mean
