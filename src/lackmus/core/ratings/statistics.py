"""Statistics of ratings: standardised per annotator, means with intervals, tests of paired differences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from lackmus.core.base.significance import bootstrap_means

SAMPLES = 1000  # resamples of sentences
EXACT = 16  # up to so many differences all signs are tried
FLIPS = 20_000  # random signs for more differences
SEED = 1
_TIE = 1e-9


@dataclass(frozen=True)
class Mean:
    """A mean with its 95 % bootstrap interval."""

    n: int
    value: float | None  # None without values
    interval: tuple[float, float] | None = None  # None for fewer than two values


@dataclass(frozen=True)
class Paired:
    """Differences within sentences: their mean, and the chance of one as large by chance alone."""

    difference: Mean
    p_value: float | None  # two-tailed; None without differences
    exact: bool = True  # all signs were tried, not a sample of them


def mean_of(values: Sequence[float], seed: int = SEED) -> Mean:
    """The mean of some numbers, with its interval."""
    if not len(values):
        return Mean(0, None)
    given = np.asarray(values, dtype=np.float64)
    value = float(given.mean())
    if len(given) < 2:
        return Mean(1, value)
    column: Any = (given - value)[:, None]  # small numbers lose less to rounding
    spread = bootstrap_means(column, SAMPLES, seed)[:, 0]
    low, high = np.quantile(spread, [0.025, 0.975]).tolist()
    return Mean(len(given), value, (value + low, value + high))


def paired(differences: Sequence[float], seed: int = SEED) -> Paired:
    """Sign-flip test: if neither side were better, each difference could as well have the other sign."""
    if not len(differences):
        return Paired(mean_of(differences), None)
    exact = len(differences) <= EXACT
    return Paired(mean_of(differences, seed), _sign_flip_p(differences, exact, seed), exact)


def _sign_flip_p(differences: Sequence[float], exact: bool, seed: int) -> float:
    given = np.asarray(differences, dtype=np.float64)
    n, far = len(given), abs(float(given.sum())) - _TIE
    if exact:
        numbers = np.arange(2**n)[:, None]
        signs = 1.0 - 2.0 * ((numbers >> np.arange(n)) & 1)
        return float((np.abs(signs @ given) >= far).mean())
    random = np.random.default_rng(seed)
    reached, step = 1, max(1, 2_000_000 // n)  # the real signs count as one sample, so p is never 0
    for start in range(0, FLIPS, step):
        signs = 1.0 - 2.0 * random.integers(2, size=(min(step, FLIPS - start), n))
        reached += int((np.abs(signs @ given) >= far).sum())
    return reached / (FLIPS + 1)


def standardised(ratings: pl.DataFrame) -> pl.DataFrame:
    """The ratings with `z`: how many standard deviations above the same person's mean; without repeats.

    Null for people with fewer than two ratings, or only one value.
    """
    first = pl.col("value").cast(pl.Float64).filter(pl.col("repeat") == 0)
    middle, spread = first.mean().over("person"), first.std().over("person")
    z = pl.when(spread > _TIE).then((pl.col("value") - middle) / spread)
    return ratings.with_columns(z.alias("z"))


def pearson(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's correlation; None where one list has no variation."""
    if len(one) < 3:
        return None
    x, y = (np.asarray(side, dtype=np.float64) - np.mean(side) for side in (one, other))
    scale = float(np.sqrt((x * x).sum() * (y * y).sum()))
    return float(np.clip((x * y).sum() / scale, -1.0, 1.0)) if scale > _TIE else None
