"""Word links: what an aligner says in two directions, and which links count."""

# Words are numbered through all sentences, as in treebanks, so that one step handles all links.

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

# Koehn's order: adjacent neighbours first, then diagonal ones.
_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
_PHARAOH = re.compile(r"\s*(?:[0-9]{1,9}-[0-9]{1,9}(?:\s+|$))*")  # no sentence has more words
_SIDES = ("source", "target")
_SHOWN = 40  # characters of an invalid link that a message shows


class LinkError(Sendable, ValueError):
    """A line of links is invalid, or does not fit the sentences."""

    def __init__(self, line: int, said: str) -> None:
        super().__init__(said)
        self.line = line  # from 1


@dataclass(frozen=True)
class Alignment:
    """The links of many sentence pairs, in two directions.

    The words of source sentence i are the rows from source_bounds[i] up to source_bounds[i + 1], and those of
    its translation likewise. A link is the row of a source word and the row of a target word. In `forward`
    each target word has chosen a source word or none, in `backward` each source word a target word or none.
    Links that are already symmetrised stand in both, so every symmetry returns them unchanged.
    """

    source_bounds: Rows
    target_bounds: Rows
    forward: Rows = field(repr=False)  # links × 2, sorted, each once
    backward: Rows = field(repr=False)

    def __len__(self) -> int:
        """The number of sentence pairs."""
        return len(self.source_bounds) - 1


def bounds(lengths: Sequence[int] | Rows) -> Rows:
    """The bounds of consecutive sentences with these lengths."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)))


def in_order(links: Rows) -> Rows:
    """Links sorted, each once."""
    ordered = links[np.lexsort((links[:, 1], links[:, 0]))]
    new = np.ones(len(ordered), np.bool_)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return ordered[new]


def ready(source_bounds: Rows, target_bounds: Rows, links: Rows) -> Alignment:
    """An alignment from links that are final already."""
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
    """Parse links in Pharaoh format, one line per sentence pair: `0-0 1-2`, words counted from 0."""
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
            "Were these links made for other words, or are the lines misaligned?",
        )
    return in_order(places + starts)


class _Numbers:
    """Links encoded as numbers, so that sets of links are arrays.

    One row is left free between sentences on either side, so that the last words of one are no neighbours of
    the first words of the next.
    """

    def __init__(self, alignment: Alignment) -> None:
        self._starts = alignment.source_bounds[:-1]
        self._apart = self._starts + np.arange(len(alignment))
        self.width = int(alignment.target_bounds[-1]) + len(alignment) + 1

    def of(self, links: Rows) -> Rows:
        """The numbers of links, in their order."""
        pair = np.searchsorted(self._starts, links[:, 0], side="right") - 1
        numbers: Rows = (links[:, 0] + pair) * self.width + links[:, 1] + pair
        return numbers

    def links(self, numbers: Rows) -> Rows:
        """The links of numbers."""
        source, target = np.divmod(numbers, self.width)
        pair = np.searchsorted(self._apart, source, side="right") - 1
        return np.stack((source - pair, target - pair), axis=1)


def _grown(forward: Rows, backward: Rows, width: int) -> Rows:
    """Grow-diag, then final-and (Koehn, Och and Marcu 2003).

    Start with the links of both directions; add neighbouring links of either that connect an unlinked word,
    until there are none; then add links between two unlinked words. Of two that exclude each other the first
    wins, in the order of the source.
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
        for place, around in near:  # a link added here counts at once for later places
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
    """Every link next to a wanted one, in order, with the places of those, in Koehn's order."""
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
