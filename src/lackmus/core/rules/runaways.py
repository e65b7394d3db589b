"""Find out whether a pattern can run away: whether one text can be read along too many paths through it."""

import re
from collections.abc import Iterable
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import or_
from typing import Any, NamedTuple

from lackmus.core.rules.pattern_notation import ASCII, DOTALL, IGNORECASE, LETTERS, inner_flags, short, write
from lackmus.core.rules.pattern_parser import ops


def harmless(pattern: str) -> bool:
    """Whether so few parts repeat or vary that the analysis cannot find a risk: a quick check."""
    loops = pattern.count("*") + pattern.count("+") + pattern.count("{")
    if ("\\" in pattern or "(?" in pattern) and _REFERENCE.search(pattern):
        return False
    if max(0, _LOOP * loops - 1) + pattern.count("?") + pattern.count("|") >= _HEAVY:
        # If every | splits the whole pattern, each part is searched for itself.
        apart = "|" in pattern and "(" not in pattern and "[" not in pattern and "\\|" not in pattern
        return apart and all(map(harmless, pattern.split("|")))
    if not loops:
        return True
    # A repeated group can run away by itself; in a verbose pattern blanks may precede its quantifier.
    return not (")*" in pattern or ")+" in pattern or "){" in pattern or _VERBOSE.search(pattern))


_VERBOSE = re.compile(r"\(\?[a-z]*x")
_REFERENCE = re.compile(r"\\[1-9]|\(\?P=|\(\?\(")

# A pattern runs away when one text can be read along many paths through it. So its letters (everything that
# consumes one character) are numbered from left to right, with what may follow what in how many ways; then
# paths that part and meet again are looked for: inside a repetition they are exponentially many, outside of
# it their number is estimated. Anchors and lookarounds are assumed to match everywhere: in doubt a pattern
# counts as risky, which costs only speed. A back reference always counts as risky: the number of comparisons
# is unknown.

_LARGE = 10  # from here on a counted repetition is as bad as an endless one
_HEAVY = 11  # a text with 2 ** 11 readings is too much: as many as 12 adjacent optional items may give it
_LOOP = 4  # a repetition that can trade characters with another counts 2 ** 4, a single one 2 ** 3
_EFFORT = 20_000  # pairs of letters examined at most; real patterns need some hundreds
_MOST_COMPARISONS = 400_000  # pairs compared at most, most of which have no character in common
_INTRICATE = "too intricate to be checked"
_END = 1  # the bit of the end of the text, beside the bits of the characters
# Sets of characters are compared on a sample: this, and every character that the pattern names.
_SAMPLE = "".join(map(chr, range(128))) + (
    "äÖßéñşİıſœжЯёσςΩक\u093f\u0301٣२²½ªⅷ中あ\u05d0\u0627\u200d\xa0\u2003\x85\u2028’“–…«😀"
)


def _weight(items: Any) -> int:
    """A quick upper bound on the readings of a text, as a power of two: most patterns need no closer look."""
    weight = 0
    for op, av in items:
        match op:
            case ops.LITERAL | ops.NOT_LITERAL | ops.IN | ops.ANY | ops.AT:
                pass
            case ops.SUBPATTERN:
                weight += _weight(av[3])
            case ops.BRANCH:
                # Branches that begin with different letters exclude each other.
                initials = {chr(b[0][1]).lower() for b in av[1] if b and b[0][0] is ops.LITERAL}
                distinct = len(initials) == len(av[1])
                weight += max(map(_weight, av[1])) + (0 if distinct else (len(av[1]) - 1).bit_length())
            case ops.MAX_REPEAT | ops.MIN_REPEAT if av[1] < _LARGE:
                weight += (av[1] - av[0]).bit_length() + av[1] * _weight(av[2])
            case ops.MAX_REPEAT | ops.MIN_REPEAT if len(av[2]) == 1 and av[2][0][0] in LETTERS:
                weight += _LOOP
            case _:
                weight += _HEAVY
    return weight


class _Found(Exception):  # noqa: N818
    """Carries the risk out of nested parts of a pattern."""


class _PatternPart(NamedTuple):
    """The interface of a part: in how many ways it can be empty, begin or end at a letter."""

    empty: int
    first: dict[int, int]
    last: dict[int, int]


_NOTHING = _PatternPart(1, {}, {})


def risk_of(tree: Any) -> str | None:
    """Why a parsed pattern can run away, in words for a person; None for an ordinary one."""
    reference = _reference(tree)
    if reference is not None:
        return f"back reference: {reference}"
    if _weight(tree) < _HEAVY:
        return None
    written = write(tree, 0)
    named = set(written + written.lower() + written.upper())
    paths = _Paths(_SAMPLE + "".join(sorted(named.difference(_SAMPLE))))
    try:
        paths.whole(tree, tree.state.flags)
        paths.count_readings()
    except _Found as risk:
        return str(risk)
    return None


def _reference(items: Any) -> str | None:
    """The first part that refers to a group, as it is written with numbers; None if there is none."""
    for op, av in items:
        if op is ops.GROUPREF:
            return f"\\{av}"
        if op is ops.GROUPREF_EXISTS:
            return f"(?({av[0]})…)"
        for inner in _inside(op, av):
            found = _reference(inner)
            if found is not None:
                return found
    return None


def _inside(op: Any, av: Any) -> list[Any]:
    """The parsed patterns inside a part."""
    match op:
        case ops.SUBPATTERN:
            return [av[3]]
        case ops.BRANCH:
            return list(av[1])
        case ops.ATOMIC_GROUP:
            return [av]
        case ops.ASSERT | ops.ASSERT_NOT:
            return [av[1]]
        case ops.MAX_REPEAT | ops.MIN_REPEAT | ops.POSSESSIVE_REPEAT:
            return [av[2]]
    return []


class _Paths:
    """The letters of a pattern and which may follow which, in how many ways (2 stands for more, too)."""

    def __init__(self, alphabet: str) -> None:
        self.alphabet = alphabet
        self.letters: list[int] = []  # the characters that each letter matches, one bit each
        self.follow: list[dict[int, int]] = []
        self.loops: list[tuple[range, str]] = []  # the letters of each repetition, and how it is written
        self.repetitions = 0
        self.effort = 0
        self.comparisons = 0

    def letter(self, characters: int) -> _PatternPart:
        here = {len(self.letters): 1}
        self.letters.append(characters)
        self.follow.append({})
        self.spend(10)
        return _PatternPart(0, here, here)

    def spend(self, effort: int) -> None:
        self.effort += effort
        if self.effort > _EFFORT:
            raise _Found(_INTRICATE)

    def compare(self, pairs: int) -> None:
        self.comparisons += pairs
        if self.comparisons > _MOST_COMPARISONS:
            raise _Found(_INTRICATE)

    def link(self, last: dict[int, int], first: dict[int, int]) -> None:
        self.spend(len(last) * len(first))
        for letter, ways in last.items():
            self.follow[letter] = _add(self.follow[letter], first, ways)

    def join(self, left: _PatternPart, right: _PatternPart) -> _PatternPart:
        self.link(left.last, right.first)
        first = _add(left.first, right.first, left.empty)
        return _PatternPart(min(2, left.empty * right.empty), first, _add(right.last, left.last, right.empty))

    def whole(self, items: Any, flags: int) -> _PatternPart:
        """A part that succeeds or fails by itself: the pattern, an assertion, an atomic group."""
        begin, inner, end = self.letter(0), self.sequence(items, flags), self.letter(_END)
        self.join(self.join(begin, inner), end)
        return inner

    def sequence(self, items: Any, flags: int) -> _PatternPart:
        part = _NOTHING
        for op, av in items:
            part = self.join(part, self.part(op, av, flags))
        return part

    def part(self, op: Any, av: Any, flags: int) -> _PatternPart:
        self.compare(10)
        match op:
            case ops.LITERAL if not flags & IGNORECASE:
                return self.letter(2 << self.alphabet.index(chr(av)))
            case ops.LITERAL | ops.NOT_LITERAL | ops.IN | ops.ANY:
                self.compare(len(self.alphabet))
                matters = flags & (IGNORECASE | ASCII | DOTALL)
                return self.letter(_characters(write([(op, av)], flags), matters, self.alphabet))
            case ops.SUBPATTERN:
                return self.sequence(av[3], inner_flags(flags, av))
            case ops.BRANCH:
                return _either([self.sequence(branch, flags) for branch in av[1]])
            case ops.GROUPREF_EXISTS:
                return _either([self.sequence(branch or [], flags) for branch in av[1:]])
            case ops.GROUPREF:
                return _either([self.letter((2 << len(self.alphabet)) - 2), _NOTHING])
            case ops.MAX_REPEAT | ops.MIN_REPEAT:
                return self.repetition(op, av, flags)
            case ops.ATOMIC_GROUP | ops.POSSESSIVE_REPEAT:
                return self.closed(op, av, flags)
            case ops.ASSERT | ops.ASSERT_NOT:  # entered like any part, but nothing continues after it
                return _PatternPart(1, self.whole(av[1], flags).first, {})
        return _NOTHING

    def closed(self, op: Any, av: Any, flags: int) -> _PatternPart:
        """An atomic part counts as one letter for its neighbours."""
        start, before = len(self.letters), len(self.loops)
        repeated = op is ops.POSSESSIVE_REPEAT
        inner = self.whole(av[2] if repeated else av, flags)
        end = len(self.letters)
        if repeated:
            _refuse_empty_rounds(inner, op, av, flags)
        letter = self.letter(self.characters(range(start, end)))
        if len(self.loops) > before or (repeated and av[1] >= _LARGE):
            self.loops.append((range(end, end + 1), short(write([(op, av)], flags))))
        return _PatternPart(int(inner.empty > 0 or (repeated and not av[0])), letter.first, letter.last)

    def characters(self, letters: range) -> int:
        return reduce(or_, (self.letters[letter] for letter in letters), 0) & ~_END

    def repetition(self, op: Any, av: Any, flags: int) -> _PatternPart:
        least, most, body = av
        self.repetitions += 1
        if most < _LARGE:
            copies = [self.sequence(body, flags) for _ in range(most)]
            part = _NOTHING
            for number, copy in reversed(list(enumerate(copies))):
                part = self.join(copy, part)
                part = _PatternPart(min(2, part.empty + (number >= least)), part.first, part.last)
            return part
        start, before = len(self.letters), self.repetitions
        part = self.sequence(body, flags)
        self.link(part.last, part.first)
        letters = range(start, len(self.letters))
        _refuse_empty_rounds(part, op, av, flags)
        written = short(write([(op, av)], flags))
        if self.fork(letters):
            nested = self.repetitions > before
            raise _Found(f"{'nested repetition' if nested else 'repeated alternatives overlap'}: {written}")
        self.loops.append((letters, written))
        if part.empty:  # two ways to end: at once, or after an empty round
            return _PatternPart(2, part.first, _add({}, part.last, 2))
        return _PatternPart(int(not least), part.first, part.last)

    def fork(self, letters: range) -> bool:
        """Whether paths through a repetition can split and meet again: then each round may double them."""
        if any(ways > 1 for letter in letters for ways in self.follow[letter].values()):
            return True
        pairs = (pair for letter in letters for pair in combinations(self.follow[letter], 2))
        return self.meet(pairs, set())

    def meet(self, pairs: Iterable[tuple[int, int]], never: set[tuple[int, int]]) -> bool:
        """Whether the same characters can lead from one of these pairs of letters to the same letter."""
        todo = list(pairs)
        seen: set[tuple[int, int]] = set()
        while todo:
            one, two = pair = todo.pop()
            self.compare(1)
            if pair in seen or pair in never or not self.letters[one] & self.letters[two]:
                continue
            seen.add(pair)
            self.spend(1 + len(self.follow[one]) * len(self.follow[two]))
            if not self.follow[one].keys().isdisjoint(self.follow[two]):
                return True
            todo += product(self.follow[one], self.follow[two])
        never |= seen
        return False

    def count_readings(self) -> None:
        """Estimate from right to left how many paths the worst text allows."""
        trades = [(one, two) for one, _ in self.loops for two in self.trades(one)]
        readings = [1] * len(self.letters)
        never: set[tuple[int, int]] = set()
        for here in reversed(range(len(readings))):
            later = [(letter, ways) for letter, ways in self.follow[here].items() if letter > here]
            self.compare(len(trades))
            for one, ways in later:
                rivals = [two for two in later if two[0] != one and self.meet([(one, two[0])], never)]
                total = sum(number * readings[letter] for letter, number in [(one, ways), *rivals])
                readings[here] = max(readings[here], total)
            for loop, other in trades:
                if here in loop:
                    readings[here] = max(readings[here], max(readings[other.start : other.stop]) << _LOOP)
        if max(readings) << (_LOOP - 1 if self.loops else 0) < 1 << _HEAVY:
            return
        traders = [written for loop, written in self.loops if any(loop in trade for trade in trades)]
        if len(traders) > 2:
            raise _Found(f"repetitions compete for the same characters: {short(' … '.join(traders))}")
        raise _Found("too many ways to read the same words")

    def trades(self, loop: range) -> list[range]:
        """The later repetitions that can match what this one matches, across everything between."""
        within_reach = self.reach(loop, self.characters(loop))
        found = []
        self.compare(len(self.loops))
        for other, _ in self.loops:
            if other.start >= loop.stop and not within_reach.isdisjoint(other):
                shared = self.characters(loop) & self.characters(other)
                if not self.reach(loop, shared).isdisjoint(other):
                    found.append(other)
        return found

    def reach(self, loop: range, characters: int) -> set[int]:
        """The letters that follow a repetition without leaving these characters."""
        seen: set[int] = set()
        todo = list(loop)
        while todo:
            for letter in self.follow[todo.pop()]:
                if letter not in seen and self.letters[letter] & characters:
                    seen.add(letter)
                    todo.append(letter)
        self.spend(len(seen))
        return seen


def _refuse_empty_rounds(part: _PatternPart, op: Any, av: Any, flags: int) -> None:
    """Refuse counted repetitions with empty rounds: Python ends only an endless one after such a round."""
    least, most, _ = av
    if part.empty and most >= _LARGE and (least >= _LARGE or most is not ops.MAXREPEAT):
        raise _Found(f"repetition of what may be empty: {short(write([(op, av)], flags))}")


def _add(ways: dict[int, int], more: dict[int, int], times: int) -> dict[int, int]:
    if not times or not more:
        return ways
    total = dict(ways)
    for letter, number in more.items():
        total[letter] = min(2, total.get(letter, 0) + number * times)
    return total


def _either(parts: list[_PatternPart]) -> _PatternPart:
    first = {letter: ways for part in parts for letter, ways in part.first.items()}
    last = {letter: ways for part in parts for letter, ways in part.last.items()}
    return _PatternPart(min(2, sum(part.empty for part in parts)), first, last)


@lru_cache(maxsize=4096)
def _characters(written: str, flags: int, alphabet: str) -> int:
    """Which characters of the sample a set matches, according to Python."""
    match = re.compile(written, flags).match
    return sum(2 << place for place, character in enumerate(alphabet) if match(character))
