"""A text as parsers expect it, one line with single spaces, with the original positions of characters."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

# Control characters; some end a paragraph, and none is part of a word.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_HALF = re.compile("[\ud800-\udfff]")  # half of a surrogate pair, which UTF-8 cannot encode
_LETTERS = 100  # average word length at most


@dataclass(frozen=True)
class PlainText:
    """A line and the original position of each character; empty if none has moved."""

    line: str
    places: Sequence[int] = ()

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The position in the original text of a non-empty part of the line."""
        return (self.places[start], self.places[end - 1] + 1) if self.places else (start, end)


def plain(text: str) -> PlainText:
    """The text without white space that some parsers take for a word and others for a line end."""
    clean = text if text.isprintable() else _HALF.sub("\ufffd", _STEERING.sub(" ", text))
    line = " ".join(clean.split())
    if line == text:
        return PlainText(line)
    places: list[int] = []
    for word in re.finditer(r"\S+", clean):
        if places:
            places.append(word.start() - 1)  # the space before the word
        places.extend(range(*word.span()))
    return PlainText(line, places)


def too_long(line: str, longest: int) -> bool:
    """Whether it has more words than the limit, estimated without a tokenizer."""
    return len(line) > longest * _LETTERS or line.count(" ") >= longest
