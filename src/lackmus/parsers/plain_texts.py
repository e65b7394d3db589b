"""A text as parsers take it best, one line with single spaces, and where its signs stood."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

# Signs that steer a printer or a terminal; some end a paragraph, and none is part of a word.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_HALF = re.compile("[\ud800-\udfff]")  # of a sign: nobody can write it as UTF-8
_LETTERS = 100  # of a word on average, at the very most


@dataclass(frozen=True)
class Plain:
    """A line, and for each of its signs where it stood; no places mean that none has moved."""

    line: str
    places: Sequence[int] = ()

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where a piece of the line, which must not be empty, stands in the text."""
        return (self.places[start], self.places[end - 1] + 1) if self.places else (start, end)


def plain(text: str) -> Plain:
    """A text without what would be a word of white space to one parser and the end of a line to another."""
    clean = text if text.isprintable() else _HALF.sub("\ufffd", _STEERING.sub(" ", text))
    line = " ".join(clean.split())
    if line == text:
        return Plain(line)
    places: list[int] = []
    for word in re.finditer(r"\S+", clean):
        if places:
            places.append(word.start() - 1)  # the space before it
        places.extend(range(*word.span()))
    return Plain(line, places)


def too_long(line: str, longest: int) -> bool:
    """Whether it has more words than these, as far as one can tell before anybody has looked for words."""
    return len(line) > longest * _LETTERS or line.count(" ") >= longest
