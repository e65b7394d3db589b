"""Write a pattern, as Python reads it, so that another engine reads it alike."""

import re
from collections.abc import Iterator
from itertools import count
from string import ascii_letters
from typing import Any

from lackmus.core.rules.pattern_parser import ops

IGNORECASE, ASCII, DOTALL = int(re.IGNORECASE), int(re.ASCII), int(re.DOTALL)  # numbers are faster
_MULTILINE, _UNICODE = int(re.MULTILINE), int(re.UNICODE)

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
LETTERS = {ops.LITERAL, ops.NOT_LITERAL, ops.IN, ops.ANY}
# Before its first search the timed engine prepares every row of plain letters, without a time limit, in cubic
# time: 4,000 take 20 s, 50 nothing. An atomic group ends a row.
_ROW = 50

_Exact = Iterator[int] | None  # counts the letters that are written for the timed engine; None for people


def write(items: Any, flags: int, exact: bool = False) -> str:
    """Write a parsed pattern: readable for people, or exact for the timed engine."""
    return _write(items, flags, count(1) if exact else None)


def _write(items: Any, flags: int, exact: _Exact) -> str:
    if len(items) == 1 and items[0][0] is ops.BRANCH:
        return "|".join(_write(branch, flags, exact) for branch in items[0][1][1])
    return "".join(_write_item(op, av, flags, exact) for op, av in items)


def _write_item(op: Any, av: Any, flags: int, exact: _Exact) -> str:
    if exact is not None and op in LETTERS and next(exact) % _ROW == 0:
        return f"(?>{_write_part(op, av, flags, exact)})"
    return _write_part(op, av, flags, exact)


def _write_part(op: Any, av: Any, flags: int, exact: _Exact) -> str:
    match op:
        case ops.LITERAL if not (exact and flags & IGNORECASE):
            return _write_character(av, exact is not None)
        case ops.LITERAL:
            return _write_set([(op, av)], flags, exact is not None)
        case ops.NOT_LITERAL:
            return _write_set([(ops.NEGATE, None), (ops.LITERAL, av)], flags, exact is not None)
        case ops.IN:
            return _write_set(av, flags, exact is not None)
        case ops.ANY:
            return "(?s:.)" if exact and flags & DOTALL else "."
        case ops.AT:
            return _write_anchor(av, flags) if exact else _ANCHORS[av]
        case ops.BRANCH:
            return f"(?:{_write([(op, av)], flags, exact)})"
        case ops.SUBPATTERN:
            opening = "(?:" if av[0] is None else "("
            return f"{opening}{_write(av[3], inner_flags(flags, av), exact)})"
        case ops.ATOMIC_GROUP:
            return f"(?>{_write(av, flags, exact)})"
        case ops.MAX_REPEAT | ops.MIN_REPEAT | ops.POSSESSIVE_REPEAT:
            least, most, body = av
            written = _write(body, flags, exact)
            if len(body) != 1 or body[0][0] not in {*LETTERS, ops.SUBPATTERN, ops.ATOMIC_GROUP}:
                written = f"(?:{written})"
            counted = (
                f"{{{least}}}" if least == most else f"{{{least},{'' if most is ops.MAXREPEAT else most}}}"
            )
            return written + _QUANTIFIERS.get((least, most), counted) + _MANNERS[op]
        case ops.ASSERT | ops.ASSERT_NOT:
            sign = ("<" if av[0] < 0 else "") + ("=" if op is ops.ASSERT else "!")
            return f"(?{sign}{_write(av[1], flags, exact)})"
        case ops.GROUPREF:
            written = rf"(?:\{av})"  # so that a digit after it cannot extend its number
            return f"(?i:{written})" if exact and flags & IGNORECASE else written
        case ops.GROUPREF_EXISTS:
            group, yes, no = av
            branches = [_write_item(ops.BRANCH, (None, [branch or []]), flags, exact) for branch in (yes, no)]
            return f"(?({group}){'|'.join(branches)})"
    return "(?!)"  # newer Pythons parse (?!) to this: it never matches


def _write_character(code: int, exact: bool) -> str:
    character = chr(code)
    if character.isalnum() or code > 127 or (character == " " and not exact):
        return character
    return rf"\x{code:02x}" if exact else re.escape(character)


def _write_set(members: Any, flags: int, exact: bool) -> str:
    negated = members[0][0] is ops.NEGATE
    members = members[1:] if negated else members
    inside, apart = "", []  # the timed engine cannot have a negated set inside a set
    for op, av in members:
        if op is ops.LITERAL:
            inside += _write_character(av, exact)
        elif op is ops.RANGE:
            inside += "-".join(_write_character(code, exact) for code in av)
        elif not exact:
            inside += _CATEGORIES[av][0]
        elif av in _NEGATED:
            apart.append(f"[^{_CATEGORIES[av][2 if flags & ASCII else 1]}]")
        else:
            inside += _CATEGORIES[av][2 if flags & ASCII else 1]
    if exact and flags & IGNORECASE and flags & ASCII:  # in ASCII the Kelvin sign is no k
        inside += "".join(re.findall(_write_set(members, 0, False), ascii_letters, re.I | re.A))
    if not exact and not negated and len(members) == 1 and members[0][0] is ops.CATEGORY:
        return inside
    # The timed engine wrongly merges alternatives like [^a]|[^b] into one set; this notation avoids it.
    if not apart and not (exact and negated and len(members) == 1):
        written = f"[{'^' if negated else ''}{inside}]"
    else:
        either = "|".join([f"[{inside}]", *apart] if inside else apart)
        written = f"(?:(?!{either})(?s:.))" if negated else f"(?:{either})"
    return f"(?i:{written})" if exact and flags & IGNORECASE and not flags & ASCII else written


def _write_anchor(anchor: Any, flags: int) -> str:
    word = f"[{_CATEGORIES[ops.CATEGORY_WORD][2 if flags & ASCII else 1]}]"
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


def inner_flags(flags: int, group: Any) -> int:
    _, added, removed, _ = group
    if added & (ASCII | _UNICODE):
        flags &= ~(ASCII | _UNICODE)
    return int((flags | added) & ~removed)


def short(written: str) -> str:
    """The pattern, shortened for a message."""
    return written if len(written) <= 60 else written[:59] + "…"
