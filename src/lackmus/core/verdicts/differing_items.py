"""Where compared systems differ: items that only one passes, items that they fail with different texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import polars as pl

from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import JudgementStep, Reason
from lackmus.core.rules.spans import SPANS, MarkedSpan, marks_at
from lackmus.core.suites.suite import Item
from lackmus.core.verdicts.comparison import ALL_FAIL, ALL_PASS, DIFFER, OPEN, UNTESTABLE, SystemComparison

PAGE = 25  # items that are shown at once


class ComparedItemsMode(StrEnum):
    """Which items a page shows."""

    ONLY = "only"  # one system passes, and no other
    DIFFER = "differ"
    FAIL = "fail"  # all fail
    UNLIKE = "unlike"  # all fail, but not with the same text
    ALIKE = "alike"  # all fail with the same text
    PASS = "pass"  # noqa: S105  (all pass; no password)
    OPEN = "open"  # not settled for all of them
    UNTESTABLE = "untestable"  # not testable for some of them
    ALL = "all"


@dataclass(frozen=True)
class ComparedItemsFilter:
    """The filters of a comparison page; `system` is the one that alone passes."""

    mode: ComparedItemsMode = ComparedItemsMode.DIFFER
    system: str | None = None
    category: str | None = None
    phenomenon: str | None = None


@dataclass(frozen=True)
class ComparedText:
    """The text of one system; None if it has none."""

    system: str
    text: str | None
    verdict: Verdict
    reason: Reason | None
    step: JudgementStep | None
    marks: tuple[MarkedSpan, ...]


@dataclass(frozen=True)
class ComparedItem:
    """An item with the texts of all systems, in the order of the comparison."""

    item: Item
    outcome: str
    said: tuple[ComparedText, ...]


@dataclass(frozen=True)
class ComparedItems:
    """One page of items."""

    sought: ComparedItemsFilter
    counts: Mapping[ComparedItemsMode, int]  # in this category
    only: Mapping[str, int]  # in this category: what each system alone passes
    total: int
    page: int
    pages: int
    items: tuple[ComparedItem, ...]


class NoSuchComparedSystemError(ValueError):
    """The comparison has no system of this name."""


def compared_items(
    comparison: SystemComparison, sought: ComparedItemsFilter, page: int = 1, size: int = PAGE
) -> ComparedItems:
    """The items that match; only those of the page are taken from the frame."""
    if sought.mode is ComparedItemsMode.ONLY and sought.system not in comparison.systems:
        raise NoSuchComparedSystemError(f"{sought.system or 'no system'} is not among the compared systems")
    items = comparison.items
    for name, value in (("category", sought.category), ("phenomenon", sought.phenomenon)):
        if value is not None:
            items = items.filter(pl.col(name) == value)
    alone = {system: items.filter(_only(place)).height for place, system in enumerate(comparison.systems)}
    chosen = items.filter(_of_mode(sought, comparison.systems))
    pages = max(1, -(-chosen.height // size))
    page = min(max(1, page), pages)
    counts = {mode: items.filter(shown).height for mode, shown in _SHOWN.items()}
    found = tuple(_compared_items(comparison, chosen.slice((page - 1) * size, size)))
    return ComparedItems(sought, counts, alone, chosen.height, page, pages, found)


_OUTCOME = pl.col("outcome")
_SAME = pl.col("text").list.n_unique() == 1
_SHOWN: Mapping[ComparedItemsMode, pl.Expr] = {
    ComparedItemsMode.DIFFER: _OUTCOME == DIFFER,
    ComparedItemsMode.FAIL: _OUTCOME == ALL_FAIL,
    ComparedItemsMode.UNLIKE: (_OUTCOME == ALL_FAIL) & ~_SAME,
    ComparedItemsMode.ALIKE: (_OUTCOME == ALL_FAIL) & _SAME,
    ComparedItemsMode.PASS: _OUTCOME == ALL_PASS,
    ComparedItemsMode.OPEN: _OUTCOME == OPEN,
    ComparedItemsMode.UNTESTABLE: _OUTCOME == UNTESTABLE,
    ComparedItemsMode.ALL: pl.lit(True),
}


def _only(place: int) -> pl.Expr:
    """True where only the system at this place passes."""
    passing = pl.col("verdict").list.eval(pl.element() == Verdict.PASS)
    return (_OUTCOME == DIFFER) & (passing.list.sum() == 1) & passing.list.get(place)


def _of_mode(sought: ComparedItemsFilter, systems: Sequence[str]) -> pl.Expr:
    if sought.mode is ComparedItemsMode.ONLY:
        return _only(systems.index(sought.system or ""))
    return _SHOWN[sought.mode]


def _compared_items(comparison: SystemComparison, items: pl.DataFrame) -> list[ComparedItem]:
    evaluation, systems = comparison.evaluation, comparison.systems
    keys = items["item"].to_list()
    here = evaluation.verdicts.filter(pl.col("item").is_in(keys), pl.col("system").is_in(systems))
    said = {(row["item"], row["system"]): row for row in here.iter_rows(named=True)}
    return [
        ComparedItem(
            evaluation.suite.by_key[key],
            outcome,
            tuple(_said(said[key, system]) for system in systems if (key, system) in said),
        )
        for key, outcome in items.select("item", "outcome").iter_rows()
    ]


def _said(row: Mapping[str, Any]) -> ComparedText:
    return ComparedText(
        row["system"],
        row["text"],
        Verdict(row["verdict"]),
        Reason(row["reason"]) if row["reason"] else None,
        JudgementStep(row["step"]) if row["step"] else None,
        marks_at(*(row[name] for name in SPANS)),
    )


def compared_items_values(found: ComparedItems, numbers: Mapping[str, int] | None = None) -> dict[str, Any]:
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
