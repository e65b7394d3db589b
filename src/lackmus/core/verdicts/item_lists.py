"""The items behind a number of a report, with the texts of all systems, identical ones once."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import polars as pl

from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import items_of
from lackmus.core.rules.judge import JudgementStep, Reason
from lackmus.core.rules.spans import SPANS, MarkedSpan, marks_at
from lackmus.core.suites.suite import Item
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.evaluation import SuiteEvaluation

PAGE = 25  # items that are shown at once


class Mode(StrEnum):
    """Which items a page shows."""

    ALL = "all"
    FAILS = "fails"  # of the chosen system, otherwise of any
    DIFFERENCES = "differences"  # some pass and some fail
    WARNINGS = "warnings"  # with an open text of the chosen system, otherwise of any
    UNTESTABLE = "untestable"  # with a text that is not testable, likewise


@dataclass(frozen=True)
class Behind:
    """Which number of a report is opened: a row, a column, or a cell."""

    category: str | None = None
    phenomenon: str | None = None
    system: str | None = None
    mode: Mode = Mode.ALL
    every: bool = False  # include items that do not count; open and untestable texts always do


@dataclass(frozen=True)
class ListedText:
    """A text of an item and the systems that wrote it; None for systems without an output."""

    text: str | None
    verdict: Verdict
    reason: Reason | None
    step: JudgementStep | None
    systems: tuple[str, ...]  # in the order of the columns
    marks: tuple[MarkedSpan, ...]


@dataclass(frozen=True)
class ListedItem:
    """An item with all its texts."""

    item: Item
    guideline: str
    fair: bool  # settled for every system, so it counts
    texts: tuple[ListedText, ...]
    veiled: bool = False  # its wording is hidden


@dataclass(frozen=True)
class ItemList:
    """One page of the items behind a number, and the number itself."""

    behind: Behind
    n: int  # items that count, in this row of the report
    passes: Mapping[str, int]  # by system; they add up to the accuracies
    counts: Mapping[Mode, int]  # how many items each mode has
    page: int
    pages: int
    items: tuple[ListedItem, ...]

    @property
    def accuracy(self) -> float | None:
        """The accuracy of the cell in percent; the mean over systems if none is chosen."""
        if not self.n or not self.passes:
            return None
        if self.behind.system is not None:
            return 100 * self.passes[self.behind.system] / self.n
        return 100 * sum(self.passes.values()) / (self.n * len(self.passes))


class NoSuchRowError(ValueError):
    """The report has no such category, phenomenon or system."""


@dataclass(frozen=True)
class ItemIndex:
    """The state of each item of an evaluation, computed once for all pages."""

    evaluation: SuiteEvaluation
    items: pl.DataFrame  # in the order of the suite, with what `item_index` says of each


def item_index(evaluation: SuiteEvaluation) -> ItemIndex:
    """One row per item: whether it counts, and whether any system fails, is open, or differs."""
    passes, fails, opens, apart = (pl.col("verdict") == one for one in Verdict)
    standing = evaluation.verdicts.group_by("item").agg(
        (passes | fails).all().alias("fair"),
        fails.any().alias("fails"),
        opens.any().alias("open"),
        apart.any().alias("untestable"),
        (passes.any() & fails.any()).alias("differ"),
    )
    order = items_of(evaluation.suite).drop("source")
    return ItemIndex(evaluation, order.join(standing, on="item", maintain_order="left"))


def items_behind(index: ItemIndex, behind: Behind, page: int = 1, size: int = PAGE) -> ItemList:
    """A page of the items; only those are taken from the frame."""
    evaluation, items = index.evaluation, index.items
    n, passes = _number(evaluation, behind)
    for name, value in (("category", behind.category), ("phenomenon", behind.phenomenon)):
        if value is not None:
            items = items.filter(pl.col(name) == value)
    if behind.system is not None:
        items = _of_system(items, evaluation.verdicts, behind.system)
    chosen = items.filter(_shown(behind.mode, behind.every))["item"]
    pages = max(1, -(-len(chosen) // size))
    page = min(max(1, page), pages)
    here = items.filter(pl.col("item").is_in(chosen.slice((page - 1) * size, size).implode()))
    return ItemList(
        behind,
        n=n,
        passes=passes,
        counts={mode: items.filter(_shown(mode, behind.every)).height for mode in Mode},
        page=page,
        pages=pages,
        items=tuple(_listed(evaluation, dict(here.select("item", "fair").iter_rows()), behind.system)),
    )


def _number(evaluation: SuiteEvaluation, behind: Behind) -> tuple[int, dict[str, int]]:
    """How many items count, and how many of them each system passes, as in the report.

    Without such a row there are no items. Two categories may have a phenomenon of the same name.
    """
    if behind.system is not None and behind.system not in evaluation.systems:
        raise NoSuchRowError(f"the report has no system {behind.system}")
    if behind.category is None and behind.phenomenon is None:
        rows = [evaluation.averages[Average.MICRO]]
    else:
        rows = [
            row
            for row in evaluation.rows
            if behind.category in (None, row.category) and row.phenomenon == behind.phenomenon
        ]
    if not rows:
        raise NoSuchRowError(f"the report has no row {behind.phenomenon or behind.category}")
    passes = {name: int(sum(row.passes[name] for row in rows)) for name in evaluation.systems}
    return sum(row.n for row in rows), passes


def _of_system(items: pl.DataFrame, verdicts: pl.DataFrame, system: str) -> pl.DataFrame:
    """The items, with fails and open texts of this system only."""
    own = verdicts.filter(pl.col("system") == system).select("item", "verdict")
    joined = items.join(own, on="item", how="left", maintain_order="left")
    _, fails, opens, apart = (pl.col("verdict") == one for one in Verdict)
    own_state = (fails.alias("fails"), opens.alias("open"), apart.alias("untestable"))
    return joined.with_columns(own_state).drop("verdict")


def _shown(mode: Mode, every: bool) -> pl.Expr:
    counts = pl.lit(True) if every else pl.col("fair")
    match mode:
        case Mode.FAILS:
            return counts & pl.col("fails")
        case Mode.DIFFERENCES:
            return counts & pl.col("differ")
        case Mode.WARNINGS:
            return pl.col("open")
        case Mode.UNTESTABLE:
            return pl.col("untestable")
        case _:
            return counts


def _listed(evaluation: SuiteEvaluation, fair: Mapping[str, bool], system: str | None) -> list[ListedItem]:
    """The items of a page; the chosen system's text comes first, then the others by column."""
    columns = {name: column for column, name in enumerate(evaluation.systems)}
    first = {} if system is None else {system: -1}
    written: dict[str, dict[str | None, list[dict[str, Any]]]] = {key: {} for key in fair}
    here = evaluation.verdicts.filter(pl.col("item").is_in(list(fair))).to_dicts()
    here.sort(key=lambda row: first.get(row["system"], columns[row["system"]]))
    for row in here:
        written[row["item"]].setdefault(row["text"], []).append(row)
    suite = evaluation.suite
    guidelines = {(one.category, one.name): one.guideline for one in suite.phenomena}
    listed = []
    for key in fair:
        item = suite.by_key[key]
        texts = tuple(
            ListedText(
                text,
                Verdict(wrote[0]["verdict"]),
                Reason(wrote[0]["reason"]) if wrote[0]["reason"] else None,
                JudgementStep(wrote[0]["step"]) if wrote[0]["step"] else None,
                tuple(sorted((row["system"] for row in wrote), key=columns.__getitem__)),
                marks_at(*(wrote[0][name] for name in SPANS)),
            )
            for text, wrote in written[key].items()
        )
        listed.append(
            ListedItem(item, guidelines.get((item.category, item.phenomenon), ""), fair[key], texts)
        )
    return listed


def published(found: ItemList) -> ItemList:
    """The page without the wording of reserved items: only their verdicts are shown."""
    return replace(found, items=tuple(_veiled(one) if one.item.reserved else one for one in found.items))


def _veiled(one: ListedItem) -> ListedItem:
    texts = tuple(replace(text, text=None if text.text is None else "", marks=()) for text in one.texts)
    return replace(one, item=replace(one.item, source="", rules=(), comment=""), texts=texts, veiled=True)


def items_values(found: ItemList, numbers: Mapping[str, int] | None = None) -> dict[str, Any]:
    """The page as plain values; `numbers` are those of the items in a workspace."""
    return {
        "n": found.n,
        "passes": dict(found.passes),
        "accuracy": found.accuracy,
        "counts": {mode.value: many for mode, many in found.counts.items()},
        "page": found.page,
        "pages": found.pages,
        "items": [
            {
                "item": one.item.key,
                "item_id": (numbers or {}).get(one.item.key),
                "category": one.item.category,
                "phenomenon": one.item.phenomenon,
                "guideline": one.guideline,
                "source": one.item.source,
                "counts": one.fair,
                "reserved": one.item.reserved,
                "texts": one.texts,
            }
            for one in found.items
        ],
    }
