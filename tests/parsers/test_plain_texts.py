"""Texts as one line with single spaces: where the signs stood, and what is too long."""

import pytest

from lackmus.parsers.plain_texts import plain, too_long


@pytest.mark.parametrize(
    "text, line, places",
    [
        ("Ben sleeps.", "Ben sleeps.", []),
        ("", "", []),
        (" \n", "", []),
        (" a  b ", "a b", [1, 3, 4]),
        ("a\x00\x1bb", "a b", [0, 2, 3]),
        ("a\u2028b", "a b", [0, 1, 2]),
        ("a\u00a0b", "a b", [0, 1, 2]),
        ("\ud800", "\ufffd", [0]),
        ("𝔘  nd", "𝔘 nd", [0, 2, 3, 4]),
    ],
)
def test_a_line(text: str, line: str, places: list[int]) -> None:
    """Signs keep their order, and know their place."""
    found = plain(text)
    assert (found.line, list(found.places)) == (line, places)


@pytest.mark.parametrize(
    "text, piece", [("Ben sleeps.", "sleeps"), (" Ben \t sleeps .", "sleeps"), ("\n\nBen\nsleeps", "Ben")]
)
def test_the_place_of_a_word(text: str, piece: str) -> None:
    """It is found in the line and stands in the text."""
    found = plain(text)
    begin = found.line.index(piece)
    start, end = found.place(begin, begin + len(piece))
    assert text[start:end] == piece


@pytest.mark.parametrize(
    "line, longest, long",
    [("a b", 2, False), ("a b", 1, True), ("a" * 100, 1, False), ("a" * 101, 1, True)],
)
def test_what_is_too_long(line: str, longest: int, long: bool) -> None:
    """By its words, and by its letters where nothing stands between words."""
    assert too_long(line, longest) is long
