"""The cost of compiling a pattern; a pattern that is too large is refused before it is compiled."""

from typing import Any, NamedTuple

from lackmus.core.rules.pattern_notation import ASCII, IGNORECASE, inner_flags
from lackmus.core.rules.pattern_parser import ops

# `re` keeps a{1000} as it is written, but the timed engine writes it out: 50,000 parts take 14 MB and 0.1 s,
# a million of them 270 MB. Both engines go through all characters of a range when they read a set.
LONGEST = 50_000  # characters of a pattern
MOST_PARTS = 50_000  # letters, sets, groups and anchors, with counted repeats written out
MOST_CHARACTERS = 4_000_000  # of all ranges in sets: 0.2 s
MOST_NESTED = 100  # groups within groups; the depth that engines allow depends on the call stack
_MANY_PARTS = 2_000  # from here on, compile first in a process that can be ended
_MANY_CHARACTERS = 200_000
_SMALL = 1_000  # characters; a shorter pattern needs a closer look only if it has special syntax

_FOLDING = 5  # in (?i) every character of a range costs as much as five
_ASCII_LETTERS = 30  # in (?ia) the timed engine gets all letters of a set
# Cost of a word boundary for the timed engine: it looks to both sides.
_WEIGHTS = {ops.AT_BOUNDARY: 10, ops.AT_NON_BOUNDARY: 10}


class Size(NamedTuple):
    """What makes a pattern costly to compile."""

    parts: int = 0
    characters: int = 0
    nested: int = 0
    expands: bool = False  # whether a counted repeat has multiplied the parts

    @property
    def too_large(self) -> str | None:
        """Why the pattern must not be compiled, and the remedy; None for nearly all."""
        if self.parts > MOST_PARTS:
            size = f"{self.parts:,} parts; at most {MOST_PARTS:,} are allowed"
            if self.expands:
                return f"it is too large: counted repeats expand it to {size}. Use smaller counts"
            return f"it is too large: it has {size}. Divide it"
        if self.characters > MOST_CHARACTERS:
            return (
                f"it is too large: its sets go through {self.characters:,} characters; at most "
                f"{MOST_CHARACTERS:,} are allowed. Use smaller ranges, or fewer of them"
            )
        if self.nested > MOST_NESTED:
            return f"nested too deeply: {self.nested} groups within each other; at most {MOST_NESTED} may be"
        return None

    @property
    def costly(self) -> bool:
        """Whether compiling takes more than a moment."""
        return self.parts > _MANY_PARTS or self.characters > _MANY_CHARACTERS


def plainly_small(pattern: str) -> bool:
    """Whether a quick check shows that compiling is cheap, as for nearly all patterns."""
    return (
        len(pattern) <= _SMALL
        and "{" not in pattern  # also \N{…}
        # Only ranges beyond Latin letters are large.
        and ("-" not in pattern or "[" not in pattern or (pattern.isascii() and "\\" not in pattern))
        and pattern.count("(") <= MOST_NESTED
    )


def too_long(pattern: str) -> str | None:
    """Why a pattern is too long even to parse; None if it is not."""
    if len(pattern) <= LONGEST:
        return None
    return f"it is too large: it has {len(pattern):,} characters; at most {LONGEST:,} are allowed. Divide it"


def size_of(items: Any, flags: int) -> Size:
    """The size of a parsed pattern, with counted repeats written out; repeats within repeats multiply."""
    return _together([_size(op, av, flags) for op, av in items])


def _size(op: Any, av: Any, flags: int) -> Size:
    match op:
        case ops.LITERAL | ops.NOT_LITERAL:
            return Size(2 if flags & IGNORECASE else 1)
        case ops.IN:
            wide = sum(ends[1] - ends[0] + 1 for kind, ends in av if kind is ops.RANGE)
            if not flags & IGNORECASE:
                return Size(len(av), wide)
            return Size(len(av) + (_ASCII_LETTERS if flags & ASCII else 3), wide * _FOLDING)
        case ops.AT:
            return Size(_WEIGHTS.get(av, 1))
        case ops.SUBPATTERN:
            return _group([size_of(av[3], inner_flags(flags, av))])
        case ops.ATOMIC_GROUP:
            return _group([size_of(av, flags)])
        case ops.ASSERT | ops.ASSERT_NOT:
            return _group([size_of(av[1], flags)])
        case ops.BRANCH:
            return _group([size_of(branch, flags) for branch in av[1]])
        case ops.GROUPREF_EXISTS:
            return _group([size_of(branch or [], flags) for branch in av[1:]])
        case ops.MAX_REPEAT | ops.MIN_REPEAT | ops.POSSESSIVE_REPEAT:
            least, _, body = av
            once = size_of(body, flags)
            parts = 1 + max(1, least) * max(1, once.parts)
            return once._replace(parts=parts, expands=once.expands or least > 1)
    return Size(1)


def _group(inside: list[Size]) -> Size:
    whole = _together(inside)
    return whole._replace(parts=1 + len(inside) + whole.parts, nested=1 + whole.nested)


def _together(sizes: list[Size]) -> Size:
    return Size(
        sum(one.parts for one in sizes),
        sum(one.characters for one in sizes),
        max((one.nested for one in sizes), default=0),
        any(one.expands for one in sizes),
    )
