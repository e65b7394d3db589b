"""What length and position alone reach on a challenge: pseudo-metrics that have never read a text."""

# Wrong texts are often shorter than right ones, and some systems write more of them. A metric that knows only
# that is right more often than a coin. How often is learnt from the key itself: a logistic regression on
# differences between the two texts of a tuple, trained on four fifths of the items and tried on the fifth.

from collections.abc import Iterator
from hashlib import blake2b

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import MetricInfo, Scored

LENGTH, POSITION = "length", "position"
FOLDS = 5
MIN_ITEMS = 10  # fewer teach nothing
_RIDGE = 1.0  # keeps weights finite where a feature tells everything
_STEPS = 25
_TIE = 1e-9

Floats = NDArray[np.float64]


def baselines(challenge: ChallengeSet) -> list[Scored]:
    """Scores by length alone and, where the writers of texts are known, by position alone; none of few items.

    The position of a text is who wrote it: a system of a campaign, or the number of a hypothesis.
    """
    folds = folds_of(challenge.tuples)
    if folds is None or challenge.single:  # a single text has no other to be longer than
        return []
    differences = {LENGTH: _lengths(challenge.tuples), POSITION: _positions(challenge.tuples)}
    return [
        _scored(name, _held_out(found, folds)) for name, found in differences.items() if found is not None
    ]


def _scored(name: str, margins: Floats) -> Scored:
    """Positive margins prefer the better text."""
    better = pl.Series("better", margins)
    about = MetricInfo(name, needs=(), signature=f"logistic regression, {FOLDS} folds of items")
    return Scored(about, better, pl.Series("worse", np.zeros(len(margins))))


def folds_of(tuples: pl.DataFrame) -> NDArray[np.int64] | None:
    """The fold of each tuple: that of its item, by a hash; None of few items. Order does not matter."""
    units = tuples.select(pl.concat_str("pair", "item", separator=":")).to_series()
    known = {unit: blake2b(unit.encode(), digest_size=8).digest() for unit in units.unique()}
    if len(known) < MIN_ITEMS:
        return None
    # Dealt out in the order of the hashes: folds of the same size.
    dealt = {unit: place % FOLDS for place, unit in enumerate(sorted(known, key=known.__getitem__))}
    return np.array([dealt[unit] for unit in units], dtype=np.int64)


def _lengths(tuples: pl.DataFrame) -> Floats:
    """Differences in length, and in how far the length is from those of reference and source."""

    def length(column: str, words: bool) -> Floats:
        text = pl.col(column)
        many = text.str.count_matches(r"\S+") if words else text.str.len_chars()
        found: Floats = np.log1p(tuples.select(many.cast(pl.Float64)).to_series().to_numpy())
        return found

    def columns() -> Iterator[Floats]:
        for words in (False, True):
            better, worse = length("better", words), length("worse", words)
            yield better - worse
            for other in (length("reference", words), length("source", words)):
                yield np.abs(better - other) - np.abs(worse - other)

    return np.column_stack(list(columns()))


def _positions(tuples: pl.DataFrame) -> Floats | None:
    """Who wrote the better text against who wrote the worse; a text of several belongs to each in part."""
    sides = [[name.split(", ") for name in tuples[side]] for side in ("better_from", "worse_from")]
    names = sorted({name for side in sides for writers in side for name in writers if name})
    if len(names) < 2:
        return None
    place = {name: column for column, name in enumerate(names)}
    found = np.zeros((tuples.height, len(names)))
    for sign, side in zip((1, -1), sides, strict=True):
        for row, writers in enumerate(side):
            for name in writers:
                if name:
                    found[row, place[name]] += sign / len(writers)
    return found


def _held_out(differences: Floats, folds: NDArray[np.int64]) -> Floats:
    """For each tuple: how clearly the better text is preferred by what was learnt from the other folds."""
    margins = np.zeros(len(folds))
    for fold in range(FOLDS):
        held = folds == fold
        scale = np.sqrt((differences[~held] ** 2).mean(axis=0))
        scale[scale < _TIE] = np.inf  # a feature without differences says nothing
        margins[held] = (differences[held] / scale) @ _learnt(differences[~held] / scale)
    margins[np.abs(margins) < _TIE] = 0.0
    return margins


def _learnt(differences: Floats) -> Floats:
    """Weights of a logistic regression without intercept: every difference should be positive (Newton)."""
    weights = np.zeros(differences.shape[1])
    for _ in range(_STEPS):
        right = 1 / (1 + np.exp(-np.clip(differences @ weights, -30, 30)))
        slope = differences.T @ (1 - right) - _RIDGE * weights
        bend = (differences * (right * (1 - right))[:, None]).T @ differences
        step = np.linalg.solve(bend + _RIDGE * np.eye(len(weights)), slope)
        weights = weights + step
        if np.abs(step).max() < _TIE:
            break
    return weights
