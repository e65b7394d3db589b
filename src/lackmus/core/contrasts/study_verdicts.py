"""Every verdict of a study with its evidence: keyword, aligned words, clause, and why it is Unknown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from lackmus.core.base.choices import Chosen, Symmetry
from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.shares import SAID, TENDENCY, signature_of
from lackmus.core.contrasts.study import Study, Unknown
from lackmus.core.trees.treebank import NONE, Treebank, Word
from lackmus.tables.table import Cell, Column, Level, Row, Table

Labels = Mapping[str, str]  # short names of systems


@dataclass(frozen=True)
class Asked:
    """Which verdicts are shown; what is not named is not asked about."""

    chosen: Chosen | None = None  # none: the set by which systems are ordered
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
    keyword: tuple[int, Word] | None  # none: it is not found in the parsed sentence
    output: str | None  # none: the system has no text
    aligned: tuple[tuple[int, Word], ...]
    clause: tuple[int, Word] | None  # its head


@dataclass(frozen=True)
class ShownVerdicts:
    """The verdicts that were asked for, item by item, and how many there are of them."""

    study: Study
    symmetry: Symmetry
    verdicts: tuple[Evidence, ...]
    total: int


def shown_verdicts(study: Study, asked: Asked | None = None) -> ShownVerdicts:
    """Look them up, in the order of items and of systems as they were given."""
    asked = asked or Asked()
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


def _wanted(asked: Asked) -> Iterator[pl.Expr]:
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


def _evidence(study: Study, row: Mapping[str, Any], lost: bool) -> Evidence:
    """`lost`: the keyword is not among the words of the parsed sentence, whatever number it has."""
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


def verdicts_table(shown: ShownVerdicts, labels: Labels | None = None) -> Table:
    """A line a verdict, for spreadsheets and scripts; the words in question stand in brackets."""
    labels = labels or {}
    names = ("Item", "Contrast", "Source", "System", "Output", "Verdict", "Reason", "Found by")
    words = ("Source word", "Aligned words", "Clause")
    rows = [
        Row(
            tuple(
                map(
                    Cell,
                    (
                        *(one.item, one.phenomenon, _source(one), labels.get(one.system, one.system)),
                        *(_output(one), SAID[one.verdict], one.reason, one.found_by),
                        *(_described([one.keyword]), _described(one.aligned), _described([one.clause])),
                    ),
                )
            )
        )
        for one in shown.verdicts
    ]
    return _table(shown, [*names, *words], rows)


def stacked_verdicts_table(shown: ShownVerdicts, labels: Labels | None = None) -> Table:
    """The same for a terminal, or for paper: each item with its sentence, and below it a line a system."""
    labels = labels or {}
    rows: list[Row] = []
    last = None
    for one in shown.verdicts:
        if one.item != last:
            rows.append(Row(tuple(map(Cell, (one.item, _source(one), one.phenomenon, ""))), Level.GROUP))
            last = one.item
        verdict = f"{SAID[one.verdict]} ({one.reason})" if one.reason else SAID[one.verdict]
        by = f"{_described(one.aligned) or '–'}" + (f", by {one.found_by}" if one.found_by else "")
        name = labels.get(one.system, one.system)
        rows.append(Row(tuple(map(Cell, (name, _output(one), verdict, by))), Level.MEMBER, one.item))
    return _table(shown, ("Item", "Source and outputs", "Verdict", "Aligned words"), rows)


def _table(shown: ShownVerdicts, names: Sequence[str], rows: Iterable[Row]) -> Table:
    left = len(shown.verdicts) < shown.total
    return Table(
        title=f"{shown.study.name}, {shown.study.pair}: verdicts and their evidence",
        columns=tuple(map(Column, names)),
        rows=tuple(rows),
        signature=signature_of(shown.study),
        notes=(
            TENDENCY,
            f"Links: {shown.symmetry}. In brackets: the keyword, and the words aligned with it.",
            *([f"{len(shown.verdicts):,} of {shown.total:,} verdicts are shown."] if left else []),
        ),
    )


def _source(one: Evidence) -> str:
    return bracketed(one.source, [one.keyword[1]] if one.keyword else [])


def _output(one: Evidence) -> str | None:
    return None if one.output is None else bracketed(one.output, [word for _, word in one.aligned])


def bracketed(text: str, words: Iterable[Word]) -> str:
    """The text with words in brackets; words of one contraction share them."""
    for start, end in sorted({(word.start, word.end) for word in words}, reverse=True):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text


def _described(words: Iterable[tuple[int, Word] | None]) -> str:
    """Form, lemma, tag and features of words: “ging (gehen VERB Mood=Ind)”."""
    return "; ".join(
        f"{word.form} ({' '.join(part for part in (word.lemma, word.upos, word.feats) if part != NONE)})"
        for _, word in filter(None, words)
    )


def verdict_values(shown: ShownVerdicts) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "study": shown.study.name,
        "pair": shown.study.pair,
        "signature": signature_of(shown.study),
        "tendency": TENDENCY,
        "symmetry": str(shown.symmetry),
        "total": shown.total,
        "verdicts": [
            {
                "item": one.item,
                "contrast": one.contrast,
                "phenomenon": one.phenomenon,
                "system": one.system,
                "verdict": SAID[one.verdict],
                "reason": one.reason,
                "found_by": one.found_by,
                "source": one.source,
                "keyword": _word_values(one.keyword),
                "output": one.output,
                "aligned": [_word_values(word) for word in one.aligned],
                "clause": _word_values(one.clause),
            }
            for one in shown.verdicts
        ],
    }


def _word_values(word: tuple[int, Word] | None) -> dict[str, Any] | None:
    """A word as CoNLL-U numbers it, from 1."""
    if word is None:
        return None
    number, one = word
    return {"id": number + 1, **one._asdict()}
