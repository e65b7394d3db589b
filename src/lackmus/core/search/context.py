"""What stands before and after a match, cut to columns of a terminal."""

import unicodedata


def context(text: str, start: int, end: int, width: int) -> tuple[str, str]:
    """What stands left and right of a match, cut to this many columns; … marks a cut."""
    left = text[max(0, start - width) : start]
    right = text[end : end + width]
    return _cut_left(left, width, start > len(left)), _cut_right(right, width, end + len(right) < len(text))


def _cut_left(text: str, width: int, cut: bool) -> str:
    kept = _cut_right(text[::-1], width, cut)[::-1]
    while kept[1:2] and unicodedata.combining(kept[1]):  # a mark without its letter
        kept = kept[0] + kept[2:]
    return kept


def _cut_right(text: str, width: int, cut: bool) -> str:
    if columns_of(text) <= width and not cut:
        return text
    room, kept = width - 1, 0
    for letter in text:
        room -= columns_of(letter)
        if room < 0:
            break
        kept += 1
    return f"{text[:kept]}…"


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes: wide letters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(letter) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )
