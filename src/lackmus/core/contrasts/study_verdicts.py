"""Every verdict of a study with its evidence: keyword, aligned words, clause, and why it is Unknown."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from lackmus.core.base.choices import ItemSet, Symmetry
from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.study import ContrastStudy, Unknown
from lackmus.core.trees.treebank import Treebank, Word

Labels = Mapping[str, str]  # short names of systems


@dataclass(frozen=True)
class VerdictFilter:
    """Which verdicts are shown; fields that are not set do not filter."""

    chosen: ItemSet | None = None  # None: the set by which systems are ordered
    contrasts: tuple[str, ...] = ()  # by name or phenomenon
    systems: tuple[str, ...] = ()  # systems and references
    verdict: Verdict | None = None
    reason: str = ""
    found_by: str = ""
    symmetry: Symmetry | None = None  # none: the chosen one
    most: int = 0  # 0: all


@dataclass(frozen=True)
class Evidence:
    """One verdict and what it rests on; numbers of words count from 0 in their sentences."""

    item: str
    contrast: str
    phenomenon: str
    system: str
    verdict: Verdict
    reason: str | None
    found_by: str | None
    source: str
    keyword: tuple[int, Word] | None  # None: not found in the parsed sentence
    output: str | None  # none: the system has no text
    aligned: tuple[tuple[int, Word], ...]
    clause: tuple[int, Word] | None  # its head


@dataclass(frozen=True)
class ShownVerdicts:
    """The verdicts that match, item by item, and how many there are."""

    study: ContrastStudy
    symmetry: Symmetry
    verdicts: tuple[Evidence, ...]
    total: int


def shown_verdicts(study: ContrastStudy, asked: VerdictFilter | None = None) -> ShownVerdicts:
    """Find the matching verdicts, in the order of items and systems."""
    asked = asked or VerdictFilter()
    chosen = asked.chosen or study.sets[0]
    places = pl.DataFrame(
        {"system": study.everybody, "place": range(len(study.everybody))},
        schema_overrides={"system": pl.String},
    )
    items = study.chosen(chosen).with_row_index("at").select("at", "item", "contrast", "sentence", "keyword")
    found = (
        study.verdicts_on(chosen, asked.symmetry)
        .join(items, on="item", how="left")
        .join(places, on="system", how="left")
        .filter(*_wanted(asked))
        .sort("at", "place")
    )
    first = found.head(asked.most) if asked.most else found
    symmetry = asked.symmetry or study.symmetry
    lost = set(study.verdicts.filter(pl.col("reason") == Unknown.NO_KEYWORD)["item"])
    verdicts = tuple(_evidence(study, row, row["item"] in lost) for row in first.iter_rows(named=True))
    return ShownVerdicts(study, symmetry, verdicts, found.height)


def _wanted(asked: VerdictFilter) -> Iterator[pl.Expr]:
    yield pl.lit(True)
    if asked.contrasts:
        yield pl.col("contrast").is_in(asked.contrasts) | pl.col("phenomenon").is_in(asked.contrasts)
    if asked.systems:
        yield pl.col("system").is_in(asked.systems)
    if asked.verdict is not None:
        yield pl.col("verdict") == asked.verdict.value
    if asked.reason:
        yield pl.col("reason").cast(pl.String) == asked.reason
    if asked.found_by:
        yield pl.col("found_by").cast(pl.String) == asked.found_by


def _evidence(study: ContrastStudy, row: Mapping[str, Any], lost: bool) -> Evidence:
    """The evidence of one row. `lost`: the keyword is not among the parsed words, so its number is void."""
    sentence, target = row["sentence"], int(study.target_of[row["system"]][row["sentence"]])
    return Evidence(
        item=row["item"],
        contrast=row["contrast"],
        phenomenon=row["phenomenon"],
        system=row["system"],
        verdict=Verdict(row["verdict"]),
        reason=row["reason"],
        found_by=row["found_by"],
        source=study.sources.texts[sentence],
        keyword=None if lost else (row["keyword"], _word(study.sources, sentence, row["keyword"])),
        output=study.targets.texts[target] if target >= 0 else None,
        aligned=tuple((number, _word(study.targets, target, number)) for number in row["aligned"]),
        clause=None
        if row["clause"] is None
        else (row["clause"], _word(study.targets, target, row["clause"])),
    )


def _word(bank: Treebank, sentence: int, number: int) -> Word:
    return bank.word(int(bank.bounds[sentence]) + number)


def bracketed(text: str, words: Iterable[Word]) -> str:
    """The text with words in brackets; words of one contraction share a pair."""
    for start, end in sorted({(word.start, word.end) for word in words}, reverse=True):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text
