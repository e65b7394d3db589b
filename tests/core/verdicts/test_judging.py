"""Outputs in, verdicts out: each distinct text once, people before rules, nobody forgotten."""

from dataclasses import replace
from unittest.mock import patch

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from lackmus.core.base.choices import Semantics
from lackmus.core.base.texts import text_key
from lackmus.core.outputs.outputs import OUTPUTS, HandIn
from lackmus.core.rules.judge import judge_of, judge_text
from lackmus.core.suites.suite import Kind, Rule, Side, Suite
from lackmus.core.verdicts import judging as module
from lackmus.core.verdicts.judging import (
    DECIDED,
    MARKED,
    VERDICTS,
    UnknownItemError,
    judge,
    judge_texts,
    marked_in,
    with_missing,
    worst_of_repeats,
)
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity", "Negation", items=2)


def outputs(*rows: tuple[str, str, str]) -> pl.DataFrame:
    """Rows of (item id, system, text)."""
    return pl.DataFrame(
        [(f"de-en:{item}", system, text) for item, system, text in rows], schema=OUTPUTS.schema, orient="row"
    )


def test_a_row_for_every_output_in_order() -> None:
    """The verdicts stand where their outputs stood, with category and phenomenon."""
    judged = judge(SUITE, outputs(("002", "B", "bad"), ("001", "A", "good"), ("003", "A", "hm")))
    assert judged.select("item", "category", "system", "verdict").rows() == [
        ("de-en:002", "Ambiguity", "B", "fail"),
        ("de-en:001", "Ambiguity", "A", "pass"),
        ("de-en:003", "Negation", "A", "warning"),
    ]
    assert judged.schema == VERDICTS.schema


def test_each_distinct_text_is_judged_once() -> None:
    """Many systems share a text, and white space does not make another one."""
    asked: list[str] = []

    def counting(*asked_for):  # type: ignore[no-untyped-def]
        say = judge_of(*asked_for)
        return lambda text: asked.append(text) or say(text)  # type: ignore[func-returns-value]

    rows = outputs(
        ("001", "A", "good text"),
        ("001", "B", "good text"),
        ("001", "C", " good\u00a0 text "),
        ("002", "A", "good text"),
    )
    with patch.object(module, "judge_of", counting):
        judged = judge(SUITE, rows)
    assert asked == ["good text", "good text"]  # one for each item
    assert judged["text"].to_list() == ["good text"] * 4


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["001", "002", "003"]),
            st.sampled_from("AB"),
            st.one_of(
                st.text(max_size=8), st.sampled_from(["good", "bad", " good", "bad\u2003", "good bad"])
            ),
        ),
        max_size=12,
    ),
    st.sampled_from(Semantics),
)
def test_frames_judge_as_single_texts_do(rows: list[tuple[str, str, str]], semantics: Semantics) -> None:
    """The fast way over frames and the plain way text by text are one judge."""
    judged = judge(SUITE, outputs(*rows), semantics)
    for (item, _, text), row in zip(rows, judged.iter_rows(named=True), strict=True):
        alone = judge_text(SUITE.by_key[f"de-en:{item}"], text, semantics)
        assert (row["verdict"], row["reason"], row["step"]) == alone[:3]
        assert (row["right_rule"], row["right_start"], row["right_end"]) == (alone.right or (None,) * 3)
        assert (row["wrong_rule"], row["wrong_start"], row["wrong_end"]) == (alone.wrong or (None,) * 3)
        assert row["text"] == (text_key(text) if semantics is Semantics.DEFAULT else text.strip())


@given(st.permutations(range(6)), st.permutations(range(4)))
def test_order_does_not_matter(order: list[int], items: list[int]) -> None:
    """Verdicts depend neither on the order of outputs and systems nor on that of the items."""
    rows = [("001", "A", "good"), ("001", "B", "bad"), ("002", "A", "x"), ("002", "B", "good bad")]
    rows += [("003", "A", ""), ("004", "B", "bad")]
    shuffled = Suite("drawn", tuple(SUITE.items[place] for place in items))
    one = judge(SUITE, outputs(*rows)).sort("item", "system")
    other = judge(shuffled, outputs(*(rows[place] for place in order))).sort("item", "system")
    assert_frame_equal(one, other)


def test_people_come_before_rules() -> None:
    """A decision on exactly this text settles it; a dispute leaves it open; other texts are not touched."""
    decided = pl.DataFrame(
        [
            ("de-en:001", "bad but fine", "pass", None),
            ("de-en:002", "good", "warning", "disputed"),
        ],
        schema=DECIDED.schema,
        orient="row",
    )
    rows = outputs(("001", "A", "bad  but fine"), ("001", "B", "bad"), ("002", "A", "good"))
    judged = judge(SUITE, rows, decided=decided)
    assert judged.select("verdict", "reason", "step", "right_rule").rows() == [
        ("pass", None, "decision", None),
        ("fail", None, "pattern", None),
        ("warning", "disputed", "decision", None),
    ]


MARKS = pl.DataFrame(
    [
        ("de-en:001", "good, I hope", "verbose"),
        ("de-en:002", "bad, sorry", "verbose"),
        ("de-en:002", "bad, sorry", "refused"),  # the later counts
        ("de-en:003", "", "refused"),
    ],
    schema=MARKED.schema,
    orient="row",
)
MARKED_ROWS = outputs(
    ("001", "A", "good,  I hope"),
    ("001", "B", "good"),
    ("002", "A", "bad, sorry"),
    ("003", "A", " "),
    ("004", "A", "good, I hope"),  # of another item
)


def test_marks_come_before_rules() -> None:
    """A marked text waits for a person, with what the rules matched; a blank one is blank."""
    judged = judge(SUITE, MARKED_ROWS, marked=MARKS)
    assert judged.select("verdict", "reason", "step", "right_start", "wrong_start").rows() == [
        ("warning", "verbose", "mark", 0, None),
        ("pass", None, "pattern", 0, None),
        ("warning", "refused", "mark", None, 0),
        ("fail", "empty", "empty", None, None),
        ("pass", None, "pattern", 0, None),
    ]
    assert judged.schema == VERDICTS.schema
    decided = pl.DataFrame([("de-en:001", "good, I hope", "pass", None)], schema=DECIDED.schema, orient="row")
    settled = judge(SUITE, MARKED_ROWS, decided=decided, marked=MARKS)
    assert settled.select("verdict", "step").row(0) == ("pass", "decision")


def test_marks_in_files() -> None:
    """By item and key; nothing where no file marks anything."""
    lines = ["Eins.", "Zwei."], ["good,  I hope", "bad"], [("de-en:001", 0), ("de-en:002", 1)]
    found = marked_in([HandIn("A", "a", *lines, marks=["verbose", ""]), HandIn("B", "b", *lines)])
    assert found is not None
    assert found.rows() == [("de-en:001", "good, I hope", "verbose")]
    assert marked_in([HandIn("B", "b", *lines)]) is None


def test_a_missing_line_is_a_warning() -> None:
    """Only for items that some system has; what nobody has is outside the campaign."""
    complete = with_missing(judge(SUITE, outputs_of_signs(SUITE, A="+-  ", B="+ + ")))
    assert complete.sort("item", "system").select("item", "system", "verdict", "reason").rows() == [
        ("de-en:001", "A", "pass", None),
        ("de-en:001", "B", "pass", None),
        ("de-en:002", "A", "fail", None),
        ("de-en:002", "B", "warning", "missing"),
        ("de-en:003", "A", "warning", "missing"),
        ("de-en:003", "B", "pass", None),
    ]


@pytest.mark.parametrize(
    "repeats, verdict",
    [
        (["good", "good"], "pass"),
        (["good", "bad"], "fail"),
        (["good", "hm"], "warning"),
        (["hm", "bad"], "fail"),
        (["bad", "good"], "fail"),
    ],
)
def test_an_item_passes_if_each_repeat_does(repeats: list[str], verdict: str) -> None:
    """With --repeats all the worst line counts."""
    judged = worst_of_repeats(judge(SUITE, outputs(*(("001", "A", text) for text in repeats))))
    assert judged["verdict"].to_list() == [verdict]


def test_unknown_items_are_refused() -> None:
    """Outputs of another suite are a mistake, not warnings."""
    with pytest.raises(UnknownItemError, match="1 items are not in drawn"):
        judge(SUITE, outputs(("999", "A", "good")))


def test_nothing_to_judge() -> None:
    """No outputs, no verdicts, no crash."""
    assert judge(SUITE, OUTPUTS.empty()).schema == VERDICTS.schema
    assert judge_texts(SUITE, OUTPUTS.empty().select("item", "text")).is_empty()


def test_progress_is_told() -> None:
    """A progress bar hears of the end."""
    told: list[tuple[int, int]] = []
    judge(SUITE, outputs_of_signs(SUITE, A="+-?+"), advance=lambda done, total: told.append((done, total)))
    assert told[-1] == (4, 4)


def test_classic_semantics_has_no_decisions_and_no_marks() -> None:
    """TQ-AutoTest's way takes patterns and contained strings, and no other step."""
    marked = judge(SUITE, MARKED_ROWS, Semantics.CLASSIC, marked=MARKS)
    assert marked["verdict"].to_list() == ["pass", "pass", "fail", "warning", "pass"]
    decided = pl.DataFrame([("de-en:001", "bad", "pass", None)], schema=DECIDED.schema, orient="row")
    judged = judge(SUITE, outputs(("001", "A", "bad")), Semantics.CLASSIC, decided=decided)
    assert judged["verdict"].to_list() == ["fail"]


def test_an_item_may_have_very_many_rules() -> None:
    """Years of fixed sentences pile up."""
    rules = tuple(Rule(Side.POSITIVE, Kind.FIXED, f"right {number}") for number in range(70_000))
    suite = Suite("many", (replace(SUITE.items[0], rules=rules),))
    judged = judge(suite, outputs(("001", "A", "right 69999")))
    assert judged.select("verdict", "right_rule").rows() == [("pass", 69_999)]
