"""User texts on pages: escaped, in their own direction, with rule matches in colour."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise

from markupsafe import Markup, escape

from lackmus.core.rules.spans import MarkedSpan
from lackmus.core.suites.suite import Side
from lackmus.core.trees.treebank import Word

_CLASSES = {Side.POSITIVE: "right", Side.NEGATIVE: "wrong"}
_SHORT = 13  # letters of a name that never wraps
_LINE = 24  # letters that fit the narrowest column on a phone
_LONG = re.compile(rf"(\S{{{_SHORT},}})")
_BREAKS = re.compile(r"(?<=[^\W_][/.:@,])(?=[^\W\d_])")  # not before a digit: 1.5 stays whole
_UNBROKEN = re.compile(r"[^\s/.:@,\-\u2010-\u2015]+")  # parts that stay on one line


def direction(text: str) -> str:
    """The direction of the first letter that has one."""
    for letter in text:
        way = unicodedata.bidirectional(letter)
        if way == "L":
            return "ltr"
        if way in ("R", "AL"):
            return "rtl"
    return "auto"


def breakable(text: str) -> Markup:
    """Return the text with break points in long names: after a slash, dot, colon or comma."""
    parts: list[Markup] = []
    for part in _LONG.split(text):
        long = len(part) >= _SHORT and _LONG.fullmatch(part)
        parts.append(Markup("<wbr>").join(map(escape, _BREAKS.split(part))) if long else escape(part))
    return Markup().join(parts)


def endless(text: str) -> bool:
    """Whether a part of the text is so long that it must be broken anywhere."""
    return len(text) > _LINE and any(len(part[0]) > _LINE for part in _UNBROKEN.finditer(text))


def marked(text: str, marks: Sequence[MarkedSpan]) -> Markup:
    """The text with rule matches in the colour of their side, also where both sides match."""
    cuts = sorted({0, len(text), *(place for mark in marks for place in (mark.start, mark.end))})
    parts: list[Markup] = []
    for start, end in pairwise(cuts):
        if not 0 <= start < end <= len(text):
            continue
        names = _names(mark for mark in marks if mark.start <= start and mark.end >= end)
        said = escape(text[start:end])
        parts.append(Markup('<mark class="{}">{}</mark>').format(names, said) if names else said)
    return Markup().join(parts)


def spans(words: Iterable[tuple[int, Word]]) -> list[tuple[int, int]]:
    """Positions of words in their text; words of one contraction share one."""
    return [(word.start, word.end) for _, word in words]


def spotted(text: str, places: Iterable[tuple[int, int]], name: str) -> Markup:
    """The text with these stretches marked; overlapping ones are merged."""
    parts: list[Markup] = []
    end = 0
    for start, stop in sorted(places):
        start, stop = max(start, end), min(stop, len(text))
        if start < stop:
            marked = Markup('<mark class="{}">{}</mark>').format(name, text[start:stop])
            parts += [escape(text[end:start]), marked]
            end = stop
    return Markup().join([*parts, escape(text[end:])])


def _names(marks: Iterable[MarkedSpan]) -> str:
    return " ".join(sorted({_CLASSES[mark.side] for mark in marks}))
