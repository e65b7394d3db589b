"""Texts of systems as a list: sorted by every column, with how often each was written."""

from dataclasses import dataclass
from enum import StrEnum

import polars as pl

from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import Reason
from lackmus.core.search.concordance import ReviewPart
from lackmus.core.search.query import SearchQuery


class TextColumn(StrEnum):
    """What a list of texts can be sorted by."""

    NUMBER = "number"
    TEXT = "text"
    ITEM = "item"
    SUITE = "suite"
    PAIR = "pair"
    CATEGORY = "category"
    PHENOMENON = "phenomenon"
    VERDICT = "verdict"
    REASON = "reason"
    DECIDED = "decided"
    SYSTEMS = "systems"


@dataclass(frozen=True)
class TextLine:
    """A text as a list shows it."""

    text_id: int
    text: str
    item_id: int
    item: str
    suite: str
    pair: str
    category: str
    phenomenon: str
    verdict: Verdict | None
    reason: Reason | None
    decided: bool  # by people
    systems: int  # that wrote it, of those that pass the filters


@dataclass(frozen=True)
class TextList:
    """Some of the texts that pass the filters."""

    query: SearchQuery
    order: str
    lines: tuple[TextLine, ...]
    first: int  # the place of the first line among all, from 0
    total: int
    parts: tuple[ReviewPart, ...] = ()
    reserved: int = 0  # items that are hidden from this person

    @property
    def signature(self) -> str:
        """What is listed, in one line."""
        query = self.query
        names = (
            *("suite", "pair", "category", "phenomenon", "item", "campaign", "system"),
            *("verdict", "reason", "state"),
        )
        about = {name: value for name in names if (value := getattr(query, name))}
        order = {"sort": self.order} if self.order else {}
        return signature({"search": query.wanted or "all", **about, **order, "texts": self.total})


_COLUMNS = (
    *("text_id", "text", "item_id", "item", "suite_id", "pair", "category", "phenomenon"),
    *("verdict", "reason", "decided", "systems"),
)


def text_lines(
    corpus: pl.DataFrame,
    writers: pl.DataFrame,
    suites: dict[int, str],
    order: str = "",
    first: int = 0,
    many: int | None = None,
) -> tuple[TextLine, ...]:
    """The lines of a list of texts (CORPUS) from one on; `order` has a hyphen in front from the last on."""
    counts = writers.group_by("text_id").len("systems")
    found = corpus.join(counts, on="text_id", how="left", maintain_order="left").with_columns(
        pl.col("systems").fill_null(0)
    )
    column = order.removeprefix("-")
    if column:
        found = found.sort(_key(TextColumn(column), suites), descending=order.startswith("-"),
                           nulls_last=True, maintain_order=True)  # fmt: skip
    rows = found.slice(first, many).select(_COLUMNS).iter_rows(named=True)
    return tuple(
        TextLine(
            **{
                "suite": suites.get(row.pop("suite_id"), ""),
                **row,
                "verdict": Verdict(row["verdict"]) if row["verdict"] else None,
                "reason": Reason(row["reason"]) if row["reason"] else None,
            }
        )
        for row in rows
    )


def _key(column: TextColumn, suites: dict[int, str]) -> pl.Expr:
    match column:
        case TextColumn.NUMBER:
            return pl.col("text_id")
        case TextColumn.SUITE:
            return pl.col("suite_id").replace_strict(suites, default=None, return_dtype=pl.String)
        case TextColumn.VERDICT | TextColumn.REASON:
            return pl.col(column).cast(pl.String)
        case TextColumn.DECIDED | TextColumn.SYSTEMS:
            return pl.col(column)
        case _:
            return pl.col(column).str.to_lowercase()
