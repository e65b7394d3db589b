"""Texts of systems as a list: sorted by every column, with how often each was written."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import polars as pl

from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import Reason
from lackmus.core.search.concordance import ReviewPart, TextWriter
from lackmus.core.search.corpus import SearchSystem
from lackmus.core.search.query import SearchQuery
from lackmus.core.search.text_people import TextPeople, with_names


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
    DECIDED_BY = "decided-by"
    ASSIGNED = "assigned"
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
    decided_by: tuple[str, ...] = ()  # people
    assigned: tuple[str, ...] = ()  # to people
    written_by: tuple[TextWriter, ...] = ()  # if systems are named


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
            *("verdict", "reason", "state", "decided_by", "assigned"),
        )
        about = {name: value for name in names if (value := getattr(query, name))}
        order = {"sort": self.order} if self.order else {}
        return signature({"search": query.wanted or "all", **about, **order, "texts": self.total})


_COLUMNS = (
    *("text_id", "text", "item_id", "item", "suite_id", "pair", "category", "phenomenon"),
    *("verdict", "reason", "decided", "systems", "decided_by", "assigned"),
)
_PEOPLE = {TextColumn.DECIDED_BY: "decided_by", TextColumn.ASSIGNED: "assigned"}


def text_lines(
    corpus: pl.DataFrame,
    writers: pl.DataFrame,
    suites: dict[int, str],
    order: str = "",
    first: int = 0,
    many: int | None = None,
    people: TextPeople | None = None,
    systems: Mapping[int, SearchSystem] | None = None,
    named: bool = False,
) -> tuple[TextLine, ...]:
    """The lines of a list of texts (CORPUS) from one on; `order` has a hyphen in front from the last on.

    `people` decided texts, or are to; `named`: the `systems` that wrote them are named.
    """
    people, systems = people or TextPeople.nobody(), systems or {}
    counts = writers.group_by("text_id").len("systems")
    found = corpus.join(counts, on="text_id", how="left", maintain_order="left").with_columns(
        pl.col("systems").fill_null(0)
    )
    column = order.removeprefix("-")
    if column in _PEOPLE:
        found = with_names(found, writers, systems, people)
    if column:
        found = found.sort(_key(TextColumn(column), suites), descending=order.startswith("-"),
                           nulls_last=True, maintain_order=True)  # fmt: skip
    found = found.slice(first, many)
    if column not in _PEOPLE:
        found = with_names(found, writers, systems, people)
    wrote = _writers(found, writers, systems) if named else {}
    rows = found.select(_COLUMNS).iter_rows(named=True)
    return tuple(
        TextLine(
            **{
                "suite": suites.get(row.pop("suite_id"), ""),
                **row,
                "verdict": Verdict(row["verdict"]) if row["verdict"] else None,
                "reason": Reason(row["reason"]) if row["reason"] else None,
                "decided_by": tuple(row["decided_by"]),
                "assigned": tuple(row["assigned"]),
                "written_by": wrote.get(row["text_id"], ()),
            }
        )
        for row in rows
    )


def _writers(
    found: pl.DataFrame, writers: pl.DataFrame, systems: Mapping[int, SearchSystem]
) -> dict[int, tuple[TextWriter, ...]]:
    """Who wrote each text, in the order of the systems."""
    wrote: dict[int, set[int]] = {}
    for text, system in writers.join(found, on="text_id", how="semi").iter_rows():
        wrote.setdefault(text, set()).add(system)
    return {
        text: tuple(TextWriter(one.campaign, one.name) for number, one in systems.items() if number in some)
        for text, some in wrote.items()
    }


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
        case TextColumn.DECIDED_BY | TextColumn.ASSIGNED:
            names = pl.col(_PEOPLE[column])
            return pl.when(names.list.len() > 0).then(names.list.join(", ").str.to_lowercase())
        case _:
            return pl.col(column).str.to_lowercase()
