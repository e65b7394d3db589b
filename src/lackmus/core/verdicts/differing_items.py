"""Where compared systems differ: items that only one passes, items that they fail with different texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import polars as pl

from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import Reason, Step
from lackmus.core.rules.spans import SPANS, Mark, marks_at
from lackmus.core.suites.suite import Item
from lackmus.core.verdicts.comparison import ALL_FAIL, ALL_PASS, DIFFER, OPEN, Comparison

PAGE = 25  # items that are shown at once


class ContestMode(StrEnum):
    """Which items a page shows."""

    ONLY = "only"  # one system passes, and no other
    DIFFER = "differ"
    FAIL = "fail"  # all fail
    UNLIKE = "unlike"  # all fail, but not with the same text
    ALIKE = "alike"  # all fail with the same text
    PASS = "pass"  # noqa: S105  (all pass; no password)
    OPEN = "open"  # not settled for all of them
    ALL = "all"


@dataclass(frozen=True)
class Sought:
    """The filters of a comparison page; `system` is the one that alone passes."""

    mode: ContestMode = ContestMode.DIFFER
    system: str | None = None
    category: str | None = None
    phenomenon: str | None = None


@dataclass(frozen=True)
class Said:
    """The text of one system; None if it has none."""

    system: str
    text: str | None
    verdict: Verdict
    reason: Reason | None
    step: Step | None
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Contest:
    """An item with the texts of all systems, in the order of the comparison."""

    item: Item
    outcome: str
    said: tuple[Said, ...]


@dataclass(frozen=True)
class Contests:
    """One page of items."""

    sought: Sought
    counts: Mapping[ContestMode, int]  # in this category
    only: Mapping[str, int]  # in this category: what each system alone passes
    total: int
    page: int
    pages: int
    items: tuple[Contest, ...]


class UnknownSoughtError(ValueError):
    """The comparison has no system of this name."""


def contests(comparison: Comparison, sought: Sought, page: int = 1, size: int = PAGE) -> Contests:
    """The items that match; only those of the page are taken from the frame."""
    if sought.mode is ContestMode.ONLY and sought.system not in comparison.systems:
        raise UnknownSoughtError(f"{sought.system or 'no system'} is not among the compared systems")
    items = comparison.items
    for name, value in (("category", sought.category), ("phenomenon", sought.phenomenon)):
        if value is not None:
            items = items.filter(pl.col(name) == value)
    alone = {system: items.filter(_only(place)).height for place, system in enumerate(comparison.systems)}
    chosen = items.filter(_of_mode(sought, comparison.systems))
    pages = max(1, -(-chosen.height // size))
    page = min(max(1, page), pages)
    counts = {mode: items.filter(shown).height for mode, shown in _SHOWN.items()}
    found = tuple(_contests(comparison, chosen.slice((page - 1) * size, size)))
    return Contests(sought, counts, alone, chosen.height, page, pages, found)


_OUTCOME = pl.col("outcome")
_SAME = pl.col("text").list.n_unique() == 1
_SHOWN: Mapping[ContestMode, pl.Expr] = {
    ContestMode.DIFFER: _OUTCOME == DIFFER,
    ContestMode.FAIL: _OUTCOME == ALL_FAIL,
    ContestMode.UNLIKE: (_OUTCOME == ALL_FAIL) & ~_SAME,
    ContestMode.ALIKE: (_OUTCOME == ALL_FAIL) & _SAME,
    ContestMode.PASS: _OUTCOME == ALL_PASS,
    ContestMode.OPEN: _OUTCOME == OPEN,
    ContestMode.ALL: pl.lit(True),
}


def _only(place: int) -> pl.Expr:
    """True where only the system at this place passes."""
    passing = pl.col("verdict").list.eval(pl.element() == Verdict.PASS)
    return (_OUTCOME == DIFFER) & (passing.list.sum() == 1) & passing.list.get(place)


def _of_mode(sought: Sought, systems: Sequence[str]) -> pl.Expr:
    if sought.mode is ContestMode.ONLY:
        return _only(systems.index(sought.system or ""))
    return _SHOWN[sought.mode]


def _contests(comparison: Comparison, items: pl.DataFrame) -> list[Contest]:
    evaluation, systems = comparison.evaluation, comparison.systems
    keys = items["item"].to_list()
    here = evaluation.verdicts.filter(pl.col("item").is_in(keys), pl.col("system").is_in(systems))
    said = {(row["item"], row["system"]): row for row in here.iter_rows(named=True)}
    return [
        Contest(
            evaluation.suite.by_key[key],
            outcome,
            tuple(_said(said[key, system]) for system in systems if (key, system) in said),
        )
        for key, outcome in items.select("item", "outcome").iter_rows()
    ]


def _said(row: Mapping[str, Any]) -> Said:
    return Said(
        row["system"],
        row["text"],
        Verdict(row["verdict"]),
        Reason(row["reason"]) if row["reason"] else None,
        Step(row["step"]) if row["step"] else None,
        marks_at(*(row[name] for name in SPANS)),
    )


def contests_values(found: Contests, numbers: Mapping[str, int] | None = None) -> dict[str, Any]:
    """The page as plain values; `numbers` are those of the items in a workspace."""
    return {
        "counts": {mode.value: many for mode, many in found.counts.items()},
        "only": dict(found.only),
        "total": found.total,
        "page": found.page,
        "pages": found.pages,
        "items": [
            {
                "item": one.item.key,
                "item_id": (numbers or {}).get(one.item.key),
                "category": one.item.category,
                "phenomenon": one.item.phenomenon,
                "source": one.item.source,
                "outcome": one.outcome,
                "systems": one.said,
            }
            for one in found.items
        ],
    }
