"""Verdicts of a study with their evidence, as tables and as plain values."""

from collections.abc import Iterable, Sequence
from typing import Any

from lackmus.core.contrasts.shares import SAID, TENDENCY, signature_of
from lackmus.core.contrasts.study_verdicts import Evidence, Labels, ShownVerdicts, bracketed
from lackmus.core.trees.treebank import NONE, Word
from lackmus.tables.table import Column, Level, Row, Table


def verdicts_table(shown: ShownVerdicts, labels: Labels | None = None) -> Table:
    """One row per verdict, for spreadsheets and scripts; the relevant words are in brackets."""
    labels = labels or {}
    names = ("Item", "Contrast", "Source", "System", "Output", "Verdict", "Reason", "Found by")
    words = ("Source word", "Aligned words", "Clause")
    rows = [
        Row.of(
            one.item,
            one.phenomenon,
            _source(one),
            labels.get(one.system, one.system),
            _output(one),
            SAID[one.verdict],
            one.reason,
            one.found_by,
            _described([one.keyword]),
            _described(one.aligned),
            _described([one.clause]),
        )
        for one in shown.verdicts
    ]
    return _table(shown, [*names, *words], rows)


def stacked_verdicts_table(shown: ShownVerdicts, labels: Labels | None = None) -> Table:
    """Each item with its sentence, and a row per system below it, for terminals and paper."""
    labels = labels or {}
    rows: list[Row] = []
    last = None
    for one in shown.verdicts:
        if one.item != last:
            rows.append(Row.of(one.item, _source(one), one.phenomenon, "", level=Level.GROUP))
            last = one.item
        verdict = f"{SAID[one.verdict]} ({one.reason})" if one.reason else SAID[one.verdict]
        by = f"{_described(one.aligned) or '–'}" + (f", by {one.found_by}" if one.found_by else "")
        name = labels.get(one.system, one.system)
        rows.append(Row.of(name, _output(one), verdict, by, level=Level.MEMBER, group=one.item))
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


def _described(words: Iterable[tuple[int, Word] | None]) -> str:
    """Form, lemma, tag and features of words: “ging (gehen VERB Mood=Ind)”."""
    return "; ".join(
        f"{word.form} ({' '.join(part for part in (word.lemma, word.upos, word.feats) if part != NONE)})"
        for _, word in filter(None, words)
    )


def verdict_values(shown: ShownVerdicts) -> dict[str, Any]:
    """The verdicts as plain values."""
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
    """A word as plain values, numbered from 1 as in CoNLL-U."""
    if word is None:
        return None
    number, one = word
    return {"id": number + 1, **one._asdict()}
