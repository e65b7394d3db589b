"""Texts that people call not testable: how many each system has, overall and in each phenomenon."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from lackmus.core.base.verdict import Verdict


@dataclass(frozen=True)
class Untestable:
    """A system's texts that are not testable: their number, and their share of all in percent."""

    count: int
    share: float


@dataclass(frozen=True)
class PhenomenonUntestable:
    """The texts on a phenomenon that are not testable, by system."""

    category: str
    phenomenon: str
    n: int  # items that the systems translated
    systems: Mapping[str, Untestable]


def untestable(verdicts: pl.DataFrame, systems: Sequence[str]) -> dict[str, Untestable]:
    """The texts of each system that are not testable."""
    totals = dict(verdicts.group_by("system").len().iter_rows())
    counts = dict(_found(verdicts).group_by("system").len().iter_rows())
    return {system: _share(counts.get(system, 0), totals[system]) for system in systems}


def untestable_phenomena(verdicts: pl.DataFrame, systems: Sequence[str]) -> tuple[PhenomenonUntestable, ...]:
    """The phenomena on which any text is not testable, by name."""
    found = _found(verdicts)
    if found.is_empty():
        return ()
    place = ["category", "phenomenon"]
    items = verdicts.group_by(place).agg(pl.col("item").n_unique())
    counts: dict[tuple[str, str], dict[str, int]] = {}
    for category, phenomenon, system, many in found.group_by(*place, "system").len().iter_rows():
        counts.setdefault((category, phenomenon), {})[system] = many
    sizes = {(category, phenomenon): many for category, phenomenon, many in items.iter_rows()}
    return tuple(
        PhenomenonUntestable(
            *key, sizes[key], {one: _share(counts[key].get(one, 0), sizes[key]) for one in systems}
        )
        for key in sorted(counts)
    )


def _found(verdicts: pl.DataFrame) -> pl.DataFrame:
    return verdicts.filter(pl.col("verdict") == Verdict.UNTESTABLE)


def _share(count: int, total: int) -> Untestable:
    return Untestable(count, 100 * count / total)
