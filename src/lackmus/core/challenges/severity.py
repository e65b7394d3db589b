"""Graded texts of one source: does the order of a metric follow the grades? Correlations, item by item."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lackmus.core.base.choices import Testing
from lackmus.core.base.correlations import ranks
from lackmus.core.base.significance import bootstrap_passes
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import Scored

NAMES = ("critical", "major", "minor", "none")  # grades in words, the worst first
_SAME = {"neutral": "none", "no-error": "none", "no error": "none"}
Floats = NDArray[np.float64]


def grade(written: str) -> float | None:
    """A grade as a number, higher is better: a number or the severity of the worst error; None if neither."""
    word = written.strip().casefold()
    word = _SAME.get(word, word)
    if word in NAMES:
        return float(NAMES.index(word))
    try:
        number = float(word)
    except ValueError:
        return None
    return number if np.isfinite(number) else None


@dataclass(frozen=True)
class GradeCorrelation:
    """How the scores of a metric go with the grades within items, on average over items."""

    items: int
    kendall: float | None  # tau-b; an item whose texts all have one score counts as 0
    spearman: float | None
    interval: tuple[float, float] | None  # of Kendall's, by a bootstrap over items


def grade_correlation(
    challenge: ChallengeSet, one: Scored, rows: pl.Series, testing: Testing
) -> GradeCorrelation:
    """Over the items of some tuples; `rows` is a mask."""
    kept = rows & one.answered
    tuples = challenge.tuples.filter(kept)
    scores = one.only(kept)
    sign = 1 if one.about.higher else -1
    items: dict[str, dict[tuple[str, str], tuple[float, float]]] = {}
    columns = tuples.select("pair", "item", "better", "worse", "better_grade", "worse_grade").iter_rows()
    for (pair, item, *texts), better, worse in zip(columns, scores.better, scores.worse, strict=True):
        known = items.setdefault(f"{pair}:{item}", {})
        for text, written, score in ((texts[0], texts[2], better), (texts[1], texts[3], worse)):
            known[text, written] = grade(written or "") or 0.0, sign * score
    found = []
    for _, known in sorted(items.items()):
        grades, values = (np.array(side) for side in zip(*known.values(), strict=True))
        found.append((_kendall(grades, values), _spearman(grades, values)))
    if not found:
        return GradeCorrelation(0, None, None, None)
    table = np.array(found)
    # Sums of halves are not exact in small floats; the bootstrap only draws items.
    drawn = bootstrap_passes(table[:, :1], testing.samples, testing.seed) / len(table)
    low, high = np.quantile(drawn[:, 0], [testing.alpha / 2, 1 - testing.alpha / 2])
    kendall, spearman = table.mean(axis=0)
    return GradeCorrelation(len(table), float(kendall), float(spearman), (float(low), float(high)))


def differing(grades: Sequence[float]) -> list[tuple[int, int]]:
    """All pairs of places with different grades, the better one first."""
    return [
        (one, other)
        for one in range(len(grades))
        for other in range(len(grades))
        if grades[one] > grades[other]
    ]


def _kendall(one: Floats, other: Floats) -> float:
    """Kendall's tau-b; 0 where all values of a side are equal."""
    x = np.sign(one[:, None] - one[None, :])
    y = np.sign(other[:, None] - other[None, :])
    below = np.sqrt((x * x).sum() * (y * y).sum())
    return float((x * y).sum() / below) if below else 0.0


def _spearman(one: Floats, other: Floats) -> float:
    """Spearman's rho; 0 where all values of a side are equal."""
    x, y = (side - side.mean() for side in (ranks(one), ranks(other)))
    below = np.sqrt((x * x).sum() * (y * y).sum())
    return float((x * y).sum() / below) if below else 0.0
