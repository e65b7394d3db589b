"""Batches of sentence pairs of similar size, with numbers for words and for pairs of words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from unicodedata import combining, normalize

import numpy as np
from numpy.typing import NDArray

from lackmus.core.trees.links import Rows, bounds

Numbers = NDArray[np.int32]

_CELLS = 2**17  # pairs of words in a batch: more gain nothing, fewer cost time
_FEWEST = 128  # sentence pairs in a batch: a step over fewer costs as much
_MOST_CELLS = 2**22  # limit for batches of long sentences, because of memory
_STEM = 4  # first letters in common that make two words look alike


@dataclass(frozen=True)
class Batch:
    """A batch of sentence pairs, the last axis of each array, padded with 0 to the longest."""

    pairs: Rows  # which ones
    source: Numbers  # place × pair: numbers of words
    target: Numbers
    types: Numbers  # target × source × pair: numbers of pairs of words

    def seen(self, backward: bool) -> tuple[Numbers, Numbers, Numbers]:
        """Choosing words, words to choose from, and choosing × chosen × pair."""
        if backward:
            return self.source, self.target, self.types.swapaxes(0, 1)
        return self.target, self.source, self.types


@dataclass(frozen=True)
class Corpus:
    """All sentence pairs that can be linked. Number 0 is no word and no pair of words."""

    batches: tuple[Batch, ...]
    source: Numbers  # for each pair of words, once for all sentences: its source word
    target: Numbers
    alike: NDArray[np.bool_]  # whether the two look alike
    source_words: int  # different ones, with number 0
    target_words: int
    longest: int  # words in the longest sentence


def corpus(source: Sequence[Sequence[str]], target: Sequence[Sequence[str]], longest: int) -> Corpus:
    """Build the corpus, in lower case. Pairs with an empty or too long sentence are left out."""
    source_words, source_codes = _coded(source)
    target_words, target_codes = _coded(target)
    source_bounds, target_bounds = bounds([*map(len, source)]), bounds([*map(len, target)])
    drafts: list[tuple[Batch, Rows]] = []
    for pairs in _alike_long(np.diff(source_bounds), np.diff(target_bounds), longest):
        left = _side_by_side(source_codes, source_bounds, pairs)
        right = _side_by_side(target_codes, target_bounds, pairs)
        both = left[None].astype(np.int64) * len(target_words) + right[:, None]
        both *= (left > 0)[None] & (right > 0)[:, None]
        found, places = np.unique(both, return_inverse=True)
        drafts.append((Batch(pairs, left, right, places.reshape(both.shape).astype(np.int32)), found))
    # Batch by batch first, then once for all: sorting all cells at once would take too much memory.
    types = np.unique(np.concatenate([np.zeros(1, np.int64), *(found for _, found in drafts)]))
    batches = tuple(replace(one, types=_places(found, types)[one.types]) for one, found in drafts)
    of_source, of_target = np.divmod(types, len(target_words))
    return Corpus(
        batches,
        of_source.astype(np.int32),
        of_target.astype(np.int32),
        _look_alike(source_words, target_words, of_source, of_target),
        len(source_words),
        len(target_words),
        max((max(len(one.source), len(one.target)) for one in batches), default=0),
    )


def _coded(sentences: Sequence[Sequence[str]]) -> tuple[list[str], Numbers]:
    """The distinct words, with number 0 for none, and the numbers of all words."""
    numbers: dict[str | None, int] = {None: 0}
    codes = [numbers.setdefault(word.lower(), len(numbers)) for words in sentences for word in words]
    return [word or "" for word in numbers], np.array(codes, np.int32)


def _alike_long(source: Rows, target: Rows, longest: int) -> Iterator[Rows]:
    """Pair numbers of each batch: pairs of nearly the same lengths."""
    good = np.flatnonzero((source > 0) & (target > 0) & (source <= longest) & (target <= longest))
    left, right = source[good], target[good]
    # Sorted by source length, then up and down by target length, so that neighbours are similar.
    order = np.lexsort((np.where(left % 2, right, -right), left))
    begin, widest = 0, 0
    sizes = zip(left[order].tolist(), right[order].tolist(), strict=True)
    for end, (long, wide) in enumerate(sizes):
        widest, pairs = max(widest, wide), end - begin + 1
        cells = pairs * long * widest
        if pairs > 1 and (cells > _MOST_CELLS or (cells > _CELLS and pairs > _FEWEST)):
            yield good[order[begin:end]]
            begin, widest = end, wide
    if len(order):
        yield good[order[begin:]]


def _side_by_side(codes: Numbers, bounds: Rows, pairs: Rows) -> Numbers:
    """Word numbers as place × pair."""
    lengths = np.diff(bounds)[pairs]
    place = np.arange(lengths.max())[:, None]
    rows = np.minimum(bounds[pairs] + place, len(codes) - 1)
    return np.where(place < lengths, codes[rows], np.int32(0))


def _places(some: Rows, every: Rows) -> Numbers:
    return np.searchsorted(every, some).astype(np.int32)


def _look_alike(source: list[str], target: list[str], left: Rows, right: Rows) -> NDArray[np.bool_]:
    """Pairs of words that are the same without accents, or begin with the same letters."""
    bare = [_bare(word) for word in (*source, *target)]
    found = np.zeros(len(left), np.bool_)
    stems = [word[:_STEM] if len(word) >= _STEM else "" for word in bare]
    for keys in (bare, stems):
        numbers = {"": -1}
        codes = np.array([numbers.setdefault(key, len(numbers)) for key in keys])
        ours, theirs = codes[: len(source)][left], codes[len(source) :][right]
        found |= (ours == theirs) & (ours >= 0)
    return found


def _bare(word: str) -> str:
    return word if word.isascii() else "".join(one for one in normalize("NFD", word) if not combining(one))
