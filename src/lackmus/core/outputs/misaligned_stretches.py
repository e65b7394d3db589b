"""Find the misaligned stretches of a file that does not fit, and where they belong, by lengths and names."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, repeat
from typing import Self

import numpy as np
import numpy.typing as npt

from lackmus.core.outputs.fit import Damage, Fit, Suspicion
from lackmus.core.outputs.lengths import (
    FEWEST,
    HOME,
    SHIFTS,
    Bools,
    Floats,
    Lengths,
    gains,
    log_lengths,
    sums_of_ten,
)

Ints = npt.NDArray[np.int64]


# The gain in nats that another place needs. On 58 undamaged files (WMT21, WMT22, PUD, Livonian) no stretch
# gains more than 15 by a shift or 4 by belonging nowhere, and only paradigms ("I read.", "You read.") come
# near that; a hundred lines of news that are really shifted gain 115 to 460.
SHIFT_COST, NOWHERE_COST, RETURN_COST = 30.0, 15.0, 5.0

CARRIED_OVER = 0.5  # how often a name that both sides have stands in the right line
BEST_NAME, LEAST_NAME, MISSED_NAME = 4.0, 1.0, -0.5
_NAME = re.compile(r"\n|[0-9]+|[A-ZÀ-ÖØ-ÞĀ-ŽΑ-ΩЀ-Я][A-Za-zÀ-ɏͰ-ӿ]+")


_WINDOW = 10  # tens of lines that must fit by length alone for the words to be left unread
_DOUBT = 10.0  # margin in nats; with less, the words are read


def plainly_home(lengths: Lengths) -> bool:
    """Whether every window of lines fits as it stands, by lengths alone, and much better than elsewhere.

    This holds of nearly every good file and saves reading its words.
    """
    tens = sums_of_ten(lengths.scores(SHIFTS))
    starts = np.arange(0, max(tens.shape[1] - _WINDOW + 1, 1), _WINDOW)  # the last one takes the rest
    windows = np.add.reduceat(tens, starts, axis=1)
    rivals = np.delete(windows, HOME, axis=0).max(axis=0)
    margin = (windows[HOME] - np.maximum(rivals, 0)).min()
    return bool(margin >= _DOUBT and gains(tens).max() < _DOUBT)


def find_stretches(sources: Sequence[str], texts: Sequence[str]) -> list[Suspicion]:
    """Which stretches of texts do not belong to the sources beside them, and where they do."""
    lengths = Lengths(log_lengths(sources), log_lengths(texts))
    if lengths.too_few or plainly_home(lengths):
        return []
    lengths = lengths.without_fillers(texts)
    if lengths.too_few:
        return []
    shifts = list(SHIFTS)
    scores = lengths.scores(shifts)
    names = _Names.of(sources, texts, lengths.told)
    scores += names.scores(shifts)
    gained = gains(sums_of_ten(scores))
    if gained[-1] >= NOWHERE_COST:
        far = lengths.far_shifts()
        scores = np.vstack([scores, lengths.scores(far) + names.scores(far)])
        shifts += far
        gained = gains(sums_of_ten(scores))
    rivals = [row for row, gain in enumerate(gained[:-1]) if row == HOME or gain >= SHIFT_COST]
    if len(rivals) == 1 and gained[-1] < NOWHERE_COST:
        return []
    path = _path(scores[rivals], rivals.index(HOME))
    nowhere = len(rivals)
    places = [*(shifts[row] for row in rivals), 0]
    # The figures that are shown must support the claim; otherwise there is no shift.
    for first, last, state in _runs(path):
        here, there = (_fit(lengths, names, first, last, shift) for shift in (0, places[state]))
        if places[state] and (last - first < FEWEST or there.strength < max(0.5, here.strength + 0.1)):
            path[first:last] = nowhere
    found = []
    for first, last, state in _runs(path):
        here, there = (_fit(lengths, names, first, last, shift) for shift in (0, places[state]))
        if places[state]:
            found.append(_shifted(first, last, places[state], here, there))
        elif state == nowhere and here.lines >= FEWEST and here.contradicts:
            found.append(_nowhere(first, last, here, sources, texts))
    return found


def fit_of(sources: Sequence[str], texts: Sequence[str]) -> Fit:
    """The figures of a whole file as it stands."""
    lengths = Lengths(log_lengths(sources), log_lengths(texts)).without_fillers(texts)
    return _fit(lengths, _Names.of(sources, texts, lengths.told), 0, len(texts), 0)


@dataclass(frozen=True)
class _Names:
    """Numbers and capitalised words that both sides have about equally often: likely left untranslated.

    An occurrence is one integer, line × size + number of the name, so that a shift is an addition.
    """

    sources: Ints
    texts: Ints
    weights: Floats  # by name
    told: Bools  # by text

    @classmethod
    def of(cls, sources: Sequence[str], texts: Sequence[str], told: Bools) -> Self:
        theirs, ours = (
            _NAME.findall("\n".join(line.replace("\n", " ") for line in side)) for side in (sources, texts)
        )
        both = set(theirs) & set(ours) - {"\n"}
        numbers = {"\n": 0} | {name: number for number, name in enumerate(both, 1)}
        size = len(numbers)
        of_sources, of_texts = _occurrences(theirs, numbers), _occurrences(ours, numbers)
        in_sources, in_texts = (np.bincount(side % size, minlength=size) for side in (of_sources, of_texts))
        # "Was" is frequent in German and rare in English: a word, not a name. It would only mislead.
        alike = (in_sources <= 2 * in_texts) & (in_texts <= 2 * in_sources)
        by_chance = np.maximum(in_texts, 1) / max(len(texts), 1)
        weights = np.where(alike, np.log(CARRIED_OVER / by_chance), 0).clip(0, BEST_NAME)
        of_sources, of_texts = (side[weights[side % size] >= LEAST_NAME] for side in (of_sources, of_texts))
        return cls(of_sources, of_texts, weights, told)

    def found(self, shift: int) -> tuple[Ints, Bools]:
        """The line where each name of a source belongs at this shift (-1: none), and whether it is there."""
        keys = self.sources + shift * len(self.weights)
        lines = keys // len(self.weights)
        lines[(lines < 0) | (lines >= len(self.told))] = -1
        lines[~self.told[lines]] = -1
        places = np.searchsorted(self.texts, keys).clip(max=len(self.texts) - 1)
        return lines, (self.texts[places] == keys) & (lines >= 0)

    def scores(self, shifts: Sequence[int]) -> Floats:
        """One row per shift, one column per text: the ratio for the names found and missed."""
        scores = np.zeros((len(shifts), len(self.told)))
        if len(self.sources):
            weights = self.weights[self.sources % len(self.weights)]
            for row, shift in zip(scores, shifts, strict=True):
                lines, hit = self.found(shift)
                row[lines[lines >= 0]] = MISSED_NAME
                row[lines[hit]] = 0
                row += np.bincount(lines[hit], weights[hit], minlength=len(row))
        return np.minimum(scores, BEST_NAME)

    def copied(self, first: int, last: int, shift: int) -> float | None:
        if not len(self.sources):
            return None
        lines, hit = self.found(shift)
        hit = hit[(lines >= first) & (lines < last)]
        return float(hit.mean()) if len(hit) else None


def _occurrences(names: Sequence[str], numbers: Mapping[str, int]) -> Ints:
    found = np.fromiter(map(numbers.get, names, repeat(-1)), np.int64, len(names))
    keys = np.cumsum(found == 0) * len(numbers) + found
    return np.unique(keys[found > 0])


def _path(scores: Floats, home: int) -> Ints:
    """The state of each line on the best path (Viterbi); the state after the last row is "nowhere"."""
    states, lines = len(scores) + 1, scores.shape[1]
    cost = np.full(states, SHIFT_COST)
    cost[home], cost[-1] = RETURN_COST, NOWHERE_COST
    best = np.where(np.arange(states) == home, 0, -cost)
    own = np.arange(states)
    came_from = np.empty((lines, states), dtype=np.int64)
    for line, column in enumerate(np.vstack([scores, np.zeros(lines)]).T.copy()):
        top = int(best.argmax())
        change = best[top] - cost
        came_from[line] = np.where(best >= change, own, top)
        best = np.maximum(best, change) + column
    path = np.empty(lines, dtype=np.int64)
    state = int(best.argmax())
    for line in range(lines - 1, -1, -1):
        path[line] = state
        state = int(came_from[line, state])
    return path


def _runs(path: Ints) -> Iterator[tuple[int, int, int]]:
    """Stretches of one state: first line, line after the last, state."""
    for first, last in pairwise([0, *(np.flatnonzero(np.diff(path)) + 1).tolist(), len(path)]):
        yield first, last, int(path[first])


def _fit(lengths: Lengths, names: _Names, first: int, last: int, shift: int) -> Fit:
    x, y = lengths.pairs(first, last, shift)
    varied = len(x) >= 3 and min(np.ptp(x), np.ptp(y)) > 0
    correlation = float(np.corrcoef(x, y)[0, 1]) if varied else None
    return Fit(len(x), correlation, names.copied(first, last, shift))


def _shifted(first: int, last: int, shift: int, here: Fit, there: Fit) -> Suspicion:
    evidence = (
        f"lines {first + 1:,}–{last:,} fit their sources best when moved "
        f"{'up' if shift > 0 else 'down'} by {abs(shift):,}: {_figures(there, here)}"
    )
    return Suspicion(Damage.SHIFTED, first + 1, last, shift, evidence)


def _nowhere(first: int, last: int, here: Fit, sources: Sequence[str], texts: Sequence[str]) -> Suspicion:
    kept = _numbers_kept(sources[first:last], texts)
    if _in_order(texts[first:last]):
        kind, more = Damage.SORTED, "; they stand in alphabetical order"
    elif kept is not None and kept < 0.5:
        kind, more = (
            Damage.FOREIGN,
            f"; only {100 * kept:.0f} % of the sources' numbers are anywhere in the file",
        )
    else:
        kind, more = Damage.SHUFFLED, ""
    evidence = (
        f"lines {first + 1:,}–{last:,} fit their sources neither here nor at any shift: {_figures(here)}"
    )
    return Suspicion(kind, first + 1, last, 0, evidence + more)


def _numbers_kept(sources: Sequence[str], texts: Sequence[str]) -> float | None:
    """Of the numbers that occur once in the sources, the share that occurs in the texts."""
    theirs = Counter(re.findall("[0-9]{2,}", "\n".join(sources)))
    once = {number for number, times in theirs.items() if times == 1}
    ours = re.findall("[0-9]{2,}", "\n".join(texts))
    return len(once.intersection(ours)) / len(once) if len(once) >= 5 else None


def _in_order(texts: Sequence[str]) -> bool:
    """Whether nearly every text follows the one before, by characters or by letters alone."""
    letters = ["".join(filter(str.isalnum, text)).casefold() for text in texts]
    return any(sum(a <= b for a, b in pairwise(side)) >= 0.95 * (len(side) - 1) for side in (texts, letters))


def _figures(fit: Fit, instead_of: Fit | None = None) -> str:
    other = instead_of or Fit(0, None, None)
    figures = [
        ("length correlation", "{:z.2f}", fit.length_correlation, other.length_correlation),
        ("names and numbers of the source found again", "{:.0%}", fit.copied, other.copied),
    ]
    told = [
        f"{name} {form.format(this)}" + (f" instead of {form.format(that)}" if that is not None else "")
        for name, form, this, that in figures
        if this is not None
    ]
    return ", ".join(told).replace("%", " %")
