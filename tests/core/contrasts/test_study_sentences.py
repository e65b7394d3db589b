"""One verdict with all that it rests on: clauses, links, and the same in words."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from lackmus.core.base.choices import Symmetry
from lackmus.core.contrasts.study_sentences import (
    SentenceView,
    evidence_of,
    in_words,
    sentence_view,
    verdicts_on,
)
from lackmus.core.trees.drawing import Strength
from tests.studied import small_study

STUDY = small_study()


def view(system: str, item: str = "gerund-dass-s0-3", symmetry: Symmetry | None = None) -> SentenceView:
    (one,) = (each for each in verdicts_on(STUDY, item, symmetry) if each.system == system)
    return sentence_view(STUDY, one)


def test_everybodys_verdicts_in_their_order() -> None:
    found = verdicts_on(STUDY, "gerund-dass-s0-3")
    assert [(one.system, one.verdict) for one in found] == [
        ("Ahorn", "pass"),
        ("Birke", "fail"),
        ("Linde", "pass"),
        ("human", "pass"),
        ("second", "pass"),
    ]
    assert evidence_of(STUDY, STUDY.verdicts.clear()) == ()


def test_the_clauses_and_the_links() -> None:
    """“leaving early” and “, dass sie früh ging”; the subject and the verb above are linked, but outside."""
    found = view("Ahorn")
    assert (sorted(found.above.clause), found.above.head, found.above.marked) == ([2, 3], 2, frozenset({2}))
    assert found.below is not None
    assert (sorted(found.below.clause), found.below.head) == ([2, 3, 4, 5, 6], 6)
    assert found.links == {
        (0, 0): Strength.OTHER,
        (1, 1): Strength.OTHER,
        (2, 6): Strength.KEYWORD,
    }


def test_what_is_not_aligned_has_no_clause() -> None:
    found = view("Ahorn", "gerund-dass-s3-3")
    assert found.below is not None and not found.below.clause and not found.below.marked
    assert Strength.KEYWORD not in found.links.values()


def test_a_system_without_a_text() -> None:
    study = replace(STUDY, target_of={**STUDY.target_of, "Linde": np.full(4, -1)})
    rows = study.verdicts.filter((pl.col("item") == "gerund-dass-s0-3") & (pl.col("system") == "Linde"))
    lost = rows.head(1).with_columns(
        pl.lit("warning", pl.Enum(["pass", "fail", "warning"])).alias("verdict"),
        pl.lit("missing").cast(rows.schema["reason"]).alias("reason"),
        pl.Series("aligned", [[]], dtype=pl.List(pl.UInt32)),
        pl.lit(None, pl.UInt32).alias("clause"),
    )
    (one,) = evidence_of(study, lost)
    found = sentence_view(study, one)
    assert found.target is None and found.links == {}
    assert in_words(found, "Linde").endswith("Linde has no text for it.")


@pytest.mark.parametrize(
    "system, item, told",
    [
        (
            "Ahorn",
            "gerund-dass-s0-3",
            "Source: She denied leaving early Keyword: “leaving”, lemma leav, VERB, xcomp, in the clause "
            "“leaving early”. Ahorn: Sie bestritt , dass sie früh ging Aligned with the keyword: “ging”, "
            "lemma gehen, VERB, ccomp. The clause found is “, dass sie früh ging”, headed by “ging”. Good.",
        ),
        (
            "Ahorn",
            "gerund-dass-s3-3",
            "Source: She denied <b>eating early Keyword: “<b>eating”, lemma <b>eat, VERB, xcomp, in the "
            "clause “<b>eating early”. Ahorn: Sie bestritt , früh zu gehen Unknown. No word of the output "
            "is aligned with the keyword.",
        ),
    ],
)
def test_in_words(system: str, item: str, told: str) -> None:
    assert in_words(view(system, item), system) == told
