"""People's decisions in an export: fixed strings, once each, and the person has the last word."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base.texts import text_key
from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import judge_text
from lackmus.core.suites.folded_decisions import SIDES, with_decisions
from lackmus.core.suites.suite import Item, Kind, Rule, Side, Suite
from tests.core.campaigns import suite_of

PLUS, MINUS = Side.POSITIVE, Side.NEGATIVE
PASS, FAIL, WARNING = Verdict.PASS, Verdict.FAIL, Verdict.WARNING
ITEM = suite_of("A").items[0]  # “good” passes, “bad” fails


def fixed(side: Side, value: str) -> Rule:
    """A fixed string."""
    return Rule(side, Kind.FIXED, value)


PATTERN = Rule(PLUS, Kind.PATTERN, "Well.")


@pytest.mark.parametrize(
    "rules, text, verdict, after, added, overruled",
    [
        ([], "Well.", PASS, [fixed(PLUS, "Well.")], 1, 0),
        ([], "Well.", FAIL, [fixed(MINUS, "Well.")], 1, 0),
        ([], "Well.", WARNING, [], 0, 0),  # disputed
        ([], "", FAIL, [], 0, 0),  # a blank string says nothing
        ([fixed(PLUS, "Well.")], "Well.", PASS, [fixed(PLUS, "Well.")], 0, 0),
        ([fixed(PLUS, " Well.\n")], "Well.", PASS, [fixed(PLUS, " Well.\n")], 0, 0),  # says it already
        ([fixed(PLUS, "Well.")], "Well.", FAIL, [fixed(MINUS, "Well.")], 1, 1),
        ([fixed(PLUS, "Well")], "Well.", FAIL, [fixed(PLUS, "Well"), fixed(MINUS, "Well.")], 1, 0),
        ([fixed(PLUS, "Don't.")], "Don’t.", FAIL, [fixed(MINUS, "Don’t.")], 1, 1),  # equals it, folded
        ([fixed(PLUS, "Don’t.")], "Don't.", FAIL, [fixed(PLUS, "Don’t."), fixed(MINUS, "Don't.")], 1, 0),
        ([PATTERN], "Well.", FAIL, [PATTERN, fixed(MINUS, "Well.")], 1, 0),  # a string outranks a pattern
    ],
)
def test_a_decision_becomes_a_string(
    rules: list[Rule], text: str, verdict: Verdict, after: list[Rule], added: int, overruled: int
) -> None:
    """Unless the rule stands there; the opposite rule goes."""
    suite = Suite("small", (replace(ITEM, rules=tuple(rules)),))
    folding = with_decisions(suite, {(ITEM.key, text): verdict})
    assert list(folding.suite.items[0].rules) == after
    assert (folding.added, folding.overruled) == (added, overruled)


def test_nothing_decided_nothing_changed() -> None:
    """The same suite, and nothing to say; decisions on items of other suites are theirs."""
    suite = suite_of("A")
    folding = with_decisions(suite, {("de-en:gone", "Well."): PASS})
    assert folding.suite is suite
    assert folding.note == ""


def test_the_note() -> None:
    """What the user is told."""
    suite = Suite("small", (replace(ITEM, rules=(fixed(PLUS, "Well."),)),))
    folding = with_decisions(suite, {(ITEM.key, "Well."): FAIL, (ITEM.key, "Fine."): PASS})
    assert folding.note == (
        "2 decided texts written as fixed strings, 1 fixed string left out that people decided against"
    )


TEXTS = ["a", "a good one", "so bad", "good and bad", "don't", "isn’t", "b  c"]
RULES = [
    Rule(side, kind, value)
    for side in Side
    for kind, value in (
        (Kind.PATTERN, "good"),
        (Kind.FIXED, "a"),
        (Kind.FIXED, " b c"),
        (Kind.FIXED, "isn't"),
        (Kind.FIXED, ""),
    )
]


@given(
    st.lists(st.sampled_from(RULES), max_size=6).map(tuple),
    st.dictionaries(st.sampled_from(TEXTS).map(text_key), st.sampled_from(Verdict)),
)
def test_who_has_the_export_judges_as_people_did(rules: tuple[Rule, ...], said: dict[str, Verdict]) -> None:
    """Every decided text gets the decided verdict from rules alone, in whatever order decisions came."""
    suite = Suite("small", (replace(ITEM, rules=rules),))
    decided = {(ITEM.key, text): verdict for text, verdict in said.items()}
    folding = with_decisions(suite, decided)
    item: Item = folding.suite.items[0]
    for text, verdict in said.items():
        if verdict in SIDES:  # no fixed string says that a text is not testable
            assert judge_text(item, text).verdict == verdict
    assert with_decisions(suite, dict(reversed(decided.items()))) == folding
    again = with_decisions(folding.suite, decided)
    assert folding.untestable == list(said.values()).count(Verdict.UNTESTABLE)
    assert (again.added, again.overruled, again.suite) == (0, 0, folding.suite)
