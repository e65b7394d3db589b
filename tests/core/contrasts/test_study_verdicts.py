"""Verdicts one by one: what each rests on, and why it is Unknown."""

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from lackmus.core.base.choices import ItemSet, Symmetry
from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.shares import TENDENCY
from lackmus.core.contrasts.study import UNKNOWN, ContrastStudy
from lackmus.core.contrasts.study_verdicts import VerdictFilter, bracketed, shown_verdicts
from lackmus.core.trees.treebank import Word
from lackmus.tables.contrasts.verdicts import stacked_verdicts_table, verdict_values, verdicts_table
from lackmus.tables.table import Level
from tests.studied import FINITE, NONFINITE, small_study


def word(form: str, start: int) -> Word:
    return Word(form, form, "X", "_", "_", 0, "root", start, start + len(form))


@pytest.mark.parametrize(
    "words, shown",
    [
        ([], "a bc d"),
        ([word("bc", 2)], "a [bc] d"),
        ([word("d", 5), word("a", 0)], "[a] bc [d]"),
        ([word("bc", 2), word("bc", 2)], "a [bc] d"),  # two words of one contraction
    ],
)
def test_words_in_brackets(words: list[Word], shown: str) -> None:
    """Where they stand in the text."""
    assert bracketed("a bc d", words) == shown


def test_evidence() -> None:
    """The keyword, the word aligned with it, its clause."""
    (one,) = shown_verdicts(small_study(), VerdictFilter(systems=("Ahorn",), most=1)).verdicts
    assert (one.item, one.contrast, one.phenomenon) == ("gerund-dass-s0-3", "gerund-dass", FINITE)
    assert (one.verdict, one.reason, one.found_by) == (Verdict.PASS, None, "link")
    assert one.keyword and one.clause
    assert (one.keyword[0], one.keyword[1].form) == (2, "leaving")
    assert [(number, found.lemma) for number, found in one.aligned] == [(6, "gehen")]
    assert one.clause[1].form == "ging"
    assert one.output == "Sie bestritt , dass sie früh ging"


@pytest.mark.parametrize(
    "asked, count",
    [
        (VerdictFilter(), 4 * 5),  # pre-selected
        (VerdictFilter(ItemSet.HITS), 8 * 5),
        (VerdictFilter(ItemSet.HITS, contrasts=("gerund-zu",)), 4 * 5),
        (VerdictFilter(ItemSet.HITS, contrasts=(NONFINITE, FINITE)), 8 * 5),
        (VerdictFilter(systems=("Ahorn", "second")), 4 * 2),
        (VerdictFilter(verdict=Verdict.PASS), 2 + 1 + 3 + 4 + 2),
        (VerdictFilter(verdict=Verdict.WARNING), 2),
        (VerdictFilter(reason="not aligned"), 2),
        (VerdictFilter(reason="missing"), 0),
        (VerdictFilter(found_by="link"), 18),
        (VerdictFilter(symmetry=Symmetry.GROW, verdict=Verdict.WARNING), 0),
    ],
)
def test_what_is_asked_for(asked: VerdictFilter, count: int) -> None:
    """Everything, or a part."""
    shown = shown_verdicts(small_study(), asked)
    assert len(shown.verdicts) == shown.total == count


def test_order_and_most() -> None:
    """Item by item, systems as they were given; how many there are is told."""
    shown = shown_verdicts(small_study(), VerdictFilter(most=6))
    assert [one.system for one in shown.verdicts] == ["Ahorn", "Birke", "Linde", "human", "second", "Ahorn"]
    assert [one.item for one in shown.verdicts[4:]] == ["gerund-dass-s0-3", "gerund-dass-s1-3"]
    assert "6 of 20 verdicts are shown." in verdicts_table(shown).notes


def test_a_row_for_each_verdict() -> None:
    """With all that is known of the words in question."""
    table = verdicts_table(shown_verdicts(small_study(), VerdictFilter(systems=("Ahorn",))), {"Ahorn": "A"})
    names = [column.name for column in table.columns]
    first, last = (
        dict(zip(names, (cell.value for cell in table.rows[at].cells), strict=True)) for at in (0, -1)
    )
    assert first == {
        "Item": "gerund-dass-s0-3",
        "Contrast": FINITE,
        "Source": "She denied [leaving] early",
        "System": "A",
        "Output": "Sie bestritt , dass sie früh [ging]",
        "Verdict": "Good",
        "Reason": None,
        "Found by": "link",
        "Source word": "leaving (leav VERB)",
        "Aligned words": "ging (gehen VERB)",
        "Clause": "ging (gehen VERB)",
    }
    assert (last["Verdict"], last["Reason"], last["Aligned words"], last["Clause"]) == (
        "Unknown", "not aligned", "", "",
    )  # fmt: skip
    assert last["Source"] == "She denied [<b>eating] early"
    assert table.notes[0] == TENDENCY


def test_for_a_terminal() -> None:
    """The sentence of an item above what systems made of it."""
    table = stacked_verdicts_table(shown_verdicts(small_study(), VerdictFilter(systems=("Ahorn",))))
    assert [row.level for row in table.rows[:4]] == [Level.GROUP, Level.MEMBER] * 2
    assert [cell.value for cell in table.rows[-1].cells] == [
        "Ahorn", "Sie bestritt , früh zu gehen", "Unknown (not aligned)", "–",
    ]  # fmt: skip
    assert table.rows[1].cells[3].value == "ging (gehen VERB), by link"


def test_a_system_without_a_text() -> None:
    """Has no output, not that of another sentence."""
    study = small_study()
    none = replace(
        study, target_of={**study.target_of, "Ahorn": np.full(4, -1)}, verdicts=unknown(study, "missing")
    )
    shown = shown_verdicts(none, VerdictFilter(systems=("Ahorn",)))
    assert {one.output for one in shown.verdicts} == {None}
    assert {row.cells[4].value for row in verdicts_table(shown).rows} == {None}


def test_a_keyword_that_is_lost() -> None:
    """No word is shown for it: its number means nothing in another parse."""
    shown = shown_verdicts(replace(small_study(), verdicts=unknown(small_study(), "keyword not found")))
    assert {one.keyword for one in shown.verdicts} == {None}
    assert {one.source for one in shown.verdicts} >= {"She denied leaving early"}
    assert "[" not in str(verdicts_table(shown).rows[0].cells[2].value)


def unknown(study: ContrastStudy, reason: str) -> pl.DataFrame:
    """The verdicts of the study, were they all Unknown for one reason."""
    verdict = study.verdicts.schema["verdict"]
    return study.verdicts.with_columns(
        verdict=pl.lit("warning", verdict),
        reason=pl.lit(reason, UNKNOWN),
        found_by=None,
        aligned=pl.lit([], pl.List(pl.UInt32)),
        clause=pl.lit(None, pl.UInt32),
    )


def test_plain_values() -> None:
    """As JSON can hold it; words are numbered from 1, as CoNLL-U numbers them."""
    values = verdict_values(shown_verdicts(small_study(), VerdictFilter(verdict=Verdict.WARNING)))
    values = json.loads(json.dumps(values, allow_nan=False))
    assert (values["study"], values["symmetry"], values["total"]) == ("small", "intersection", 2)
    assert values["tendency"] == TENDENCY
    first = values["verdicts"][0]
    assert (first["system"], first["verdict"], first["reason"], first["aligned"], first["clause"]) == (
        "second", "Unknown", "not aligned", [], None,
    )  # fmt: skip
    assert first["keyword"]["id"] == 3
    assert (first["keyword"]["form"], first["keyword"]["start"]) == ("waiting", 11)
    assert first["source"] == "She denied waiting early"
