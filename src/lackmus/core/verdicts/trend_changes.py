"""Test the changes from one campaign to the next, paired on the items that count in both."""

# A system is tested as in a comparison: exact McNemar, two-tailed. The average over a campaign's systems has
# a share of passes on each item instead of a pass or a fail, so a sign-flip test is used, which for one
# system is the same. Macro-averages weigh items by their rows: they are tested by bootstrap.

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import polars as pl

from lackmus.core.base.choices import ALPHA, Testing
from lackmus.core.base.significance import (
    holm,
    macro_bootstrap_means,
    shift_p_values,
    sign_flip_p,
    two_tailed_p,
)
from lackmus.core.base.verdict import Verdict
from lackmus.core.verdicts.accuracies import Average

if TYPE_CHECKING:
    from numpy.typing import NDArray

RowKey = tuple[str | None, str | None]  # category, phenomenon
Place = tuple[RowKey | Average, str | None, str, str]  # row, system or average, before, after

_LEVELS: tuple[tuple[str, ...], ...] = ((), ("category",), ("category", "phenomenon"))
_MACROS = {Average.CATEGORY_MACRO: ("category",), Average.PHENOMENON_MACRO: ("category", "phenomenon")}


@dataclass(frozen=True)
class TrendChange:
    """The change of one row, for one system or the average over all."""

    before: str
    after: str
    system: str | None  # None: the average over all systems
    n: int
    gained: int  # items passed only after; for the average, by a larger share
    lost: int
    p_value: float
    corrected: float  # by Holm, over the rows of its level; an average row is tested alone

    @property
    def significant(self) -> bool:
        """Whether the change is significant."""
        return self.corrected <= ALPHA


def test_parts(systems: Sequence[str], checkpoints: bool = False) -> dict[str, object]:
    """Return the parts of the signature that name the tests."""
    tests = ["mcnemar(two-tailed)"] if systems or checkpoints else []
    tests += [] if checkpoints else ["signs(average)"]
    return {
        "test": "+".join([*tests, "bootstrap(macro)"]),
        "correction": "holm(rows)",
        "alpha": ALPHA,
    }


def changes_of(
    counted: Mapping[str, pl.DataFrame],
    systems: Sequence[str],
    averaged: Mapping[str, Sequence[str]],
    testing: Testing,
) -> dict[Place, TrendChange]:
    """Test every row of every system and of the average, from each campaign to the next.

    The rows of all campaigns are compact by the same enumerations (`compact_together`).
    """
    found: dict[Place, TrendChange] = {}
    for before, after in pairwise(counted):
        own = _of_systems(counted[before], counted[after], systems)
        mean = _of_average(counted[before], counted[after], averaged[before], averaged[after])
        differences = own if mean is None else pl.concat([own, mean])
        for level in _LEVELS:
            found |= _tested(differences, level, before, after)
        found |= _macros(differences, before, after, testing)
    return found


def _of_systems(before: pl.DataFrame, after: pl.DataFrame, systems: Sequence[str]) -> pl.DataFrame:
    """What each returning system gained (1) and lost (-1), item by item."""
    passed = (pl.col("verdict") == Verdict.PASS).cast(pl.Int64)
    # Item and system as one number, which saves memory with millions of rows.
    pair = pl.col("item").to_physical().cast(pl.UInt64) * 2**32 + pl.col("system").to_physical()
    old, new = (
        frame.filter(pl.col("system").is_in(systems)).with_columns(pair.alias("pair"), passed.alias("passed"))
        for frame in (before, after)
    )
    both = old.join(new.select("pair", pl.col("passed").alias("now")), on="pair")
    return both.select(
        "category", "phenomenon", "item", "system", (pl.col("now") - pl.col("passed")).alias("change")
    )


def _of_average(
    before: pl.DataFrame, after: pl.DataFrame, old: Sequence[str], new: Sequence[str]
) -> pl.DataFrame | None:
    """By how much the share of systems that pass has changed, item by item, in whole numbers.

    None if systems count on different items: then the average is no mean over items.
    """
    passed = (pl.col("verdict") == Verdict.PASS).sum().cast(pl.Int64)
    was, now = (
        frame.filter(pl.col("system").is_in(systems))
        .group_by("category", "phenomenon", "item")
        .agg(passed.alias("passed"), pl.len().alias("systems"))
        for frame, systems in ((before, old), (after, new))
    )
    whole = was.height == now.height and all(
        frame.filter(pl.col("systems") != len(systems)).is_empty()
        for frame, systems in ((was, old), (now, new))
    )
    both = was.join(now.select("item", pl.col("passed").alias("now")), on="item")
    if not whole or both.height != was.height:
        return None
    change = pl.col("now") * len(old) - pl.col("passed") * len(new)
    name = pl.lit(None, dtype=before.schema["system"]).alias("system")
    return both.select("category", "phenomenon", "item", name, change.alias("change"))


def _tested(
    differences: pl.DataFrame, level: tuple[str, ...], before: str, after: str
) -> dict[Place, TrendChange]:
    """The rows of one level, with Holm's correction over those of each system."""
    rows = differences.group_by("system", *level).agg(
        pl.len().alias("n"),
        (pl.col("change") > 0).sum().alias("gained"),
        (pl.col("change") < 0).sum().alias("lost"),
        pl.col("change").filter(pl.col("change") != 0, pl.col("system").is_null()),  # one by one
    )
    families: dict[str | None, dict[RowKey | Average, TrendChange]] = {}
    for system, *group, n, gained, lost, own in rows.sort("system", *level).iter_rows():
        key = _key(group)
        p = sign_flip_p(own) if system is None else _two_tailed(gained, lost)
        families.setdefault(system, {})[key] = TrendChange(before, after, system, n, gained, lost, p, p)
    return {
        (key, system, before, after): replace(change, corrected=corrected)
        for system, family in families.items()
        for (key, change), corrected in zip(
            family.items(), holm([change.p_value for change in family.values()]), strict=True
        )
    }


_two_tailed = cache(two_tailed_p)


def _key(group: Sequence[str]) -> RowKey | Average:
    if not group:
        return Average.MICRO
    return (group[0], group[1] if len(group) > 1 else None)


def _macros(differences: pl.DataFrame, before: str, after: str, testing: Testing) -> dict[Place, TrendChange]:
    """The two macro-averages; each row of a level is resampled by itself."""
    ordered = differences.sort("category", "phenomenon", "item")
    each = {name: own for (name,), own in ordered.partition_by("system", as_dict=True).items()}
    # Systems that count on the same items are resampled together.
    together: dict[tuple[str | int, ...], list[str | None]] = {}
    for name, own in each.items():
        together.setdefault(tuple(own["item"].to_physical()), []).append(name)
    found: dict[Place, TrendChange] = {}
    for names in together.values():
        for kind, level in _MACROS.items():
            strata = _strata([each[name] for name in names], level)
            means = macro_bootstrap_means(strata, testing.samples, testing.seed)
            for name, p in zip(names, shift_p_values(means), strict=True):
                change = each[name]["change"]
                up, down = int((change > 0).sum()), int((change < 0).sum())
                found[kind, name, before, after] = TrendChange(
                    before, after, name, len(change), up, down, p, p
                )
    return found


def _strata(columns: Sequence[pl.DataFrame], level: tuple[str, ...]) -> "Iterator[NDArray[Any]]":
    """Items × systems of every row of a level, in a fixed order so that resampling is reproducible."""
    import numpy as np

    table = np.column_stack([column["change"].to_numpy() for column in columns])
    start = 0
    for size in columns[0].group_by(*level, maintain_order=True).len()["len"]:
        yield table[start : start + size]
        start += size
