"""Compile the patterns of a suite, and put those that can run away under a time limit."""

import re
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import or_

# Private, but the same from 3.11 to 3.13 and the only reading of a pattern that is Python's own.
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from string import ascii_letters
from typing import Any, NamedTuple

TIME_LIMIT = 0.25  # seconds for one search
# The worst of the ordinary patterns, such as \w*\w*!, are cubic: 500 characters cost them 0.15 s, 5,000
# would cost them minutes. Sentences are shorter; what is longer is searched under the time limit.
LONG_TEXT = 500


class PatternError(ValueError):
    """The pattern is not a regular expression; the message says why and where."""


class PatternTimeout(Exception):  # noqa: N818  (an event of one search, not a mistake in the pattern)
    """The search was given up: whether the pattern matches this text is not known."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression with Python's meaning, whichever of the two engines searches."""

    source: str
    risk: str | None  # why it can run away; None for an ordinary pattern
    # For texts up to LONG_TEXT; None for a risky pattern. Two searches never compare equal.
    fast: Callable[[str], re.Match[str] | None] | None = field(compare=False, repr=False)
    repeats: bool  # whether the time grows faster than the text, so that a long one needs the limit

    def search(self, text: str) -> tuple[int, int] | None:
        """The span of the leftmost match."""
        if self.fast is not None and (len(text) <= LONG_TEXT or not self.repeats):
            found = self.fast(text)
        else:
            try:
                found = _timed(self.source)(text, timeout=TIME_LIMIT)
            except TimeoutError:
                raise PatternTimeout(f"no answer within {TIME_LIMIT} s: {_short(self.source)}") from None
            except RecursionError:  # the timed engine allows less nesting than `re`
                raise PatternTimeout(f"nested too deeply for a safe search: {_short(self.source)}") from None
        return found.span() if found else None


def compile_pattern(pattern: str) -> Pattern:
    """Thousands are compiled at every start, so all but suspicious patterns pay for `re.compile` only."""
    try:
        search = _quietly(re.compile, pattern).search
        risk = None if _harmless(pattern) else _risk(_quietly(_parser.parse, pattern))
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        raise _pattern_error(error) from None
    repeats = "*" in pattern or "+" in pattern or "{" in pattern
    return Pattern(pattern, risk, None if risk else search, repeats)


def runaway(pattern: str) -> str | None:
    """Why a search for this pattern, if it compiles, may take longer than anyone can wait; or None."""
    try:
        return _risk(_quietly(_parser.parse, pattern))
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        raise _pattern_error(error) from None


def _pattern_error(error: Exception) -> PatternError:
    if isinstance(error, RecursionError):
        return PatternError("nested too deeply")
    if isinstance(error, re.error) and error.pos is not None:
        return PatternError(f"{error.msg} at {error.pos}")
    return PatternError(str(error))


def _quietly(parse: Callable[[str], Any], pattern: str) -> Any:
    """Keep from the user what Python may change one day in sets like [[a] or [a--b] or in (?(1)…)."""
    # Holding warnings back costs a tenth of a compilation, so only where the parser can utter one.
    if (
        "[" in pattern
        and ("[[" in pattern or "--" in pattern or "&&" in pattern or "~~" in pattern or "||" in pattern)
    ) or "(?(" in pattern:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return parse(pattern)
    return parse(pattern)


def _harmless(pattern: str) -> bool:
    """Whether so few things repeat or vary that the analysis could only agree: a quick look at the signs."""
    loops = pattern.count("*") + pattern.count("+") + pattern.count("{")
    if _LOOP * loops + pattern.count("?") + pattern.count("|") >= _HEAVY:
        # Where every | parts the whole pattern, each of the parts is searched for itself.
        apart = "|" in pattern and "(" not in pattern and "[" not in pattern and "\\|" not in pattern
        return apart and all(map(_harmless, pattern.split("|")))
    if not loops:
        return True
    # A repeated group may run away alone; in a verbose pattern blanks may part it from its quantifier.
    return not (")*" in pattern or ")+" in pattern or "){" in pattern or _VERBOSE.search(pattern))


_VERBOSE = re.compile(r"\(\?[a-z]*x")

# A pattern runs away when one text can be read along many paths through it. So its letters (everything that
# consumes one character) are numbered from left to right, with what may follow what in how many ways; then
# paths that part and meet again are looked for: inside a repetition they are exponentially many, outside of
# it their number is estimated. Anchors, lookarounds and back references are taken to allow everything: in
# doubt a pattern counts as risky, which costs only speed.

_LARGE = 10  # from here on a counted repetition is as bad as an endless one
_HEAVY = 11  # a text with 2 ** 11 readings is too much: as many as 12 adjacent optional items may give it
_LOOP = 4  # a repetition that can trade characters with another counts for 2 ** 4
_EFFORT = 20_000  # pairs of letters worth looking at; real patterns need some hundreds
_END = 1  # the bit of the end of the text, beside the bits of the characters
_IGNORECASE, _ASCII, _DOTALL = int(re.IGNORECASE), int(re.ASCII), int(re.DOTALL)  # numbers are faster
_MULTILINE, _UNICODE = int(re.MULTILINE), int(re.UNICODE)
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
                # Branches that begin with different letters leave no choice.
                initials = {chr(b[0][1]).lower() for b in av[1] if b and b[0][0] is ops.LITERAL}
                distinct = len(initials) == len(av[1])
                weight += max(map(_weight, av[1])) + (0 if distinct else (len(av[1]) - 1).bit_length())
            case ops.MAX_REPEAT | ops.MIN_REPEAT if av[1] < _LARGE:
                weight += (av[1] - av[0]).bit_length() + av[1] * _weight(av[2])
            case ops.MAX_REPEAT | ops.MIN_REPEAT if len(av[2]) == 1 and av[2][0][0] in _LETTERS:
                weight += _LOOP
            case _:
                weight += _HEAVY
    return weight


class _Found(Exception):  # noqa: N818
    """Carries the risk out of the depths of a pattern."""


class _Part(NamedTuple):
    """What a part shows its neighbours: the ways to be empty, to begin and to end at a letter."""

    empty: int
    first: dict[int, int]
    last: dict[int, int]


_NOTHING = _Part(1, {}, {})


def _risk(tree: Any) -> str | None:
    if _weight(tree) < _HEAVY:
        return None
    written = _write(tree, 0)
    named = set(written + written.lower() + written.upper())
    paths = _Paths(_SAMPLE + "".join(sorted(named.difference(_SAMPLE))))
    try:
        paths.whole(tree, tree.state.flags)
        paths.count_readings()
    except _Found as risk:
        return str(risk)
    return None


class _Paths:
    """The letters of a pattern and which may follow which, in how many ways (2 stands for more, too)."""

    def __init__(self, alphabet: str) -> None:
        self.alphabet = alphabet
        self.letters: list[int] = []  # what each letter matches: one bit a character
        self.follow: list[dict[int, int]] = []
        self.loops: list[tuple[range, str]] = []  # the letters of each repetition, and how it is written
        self.repetitions = 0
        self.effort = 0

    def letter(self, characters: int) -> _Part:
        here = {len(self.letters): 1}
        self.letters.append(characters)
        self.follow.append({})
        self.spend(10)
        return _Part(0, here, here)

    def spend(self, effort: int) -> None:
        self.effort += effort
        if self.effort > _EFFORT:
            raise _Found("too intricate to be checked")

    def link(self, last: dict[int, int], first: dict[int, int]) -> None:
        self.spend(len(last) * len(first))
        for letter, ways in last.items():
            self.follow[letter] = _add(self.follow[letter], first, ways)

    def join(self, left: _Part, right: _Part) -> _Part:
        self.link(left.last, right.first)
        first = _add(left.first, right.first, left.empty)
        return _Part(min(2, left.empty * right.empty), first, _add(right.last, left.last, right.empty))

    def whole(self, items: Any, flags: int) -> _Part:
        """What succeeds or fails for itself: the pattern, an assertion, what gives nothing back."""
        begin, inner, end = self.letter(0), self.sequence(items, flags), self.letter(_END)
        self.join(self.join(begin, inner), end)
        return inner

    def sequence(self, items: Any, flags: int) -> _Part:
        part = _NOTHING
        for op, av in items:
            part = self.join(part, self.part(op, av, flags))
        return part

    def part(self, op: Any, av: Any, flags: int) -> _Part:
        match op:
            case ops.LITERAL if not flags & _IGNORECASE:
                return self.letter(2 << self.alphabet.index(chr(av)))
            case ops.LITERAL | ops.NOT_LITERAL | ops.IN | ops.ANY:
                matters = flags & (_IGNORECASE | _ASCII | _DOTALL)
                return self.letter(_characters(_write([(op, av)], flags), matters, self.alphabet))
            case ops.SUBPATTERN:
                return self.sequence(av[3], _inner_flags(flags, av))
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
            case ops.ASSERT | ops.ASSERT_NOT:  # entered like any part, but nothing follows it
                return _Part(1, self.whole(av[1], flags).first, {})
        return _NOTHING

    def closed(self, op: Any, av: Any, flags: int) -> _Part:
        """What gives nothing back once it has matched is like one letter to those around it."""
        start, before = len(self.letters), len(self.loops)
        repeated = op is ops.POSSESSIVE_REPEAT
        inner = self.whole(av[2] if repeated else av, flags)
        end = len(self.letters)
        letter = self.letter(self.characters(range(start, end)))
        if len(self.loops) > before or (repeated and av[1] >= _LARGE):
            self.loops.append((range(end, end + 1), _short(_write([(op, av)], flags))))
        return _Part(int(inner.empty > 0 or (repeated and not av[0])), letter.first, letter.last)

    def characters(self, letters: range) -> int:
        return reduce(or_, (self.letters[letter] for letter in letters), 0) & ~_END

    def repetition(self, op: Any, av: Any, flags: int) -> _Part:
        least, most, body = av
        self.repetitions += 1
        if most < _LARGE:
            copies = [self.sequence(body, flags) for _ in range(most)]
            part = _NOTHING
            for number, copy in reversed(list(enumerate(copies))):
                part = self.join(copy, part)
                part = _Part(min(2, part.empty + (number >= least)), part.first, part.last)
            return part
        start, before = len(self.letters), self.repetitions
        part = self.sequence(body, flags)
        self.link(part.last, part.first)
        letters = range(start, len(self.letters))
        written = _short(_write([(op, av)], flags))
        # Python ends an endless repetition after an empty round, but a counted one may take many of them.
        if letters and part.empty and (least >= _LARGE or most is not ops.MAXREPEAT):
            raise _Found(f"repetition of what may be empty: {written}")
        if self.fork(letters):
            nested = self.repetitions > before
            raise _Found(f"{'nested repetition' if nested else 'repeated alternatives overlap'}: {written}")
        self.loops.append((letters, written))
        if part.empty:  # two ways to end: at once, or after an empty round
            return _Part(2, part.first, _add({}, part.last, 2))
        return _Part(int(not least), part.first, part.last)

    def fork(self, letters: range) -> bool:
        """Whether paths through a repetition can part and meet again: then every round may double them."""
        if any(ways > 1 for letter in letters for ways in self.follow[letter].values()):
            return True
        pairs = (pair for letter in letters for pair in combinations(self.follow[letter], 2))
        return self.meet(pairs, set())

    def meet(self, pairs: Iterable[tuple[int, int]], never: set[tuple[int, int]]) -> bool:
        """Whether from one of these pairs of letters the same characters can lead to the same letter."""
        todo = list(pairs)
        seen: set[tuple[int, int]] = set()
        while todo:
            one, two = pair = todo.pop()
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
            raise _Found(f"repetitions compete for the same characters: {_short(' … '.join(traders))}")
        raise _Found("too many ways to read the same words")

    def trades(self, loop: range) -> list[range]:
        """The later repetitions to which one can leave what it matches, across all that stands between."""
        within_reach = self.reach(loop, self.characters(loop))
        found = []
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


def _add(ways: dict[int, int], more: dict[int, int], times: int) -> dict[int, int]:
    if not times or not more:
        return ways
    total = dict(ways)
    for letter, number in more.items():
        total[letter] = min(2, total.get(letter, 0) + number * times)
    return total


def _either(parts: list[_Part]) -> _Part:
    first = {letter: ways for part in parts for letter, ways in part.first.items()}
    last = {letter: ways for part in parts for letter, ways in part.last.items()}
    return _Part(min(2, sum(part.empty for part in parts)), first, last)


@lru_cache(maxsize=4096)
def _characters(written: str, flags: int, alphabet: str) -> int:
    """Python itself says which characters of the sample a set matches."""
    match = re.compile(written, flags).match
    return sum(2 << place for place, character in enumerate(alphabet) if match(character))


# The timed engine reads some signs in its own way: to it \w has combining marks and no ², \s lacks
# \x1c-\x1f, {e} is fuzzy and [[:alpha:]] a class. So it is given the parsed pattern, written out in signs
# that both engines read alike. Two differences remain: characters newer than this Python's Unicode, and in
# (?i) the Turkish İ and ı, which only Python takes for i and I.

_SPACES = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_CATEGORIES = {  # as Python writes it, in Unicode, in ASCII
    ops.CATEGORY_WORD: (r"\w", r"\p{L}\p{N}_", "0-9A-Za-z_"),
    ops.CATEGORY_DIGIT: (r"\d", r"\p{Nd}", "0-9"),
    ops.CATEGORY_SPACE: (r"\s", _SPACES, r"\t-\r\x20"),
    ops.CATEGORY_NOT_WORD: (r"\W", r"\p{L}\p{N}_", "0-9A-Za-z_"),
    ops.CATEGORY_NOT_DIGIT: (r"\D", r"\p{Nd}", "0-9"),
    ops.CATEGORY_NOT_SPACE: (r"\S", _SPACES, r"\t-\r\x20"),
}
_NEGATED = {ops.CATEGORY_NOT_WORD, ops.CATEGORY_NOT_DIGIT, ops.CATEGORY_NOT_SPACE}
_QUANTIFIERS = {(0, 1): "?", (0, ops.MAXREPEAT): "*", (1, ops.MAXREPEAT): "+"}
_MANNERS = {ops.MAX_REPEAT: "", ops.MIN_REPEAT: "?", ops.POSSESSIVE_REPEAT: "+"}
_ANCHORS = {
    ops.AT_BEGINNING: "^",
    ops.AT_BEGINNING_STRING: r"\A",
    ops.AT_BOUNDARY: r"\b",
    ops.AT_NON_BOUNDARY: r"\B",
    ops.AT_END: "$",
    ops.AT_END_STRING: r"\Z",
}
_LETTERS = {ops.LITERAL, ops.NOT_LITERAL, ops.IN, ops.ANY}


def _write(items: Any, flags: int, exact: bool = False) -> str:
    """Write a parsed pattern, for people as Python reads it, or exactly for the timed engine."""
    if len(items) == 1 and items[0][0] is ops.BRANCH:
        return "|".join(_write(branch, flags, exact) for branch in items[0][1][1])
    return "".join(_write_item(op, av, flags, exact) for op, av in items)


def _write_item(op: Any, av: Any, flags: int, exact: bool) -> str:
    match op:
        case ops.LITERAL if not (exact and flags & _IGNORECASE):
            return _write_character(av, exact)
        case ops.LITERAL:
            return _write_set([(op, av)], flags, exact)
        case ops.NOT_LITERAL:
            return _write_set([(ops.NEGATE, None), (ops.LITERAL, av)], flags, exact)
        case ops.IN:
            return _write_set(av, flags, exact)
        case ops.ANY:
            return "(?s:.)" if exact and flags & _DOTALL else "."
        case ops.AT:
            return _write_anchor(av, flags) if exact else _ANCHORS[av]
        case ops.BRANCH:
            return f"(?:{_write([(op, av)], flags, exact)})"
        case ops.SUBPATTERN:
            opening = "(?:" if av[0] is None else "("
            return f"{opening}{_write(av[3], _inner_flags(flags, av), exact)})"
        case ops.ATOMIC_GROUP:
            return f"(?>{_write(av, flags, exact)})"
        case ops.MAX_REPEAT | ops.MIN_REPEAT | ops.POSSESSIVE_REPEAT:
            least, most, body = av
            written = _write(body, flags, exact)
            if len(body) != 1 or body[0][0] not in {*_LETTERS, ops.SUBPATTERN, ops.ATOMIC_GROUP}:
                written = f"(?:{written})"
            counted = (
                f"{{{least}}}" if least == most else f"{{{least},{'' if most is ops.MAXREPEAT else most}}}"
            )
            return written + _QUANTIFIERS.get((least, most), counted) + _MANNERS[op]
        case ops.ASSERT | ops.ASSERT_NOT:
            sign = ("<" if av[0] < 0 else "") + ("=" if op is ops.ASSERT else "!")
            return f"(?{sign}{_write(av[1], flags, exact)})"
        case ops.GROUPREF:
            written = rf"(?:\{av})"  # so that no digit after it can join its number
            return f"(?i:{written})" if exact and flags & _IGNORECASE else written
        case ops.GROUPREF_EXISTS:
            group, yes, no = av
            branches = [_write_item(ops.BRANCH, (None, [branch or []]), flags, exact) for branch in (yes, no)]
            return f"(?({group}){'|'.join(branches)})"
    return "(?!)"  # what newer Pythons make of (?!): a part that never matches


def _write_character(code: int, exact: bool) -> str:
    character = chr(code)
    if character.isalnum() or code > 127 or (character == " " and not exact):
        return character
    return rf"\x{code:02x}" if exact else re.escape(character)


def _write_set(members: Any, flags: int, exact: bool) -> str:
    negated = members[0][0] is ops.NEGATE
    members = members[1:] if negated else members
    inside, apart = "", []  # the timed engine has no sign for a negated set inside a set
    for op, av in members:
        if op is ops.LITERAL:
            inside += _write_character(av, exact)
        elif op is ops.RANGE:
            inside += "-".join(_write_character(code, exact) for code in av)
        elif not exact:
            inside += _CATEGORIES[av][0]
        elif av in _NEGATED:
            apart.append(f"[^{_CATEGORIES[av][2 if flags & _ASCII else 1]}]")
        else:
            inside += _CATEGORIES[av][2 if flags & _ASCII else 1]
    if exact and flags & _IGNORECASE and flags & _ASCII:  # in ASCII the Kelvin sign is no k
        inside += "".join(re.findall(_write_set(members, 0, False), ascii_letters, re.I | re.A))
    if not exact and not negated and len(members) == 1 and members[0][0] is ops.CATEGORY:
        return inside
    # Alternatives like [^a]|[^b] are one set to the timed engine, and a wrong one; not so in other words.
    if not apart and not (exact and negated and len(members) == 1):
        written = f"[{'^' if negated else ''}{inside}]"
    else:
        either = "|".join([f"[{inside}]", *apart] if inside else apart)
        written = f"(?:(?!{either})(?s:.))" if negated else f"(?:{either})"
    return f"(?i:{written})" if exact and flags & _IGNORECASE and not flags & _ASCII else written


def _write_anchor(anchor: Any, flags: int) -> str:
    word = f"[{_CATEGORIES[ops.CATEGORY_WORD][2 if flags & _ASCII else 1]}]"
    match anchor:
        case ops.AT_BEGINNING if flags & _MULTILINE:
            return r"(?:\A|(?<=\n))"
        case ops.AT_END:
            return r"(?=\n|\Z)" if flags & _MULTILINE else r"(?=\n?\Z)"
        case ops.AT_BOUNDARY:
            return f"(?:(?<={word})(?!{word})|(?<!{word})(?={word}))"
        case ops.AT_NON_BOUNDARY:
            some = "" if re.search(r"\B", "") else r"(?!\A\Z)"  # until 3.14 an empty text had no \B
            return f"(?:{some}(?:(?<={word})(?={word})|(?<!{word})(?!{word})))"
        case ops.AT_END_STRING:
            return r"\Z"
    return r"\A"


def _inner_flags(flags: int, group: Any) -> int:
    _, added, removed, _ = group
    if added & (_ASCII | _UNICODE):
        flags &= ~(_ASCII | _UNICODE)
    return int((flags | added) & ~removed)


def _short(written: str) -> str:
    return written if len(written) <= 60 else written[:59] + "…"


@lru_cache(maxsize=1024)
def _timed(pattern: str) -> Callable[..., Any]:
    import regex  # late: most runs meet no pattern that needs it

    tree = _quietly(_parser.parse, pattern)
    written = _write(tree, tree.state.flags, exact=True)
    search: Callable[..., Any] = regex.compile(written, regex.VERSION0, cache_pattern=False).search
    return search
