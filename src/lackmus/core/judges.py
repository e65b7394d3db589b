"""Judge one text by the rules of one item: pass, fail, or ask a person."""

import re
from enum import StrEnum
from typing import NamedTuple
from unicodedata import normalize

from lackmus.core.choices import Semantics
from lackmus.core.rules import LONG_TEXT, Pattern, PatternError, PatternTimeout, compile_pattern
from lackmus.core.suites import Item, Kind, Rule, Side
from lackmus.core.texts import TYPOGRAPHIC_APOSTROPHES, folded, text_key


class Verdict(StrEnum):
    """What is said about one text."""

    PASS = "pass"  # noqa: S105  (a verdict, not a password)
    FAIL = "fail"
    WARNING = "warning"


class Reason(StrEnum):
    """Why a text is a warning (or, when blank, a failure)."""

    EMPTY = "empty"
    CONTRADICTION = "contradiction"
    UNMATCHED = "unmatched"
    TIMEOUT = "timeout"
    DISPUTED = "disputed"
    MISSING = "missing"


class Step(StrEnum):
    """Which step of the judgement spoke."""

    DECISION = "decision"
    EMPTY = "empty"
    EXACT = "exact"
    PATTERN = "pattern"
    CONTAINED = "contained"


class Hit(NamedTuple):
    """Where a rule spoke: its place among the item's rules, and the span of the text's key."""

    rule: int
    start: int
    end: int


class Judgement(NamedTuple):
    """A verdict with its evidence."""

    verdict: Verdict
    reason: Reason | None = None
    step: Step | None = None
    right: Hit | None = None  # the positive rule that matched
    wrong: Hit | None = None  # the negative rule that matched


class RuleError(ValueError):
    """A pattern of an item does not compile."""

    def __init__(self, item: Item, rule: Rule, problem: str) -> None:
        super().__init__(f"item {item.id}: {rule.side} pattern does not compile ({problem})")


# What a judge says inside the loop: an index into OUTCOMES, then rule, start and end of the positive and
# of the negative hit. Plain tuples, because a campaign has a million of them.
Said = tuple[int, int | None, int | None, int | None, int | None, int | None, int | None]
OUTCOMES: list[tuple[Verdict, Reason | None, Step | None]] = [
    outcome
    for step in (Step.EXACT, Step.PATTERN, Step.CONTAINED)
    for outcome in (
        (Verdict.PASS, None, step),
        (Verdict.FAIL, None, step),
        (Verdict.WARNING, Reason.CONTRADICTION, step),
    )
] + [
    (Verdict.WARNING, Reason.UNMATCHED, None),
    (Verdict.WARNING, Reason.TIMEOUT, Step.PATTERN),
    (Verdict.FAIL, Reason.EMPTY, Step.EMPTY),
    (Verdict.WARNING, Reason.EMPTY, None),
]
_EXACT, _PATTERN, _CONTAINED = 0, 3, 6
_UNMATCHED, _TIMEOUT, _EMPTY, _CLASSIC_EMPTY = (
    (code, None, None, None, None, None, None) for code in range(9, 13)
)


def _decide(step: int, right: Hit | None, wrong: Hit | None) -> Said | None:
    """Both sides contradict each other and only a person can tell; neither leaves it to the next step."""
    if right is not None:
        if wrong is not None:
            return (step + 2, *right, *wrong)
        return (step, *right, None, None, None)
    return None if wrong is None else (step + 1, None, None, None, *wrong)


_ESCAPED_APOSTROPHE = re.compile(r"\\u(?:2018|2019|02bc)|\\N\{", re.IGNORECASE)


def _names_apostrophe(rule: Rule) -> bool:
    """Whether the rule itself asks for a typographic apostrophe and must see the text as it is."""
    if any(apostrophe in rule.value for apostrophe in TYPOGRAPHIC_APOSTROPHES):
        return True
    return rule.kind is Kind.PATTERN and "\\" in rule.value and bool(_ESCAPED_APOSTROPHE.search(rule.value))


class _SideRules:
    """The rules of one side of an item; `plain` ones see the text without folded apostrophes."""

    __slots__ = ("patterns", "strings", "whole", "whole_plain")

    def __init__(self, item: Item, side: Side, semantics: Semantics) -> None:
        self.strings: list[tuple[int, str, bool]] = []
        self.patterns: list[tuple[int, Pattern, bool]] = []
        for index, rule in enumerate(item.rules):
            if rule.side is not side:
                continue
            # A rule is one line, as texts are: a line break in it is a slip for a space.
            value = rule.value.replace("\r\n", " ").replace("\n", " ") if "\n" in rule.value else rule.value
            plain = semantics is Semantics.CLASSIC or _names_apostrophe(rule)
            if rule.kind is Kind.FIXED:
                value = value.strip() if semantics is Semantics.CLASSIC else text_key(value)
                if value:  # a blank string would be contained in everything
                    self.strings.append((index, value, plain))
            elif value:
                if semantics is Semantics.DEFAULT and not value.isascii():
                    value = normalize("NFC", value)
                try:
                    self.patterns.append((index, compile_pattern(value), plain))
                except PatternError as problem:
                    raise RuleError(item, rule, str(problem)) from None
        self.whole = {value: index for index, value, plain in reversed(self.strings) if not plain}
        self.whole_plain = {value: index for index, value, plain in reversed(self.strings) if plain}

    def equal(self, text: str, seen: str) -> Hit | None:
        index = self.whole.get(seen)
        if index is None and self.whole_plain:
            index = self.whole_plain.get(text)
        return None if index is None else Hit(index, 0, len(text))

    def search(self, text: str, seen: str) -> Hit | None:
        for index, pattern, plain in self.patterns:
            if pattern.fast is not None and len(text) <= LONG_TEXT:
                match = pattern.fast(text if plain else seen)
                if match is not None:
                    return Hit(index, *match.span())
            else:
                span = pattern.search(text if plain else seen)
                if span is not None:
                    return Hit(index, *span)
        return None

    def contained(self, text: str, seen: str) -> Hit | None:
        for index, value, plain in self.strings:
            start = (text if plain else seen).find(value)
            if start >= 0:
                return Hit(index, start, start + len(value))
        return None


class ItemJudge:
    """The rules of one item, made ready to judge many texts."""

    __slots__ = ("_classic", "_right", "_wrong")

    def __init__(self, item: Item, semantics: Semantics = Semantics.DEFAULT) -> None:
        self._classic = semantics is Semantics.CLASSIC
        self._right = _SideRules(item, Side.POSITIVE, semantics)
        self._wrong = _SideRules(item, Side.NEGATIVE, semantics)

    def say(self, text: str) -> Said:
        """Judge one text, given as its key: the first step that settles or contradicts wins."""
        if not text:
            return _CLASSIC_EMPTY if self._classic else _EMPTY
        right, wrong = self._right, self._wrong
        seen = text if self._classic else folded(text)
        if not self._classic:
            said = _decide(_EXACT, right.equal(text, seen), wrong.equal(text, seen))
            if said is not None:
                return said
        try:
            said = _decide(_PATTERN, right.search(text, seen), wrong.search(text, seen))
        except PatternTimeout:
            return _TIMEOUT
        if said is None:
            said = _decide(_CONTAINED, right.contained(text, seen), wrong.contained(text, seen))
        return _UNMATCHED if said is None else said


def judge_text(item: Item, text: str, semantics: Semantics = Semantics.DEFAULT) -> Judgement:
    """Judge one translation of one item."""
    code, *hits = ItemJudge(item, semantics).say(judged_key(text, semantics))
    return Judgement(*OUTCOMES[code], _hit(*hits[:3]), _hit(*hits[3:]))


def _hit(rule: int | None, start: int | None, end: int | None) -> Hit | None:
    return None if rule is None or start is None or end is None else Hit(rule, start, end)


def judged_key(text: str, semantics: Semantics) -> str:
    """The key under which a text is judged and shown."""
    return text.strip() if semantics is Semantics.CLASSIC else text_key(text)
