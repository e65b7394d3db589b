"""The error profile of systems: how often people name each error type for what a system wrote."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from lackmus.core.suites.error_types import WITH_ERROR_TYPE


@dataclass(frozen=True)
class NamedErrors:
    """A system's outputs with an error type: their number, and their share in percent.

    The share is of its outputs that fail or are not testable; None where it has none of these.
    """

    count: int
    share: float | None


@dataclass(frozen=True)
class ErrorProfileRow:
    """An error type on a phenomenon, or on all items where category and phenomenon are None, by system."""

    category: str | None
    phenomenon: str | None
    error_type: str | None  # None: the outputs for which nobody names one
    systems: Mapping[str, NamedErrors]


def error_profile(
    verdicts: pl.DataFrame, named: pl.DataFrame | None, systems: Sequence[str]
) -> tuple[ErrorProfileRow, ...]:
    """The phenomena for which an error type is named, then all items; empty if there is none.

    `named` are the error types of texts (item, text, error_type). All outputs of the systems count that fail
    or are not testable, on fair items or not. The most frequent error type comes first.
    """
    if named is None or named.is_empty():
        return ()
    wrong = verdicts.filter(pl.col("verdict").is_in(WITH_ERROR_TYPE)).select(
        "item", "category", "phenomenon", "system", "text"
    )
    found = wrong.join(named, on=["item", "text"], how="left")
    if found["error_type"].null_count() == found.height:
        return ()
    place = ["category", "phenomenon"]
    of = found.drop_nulls("error_type").select(place).unique()
    rows: list[ErrorProfileRow] = []
    for (category, phenomenon), there in found.join(of, on=place).group_by(place):
        rows += _rows(str(category), str(phenomenon), there, systems)
    rows.sort(key=lambda row: (row.category or "", row.phenomenon or ""))  # stable
    return (*rows, *_rows(None, None, found, systems))


def labelled(profile: Sequence[ErrorProfileRow]) -> int:
    """How many outputs have an error type."""
    return sum(
        one.count
        for row in profile
        if row.category is None and row.error_type is not None
        for one in row.systems.values()
    )


def _rows(
    category: str | None, phenomenon: str | None, found: pl.DataFrame, systems: Sequence[str]
) -> list[ErrorProfileRow]:
    totals = dict(found.group_by("system").len().iter_rows())
    counts: dict[str | None, dict[str, int]] = {}
    for label, system, many in found.group_by("error_type", "system").len().iter_rows():
        counts.setdefault(label, {})[system] = many
    # The most frequent first, and last the outputs for which nobody names one.
    order = sorted(counts, key=lambda label: (label is None, -sum(counts[label].values()), label or ""))
    return [
        ErrorProfileRow(
            category,
            phenomenon,
            label,
            {one: _share(counts[label].get(one, 0), totals.get(one, 0)) for one in systems},
        )
        for label in order
    ]


def _share(count: int, total: int) -> NamedErrors:
    return NamedErrors(count, 100 * count / total if total else None)
