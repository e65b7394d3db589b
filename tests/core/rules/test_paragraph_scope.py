"""Rules that look at the paragraph of the marked stretch."""

from dataclasses import replace

import polars as pl
import pytest

from lackmus.core.base.choices import Semantics
from lackmus.core.base.pairs import Pair
from lackmus.core.base.texts import text_key
from lackmus.core.rules.judge import judge_text
from lackmus.core.suites.suite import Item, Kind, Rule, RuleScope, Side, Suite
from lackmus.core.verdicts.judging import judge

BANK = Item(
    Pair("de", "en"),
    "1",
    "Ambiguity",
    "Lexical ambiguity",
    "Er ging zur Sparkasse.\n\nDie Bank im Park war nass.\n\nEnde.",
    (
        Rule(Side.POSITIVE, Kind.PATTERN, r"\bbench\b"),
        Rule(Side.NEGATIVE, Kind.PATTERN, r"\bbank\b"),
        Rule(Side.POSITIVE, Kind.FIXED, "A wet settle."),
    ),
    stretch="Bank",
    scope=RuleScope.PARAGRAPH,
)
WHOLE = replace(BANK, scope=RuleScope.TEXT)


@pytest.mark.parametrize(
    "text, verdict, reason, on_all, marked",
    [
        ("To the bank.\n\nThe bench was wet.\n\nEnd.", "pass", None, "warning", "bench"),
        ("The bench.\n\nThe bank was  wet.\n \nEnd.", "fail", None, "warning", "bank"),
        ("<p>The bank.</p><p>The bench.</p>\n<p>End.</p>", "pass", None, "warning", "bench"),
        ("A\n\nA wet\nsettle.\n\nEnd.", "pass", None, "pass", "A wet settle."),
        ("The bench.\n\nThe seat.\n\nEnd.", "warning", "unmatched", "pass", None),
        ("To the bank. The bench was wet.\n\nEnd.", "warning", "paragraphs", "warning", None),
        ("The bench.", "warning", "paragraphs", "pass", None),
        ("A\n\nThe bench.\n\nB\n\nEnd.", "warning", "paragraphs", "pass", None),
        (" \n\n ", "fail", "empty", "fail", None),
    ],
)
def test_only_the_paragraph_counts(
    text: str, verdict: str, reason: str | None, on_all: str, marked: str | None
) -> None:
    """By its place; with other paragraphs than the source the text is open. Spans are those of the key."""
    said = judge_text(BANK, text)
    assert (said.verdict, said.reason) == (verdict, reason)
    hit = said.right or said.wrong
    assert (None if hit is None else text_key(text)[hit.start : hit.end]) == marked
    assert judge_text(WHOLE, text).verdict == on_all


def test_classic_paragraphs() -> None:
    """The raw text is cut as it is."""
    said = judge_text(BANK, "bank\n\na  bench\n\nEnd.", Semantics.CLASSIC)
    assert (said.verdict, said.right and said.right.start) == ("pass", 9)


@pytest.mark.parametrize("stretch", ["", "Ufer"])
def test_a_stretch_that_is_nowhere_settles_nothing(stretch: str) -> None:
    """There is no paragraph to look at."""
    said = judge_text(replace(BANK, stretch=stretch), "A\n\nThe bench.\n\nEnd.")
    assert (said.verdict, said.reason) == ("warning", "paragraphs")


@pytest.mark.parametrize(
    "other, reason",
    [
        ("To\n\nthe bank.\n\nThe bench. End.", "paragraphs"),  # other paragraphs, another verdict
        ("To the bank.\n\nThe bench. End.", "paragraphs"),  # not as many
        ("To the bank.\n\n\n The bench.\n\nEnd.", None),
    ],
)
def test_the_same_words_in_other_paragraphs_are_one_text(other: str, reason: str | None) -> None:
    """Words make a text; where the paragraphs of two outputs of it disagree, a person is asked."""
    outputs = pl.DataFrame(
        {
            "item": [BANK.key] * 2,
            "system": ["A", "B"],
            "text": ["To the bank.\n\nThe bench.\n\nEnd.", other],
        }
    )
    judged = judge(Suite("s", (BANK,)), outputs)
    assert judged["text"].n_unique() == 1
    assert judged["reason"].to_list() == [reason] * 2
