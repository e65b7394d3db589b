"""Is a text free of errors? Metrics asked for a yes or a no, by a threshold on their scores.

Each tuple of such a challenge is a single text. The blank other side gets the threshold as its score: so a
metric is right where it puts a text that is free of errors above the threshold, and any other below, and
everything else is as for pairs. A metric may say its threshold; else it is learnt on four fifths of the
items, for the fifth.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, nextafter, sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lackmus.core.challenges.baselines import FOLDS, MIN_ITEMS, folds_of
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import Scored

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ErrorFreeTally:
    """What a metric says of texts that are free of errors (yes) and of others (no)."""

    yes: int
    no: int
    yes_right: int
    no_right: int
    tied: int  # pairs of a yes and a no with the same score
    auc: float | None  # none where all texts are of one kind

    @property
    def n(self) -> int:
        """All texts."""
        return self.yes + self.no

    @property
    def precision(self) -> float | None:
        """Share of the texts called free of errors that are, in percent."""
        called = self.yes_right + self.no - self.no_right
        return 100 * self.yes_right / called if called else None

    @property
    def recall(self) -> float | None:
        """Share of the texts free of errors that are called so, in percent."""
        return 100 * self.yes_right / self.yes if self.yes else None

    @property
    def mcc(self) -> float | None:
        """Matthews' correlation of answer and truth, 0 if all answers are the same; none for one kind."""
        if not self.yes or not self.no:
            return None
        tp, tn = self.yes_right, self.no_right
        fn, fp = self.yes - tp, self.no - tn
        below = sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
        return (tp * tn - fp * fn) / below if below else 0.0


def with_thresholds(challenge: ChallengeSet, scored: Sequence[Scored]) -> list[Scored]:
    """The scores with the threshold on the blank side of every tuple that has none there yet."""
    return [_with_threshold(challenge, one) for one in scored] if challenge.single else list(scored)


def error_free_tally(challenge: ChallengeSet, one: Scored, rows: pl.Series) -> ErrorFreeTally:
    """What the metric says of some texts; `rows` is a mask."""
    kept = one.only(rows & one.answered)
    yes = challenge.tuples["worse"].filter(rows & one.answered) == ""
    better, worse = kept.better.to_numpy(), kept.worse.to_numpy()
    free = yes.to_numpy()
    sign = 1 if one.about.higher else -1
    right = sign * better > sign * worse
    texts = sign * np.where(free, better, worse)
    auc, tied = _auc(texts[free], texts[~free])
    return ErrorFreeTally(
        int(free.sum()), int((~free).sum()), int((right & free).sum()), int((right & ~free).sum()), tied, auc
    )


def _with_threshold(challenge: ChallengeSet, one: Scored) -> Scored:
    free = (challenge.tuples["worse"] == "").to_numpy()
    if not (one.better.is_null() != one.worse.is_null()).any():
        return one
    better, worse = (
        side.cast(pl.Float64).fill_null(np.nan).to_numpy().astype(np.float64)
        for side in (one.better, one.worse)
    )
    texts = np.where(free, better, worse)
    scored = ~np.isnan(texts)
    sign = 1.0 if one.about.higher else -1.0
    if one.about.threshold is None:
        thresholds, how = _learnt(challenge, sign * texts, free, scored)
        thresholds = sign * thresholds
    else:
        # From the threshold on: just below it, so that the threshold itself is a yes.
        thresholds, how = np.full(len(texts), nextafter(one.about.threshold, -sign * inf)), ""
    about = replace(one.about, signature="; ".join(filter(None, (one.about.signature, how))))
    sides = {"better": (free, better), "worse": (~free, worse)}
    filled = {
        name: pl.Series(name, np.where(own, given, thresholds)).set(pl.Series(~scored), None)
        for name, (own, given) in sides.items()
    }
    return replace(one, about=about, better=filled["better"], worse=filled["worse"])


def _learnt(
    challenge: ChallengeSet, texts: Floats, free: NDArray[np.bool_], scored: NDArray[np.bool_]
) -> tuple[Floats, str]:
    """The threshold for each text with the most right answers on texts of other items."""
    folds = folds_of(challenge.tuples)
    if folds is None:
        best = _best(texts[scored], free[scored])
        return np.full(len(texts), best), f"threshold fitted to these texts (fewer than {MIN_ITEMS} items)"
    found = np.zeros(len(texts))
    for fold in range(FOLDS):
        known = scored & (folds != fold)
        found[folds == fold] = _best(texts[known], free[known])
    return found, f"threshold learnt in {FOLDS} folds of items"


def _best(texts: Floats, free: NDArray[np.bool_]) -> float:
    """The threshold between two scores with the most right answers; of several the lowest."""
    if not len(texts):
        return 0.0
    order = np.argsort(texts, kind="stable")
    values, yes = texts[order], free[order]
    # With the threshold before the place: yes from there on, no before it.
    right = np.concatenate([[0], np.cumsum(~yes)]) + yes.sum() - np.concatenate([[0], np.cumsum(yes)])
    possible = np.concatenate([[True], values[1:] > values[:-1], [True]])
    place = int(np.argmax(np.where(possible, right, -1)))
    if place == 0:
        return float(values[0]) - 1
    if place == len(values):
        return float(values[-1]) + 1
    return float(values[place - 1] + values[place]) / 2


def _auc(yes: Floats, no: Floats) -> tuple[float | None, int]:
    """How often a yes is scored above a no, ties counting half; and how many pairs are tied."""
    if not len(yes) or not len(no):
        return None, 0
    ordered = np.sort(no)
    below: Any = np.searchsorted(ordered, yes, side="left")
    upto: Any = np.searchsorted(ordered, yes, side="right")
    tied = int((upto - below).sum())
    return float((below.sum() + tied / 2) / (len(yes) * len(no))), tied
