"""Arcs between words in a row: how high each goes and where it ends, so that none crosses another."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

_APART = 7.0  # between arcs that end at one word
_EDGE = 6.0  # of a word, where none ends


class WordPosition(NamedTuple):
    """Position of a word: its middle and its width."""

    x: float
    wide: float


@dataclass(frozen=True)
class Arc:
    """An arc from a head to its dependent; the head of the clause depends on something outside."""

    head: int | None
    word: int
    start: float
    end: float
    level: int  # height, from 1; inner arcs are lower
    label: str


def arcs(
    heads: Mapping[int, int], root: int | None, labels: Mapping[int, str], at: Mapping[int, WordPosition]
) -> Iterator[Arc]:
    """Arcs from words to their heads, and one above all for the root."""
    levels, ends = _levels(heads), _ends(heads, root, at)
    for word, head in heads.items():
        yield Arc(head, word, ends[word, head], ends[word, word], levels[word], labels[word])
    if root is not None:
        x = ends[root, root]
        yield Arc(None, root, x, x, 1 + max(levels.values(), default=0), labels[root])


def _levels(heads: Mapping[int, int]) -> dict[int, int]:
    """Heights of arcs, from the shortest on: each is above all arcs that it overlaps."""
    found: dict[int, int] = {}
    for word in sorted(heads, key=lambda word: (abs(word - heads[word]), word)):
        low, high = sorted((word, heads[word]))
        below = [
            found[other]
            for other in found
            if min(other, heads[other]) < high and max(other, heads[other]) > low
        ]
        found[word] = 1 + max(below, default=0)
    return found


def _ends(
    heads: Mapping[int, int], root: int | None, at: Mapping[int, WordPosition]
) -> dict[tuple[int, int], float]:
    """Where each arc ends at its two words: side by side, with long arcs inside.

    An arc is named by its dependent; the arc of the root has one end.
    """
    at_word: dict[int, list[tuple[float, int]]] = {} if root is None else {root: [(0.0, root)]}
    for word, head in heads.items():
        for here, there in ((word, head), (head, word)):
            reach = at[there].x - at[here].x
            at_word.setdefault(here, []).append((-1 / reach if reach else 0.0, word))
    found: dict[tuple[int, int], float] = {}
    for here, ending in at_word.items():
        ending.sort(key=lambda one: (-one[0], one[1]))
        apart = min(_APART, (at[here].wide - _EDGE) / max(1, len(ending) - 1))
        for place, (_, word) in enumerate(ending):
            found[word, here] = at[here].x + (place - (len(ending) - 1) / 2) * apart
    return found
