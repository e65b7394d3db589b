"""Rows in which an exact paired test would find other best systems than the unpaired test."""

# The Z-test is the published one and stays the default, but it treats accuracies on the same items as if the
# items were different. So it is compared with exact McNemar against the same best of the row, one-tailed, at
# the same level and with the same correction. Macro-averages are left out: only a bootstrap could test them,
# which would slow every report.

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import polars as pl

from lackmus.core.base.choices import Correction, Test, Testing
from lackmus.core.base.significance import best_of, coin_p
from lackmus.core.base.verdict import Verdict
from lackmus.core.verdicts.accuracies import Score
from lackmus.core.verdicts.clusters import best_by

_LEVELS: tuple[tuple[str, ...], ...] = ((), ("category",), ("category", "phenomenon"))


@dataclass(frozen=True)
class ClusterChange:
    """A row whose cluster the paired test would change; no category stands for the micro-average."""

    category: str | None
    phenomenon: str | None
    joins: tuple[str, ...]
    leaves: tuple[str, ...]


@dataclass(frozen=True)
class PairedTest:
    """Which clusters exact McNemar would change, and among how many rows with items."""

    categories: int
    phenomena: int
    changes: tuple[ClusterChange, ...]  # in the order of the rows; the micro-average last
    alpha: float
    correction: Correction
    grouped: bool = False
    changes_in_groups: tuple[
        ClusterChange, ...
    ] = ()  # of the best within each group, where systems have groups


def paired_test(
    rows: Sequence[Score],
    micro: Score,
    counted: pl.DataFrame,
    systems: Sequence[str],
    testing: Testing,
    groups: Sequence[Sequence[str]] = (),
) -> PairedTest | None:
    """Compare the clusters of rows and micro-average with those of exact McNemar.

    `counted` are the verdicts behind the rows, on the same items for every system. None if a paired test was
    chosen already, or if there are no two systems to compare.
    """
    if testing.test is not Test.Z or len(systems) < 2:
        return None
    tested = [row for row in (*rows, micro) if row.accuracy]
    passed = counted.filter(pl.col("verdict") == Verdict.PASS)
    passed = passed.select("category", "phenomenon", "item", "system")
    alone = _clusters(tested, passed, systems, testing)
    of_groups = [_clusters(tested, passed, group, testing) for group in groups]
    within = [[name for best in clusters for name in best] for clusters in zip(*of_groups, strict=True)]
    return PairedTest(
        categories=sum(row.category is not None and row.phenomenon is None for row in tested),
        phenomena=sum(row.phenomenon is not None for row in tested),
        changes=_changes([(row, row.best) for row in tested], alone),
        alpha=testing.alpha,
        correction=testing.correction,
        grouped=bool(groups),
        changes_in_groups=_changes([(row, row.best_of_group) for row in tested], within) if groups else (),
    )


def _clusters(
    rows: Sequence[Score], passed: pl.DataFrame, systems: Sequence[str], testing: Testing
) -> list[tuple[str, ...]]:
    """The cluster of each row by exact McNemar, among these systems."""
    there = [row.compared(systems) for row in rows]
    best = [
        best_of([row.passes[system] for system in present]) if present else 0
        for row, present in zip(rows, there, strict=True)
    ]
    shared = _passed_by_both(
        rows, passed, [present[place] if present else "" for present, place in zip(there, best, strict=True)]
    )
    found: list[tuple[str, ...]] = []
    chance = cache(coin_p)  # few distinct counts occur, even with many systems
    for row, present, place, both in zip(rows, there, best, shared, strict=True):
        if not present:
            found.append(())
            continue
        most, p_values = row.passes[present[place]], []
        for system in present:
            common = both.get(system, 0)
            won, lost = round(most - common), round(row.passes[system] - common)
            p_values.append(chance(won, won + lost))
        found.append(best_by(present, p_values, place, testing))
    return found


def _passed_by_both(rows: Sequence[Score], passed: pl.DataFrame, best: Sequence[str]) -> list[dict[str, int]]:
    """For each row, how many of its items its best system and each of the others both pass."""
    places = {_key(row): place for place, row in enumerate(rows)}
    by_best = passed.filter(pl.col("system").is_in(set(best)))
    items = by_best.select("item", "category", "phenomenon").unique("item")
    for level in _LEVELS:
        # Which items of its row the best system passes, for all rows of the level at once.
        leaders = pl.DataFrame(
            [(*key, best[place]) for key, place in places.items() if len(key) == len(level)],
            schema={name: by_best.schema[name] for name in (*level, "system")},
            orient="row",
        )
        won = by_best.join(leaders, on=[*level, "system"], how="semi")["item"]
        items = items.with_columns(pl.col("item").is_in(won.implode()).alias(str(len(level))))
    kinds = items.select("category", "phenomenon").unique().with_row_index("kind")
    items = items.join(kinds, on=["category", "phenomenon"]).drop("category", "phenomenon")
    # One pass over all verdicts: counted by phenomenon, then added up.
    counts = passed.select("item", "system").join(items, on="item").group_by("kind", "system")
    sums = counts.agg(pl.col(*map(str, range(len(_LEVELS)))).sum()).join(kinds, on="kind")
    found: list[dict[str, int]] = [{} for _ in rows]
    for level in _LEVELS:
        of_level = sums.group_by(*level, "system").agg(pl.col(str(len(level))).sum())
        for *key, system, count in of_level.iter_rows():
            if tuple(key) in places:  # rows with too few items are not shown
                found[places[tuple(key)]][system] = count
    return found


def _key(row: Score) -> tuple[str, ...]:
    return tuple(name for name in (row.category, row.phenomenon) if name is not None)


def _changes(
    rows: Sequence[tuple[Score, Sequence[str]]], clusters: Sequence[Sequence[str]]
) -> tuple[ClusterChange, ...]:
    """Rows whose cluster differs between the two tests."""
    found = [
        ClusterChange(row.category, row.phenomenon, joins=_beside(paired, best), leaves=_beside(best, paired))
        for (row, best), paired in zip(rows, clusters, strict=True)
    ]
    return tuple(change for change in found if change.joins or change.leaves)


def _beside(systems: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    """The systems that are not among the others."""
    known = set(others)
    return tuple(system for system in systems if system not in known)
