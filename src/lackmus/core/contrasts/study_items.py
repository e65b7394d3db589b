"""The items behind a number of a study, page by page, with the verdicts on each translation."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import polars as pl

from lackmus.core.base.choices import ItemSet
from lackmus.core.base.verdict import BY_RULES, Verdict
from lackmus.core.contrasts.shares import SAID
from lackmus.core.contrasts.study import ContrastStudy, FoundBy, Unknown
from lackmus.core.contrasts.study_sentences import evidence_of
from lackmus.core.contrasts.study_verdicts import Evidence
from lackmus.core.trees.treebank import Word

PAGE = 25  # items that are shown at once


class Refined(StrEnum):
    """What a person decided about an item."""

    KEPT = "kept"
    DROPPED = "dropped"
    OPEN = "open"  # no decision yet


@dataclass(frozen=True)
class BehindTendency:
    """Which number is opened; fields that are not set do not filter."""

    chosen: ItemSet | None = None  # None: the set by which systems are ordered
    contrast: str | None = None  # by name, or by phenomenon as in the tables
    system: str | None = None  # a system or a reference
    verdict: Verdict | None = None
    reason: Unknown | None = None
    found_by: FoundBy | None = None
    refined: Refined | None = None
    text: str = ""  # somewhere in the source or in an output


@dataclass(frozen=True)
class ListedStudyItem:
    """An item, and the verdicts on it that were asked for."""

    number: int  # from 1, in the order of the study
    item: str
    contrast: str
    phenomenon: str
    selected: bool
    refined: bool | None
    verdicts: tuple[Evidence, ...]


@dataclass(frozen=True)
class StudyItemPage:
    """One page of the items behind a number, and the number itself."""

    behind: BehindTendency
    chosen: ItemSet
    items: int  # number of items that match
    counts: Mapping[Verdict, int]  # verdicts that match all filters but that on verdicts
    page: int
    pages: int
    listed: tuple[ListedStudyItem, ...]


class NoSuchItemsError(ValueError):
    """There is no such contrast or system."""


@dataclass(frozen=True)
class StudyIndex:
    """An index of a study's items and verdicts, built once for all its pages."""

    study: ContrastStudy
    items: pl.DataFrame  # the study's, with number
    verdicts: pl.DataFrame  # by the links of the chosen symmetry, with number, contrast and target
    sources: pl.Series  # texts in small letters
    targets: pl.Series


def study_index(study: ContrastStudy) -> StudyIndex:
    """Build the index: a row for each verdict, in the order of items and systems."""
    items = study.items.with_row_index("number", 1)
    order = {name: place for place, name in enumerate(study.everybody)}
    verdicts = (
        study.verdicts.filter(pl.col("symmetry") == study.symmetry)
        .join(items.select("item", "number", "contrast", "sentence"), on="item", how="inner")
        .with_columns(pl.col("system").replace_strict(order, return_dtype=pl.Int64).alias("place"))
        .sort("number", "place")
    )
    targets = [
        int(study.target_of[system][sentence])
        for system, sentence in verdicts.select("system", "sentence").iter_rows()
    ]
    return StudyIndex(
        study,
        items,
        verdicts.with_columns(pl.Series("target", targets, dtype=pl.Int64)),
        _small(study.sources.texts),
        _small(study.targets.texts),
    )


def _small(texts: tuple[str, ...]) -> pl.Series:
    return pl.Series([text.casefold() for text in texts], dtype=pl.String)


def items_behind(index: StudyIndex, behind: BehindTendency, page: int = 1, size: int = PAGE) -> StudyItemPage:
    """A page of the items; only what it shows is taken out of the study."""
    study = index.study
    known = [name for one in study.contrasts for name in (one.name, one.phenomenon)]
    if behind.contrast is not None and behind.contrast not in known:
        raise NoSuchItemsError(f"there is no contrast {behind.contrast}")
    if behind.system is not None and behind.system not in study.everybody:
        raise NoSuchItemsError(f"there is no system {behind.system}")
    chosen = behind.chosen or leading_set(study)
    found = _sought(index, behind, chosen)
    counts = {one: int((found["verdict"] == one).sum()) for one in BY_RULES}
    if behind.verdict is not None:
        found = found.filter(pl.col("verdict") == behind.verdict.value)
    numbers = found["number"].unique(maintain_order=True)
    pages = max(1, -(-len(numbers) // size))
    page = min(max(1, page), pages)
    here = numbers.slice((page - 1) * size, size)
    return StudyItemPage(
        behind,
        chosen,
        len(numbers),
        counts,
        page,
        pages,
        _listed(index, found.filter(pl.col("number").is_in(here.implode()))),
    )


def leading_set(study: ContrastStudy) -> ItemSet:
    """The set by which systems are ordered: the first that has items."""
    return next((one for one in study.sets if study.chosen(one).height), ItemSet.SELECTED)


def _sought(index: StudyIndex, behind: BehindTendency, chosen: ItemSet) -> pl.DataFrame:
    items = index.study.chosen(chosen)
    if behind.contrast is not None:
        items = items.filter(pl.any_horizontal(pl.col("contrast", "phenomenon") == behind.contrast))
    match behind.refined:
        case Refined.OPEN:
            items = items.filter(pl.col("refined").is_null())
        case Refined.KEPT | Refined.DROPPED:
            items = items.filter(pl.col("refined") == (behind.refined is Refined.KEPT))
        case None:
            pass
    found = index.verdicts.join(items.select("item"), on="item", how="semi", maintain_order="left")
    for name, value in (
        ("system", behind.system),
        ("reason", behind.reason),
        ("found_by", behind.found_by),
    ):
        if value is not None:
            found = found.filter(pl.col(name).cast(pl.String) == str(value))
    sought = behind.text.strip().casefold()
    if not sought:
        return found
    sources, targets = (
        texts.str.contains(sought, literal=True).arg_true().implode()
        for texts in (index.sources, index.targets)
    )
    return found.filter(pl.col("sentence").is_in(sources) | pl.col("target").is_in(targets))


def _listed(index: StudyIndex, found: pl.DataFrame) -> tuple[ListedStudyItem, ...]:
    verdicts: dict[str, list[Evidence]] = {}
    for one in evidence_of(index.study, found.select(index.study.verdicts.columns)):
        verdicts.setdefault(one.item, []).append(one)
    items = index.items.filter(pl.col("item").is_in(list(verdicts)))
    return tuple(
        ListedStudyItem(number, item, contrast, phenomenon, selected, refined, tuple(verdicts[item]))
        for number, item, contrast, phenomenon, selected, refined in items.select(
            "number", "item", "contrast", "phenomenon", "selected", "refined"
        ).iter_rows()
    )


# -- as plain values ---------------------------------------------------------------------------------------


def item_page_values(found: StudyItemPage) -> dict[str, Any]:
    """A page of items as plain values, for JSON."""
    return {
        "set": str(found.chosen),
        "items": found.items,
        "counts": {SAID[verdict].lower(): many for verdict, many in found.counts.items()},
        "page": found.page,
        "pages": found.pages,
        "listed": [listed_values(one) for one in found.listed],
    }


def listed_values(one: ListedStudyItem) -> dict[str, Any]:
    """An item with its verdicts as plain values."""
    return {
        "number": one.number,
        "item": one.item,
        "contrast": one.contrast,
        "phenomenon": one.phenomenon,
        "selected": one.selected,
        "kept": one.refined,
        "source": one.verdicts[0].source if one.verdicts else None,
        "keyword": word_values(one.verdicts[0].keyword) if one.verdicts else None,
        "verdicts": [evidence_values(each) for each in one.verdicts],
    }


def evidence_values(one: Evidence) -> dict[str, Any]:
    """A verdict with its evidence as plain values."""
    return {
        "system": one.system,
        "verdict": SAID[one.verdict].lower(),
        "reason": one.reason,
        "found_by": one.found_by,
        "output": one.output,
        "aligned": [word_values(word) for word in one.aligned],
        "clause": word_values(one.clause),
    }


def word_values(numbered: tuple[int, Word] | None) -> dict[str, Any] | None:
    """A word with its number in the sentence, from 0, as plain values."""
    if numbered is None:
        return None
    return {"number": numbered[0], **numbered[1]._asdict()}
