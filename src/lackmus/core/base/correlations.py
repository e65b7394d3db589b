"""Does one ranking of systems follow another: Spearman's rho, its exact p-value, and a bootstrap interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial

import numpy as np
from numpy.typing import NDArray

EXACT = 12  # up to so many systems every order is counted; beyond, random ones
ORDERS = 100_000  # random orders
SAMPLES = 10_000  # resamples of the systems
SEED = 1
_AT_ONCE = 1_000  # resamples whose ranks are found in one step
_LEAST = 3  # of two systems one is always first
_TIE = 1e-9


@dataclass(frozen=True)
class Correlation:
    """Spearman's rho between two numbers of the same systems, with p-value and interval."""

    n: int
    rho: float | None  # none for fewer than three systems, and where all have the same value
    p_value: float | None = None  # two-tailed, by permutation
    interval: tuple[float, float] | None = None  # 95 %, systems resampled; none where all resamples agree
    exact: bool = True  # all orders were counted, not a sample of them

    @property
    def why_not(self) -> str:
        """Why there is no rho; empty where there is one."""
        if self.rho is not None:
            return ""
        if self.n < _LEAST:
            return (
                "no system has both"
                if not self.n
                else f"only {self.n} of at least {_LEAST} systems have both"
            )
        return "all systems have the same value"

    @property
    def how(self) -> str:
        """How the p-value was found, in words."""
        return f"all {factorial(self.n):,} orders" if self.exact else f"{ORDERS:,} random orders"


def spearman(first: Sequence[float], second: Sequence[float], seed: int = SEED) -> Correlation:
    """Spearman's rho with p-value and interval; ties have their mean rank."""
    if len(first) != len(second):
        raise ValueError(f"{len(first)} values beside {len(second)}")
    n = len(first)
    one, other = ranks(first), ranks(second)
    rho = float(_pearson(one, other)) if n >= _LEAST else np.nan
    if np.isnan(rho):
        return Correlation(n, None)
    exact = n <= EXACT
    p_value = _exact_p(one, other) if exact else _sampled_p(one, other, seed)
    return Correlation(n, rho, p_value, _interval(first, second, seed), exact)


def ranks(values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 1 for the lowest; equal values share the mean rank. A matrix is ranked row by row."""
    given = np.asarray(values, dtype=np.float64)
    below = (given[..., :, None] > given[..., None, :]).sum(axis=-1)
    equal = (given[..., :, None] == given[..., None, :]).sum(axis=-1)
    return np.asarray(below + (equal + 1) / 2, dtype=np.float64)


def _pearson(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pearson's correlation, row by row; NaN where all values are equal."""
    x, y = (side - side.mean(axis=-1, keepdims=True) for side in (one, other))
    scale = np.sqrt((x * x).sum(axis=-1) * (y * y).sum(axis=-1))
    found = (x * y).sum(axis=-1) / np.where(scale > _TIE, scale, np.nan)
    return np.asarray(np.clip(found, -1.0, 1.0), dtype=np.float64)


def _exact_p(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The share of all orders whose rho is at least as far from 0.

    Ranks are halves at the finest, so sums of their products are whole numbers of quarters, and how many
    orders give each sum is counted place by place, for every set of ranks that are used already.
    """
    x, y = (np.rint(2 * side).astype(np.int64) for side in (one, other))
    n = len(x)
    most = int(np.sort(x) @ np.sort(y))
    ways = {0: _unit(most)}
    for place in range(n):
        further: dict[int, NDArray[np.float64]] = {}
        for used, sums in ways.items():
            for rank in range(n):
                if not used >> rank & 1:
                    step = int(x[place] * y[rank])
                    moved = further.setdefault(used | 1 << rank, np.zeros(most + 1))
                    moved[step:] += sums[: most + 1 - step]
        ways = further
    (sums,) = ways.values()
    middle = float(x.sum() * y.sum()) / n
    far = np.abs(np.arange(most + 1) - middle) >= abs(float(x @ y) - middle) - _TIE
    return float(sums[far].sum() / factorial(n))


def _unit(most: int) -> NDArray[np.float64]:
    start = np.zeros(most + 1)
    start[0] = 1
    return start


def _sampled_p(one: NDArray[np.float64], other: NDArray[np.float64], seed: int) -> float:
    """The share of random orders whose rho is at least as far from 0. The real order counts: p is never 0."""
    random = np.random.default_rng(seed)
    x, y = one - one.mean(), other - other.mean()
    shuffled = random.permuted(np.tile(y, (ORDERS, 1)), axis=1)
    far = np.abs(shuffled @ x) >= abs(float(x @ y)) - _TIE
    return float((far.sum() + 1) / (ORDERS + 1))


def _interval(first: Sequence[float], second: Sequence[float], seed: int) -> tuple[float, float] | None:
    """The middle 95 % of rho over resampled systems; resamples in which all are equal have no rho.

    A perfect order stays perfect in every resample. That says nothing about other systems, so it has none.
    """
    random = np.random.default_rng(seed)
    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    found = []
    for _ in range(SAMPLES // _AT_ONCE):
        drawn = random.integers(len(x), size=(_AT_ONCE, len(x)))
        found.append(_pearson(ranks(x[drawn]), ranks(y[drawn])))
    rhos = np.concatenate(found)
    rhos = rhos[~np.isnan(rhos)]
    if not rhos.size or rhos.max() - rhos.min() < _TIE:
        return None
    low, high = np.quantile(rhos, [0.025, 0.975])
    return float(low), float(high)
