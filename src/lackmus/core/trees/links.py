"""Word links: what an aligner says in two directions, and which of it counts."""

# Everything counts words through all sentences, as trees do, so that a step is taken over all links at once.

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lackmus.core.base.choices import Symmetry
from lackmus.core.base.exceptions import Sendable
from lackmus.core.base.plurals import counted
from lackmus.core.base.texts import printable

Rows = NDArray[np.int64]

# Koehn's order: first those beside, then those across a corner.
_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
_PHARAOH = re.compile(r"\s*(?:[0-9]{1,9}-[0-9]{1,9}(?:\s+|$))*")  # no sentence has more words
_SIDES = ("source", "target")
_SHOWN = 40  # letters of what is no link


class LinkError(Sendable, ValueError):
    """A line of links that cannot be read, or that is not about these sentences."""

    def __init__(self, line: int, said: str) -> None:
        super().__init__(said)
        self.line = line  # from 1


@dataclass(frozen=True)
class Alignment:
    """The links of many sentence pairs, in two directions.

    The words of source sentence i are the rows from source_bounds[i] up to source_bounds[i + 1], and those
    of its translation likewise. A link is the row of a source word and the row of a target word. In
    `forward` each target word has chosen a source word or none, in `backward` each source word a target
    word or none. Links that somebody has put together already stand in both: every symmetry gives just these.
    """

    source_bounds: Rows
    target_bounds: Rows
    forward: Rows = field(repr=False)  # links × 2, sorted, each once
    backward: Rows = field(repr=False)

    def __len__(self) -> int:
        """Sentence pairs."""
        return len(self.source_bounds) - 1


def bounds(lengths: Sequence[int] | Rows) -> Rows:
    """Where sentences of these lengths begin and end when they stand one behind the other."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)))


def in_order(links: Rows) -> Rows:
    """Links sorted, each once."""
    ordered = links[np.lexsort((links[:, 1], links[:, 0]))]
    new = np.ones(len(ordered), np.bool_)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return ordered[new]


def ready(source_bounds: Rows, target_bounds: Rows, links: Rows) -> Alignment:
    """Links that are final already."""
    final = in_order(links)
    return Alignment(source_bounds, target_bounds, final, final)


def links(alignment: Alignment, symmetry: Symmetry = Symmetry.INTERSECTION) -> Rows:
    """The links that count: links × 2, sorted."""
    numbers = _Numbers(alignment)
    forward, backward = numbers.of(alignment.forward), numbers.of(alignment.backward)
    match symmetry:
        case Symmetry.INTERSECTION:
            return numbers.links(np.intersect1d(forward, backward, assume_unique=True))
        case Symmetry.UNION:
            return numbers.links(np.union1d(forward, backward))
        case Symmetry.GROW:
            return numbers.links(_grown(forward, backward, numbers.width))


def from_pharaoh(lines: Sequence[str], source_bounds: Rows, target_bounds: Rows) -> Rows:
    """Links as Pharaoh writes them, a line a sentence pair: `0-0 1-2`, each word by its place from 0."""
    for number, line in enumerate(lines, 1):
        if not _PHARAOH.fullmatch(line):
            wrong = next(written for written in line.split() if not _PHARAOH.fullmatch(written))
            shown = printable(wrong if len(wrong) <= _SHOWN else f"{wrong[: _SHOWN - 1]}…")
            raise LinkError(number, f"{shown} is no link. Write SOURCE-TARGET, such as 0-2.")
    pairs = np.repeat(np.arange(len(lines)), [line.count("-") for line in lines])
    written = [int(place) for line in lines for place in line.replace("-", " ").split()]
    places = np.array(written, np.int64).reshape(-1, 2)
    starts = np.stack((source_bounds[pairs], target_bounds[pairs]), axis=1)
    lengths = np.stack((source_bounds[pairs + 1], target_bounds[pairs + 1]), axis=1) - starts
    for link, side in np.argwhere(places >= lengths)[:1].tolist():
        shown, words = "-".join(map(str, places[link])), counted(int(lengths[link, side]), "word")
        raise LinkError(
            int(pairs[link]) + 1,
            f"{shown} counts beyond the {_SIDES[side]} sentence, which has {words}. "
            "Were these links made for other words, or did lines slip?",
        )
    return in_order(places + starts)


class _Numbers:
    """Every link as one number, so that sets of links are arrays.

    A row is left free between two sentences, on either side: the last words of one sentence are no
    neighbours of the first words of the next.
    """

    def __init__(self, alignment: Alignment) -> None:
        self._starts = alignment.source_bounds[:-1]
        self._apart = self._starts + np.arange(len(alignment))
        self.width = int(alignment.target_bounds[-1]) + len(alignment) + 1

    def of(self, links: Rows) -> Rows:
        """In the order of the links."""
        pair = np.searchsorted(self._starts, links[:, 0], side="right") - 1
        numbers: Rows = (links[:, 0] + pair) * self.width + links[:, 1] + pair
        return numbers

    def links(self, numbers: Rows) -> Rows:
        """Back again."""
        source, target = np.divmod(numbers, self.width)
        pair = np.searchsorted(self._apart, source, side="right") - 1
        return np.stack((source - pair, target - pair), axis=1)


def _grown(forward: Rows, backward: Rows, width: int) -> Rows:
    """Grow-diag, then final-and (Koehn, Och and Marcu 2003).

    From what both directions say to links of either that border on it and bring in a word that had no link,
    until there are no more; then to links of which neither word has one. Of two that exclude each other the
    first wins, in the order of the source.
    """
    union = np.union1d(forward, backward)
    agreed = np.isin(union, forward, assume_unique=True) & np.isin(union, backward, assume_unique=True)
    source, target = np.divmod(union, width)
    taken, left, right = agreed.tolist(), source.tolist(), target.tolist()
    linked_left, linked_right = set(source[agreed].tolist()), set(target[agreed].tolist())

    def take(place: int) -> None:
        taken[place] = True
        linked_left.add(left[place])
        linked_right.add(right[place])

    near = _neighbours(union, ~agreed, width)
    growing = True
    while growing:
        growing = False
        for place, around in near:  # what is taken on the way counts at once if it stands further on
            if not taken[place]:
                continue
            for other in around:
                if taken[other] or (left[other] in linked_left and right[other] in linked_right):
                    continue
                take(other)
                growing = True
    for direction in (forward, backward):
        for place in np.searchsorted(union, direction).tolist():
            if left[place] not in linked_left and right[place] not in linked_right:
                take(place)
    return union[np.array(taken, dtype=np.bool_)]


def _neighbours(union: Rows, wanted: NDArray[np.bool_], width: int) -> list[tuple[int, list[int]]]:
    """Every link that borders on a wanted one, in order, with the places of these, in Koehn's order."""
    if not len(union):
        return []
    ours, theirs = [], []
    for across, along in _NEIGHBOURS:
        beside = union + (across * width + along)
        place = np.minimum(np.searchsorted(union, beside), len(union) - 1)
        hit = np.flatnonzero((union[place] == beside) & wanted[place])
        ours.append(hit)
        theirs.append(place[hit])
    near: dict[int, list[int]] = {}
    places, others = np.concatenate(ours), np.concatenate(theirs)
    order = np.argsort(places, kind="stable")
    for place, other in zip(places[order].tolist(), others[order].tolist(), strict=True):
        near.setdefault(place, []).append(other)
    return list(near.items())
