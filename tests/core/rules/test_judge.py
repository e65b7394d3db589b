"""One text, one item, the rules: which step speaks, what it says, and where it points."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base.choices import Semantics
from lackmus.core.base.pairs import Pair
from lackmus.core.base.texts import text_key
from lackmus.core.base.verdict import Verdict
from lackmus.core.engines.engine import Mark
from lackmus.core.rules.judge import Judgement, Reason, RuleError, RuleHit, judge_text
from lackmus.core.suites.suite import Item, Kind, Rule, Side

EMPTY = Item(Pair("de", "en"), "1", "Category", "Phenomenon", "Quelle.")


def with_rules(**rules: str | list[str]) -> Item:
    """positive_pattern=…, negative_fixed=[…, …] and so on."""
    made = []
    for name, values in rules.items():
        side, kind = name.split("_")
        made += [Rule(Side(side), Kind(kind), v) for v in ([values] if isinstance(values, str) else values)]
    return replace(EMPTY, rules=tuple(made))


def said(item: Item, text: str, semantics: Semantics = Semantics.DEFAULT) -> str:
    """`verdict reason step`, as far as there are any."""
    judgement = judge_text(item, text, semantics)
    return " ".join(filter(None, (judgement.verdict, judgement.reason, judgement.step)))


HUSBAND = with_rules(positive_pattern=r"\bhusband\b", negative_pattern=r"\bman\b")


@pytest.mark.parametrize(
    "text, expected",
    [
        ("She spoke of her husband.", "pass pattern"),
        ("She spoke of her man.", "fail pattern"),
        ("She spoke of her husband, a good man.", "warning contradiction pattern"),
        ("She spoke of him.", "warning unmatched"),
        ("She spoke of her Husband.", "warning unmatched"),  # case-sensitive
        ("", "fail empty empty"),
        (" \t\u00a0\n", "fail empty empty"),
    ],
)
def test_lexical_ambiguity(text: str, expected: str) -> None:
    """A word with two readings passes in the one the context allows."""
    assert said(HUSBAND, text) == expected


STEPS = with_rules(
    positive_pattern="husband",
    negative_pattern="man",
    positive_fixed=["Her man!", "her spouse", "both"],
    negative_fixed=["Her husband?", "her bloke", "both", "  ", ""],
)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Her man!", "pass exact"),  # the whole text is known: the pattern is not asked
        ("  Her \u00a0 man!  ", "pass exact"),  # white space does not make another text
        ("Her husband?", "fail exact"),
        ("both", "warning contradiction exact"),
        ("Her man! Really.", "fail pattern"),  # more than the string: the pattern speaks
        ("Really, her spouse.", "pass contained"),
        ("Really, her bloke.", "fail contained"),
        ("We both.", "warning contradiction contained"),
        ("Her love.", "warning unmatched"),  # blank strings never match
    ],
)
def test_order_of_the_steps(text: str, expected: str) -> None:
    """Exact before pattern before contained; the first that settles or contradicts wins."""
    assert said(STEPS, text) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Her man!", "fail pattern"),  # no exact step
        ("Really, her spouse.", "pass contained"),
        ("both", "warning contradiction contained"),
        ("", "warning empty"),  # a blank text is no failure there
        ("   ", "warning empty"),
    ],
)
def test_classic_order(text: str, expected: str) -> None:
    """TQ-AutoTest asks patterns, then contained strings, and nothing else."""
    assert said(STEPS, text, Semantics.CLASSIC) == expected


@pytest.mark.parametrize(
    "rule, text, default, classic",
    [
        ("I don't", "I don't know.", "pass pattern", "pass pattern"),
        ("I don't", "I don’t know.", "pass pattern", "warning unmatched"),
        ("I don't", "I donʼt know.", "pass pattern", "warning unmatched"),
        ("I don’t", "I don't know.", "warning unmatched", "warning unmatched"),  # it asks for ’ itself
        ("I don’t", "I don’t know.", "pass pattern", "pass pattern"),
        (r"I don\u2019t", "I don’t know.", "pass pattern", "pass pattern"),  # so does its escape
        (r"I don\u2019t", "I don't know.", "warning unmatched", "warning unmatched"),
        ("“no”", "He said “no”.", "pass pattern", "pass pattern"),
        ('"no"', "He said “no”.", "warning unmatched", "warning unmatched"),  # quotation marks stay
        ("caf\u00e9", "cafe\u0301", "pass pattern", "warning unmatched"),  # NFC
        ("cafe\u0301", "caf\u00e9", "pass pattern", "warning unmatched"),
        ("a b", "a  b", "pass pattern", "warning unmatched"),  # folded white space
        ("a\nb", "a b", "pass pattern", "pass pattern"),  # a line break in a rule is a space
        ("a\r\nb", "a b", "pass pattern", "pass pattern"),
        (r"\büber\b", "ganz über allem", "pass pattern", "pass pattern"),  # Unicode word boundaries
        (r"\büber\b", "darüber", "warning unmatched", "warning unmatched"),
        (r"(?i)\bстол\b", "СТОЛ", "pass pattern", "pass pattern"),
    ],
)
def test_what_patterns_see(rule: str, text: str, default: str, classic: str) -> None:
    """Folding is one reading of the text; a rule that names an apostrophe opts out of it."""
    item = with_rules(positive_pattern=rule)
    assert (said(item, text), said(item, text, Semantics.CLASSIC)) == (default, classic)


@pytest.mark.parametrize(
    "fixed, text, expected",
    [
        ("I don't.", "I don’t.", "pass exact"),
        ("I don’t.", "I don't.", "warning unmatched"),
        ("I don’t.", "I don’t.", "pass exact"),
        ("Who, then?\n", "Who, then?", "pass exact"),  # published suites have such line breaks
        (" Is it? ", "Is it?", "pass exact"),
        ("Is\nit?", "And is it? Is it?", "pass contained"),
    ],
)
def test_what_fixed_strings_see(fixed: str, text: str, expected: str) -> None:
    """Fixed strings are keyed as texts are."""
    assert said(with_rules(positive_fixed=[fixed]), text) == expected


def test_evidence_names_rule_and_span() -> None:
    """A page can mark what matched: the rule's place among the item's rules, and the span of the key."""
    item = with_rules(positive_pattern=["wife", "husband"], negative_pattern="man")
    assert judge_text(item, "Her  husband.").right == RuleHit(rule=1, start=4, end=11)
    contradiction = judge_text(item, "A man, her husband.")
    assert (contradiction.right, contradiction.wrong) == (RuleHit(1, 11, 18), RuleHit(2, 2, 5))
    assert judge_text(item, "Nobody.") == Judgement(Verdict.WARNING, Reason.UNMATCHED)


def test_a_runaway_pattern_is_a_warning() -> None:
    """A text on which the time limit strikes is a warning, never a hang, and never half an answer."""
    item = with_rules(positive_pattern=r"(a|aa)+$", negative_pattern="!")
    assert said(item, "a" * 60 + "!") == "warning timeout pattern"
    assert said(item, "aaa") == "pass pattern"


def test_a_broken_pattern_is_named() -> None:
    """The message says which item, which side and where."""
    with pytest.raises(RuleError, match=r"item 1: negative pattern does not compile \(.* at 1\)"):
        judge_text(with_rules(negative_pattern="a(b"), "text")


words = st.sampled_from(
    ["husband", "man", "her man", "don't", "don’t", "  her  ", "bloke", "", "é", "e\u0301"]
)
rules = st.builds(Rule, st.sampled_from(Side), st.sampled_from(Kind), words)
texts = st.lists(words, max_size=4).map(" ".join)


@given(st.lists(rules, max_size=6), texts, st.randoms(), st.sampled_from(Semantics))
def test_the_order_of_rules_does_not_matter(
    made: list[Rule], text: str, random: Random, semantics: Semantics
) -> None:
    """Verdict, reason and step are the same however the rules are sorted; only the evidence may differ."""
    shuffled = random.sample(made, len(made))
    one, other = (judge_text(replace(EMPTY, rules=tuple(r)), text, semantics) for r in (made, shuffled))
    assert one[:3] == other[:3]


@given(st.lists(rules, max_size=6), texts)
def test_spans_lie_within_the_key(made: list[Rule], text: str) -> None:
    """Whatever matched can be marked in what a page shows."""
    judgement = judge_text(replace(EMPTY, rules=tuple(made)), text)
    for hit in (judgement.right, judgement.wrong):
        assert hit is None or 0 <= hit.start <= hit.end <= len(text_key(text))


def test_every_mark_is_a_reason() -> None:
    """What an engine's reply looks like is what review and report show."""
    assert [Reason(mark) for mark in Mark] == [Reason.VERBOSE, Reason.REFUSED, Reason.PARAGRAPHS]
