"""Names that are short enough and still differ, lines that wrap, labels that keep their distance.

Rooms are counted in letters (a wide sign is two): Vega measures texts itself, and leaves room for them.
"""

import re
from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from lackmus.core.base.texts import printable


def clean(text: str) -> str:
    """A name as one line that any file can hold: it may come from a file name that is not UTF-8."""
    return printable(text).encode(errors="backslashreplace").decode()


def longest(names: Sequence[str]) -> int:
    """How many letters the longest of these names has."""
    return max(map(cell_len, names), default=0)


def shortened(names: Sequence[str], most: int) -> list[str]:
    """The names, shortened with … where they have more letters than `most`, and still all different.

    An axis of Vega cuts names at their ends, which may make them alike. Here the beginning is kept; where
    that makes two names alike, the end is kept as well; where even that does not help, they are numbered.
    """
    whole = [clean(name) for name in names]
    taken = {name for name in whole if cell_len(name) <= most}
    heads = [_cut(name, most - 1, 0) for name in whole]
    seen: set[str] = set()
    shown: list[str] = []
    for name, head in zip(whole, heads, strict=True):
        alike = head != name and (heads.count(head) > 1 or head in taken)
        best = _cut(name, most // 2, (most - 1) // 2) if alike else head
        number, unique = 1, best
        while unique in seen or (unique != name and unique in taken):
            number += 1
            unique = f"{best} ({number})"
        seen.add(unique)
        shown.append(unique)
    return shown


def _cut(text: str, head: int, tail: int) -> str:
    if cell_len(text) <= head + tail + 1:
        return text
    end = set_cell_size(text[::-1], tail)[::-1] if tail else ""
    return f"{set_cell_size(text, head).rstrip()}…{end.lstrip()}"


def wrapped(text: str, most: int, after: str = " ") -> list[str]:
    """Lines of at most so many letters, broken behind `after`; a longer word is broken where it must be."""
    lines = [""]
    for word in re.split(f"(?<={re.escape(after)})", clean(text)):
        if lines[-1] and cell_len((lines[-1] + word).rstrip()) > most:
            lines.append("")
        for sign in word if cell_len(word.rstrip()) > most else (word,):
            if lines[-1] and cell_len((lines[-1] + sign).rstrip()) > most:
                lines.append("")
            lines[-1] += sign
    return [line.rstrip() for line in lines if line.strip()]


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near to the wanted ones as they can be, at least a gap apart and within the bounds.

    If they cannot all be within the bounds they run over the upper one. Vega-Lite itself does not keep
    labels at the ends of lines apart.
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    # Neighbours that come too near form a block, which stands around the mean of what its members want.
    blocks: list[tuple[float, list[int]]] = []  # where it starts, its members
    for place in order:
        members = [place]
        start = _start(places, members, gap, low, high)
        while blocks and blocks[-1][0] + gap * len(blocks[-1][1]) > start:
            members = blocks.pop()[1] + members
            start = _start(places, members, gap, low, high)
        blocks.append((start, members))
    found = [0.0] * len(places)
    for start, members in blocks:
        for number, place in enumerate(members):
            found[place] = start + gap * number
    return found


def _start(places: Sequence[float], members: Sequence[int], gap: float, low: float, high: float) -> float:
    wanted = sum(places[place] - gap * number for number, place in enumerate(members)) / len(members)
    return max(low, min(wanted, high - gap * (len(members) - 1)))
