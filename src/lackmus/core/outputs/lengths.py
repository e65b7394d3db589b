"""How well the lengths of texts fit those of their sources, line by line and shift by shift."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from lackmus.core.outputs.fit import LEAST_SPREAD, LENGTH_CORRELATION, MOST_SPREAD, WORST_LINE

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

REACH = 30  # shifts tried in every file, in lines; larger ones only if nothing fits
SHIFTS = range(-REACH, REACH + 1)
HOME = REACH  # the row of shift 0
FEWEST = 20  # lines below which no claim is made, about a file or a stretch
FAR = 6  # how many larger shifts are tried


@dataclass(frozen=True)
class Lengths:
    """Logarithms of the lengths in characters; NaN for blank lines."""

    sources: Floats
    texts: Floats

    def without_fillers(self, texts: Sequence[str]) -> Self:
        """A copy in which fillers count as blank lines."""
        # A text that fills very many lines ("####") is a filler and belongs to no source.
        many = min(max(5, len(texts) // 100), 30)
        fillers = {text for text, times in Counter(texts).items() if times > many}
        filled = np.fromiter((text in fillers for text in texts), np.bool_, len(texts))
        return type(self)(self.sources, np.where(filled, np.nan, self.texts))

    @property
    def too_few(self) -> bool:
        """Whether too few lines are not blank for any claim."""
        return len(self.pairs(0, len(self.texts), 0)[0]) < FEWEST

    @property
    def told(self) -> Bools:
        return ~np.isnan(self.texts)

    def overlap(self, first: int, last: int, shift: int) -> tuple[slice, slice]:
        """Slices of the sources and of the texts from first to last that face each other at this shift."""
        first, last = max(first, shift), min(last, len(self.sources) + shift)
        last = max(first, last)
        return slice(first - shift, last - shift), slice(first, last)

    def pairs(self, first: int, last: int, shift: int) -> tuple[Floats, Floats]:
        there, here = self.overlap(first, last, shift)
        x, y = self.sources[there], self.texts[here]
        known = ~np.isnan(x + y)
        return x[known], y[known]

    def scores(self, shifts: Sequence[int]) -> Floats:
        """One row per shift, one column per text: the ratio for two correlated normal variables."""
        rho, rest = LENGTH_CORRELATION, 1 - LENGTH_CORRELATION**2
        x, y = _standard(self.sources), _standard(self.texts)
        of_x, of_y = (rho**2 / (2 * rest) * np.square(side) + np.log(rest) / 4 for side in (x, y))
        slope = rho / rest * y
        scores = np.zeros((len(shifts), len(y)))
        for row, shift in zip(scores, shifts, strict=True):
            there, here = self.overlap(0, len(y), shift)
            part = row[here]
            np.multiply(x[there], slope[here], out=part)
            part -= of_x[there]
            part -= of_y[here]
            np.maximum(part, WORST_LINE, out=part)
        if np.isnan(x.sum() + y.sum()):  # a blank line supports no shift
            scores[np.isnan(scores)] = 0
        return scores

    def far_shifts(self) -> list[int]:
        """The few shifts beyond REACH at which the lengths rise and fall together best."""
        # Differences, not lengths: a file ordered by topic has long and short parts, which agree by chance.
        x, y = (np.nan_to_num(np.diff(_standard(side))) for side in (self.sources, self.texts))
        size = len(x) + len(y)
        products = np.fft.irfft(np.fft.rfft(y, size) * np.fft.rfft(x, size).conj(), size)
        shifts = np.arange(1 - len(x), len(y))
        overlap = np.minimum(len(y), len(x) + shifts) - np.maximum(shifts, 0)
        agreement = products[shifts] / np.sqrt(overlap)
        agreement[(np.abs(shifts) <= REACH) | (overlap < FEWEST)] = 0
        best = np.argsort(agreement)[-FAR:]
        return [int(shifts[place]) for place in best if agreement[place] > 0]


def log_lengths(lines: Sequence[str]) -> Floats:
    """Logarithms of the lengths in characters; NaN for blank lines."""
    lengths = np.fromiter(map(len, map(str.strip, lines)), np.float64, len(lines))
    lengths[lengths == 0] = np.nan
    return np.log(lengths)


def _standard(lengths: Floats) -> Floats:
    """In standard deviations from the mean, which makes wordy and terse languages comparable."""
    told = lengths[~np.isnan(lengths)]
    standard: Floats = (lengths - told.mean()) / max(told.std(), LEAST_SPREAD)
    return standard.clip(-MOST_SPREAD, MOST_SPREAD)


def sums_of_ten(scores: Floats) -> Floats:
    """Scores summed over ten lines each: claims need no finer resolution, and sums are quick to compare."""
    sums: Floats = np.add.reduceat(scores, np.arange(0, scores.shape[1], 10), axis=1)
    return sums


def gains(tens: Floats) -> Floats:
    """By how much each row beats shift 0 in its best stretch; the last gain is that of "nowhere"."""
    rivals = np.cumsum(np.vstack([tens, np.zeros(tens.shape[1])]) - tens[HOME], axis=1)
    before = np.minimum(np.minimum.accumulate(rivals, axis=1), 0)
    best: Floats = np.max(rivals - before, axis=1)
    return best
