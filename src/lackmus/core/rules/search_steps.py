"""The longest text that `re`, which cannot be interrupted, searches in a moment."""

# The steps of a search have an upper bound: the ways to reach a part of the pattern (from every start in the
# text, along every choice before it), summed over all parts. A repetition can end at any later place of the
# text, so that n characters have (n + d) over d ways through d repetitions, one after another.

import re
from bisect import bisect_left
from functools import lru_cache
from itertools import zip_longest
from math import comb
from typing import Any, NamedTuple

from lackmus.core.rules.pattern_notation import ASCII, DOTALL, IGNORECASE, LETTERS, write
from lackmus.core.rules.pattern_parser import ops

MOST_STEPS = 1_000_000  # 5 to 60 ms, during which no other thread can run
_LENGTHS = (100_000, 30_000, 10_000, 3_000, 2_000, 1_500, 1_000, 700, 500, 400, 300, 250, 200, 160, 130, 100)
_DESCENDING = (*_LENGTHS, 80, 60, 40, 30, 20, 10)
_LETTER = 0.1  # steps to compare a letter; a choice takes one
_LARGE = 10  # choices of a counted repeat from which on it counts as endless
_STARTS = (ops.AT_BEGINNING_STRING, ops.AT_BEGINNING)
_REPEATS = (ops.MAX_REPEAT, ops.MIN_REPEAT)
_SINGLE = {*LETTERS, ops.AT}
_MULTILINE = int(re.MULTILINE)
_MATTERS = IGNORECASE | ASCII | DOTALL  # flags that change what a letter matches


def reach_by_signs(pattern: str) -> int:
    """A safe text length for a pattern without repeated groups or back references, by a quick check."""
    loops = pattern.count("*") + pattern.count("+") + pattern.count("{")
    return _reach(loops, pattern.count("?") + pattern.count("|"), len(pattern) // 32)


@lru_cache(maxsize=4096)
def _reach(loops: int, choices: int, letters: int) -> int:
    if loops > 6 or choices > 18:
        return 0
    factor = (2 << choices) * (1 + letters * 32 * _LETTER)
    fits = (length for length in _LENGTHS if comb(length + loops + 1, loops + 1) * factor <= MOST_STEPS)
    return next(fits, 0)


def reach_of(tree: Any) -> int:
    """A safe text length for any parsed pattern that cannot run away."""
    place = bisect_left(_DESCENDING, True, key=lambda length: is_quick(tree, length))
    return _DESCENDING[place] if place < len(_DESCENDING) else 0


def is_quick(tree: Any, length: int) -> bool:
    """Whether a parsed pattern that cannot run away is searched in a moment in a text of this length."""
    flags = tree.state.flags
    items = list(tree)
    if items and items[-1][0] in _REPEATS and _is_letter(items[-1][1][2]):
        items.pop()  # nothing after it can fail
    anchored = bool(items) and items[0][0] is ops.AT and items[0][1] in _STARTS and not flags & _MULTILINE
    steps = _Steps(length, plain=not flags & _MATTERS)
    steps.total += length  # each start takes at least one step
    steps.sequence(items, _Ways(0 if anchored else 1, 1.0))
    return steps.total <= MOST_STEPS


def _is_letter(body: Any) -> bool:
    return len(body) == 1 and body[0][0] in LETTERS


class _Ways(NamedTuple):
    """In how many ways a search can reach a part: over `depth` free places, times a factor."""

    depth: int
    factor: float


class _Steps:
    """The steps of a search in a text of a given length."""

    def __init__(self, length: int, plain: bool) -> None:
        self.length = length
        self.plain = plain  # no flag changes what letters match
        self.total = 0.0

    def count(self, ways: _Ways) -> float:
        return comb(self.length + ways.depth, ways.depth) * ways.factor if ways.depth < 12 else float("inf")

    def add(self, ways: _Ways, steps: float = 1.0) -> None:
        self.total += self.count(ways) * steps

    def sequence(self, items: Any, ways: _Ways) -> _Ways:
        items = list(items)
        here = self.count(ways) * _LETTER
        for (op, av), following in zip_longest(items, items[1:]):
            if op in _SINGLE:
                self.total += here
                continue
            if self.total > MOST_STEPS:
                break
            after = self.part(op, av, ways)
            # What \w+ matches can end before a blank in only one place.
            if not (following and self.plain and op in _REPEATS and _excludes(av[2], following)):
                ways, here = after, self.count(after) * _LETTER
        return ways

    def part(self, op: Any, av: Any, ways: _Ways) -> _Ways:
        self.add(ways, _LETTER)
        match op:
            case ops.SUBPATTERN:
                self.plain = self.plain and not av[1] and not av[2]
                return self.sequence(av[3], ways)
            case ops.BRANCH:
                return self.branch(av[1], ways)
            case ops.GROUPREF_EXISTS:
                return self.branch([branch or [] for branch in av[1:]], ways)
            case ops.ATOMIC_GROUP:  # an atomic group can be passed in one way
                self.sequence(av, ways)
            case ops.ASSERT | ops.ASSERT_NOT:
                self.sequence(av[1], ways)
            case ops.MAX_REPEAT | ops.MIN_REPEAT:
                return self.repeat(av, ways)
            case ops.POSSESSIVE_REPEAT:
                self.repeat(av, ways)
        return ways

    def branch(self, branches: Any, ways: _Ways) -> _Ways:
        ends = []
        for branch in branches:
            self.add(ways)
            ends.append(self.sequence(branch, ways))
        # Branches that begin with different letters exclude each other.
        initials = {chr(one[0][1]).casefold() for one in branches if one and one[0][0] is ops.LITERAL}
        distinct = len(initials) == len(branches)
        factors = [end.factor for end in ends]
        return _Ways(max(end.depth for end in ends), max(factors) if distinct else sum(factors))

    def repeat(self, av: Any, ways: _Ways) -> _Ways:
        least, most, body = av
        choices = most - least + 1
        if _is_letter(body):
            self.add(ways, _LETTER * min(least, self.length))
            if choices < _LARGE:
                after = _Ways(ways.depth, ways.factor * choices)
            else:
                after = _Ways(ways.depth + 1, ways.factor)
            self.add(after)
            return after
        before = self.total
        once = self.sequence(body, ways)
        if self.total > MOST_STEPS:
            return ways
        cost, depth = self.total - before + self.count(ways), once.depth - ways.depth
        growth = max(1.0, once.factor / ways.factor)
        if most < _LARGE:
            after = _Ways(ways.depth + depth * most, ways.factor * growth**most * choices)
            self.total += cost * most * max(1.0, self.count(after) / max(1.0, self.count(once)))
            return after
        # No two paths through it read the same characters (`runaways` ensures it): at every place there are
        # at most as many as it has letters, and one at its end, or two if a round may be empty.
        after = _Ways(ways.depth + 1, ways.factor * (2 if not body.getwidth()[0] else 1))
        letters = _letters(body)
        if letters is None:
            rounds = max(self.length, min(least, 1 << 32))
            self.total += cost * rounds
            after = _Ways(after.depth + depth, after.factor * growth)
        self.add(after, 4.0 + 2 * (letters or 0))
        return after


def _letters(items: Any) -> int | None:
    """How many letters a part has, with small counts written out; None if it has other parts."""
    total = 0
    for op, av in items:
        match op:
            case ops.LITERAL | ops.NOT_LITERAL | ops.IN | ops.ANY | ops.AT:
                inside: list[int | None] = [1]
            case ops.SUBPATTERN:
                inside = [_letters(av[3])]
            case ops.BRANCH:
                inside = [1, *map(_letters, av[1])]
            case ops.MAX_REPEAT | ops.MIN_REPEAT:
                inside = [_letters(av[2])] * (av[1] if av[1] < _LARGE else 1)
            case _:
                return None
        for letters in inside:
            if letters is None:
                return None
            total += letters
    return total


def _excludes(body: Any, following: Any) -> bool:
    """Whether a repeated letter cannot match the letter after it."""
    op, av = following
    return op is ops.LITERAL and _is_letter(body) and not _matches(write(body, 0), chr(av))


@lru_cache(maxsize=4096)
def _matches(letter: str, character: str) -> bool:
    return re.match(letter, character) is not None
