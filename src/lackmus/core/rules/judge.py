"""Judge one text by the rules of one item: pass, fail, or ask a person."""

import re
from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from typing import NamedTuple
from unicodedata import normalize

from lackmus.core.base.choices import Semantics
from lackmus.core.base.exceptions import Sendable
from lackmus.core.base.paragraphs import key_spans, paragraph_spans
from lackmus.core.base.texts import TYPOGRAPHIC_APOSTROPHES, folded, one_line, text_key
from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.patterns import (
    Memory,
    PatternError,
    PatternTimeout,
    TimeLeft,
    always,
    compile_pattern,
    remembering,
)
from lackmus.core.rules.wordlists import search_for, spelled_out
from lackmus.core.suites.suite import Item, Kind, Rule, Side


class Reason(StrEnum):
    """Why a text is a warning (or, when blank, a failure)."""

    EMPTY = "empty"
    CONTRADICTION = "contradiction"
    UNMATCHED = "unmatched"
    TIMEOUT = "timeout"
    VERBOSE = "verbose"  # this and the next: set when the text was fetched from an engine
    REFUSED = "refused"
    PARAGRAPHS = "paragraphs"
    DISPUTED = "disputed"
    MISSING = "missing"


class JudgementStep(StrEnum):
    """Which step of judging gave the verdict."""

    DECISION = "decision"
    EMPTY = "empty"
    MARK = "mark"
    EXACT = "exact"
    PATTERN = "pattern"
    CONTAINED = "contained"


class RuleHit(NamedTuple):
    """Where a rule matched: its place among the item's rules, and the span in the text's key."""

    rule: int
    start: int
    end: int


class Judgement(NamedTuple):
    """A verdict with its evidence."""

    verdict: Verdict
    reason: Reason | None = None
    step: JudgementStep | None = None
    right: RuleHit | None = None  # the positive rule that matched
    wrong: RuleHit | None = None  # the negative rule that matched


class RuleError(Sendable, ValueError):
    """A pattern of an item does not compile."""

    def __init__(self, item: Item, rule: Rule, problem: str) -> None:
        super().__init__(f"item {item.id}: {rule.side} pattern does not compile ({problem})")


# What a judge says inside the loop: an index into OUTCOMES, then rule, start and end of the positive and of
# the negative hit. One flat tuple, so that a million of them become columns without staying in memory.
Hit = tuple[int, int, int]
_NO_HIT = (None, None, None)
Said = tuple[int, int | None, int | None, int | None, int | None, int | None, int | None]
OUTCOMES: list[tuple[Verdict, Reason | None, JudgementStep | None]] = [
    outcome
    for step in (JudgementStep.EXACT, JudgementStep.PATTERN, JudgementStep.CONTAINED)
    for outcome in (
        (Verdict.PASS, None, step),
        (Verdict.FAIL, None, step),
        (Verdict.WARNING, Reason.CONTRADICTION, step),
    )
] + [
    (Verdict.WARNING, Reason.UNMATCHED, None),
    (Verdict.WARNING, Reason.TIMEOUT, JudgementStep.PATTERN),
    (Verdict.FAIL, Reason.EMPTY, JudgementStep.EMPTY),
    (Verdict.WARNING, Reason.EMPTY, None),
    (Verdict.WARNING, Reason.PARAGRAPHS, None),
]
_EXACT, _PATTERN, _CONTAINED = 0, 3, 6
_UNMATCHED: Said = (9, *_NO_HIT, *_NO_HIT)
_TIMEOUT: Said = (10, *_NO_HIT, *_NO_HIT)
_EMPTY: Said = (11, *_NO_HIT, *_NO_HIT)
_CLASSIC_EMPTY: Said = (12, *_NO_HIT, *_NO_HIT)
_PARAGRAPHS: Said = (13, *_NO_HIT, *_NO_HIT)

_ESCAPED_APOSTROPHE = re.compile(r"\\u(?:2018|2019|02bc)|\\N\{", re.IGNORECASE)


def names_apostrophe(rule: Rule) -> bool:
    """Whether the rule contains a typographic apostrophe, so that texts must not be folded for it."""
    if rule.value.isascii():
        return rule.kind is Kind.PATTERN and _ESCAPED_APOSTROPHE.search(rule.value) is not None
    return any(apostrophe in rule.value for apostrophe in TYPOGRAPHIC_APOSTROPHES)


Search = Callable[[str], tuple[int, int] | None]
RawForms = Mapping[str, Collection[str]]  # key of a text -> how it was written: where its paragraphs end


class _Rules:
    """The rules of one side of an item; `plain` ones see the text without folded apostrophes."""

    __slots__ = ("patterns", "strings", "whole", "whole_plain")

    def __init__(self) -> None:
        self.strings: list[tuple[int, str, bool]] = []
        self.patterns: list[tuple[int, Search, bool]] = []
        # Fixed strings by value, for texts that equal one; the first of equal strings counts.
        self.whole: dict[str, Hit] = {}
        self.whole_plain: dict[str, Hit] = {}

    def add_string(self, index: int, value: str, plain: bool) -> None:
        if value:  # a blank string would be contained in everything
            self.strings.append((index, value, plain))
            (self.whole_plain if plain else self.whole).setdefault(value, (index, 0, len(value)))


def pattern_of(rule: Rule, classic: bool = False) -> str:
    """A pattern as it is searched: one line, and composed as texts are."""
    value = one_line(rule.value)
    return value if classic or value.isascii() else normalize("NFC", value)


def _rules_of(
    item: Item, classic: bool, ready: dict[str, Search], memory: Memory | None, patient: TimeLeft
) -> tuple[_Rules, _Rules]:
    right, wrong = _Rules(), _Rules()
    for index, rule in enumerate(item.rules):
        rules = right if rule.side is Side.POSITIVE else wrong
        plain = classic or names_apostrophe(rule)
        # A rule is one line, as texts are: a line break in it means a space.
        value = one_line(rule.value)
        if rule.kind is Kind.FIXED:
            rules.add_string(index, value.strip() if classic else text_key(value), plain)
        elif value:
            value = pattern_of(rule, classic)
            search = ready.get(value)
            if search is None:
                try:
                    search = ready[value] = ready_search(value, memory, patient)
                except PatternError as problem:
                    raise RuleError(item, rule, str(problem)) from None
            rules.patterns.append((index, search, plain))
    return right, wrong


def ready_search(pattern: str, memory: Memory | None = None, patient: TimeLeft = always) -> Search:
    """The cheapest search for a pattern."""
    strings = spelled_out(pattern)
    if strings is not None:
        return search_for(pattern, strings)
    return compile_pattern(pattern).search if memory is None else remembering(pattern, memory, patient)


def judge_of(
    item: Item,
    semantics: Semantics = Semantics.DEFAULT,
    ready: dict[str, Search] | None = None,
    memory: Memory | None = None,
    patient: TimeLeft = always,
    raws: RawForms | None = None,
) -> Callable[[str], Said]:
    """Return a function that judges texts, given as their keys, by the rules of an item.

    `ready` keeps patterns for the next item: those of a phenomenon often share one. `memory` keeps the
    results of searches under the time limit; when `patient` runs out, all others give up. `raws` are needed
    where rules look at a paragraph: keys have no line breaks.

    The returned function runs a million times in a campaign, so it does as little as possible.
    """
    classic = semantics is Semantics.CLASSIC
    rights, wrongs = _rules_of(item, classic, {} if ready is None else ready, memory, patient)
    right_patterns, wrong_patterns = rights.patterns, wrongs.patterns
    exact: dict[str, Said] = {}
    if not classic:
        exact = {
            value: _settled(_EXACT, rights.whole.get(value), wrongs.whole.get(value))
            for value in (*rights.whole, *wrongs.whole)
        }
    plain_strings = not classic and bool(rights.whole_plain or wrongs.whole_plain)

    def say(text: str) -> Said:
        if not text:
            return _CLASSIC_EMPTY if classic else _EMPTY
        seen = text if classic or text.isascii() else folded(text)
        if plain_strings:
            right = rights.whole.get(seen) or rights.whole_plain.get(text)
            wrong = wrongs.whole.get(seen) or wrongs.whole_plain.get(text)
            if right is not None or wrong is not None:
                return _settled(_EXACT, right, wrong)
        elif seen in exact:
            return exact[seen]
        right = wrong = None
        try:
            for index, search, plain in right_patterns:
                span = search(text if plain else seen)
                if span is not None:
                    right = (index, *span)
                    break
            for index, search, plain in wrong_patterns:
                span = search(text if plain else seen)
                if span is not None:
                    wrong = (index, *span)
                    break
        except PatternTimeout:
            return _TIMEOUT
        if right is not None or wrong is not None:
            return _settled(_PATTERN, right, wrong)
        right, wrong = _contained(rights.strings, text, seen), _contained(wrongs.strings, text, seen)
        return _UNMATCHED if right is None and wrong is None else _settled(_CONTAINED, right, wrong)

    return say if item.paragraph is None else _on_paragraph(say, *item.paragraph, raws or {}, classic)


def _on_paragraph(
    say: Callable[[str], Said], place: int, count: int, raws: RawForms, classic: bool
) -> Callable[[str], Said]:
    """Judge the paragraph that stands where the stretch's paragraph stands in the source.

    A translation with another number of paragraphs is open, and so is a text that was written with different
    paragraphs on which the rules differ.
    """

    def say_on_paragraph(text: str) -> Said:
        if not text:
            return say(text)
        found = set()
        for raw in raws.get(text) or (text,):
            spans = paragraph_spans(text) if classic else key_spans(raw)
            if len(spans) != count or place < 0:
                return _PARAGRAPHS
            found.add(spans[place])
        said = {_moved(say(text[start:end]), start) for start, end in found}
        return said.pop() if len(said) == 1 else _PARAGRAPHS

    return say_on_paragraph


def _moved(said: Said, by: int) -> Said:
    """The judgement of a part of a text, with spans in the whole text."""
    code, right, *right_span, wrong, wrong_start, wrong_end = said
    start, end, wrong_start, wrong_end = (
        None if place is None else place + by for place in (*right_span, wrong_start, wrong_end)
    )
    return code, right, start, end, wrong, wrong_start, wrong_end


def _settled(step: int, right: Hit | None, wrong: Hit | None) -> Said:
    """A match of one side settles the text; matches of both contradict each other."""
    code = step if wrong is None else step + 1 if right is None else step + 2
    return (code, *(right or _NO_HIT), *(wrong or _NO_HIT))


def _contained(strings: list[tuple[int, str, bool]], text: str, seen: str) -> Hit | None:
    for index, value, plain in strings:
        start = (text if plain else seen).find(value)
        if start >= 0:
            return index, start, start + len(value)
    return None


def judge_text(item: Item, text: str, semantics: Semantics = Semantics.DEFAULT) -> Judgement:
    """Judge one translation of one item."""
    key = judged_key(text, semantics)
    return judgement_of(judge_of(item, semantics, raws={key: [text]})(key))


def judgement_of(said: Said) -> Judgement:
    """What a judge said, as a named value."""
    code, right, right_start, right_end, wrong, wrong_start, wrong_end = said
    return Judgement(
        *OUTCOMES[code], _hit(right, right_start, right_end), _hit(wrong, wrong_start, wrong_end)
    )


def _hit(rule: int | None, start: int | None, end: int | None) -> RuleHit | None:
    return None if rule is None or start is None or end is None else RuleHit(rule, start, end)


def judged_key(text: str, semantics: Semantics) -> str:
    """The key under which a text is judged and shown."""
    return text.strip() if semantics is Semantics.CLASSIC else text_key(text)
