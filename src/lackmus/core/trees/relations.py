"""Relations between words of a treebank, computed over whole columns."""

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np

from lackmus.core.trees.clauses import clause_heads
from lackmus.core.trees.treebank import Mask, Rows, Treebank

EDGES = frozenset({"parent", "child", "clause", "aligned"})  # relations with at most one pair per word
MOST_PAIRS = 200_000_000  # examined at once at most: as in a sentence of 14,000 words

NOWHERE = np.iinfo(np.int64).max  # larger than any row

Pairs = Iterator[tuple[Rows, Rows]]


class TreeRelations:
    """Relations from words of one side to words of the same or the other side."""

    def __init__(self, bank: Treebank) -> None:
        self.bank = bank
        self.links: Rows = np.empty((0, 2), dtype=np.int64)  # to the translation

    @cached_property
    def clause_heads(self) -> Rows:
        """The head of each word's clause; -1 where there is none."""
        return clause_heads(self.bank)

    @cached_property
    def _few_pairs(self) -> bool:
        return int((self.bank.lengths**2).sum()) <= MOST_PAIRS

    def enumerable(self, kind: str) -> bool:
        """Whether all pairs of a relation can be examined."""
        return kind in EDGES or self._few_pairs

    def having(self, kind: str, mask: Mask) -> Mask:
        """A mask of words from which the relation leads to a word of the mask."""
        reach: dict[str, Callable[[Mask], Mask]] = {
            "ancestor": self._below,
            "descendant": self._above,
            "sibling": self._beside,
            "node": self._around,
        }
        if kind in reach:
            return reach[kind](mask)
        found = np.full(self.bank.words, False)
        for here, _ in self.pairs(kind, mask):
            found[here] = True
        return found

    def first(self, kind: str, mask: Mask) -> Rows | None:
        """For each word the first word of the mask to which the relation leads; None for kinds with few
        pairs.

        It takes a few passes over the words, not one per pair, even in long sentences.
        """
        reach: dict[str, Callable[[Mask], Rows]] = {
            "ancestor": self._first_above,
            "descendant": self._first_below,
            "sibling": self._first_beside,
            "node": self._first_around,
        }
        return reach[kind](mask) if kind in reach else None

    def pairs(self, kind: str, mask: Mask, rows: Rows | None = None) -> Pairs:
        """Pairs that lead to words of the mask, in chunks; from all words, or only from `rows`."""
        heads = self.bank.heads
        match kind:
            case "aligned":
                here, there = self.links[mask[self.links[:, 1]]].T
                yield here, there
            case "child":
                there = np.flatnonzero(mask & (heads >= 0))
                yield heads[there], there
            case "parent" | "clause":
                up = self.clause_heads if kind == "clause" else heads
                here = np.flatnonzero(up >= 0)
                here = here[mask[up[here]]]
                yield here, up[here]
            case "ancestor":
                for here, there in self._upward(self._all if rows is None else rows):
                    good = mask[there]
                    yield here[good], there[good]
            case "descendant":
                for there, here in self._upward(np.flatnonzero(mask)):
                    yield here, there
            case "sibling" | "node":
                for here, there in self._sideward(self._all if rows is None else rows):
                    good = mask[there]
                    if kind == "sibling":
                        good &= (heads[here] == heads[there]) & (here != there) & (heads[here] >= 0)
                    yield here[good], there[good]

    @cached_property
    def _all(self) -> Rows:
        return np.arange(self.bank.words)

    def _upward(self, rows: Rows) -> Pairs:
        """Words and their parents, then the parents of these, up to the root."""
        here, there = rows, self.bank.heads[rows]
        for _ in range(int(self.bank.lengths.max(initial=0))):
            inside = there >= 0
            if not inside.any():
                return
            here, there = here[inside], there[inside]
            yield here, there
            there = self.bank.heads[there]

    def _sideward(self, rows: Rows) -> Pairs:
        """Words and all words of their sentence, nearest first."""
        yield rows, rows
        sentences = self.bank.sentence_of
        for sign in (-1, 1):
            here, distance = rows, sign
            while len(here):
                there = here + distance
                inside = (there >= 0) & (there < self.bank.words)
                here, there = here[inside], there[inside]
                inside = sentences[here] == sentences[there]
                here, there = here[inside], there[inside]
                yield here, there
                distance += sign

    @cached_property
    def _links_by_row(self) -> tuple[Rows, Rows]:
        here, there = self.links.T
        order = np.argsort(here, kind="stable")
        return there[order], np.searchsorted(here[order], np.arange(self.bank.words + 1))

    def linked(self, row: int) -> Rows:
        """The words of the other side that are linked with a word."""
        there, starts = self._links_by_row
        return there[starts[row] : starts[row + 1]]

    # --- which words have such a word there -------------------------------------------------------------

    def _below(self, mask: Mask) -> Mask:
        """Words below a word of the mask; every round looks twice as far up."""
        up = np.append(self.bank.heads, -1)
        found = np.append(mask, False)[up]
        for _ in range(len(up).bit_length()):
            found, up = found | found[up], up[up]
            if (up < 0).all():
                break
        below: Mask = found[:-1]
        return below

    def _above(self, mask: Mask) -> Mask:
        """Words above a word of the mask; each word is visited once."""
        found = np.full(self.bank.words, False)
        rows = np.flatnonzero(mask)
        while len(rows):
            rows = self.bank.heads[rows]
            rows = rows[rows >= 0]
            rows = np.unique(rows[~found[rows]])
            found[rows] = True
        return found

    def _beside(self, mask: Mask) -> Mask:
        """Words with a sibling in the mask: their head has more such dependents than the word itself."""
        heads = np.where(self.bank.heads < 0, self.bank.words, self.bank.heads)
        counts = np.bincount(heads[mask], minlength=self.bank.words + 1)
        counts[-1] = 0
        beside: Mask = counts[heads] > mask
        return beside

    def _around(self, mask: Mask) -> Mask:
        found = np.full(len(self.bank), False)
        found[self.bank.sentence_of[mask]] = True
        return found[self.bank.sentence_of]

    # --- and which word is the first of them ------------------------------------------------------------

    def _first_above(self, mask: Mask) -> Rows:
        """The nearest word of the mask above each word; every round looks twice as far up."""
        up = np.append(self.bank.heads, -1)
        first = np.where(np.append(mask, False)[up], up, NOWHERE)
        for _ in range(len(up).bit_length()):
            first, up = np.minimum(first, first[up]), up[up]
        above: Rows = first[:-1]
        return above

    def _first_below(self, mask: Mask) -> Rows:
        """The first word of the mask below each word; levels pass their result up to their heads."""
        first = np.full(self.bank.words, NOWHERE)
        for rows in self._levels:
            found = np.where(mask[rows], np.minimum(rows, first[rows]), first[rows])
            np.minimum.at(first, self.bank.heads[rows], found)
        return first

    @cached_property
    def _levels(self) -> list[Rows]:
        """Words by distance from the root, farthest first, without the roots."""
        up = np.append(self.bank.heads, -1)
        depths = (up >= 0).astype(np.int64)
        for _ in range(int(self.bank.lengths.max(initial=0)).bit_length()):
            depths, up = depths + depths[up], up[up]
        order = np.argsort(-depths[:-1], kind="stable")
        ends = np.flatnonzero(np.diff(depths[order])) + 1
        return [rows for rows in np.split(order, ends) if len(rows) and depths[rows[0]]]

    def _first_beside(self, mask: Mask) -> Rows:
        """The first sibling in the mask for each word."""
        heads = self.bank.heads
        rows = np.flatnonzero(mask & (heads >= 0))[::-1]  # reversed: the first one is written last
        first = np.full(self.bank.words + 1, NOWHERE)
        first[heads[rows]] = rows
        others = rows[first[heads[rows]] != rows]
        second = np.full(self.bank.words + 1, NOWHERE)
        second[heads[others]] = others
        return np.where(first[heads] == self._all, second[heads], first[heads])

    def _first_around(self, mask: Mask) -> Rows:
        rows = np.flatnonzero(mask)[::-1]
        first = np.full(len(self.bank), NOWHERE)
        first[self.bank.sentence_of[rows]] = rows
        return first[self.bank.sentence_of]
