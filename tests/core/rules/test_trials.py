"""Trying rules: the same judge as ever, told early what is wrong, and never waited for too long."""

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.rules.judge import judge_text
from lackmus.core.rules.patterns import GAVE_UP, Memory, NoTimeLeft
from lackmus.core.rules.trials import ask_ahead, check_rule, check_rules, search_quickly, try_rules
from lackmus.core.suites.suite import Item, Kind, Rule, Side

HUSBAND = Rule(Side.POSITIVE, Kind.PATTERN, r"\bhusband\b")
MAN = Rule(Side.NEGATIVE, Kind.PATTERN, r"\b[Mm]an\b")
SPOUSE = Rule(Side.POSITIVE, Kind.FIXED, "her spouse")
RUNAWAY = Rule(Side.NEGATIVE, Kind.PATTERN, r"(\w+\s?)+!")
TEXTS = ["Her husband.", "Her man.", "Her husband, a man.", "It is her spouse.", "Her guy.", ""]


def item(*rules: Rule) -> Item:
    return Item(Pair("de", "en"), "1", "Ambiguity", "Lexical", "Ihr Mann.", rules)


def pattern(value: str, kind: Kind = Kind.PATTERN) -> Rule:
    return Rule(Side.POSITIVE, kind, value)


@pytest.mark.parametrize(
    "rule, error, position",
    [
        (pattern("husband"), None, None),
        (pattern("(husband"), "missing ), unterminated subpattern at 0", 0),
        (pattern("husband["), "unterminated character set at 7", 7),
        (pattern("hus*+*band"), "multiple repeat at 5", 5),
        (pattern("(husband", Kind.FIXED), None, None),  # no pattern: a bracket is a bracket
        (pattern("  "), None, None),  # not wrong yet
        (pattern("hus\x00band"), "it has a character (NUL) that no text has", 3),
        (pattern("cafe\u0301 ("), "missing ), unterminated subpattern at 5", None),  # composed: moved by one
        (pattern("a\n("), "missing ), unterminated subpattern at 2", 2),
        (pattern("(" * 10_000), "nested too deeply", None),
    ],
)
def test_what_is_wrong_with_a_rule(rule: Rule, error: str | None, position: int | None) -> None:
    found = check_rule(rule)
    assert (found.error, found.position) == (error, position)


@pytest.mark.parametrize(
    "value, risky", [("(a+)+$", True), (r"(\w+\s?)+!", True), ("ab+", False), ("a|b", False)]
)
def test_a_pattern_that_can_run_away_is_flagged(value: str, risky: bool) -> None:
    assert bool(check_rule(pattern(value)).risk) is risky


@pytest.mark.parametrize("rules", [(), (HUSBAND,), (HUSBAND, MAN), (HUSBAND, MAN, SPOUSE), (SPOUSE, MAN)])
def test_there_is_only_one_judge(rules: tuple[Rule, ...]) -> None:
    one = item(*rules)
    said = [(tried.verdict, tried.reason, tried.step) for tried in try_rules(one, TEXTS)]
    assert said == [judge_text(one, text)[:3] for text in TEXTS]


def test_what_both_sides_matched_is_marked() -> None:
    (tried,) = try_rules(item(MAN, HUSBAND), ["Her husband, a man."])
    assert [(mark.side, mark.start, mark.end) for mark in tried.marks] == [
        (Side.POSITIVE, 4, 11),
        (Side.NEGATIVE, 15, 18),
    ]


def test_when_patience_ends_the_rest_are_timeouts() -> None:
    left = iter([True, True, False, False, False, False])
    said = try_rules(
        item(pattern("hus.*d")), ["Her husband.", "Her man.", "Her guy.", "husband"], lambda: next(left)
    )
    assert [(one.verdict, one.reason) for one in said] == [
        ("pass", None),
        ("warning", "unmatched"),
        ("warning", "timeout"),
        ("warning", "timeout"),
    ]


def test_what_a_search_once_said_is_not_asked_again() -> None:
    memory: Memory = {(RUNAWAY.value, "Her guy."): GAVE_UP, (RUNAWAY.value, "Her man."): (0, 3)}
    said = try_rules(item(RUNAWAY), ["Her guy.", "Her man."], memory=memory)
    assert [(one.verdict, one.reason) for one in said] == [("warning", "timeout"), ("fail", None)]


@pytest.mark.parametrize(
    "rule, text, patient, answers",
    [
        (RUNAWAY, "Her guy!", True, {(RUNAWAY.value, "Her guy!"): (0, 8)}),
        (RUNAWAY, "Her guy", True, {(RUNAWAY.value, "Her guy"): None}),
        (RUNAWAY, "Her guy", False, {(RUNAWAY.value, "Her guy"): GAVE_UP}),
        (RUNAWAY, "known", True, {}),
        (RUNAWAY, "It’s!", True, {(RUNAWAY.value, "It's!"): (3, 5)}),  # as rules see it
        (HUSBAND, "Her husband", True, {}),  # an ordinary pattern is quick
        (SPOUSE, "Her spouse", True, {}),
        (pattern("a|b"), "a", True, {}),
        (pattern(" "), "a", True, {}),
    ],
)
def test_slow_searches_are_asked_ahead(rule: Rule, text: str, patient: bool, answers: Memory) -> None:
    known: Memory = {(RUNAWAY.value, "known"): None}
    assert ask_ahead([rule], [text], lambda: patient, known) == answers


def test_compiling_and_quick_searches_end_when_patience_does() -> None:
    """A request with many laborious patterns is given up, not worked off."""
    assert [one.error for one in check_rules([HUSBAND, pattern("(")], lambda: True)] == [
        None,
        "missing ), unterminated subpattern at 0",
    ]
    with pytest.raises(NoTimeLeft):
        check_rules([HUSBAND], lambda: False)
    ordinary = pattern("Her .* man")
    search_quickly([ordinary, HUSBAND], ["Her man"], lambda: True)
    search_quickly([RUNAWAY, pattern("man|guy")], ["Her man"], lambda: False)  # limited, or only words
    with pytest.raises(NoTimeLeft):
        search_quickly([ordinary], ["Her man"], lambda: False)
