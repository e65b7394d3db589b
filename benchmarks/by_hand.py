"""What a user would write by hand: the same rule steps, pair by pair, with `re` and nothing else."""

import re
from collections.abc import Callable, Iterable, Sequence
from unicodedata import normalize

from lackmus.core.suites.suite import Item, Kind, Side, Suite

Pair = tuple[str, str, str]  # item, system, text
Found = object | None
Search = Callable[[str], Found]


def key_of(text: str) -> str:
    """NFC, trimmed, runs of white space as one space."""
    return " ".join(normalize("NFC", text).split())


def fold(key: str) -> str:
    """Typographic apostrophes read as '."""
    return key.replace("’", "'").replace("‘", "'").replace("ʼ", "'")


class HandRules:
    """The rules of one side of an item; those that contain a typographic apostrophe see the plain key."""

    def __init__(self, item: Item, side: Side, search: Callable[[str], Search]) -> None:
        values = [(rule.kind, rule.value) for rule in item.rules if rule.side is side]
        strings = [key for key in (key_of(value) for kind, value in values if kind is Kind.FIXED) if key]
        patterns = [value for kind, value in values if kind is Kind.PATTERN]
        self.strings = [string for string in strings if string == fold(string)]
        self.plain_strings = [string for string in strings if string != fold(string)]
        self.whole, self.plain_whole = set(self.strings), set(self.plain_strings)
        self.patterns = [search(pattern) for pattern in patterns if pattern == fold(pattern)]
        self.plain_patterns = [search(pattern) for pattern in patterns if pattern != fold(pattern)]

    def exact(self, key: str, folded: str) -> bool:
        return folded in self.whole or (bool(self.plain_whole) and key in self.plain_whole)

    def matches(self, key: str, folded: str) -> bool:
        for search in self.patterns:
            if search(folded):
                return True
        return bool(self.plain_patterns) and any(search(key) for search in self.plain_patterns)

    def contained(self, key: str, folded: str) -> bool:
        for string in self.strings:
            if string in folded:
                return True
        return any(string in key for string in self.plain_strings)


def judge_by_hand(suite: Suite, pairs: Iterable[Pair], search: Callable[[str], Search]) -> list[str]:
    """A verdict per pair, in the order of the pairs."""
    rules = {
        item.key: (HandRules(item, Side.POSITIVE, search), HandRules(item, Side.NEGATIVE, search))
        for item in suite.items
    }
    verdicts = []
    for item, _, text in pairs:
        positive, negative = rules[item]
        key = key_of(text)
        if not key:
            verdicts.append("fail")
            continue
        folded = fold(key)
        right, wrong = positive.exact(key, folded), negative.exact(key, folded)
        if not right and not wrong:
            right, wrong = positive.matches(key, folded), negative.matches(key, folded)
        if not right and not wrong:
            right, wrong = positive.contained(key, folded), negative.contained(key, folded)
        verdicts.append("warning" if right == wrong else "pass" if right else "fail")
    return verdicts


def searching(pattern: str) -> Search:
    """(a) `re.search(pattern, text)` every time."""
    return lambda text: re.search(pattern, text)


def compiling(pattern: str) -> Search:
    """(b) Each item's patterns compiled once."""
    return re.compile(pattern).search


def pairs_of(rows: Sequence[Pair], times: int) -> list[Pair]:
    """The campaign repeated as checkpoints: the same outputs under new names of systems."""
    return [(item, f"{system}.{time}", text) for time in range(times) for item, system, text in rows]
