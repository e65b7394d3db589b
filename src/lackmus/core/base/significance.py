"""Significance tests of the systems in a row against its best: p-values, clusters, intervals."""

# Accuracies are fractions from 0 to 1. Every test is one-tailed and asks of each system: could it be as
# good as the best of the row? The best itself is not compared and has p = 1. Without items there is
# nothing to test: n = 0 is a ValueError, so rows without items must be left out beforehand.

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from lackmus.core.base.choices import ALPHA, Test

if TYPE_CHECKING:  # the plain Z-test serves `lackmus evaluate`, which should not wait for numpy
    import numpy as np
    from numpy.typing import NDArray

    Passes = NDArray[np.bool_]  # items × systems: the same items for every system
    Means = NDArray[np.float64]  # resamples × systems
    Sums = NDArray[np.floating[Any]]  # as Means, in whole numbers

_STANDARD = NormalDist()
_ROUNDING = 1e-9  # an average of fractions may miss 1, or a multiple of 1/n, by rounding
_TIE = 1e-12  # two macro-averages that differ by less are equal
_EXACT = 1 << 24  # up to so many items can be counted exactly in 32-bit floats
_LISTED = 1 << 19  # so many steps from 0 at most are listed one by one
_CELLS = 2_000_000  # weights held at once while resampling: some 50 MB, however many items there are


def best_of(accuracies: Sequence[float], counts: Sequence[int] | None = None) -> int:
    """Index of the best accuracy; among equals the one with most items, then the first."""
    top = max(accuracies)
    equals = [place for place, accuracy in enumerate(accuracies) if accuracy == top]
    return equals[0] if counts is None else max(equals, key=lambda place: counts[place])


def z_p_values(accuracies: Sequence[float], counts: Sequence[int]) -> list[float]:
    """One-tailed p of each system against the best of the row, by the unpooled standard error.

    This is the published rule: `p > 0.05` here is `z < 1.6449` there (exactly 1.64485…). Where the standard
    error is 0 (both at 0 % or 100 %), only equal accuracies get p > 0.05.
    """
    if len(accuracies) != len(counts):
        raise ValueError(f"{len(accuracies)} accuracies, but {len(counts)} counts")
    rows = list(zip(accuracies, counts, strict=True))
    for accuracy, n in dict.fromkeys(rows):
        _check_row(accuracy, n)
    if not accuracies:
        return []
    best = best_of(accuracies, counts)
    # Of a thousand systems many have passed as many items: each case is tested once.
    tested = {row: _z_p(*rows[best], *row) for row in dict.fromkeys(rows)}
    return [1.0 if i == best else tested[row] for i, row in enumerate(rows)]


def mcnemar_p_values(passes: Passes) -> list[float]:
    """Exact one-tailed McNemar of each system against the best of the row (the first of equals).

    Only items on which the two differ count. If both were equally good, either would win such an item with
    chance 1/2; p is the chance that the best wins at least as many as it did.
    """
    import numpy as np

    table = np.asarray(passes, dtype=np.bool_)
    _check_table(table.shape)
    best = int(table.sum(axis=0).argmax())
    column = table[:, [best]]
    wins = (column & ~table).sum(axis=0).tolist()
    losses = (~column & table).sum(axis=0).tolist()
    return [coin_p(won, won + lost) for won, lost in zip(wins, losses, strict=True)]


def bootstrap_means(passes: Passes, samples: int = 1000, seed: int | np.random.SeedSequence = 0) -> Means:
    """Accuracies of all systems on resampled items, one row a resample."""
    import numpy as np

    return np.divide(bootstrap_passes(passes, samples, seed), len(passes), dtype=np.float64)


def bootstrap_passes(
    passes: Passes | Sums, samples: int = 1000, seed: int | np.random.SeedSequence = 0
) -> Sums:
    """How many resampled items each system passes, one row a resample.

    Paired: a resample draws the same items for every system. So a system's column depends neither on the
    order of the systems nor on the other systems; it does depend on the order of the items.
    """
    import numpy as np

    # Sums of whole numbers are exact in floats, so systems that tie in a resample tie here too.
    small: Any = np.float32 if len(passes) < _EXACT else np.float64
    table = np.asarray(passes, dtype=small)
    _check_table(table.shape)
    n = len(table)
    random = np.random.default_rng(seed)
    sums = np.empty((samples, table.shape[1]), dtype=small)
    step = max(1, _CELLS // n)
    for start in range(0, samples, step):
        size = min(step, samples - start)
        # How often each item was drawn; counting draws is several times as fast as a multinomial.
        draws = random.integers(n, size=(size, n))
        draws += n * np.arange(size)[:, None]
        weights = np.bincount(draws.ravel(), minlength=size * n).reshape(size, n)
        np.matmul(weights.astype(small), table, out=sums[start : start + size])
    return sums


def macro_bootstrap_means(strata: Iterable[Passes], samples: int = 1000, seed: int = 0) -> Means:
    """Macro-averages on resampled items: each stratum (category, phenomenon) is resampled by itself.

    So every resample has as many items in each stratum as the suite. The strata draw from independent
    streams that all follow from the one seed and the order of the strata.
    """
    import numpy as np

    root = np.random.SeedSequence(seed)
    total: Means | None = None
    for passes in strata:
        means = bootstrap_means(passes, samples, root.spawn(1)[0])
        if total is None:
            total = means
        else:
            total += means
    if total is None:
        raise ValueError("no strata: a macro-average needs at least one")
    total /= root.n_children_spawned
    return total


def bootstrap_p_values(means: Means | Sums, best: int) -> list[float]:
    """Share of resamples in which a system is at least as good as the best of the row.

    `best` is the index of the best on the items as they are, which need not be the best of a resample.
    A share can be no finer than one in the number of resamples; 0.0 means fewer than that.
    """
    if len(means) == 0:
        raise ValueError("no resamples: nothing to test")
    reached = (means >= means[:, [best]] - _TIE).sum(axis=0)  # counting is faster than a mean of truths
    shares: list[float] = (reached / len(means)).tolist()
    return shares


def holm(p_values: Sequence[float], best: int | None = None) -> list[float]:
    """Holm's step-down correction over all comparisons; the best is not compared and keeps p = 1.

    The smallest p is multiplied by the number of comparisons, the next by one fewer; none gets smaller than
    the one before.
    """
    others = sorted((i for i in range(len(p_values)) if i != best), key=lambda i: p_values[i])
    adjusted = [1.0] * len(p_values)
    floor = 0.0
    for rank, i in enumerate(others):
        floor = max(floor, min(1.0, (len(others) - rank) * p_values[i]))
        adjusted[i] = floor
    return adjusted


def cluster(names: Sequence[str], p_values: Sequence[float], alpha: float = ALPHA) -> list[str]:
    """The systems that the test cannot tell from the best (p > alpha), the best among them."""
    return [name for name, p in zip(names, p_values, strict=True) if p > alpha]


def wilson(passes: float, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of an accuracy; it stays within 0 and 1, also for few items."""
    if not 0 <= passes <= n:
        raise ValueError(f"{passes} passes of {n} items cannot be")
    _check_row(0.0, n)
    z = _STANDARD.inv_cdf((1 + confidence) / 2)
    share = passes / n
    middle = share + z * z / (2 * n)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    # At the ends the bound is exactly 0 or 1; rounding must not miss it.
    low = 0.0 if passes == 0 else (middle - reach) / scale
    high = 1.0 if passes == n else (middle + reach) / scale
    return low, high


def smallest_difference(n: int, best: float, test: Test, alpha: float = ALPHA) -> float | None:
    """The smallest difference to the best (a fraction) that could be significant with n items.

    It tells whether a cluster of all systems means "all alike" or only "too few items". For the paired tests
    it is the best case: the other system fails items that the best passes and never the reverse. None if no
    difference would do, and for n = 0.
    """
    if n == 0:
        return None
    _check_row(best, n)
    most = best * n + _ROUNDING  # the passes of the best; an average need not be a whole number of them
    lost: float | None
    match test:
        case Test.Z:
            others = range(math.ceil(best * n - _ROUNDING) - 1, -1, -1)
            return next((best - k / n for k in others if _z_p(best, n, k / n, n) <= alpha), None)
        case Test.MCNEMAR:
            # The best wins all of d differing items: chance 1/2, d times.
            lost = next((d for d in range(1, n + 1) if 0.5**d <= alpha), None)
        case Test.BOOTSTRAP:
            # The other system ties only in resamples that draw none of the d items it fails.
            lost = next((d for d in range(1, n + 1) if (1 - d / n) ** n <= alpha), None)
        case Test.ITEMS:
            return None  # it depends on which tuples share an item
    return lost / n if lost is not None and lost <= most else None


def _z_p(best: float, best_n: int, other: float, other_n: int) -> float:
    error = math.sqrt(_variance(best) / best_n + _variance(other) / other_n)
    if error == 0:
        return 1.0 if best == other else 0.0
    return _STANDARD.cdf((other - best) / error)


def _variance(accuracy: float) -> float:
    return max(0.0, accuracy * (1 - accuracy))  # never below 0 for an average a hair above 1


def coin_p(heads: int, flips: int) -> float:
    """Chance of at least so many heads. Exact first term, then ratios: binomials would overflow floats."""
    term = math.comb(flips, heads) / 2**flips
    total = 0.0
    for k in range(heads, flips + 1):
        total += term
        if term < total * 1e-17:  # the best won at least half, so terms only shrink from here
            break
        term *= (flips - k) / (k + 1)
    return min(1.0, total)


def two_tailed_p(only_first: int, only_second: int) -> float:
    """Two-tailed exact McNemar, where neither system was expected to win."""
    return min(1.0, 2 * coin_p(max(only_first, only_second), only_first + only_second))


def sign_flip_p(differences: Sequence[int]) -> float:
    """Exact two-tailed p of paired differences: how often is their sum as far from 0 with random signs?

    If nothing had changed, each difference could as well have the other sign. With differences of one item
    each this is the exact McNemar test. Sums too large to be listed are taken as normally distributed, which
    at that size makes no difference.
    """
    sizes = [abs(difference) for difference in differences if difference]
    if len(set(sizes)) < 2:
        up = sum(difference > 0 for difference in differences)
        return two_tailed_p(up, len(sizes) - up)
    unit = math.gcd(*sizes)
    reached, most = abs(sum(differences)) // unit, sum(sizes) // unit
    if not reached:
        return 1.0
    if most > _LISTED:
        spread = math.sqrt(sum((size / unit) ** 2 for size in sizes))
        return min(1.0, 2 * _STANDARD.cdf(-reached / spread))
    import numpy as np

    # The characteristic function of a sum with random signs is a product of cosines; its inverse Fourier
    # transform lists the chance of each sum.
    turns = np.arange(most + 1) * (2 * math.pi / (2 * most + 1))
    waves = np.ones(most + 1)
    for size, times in sorted(Counter(sizes).items()):  # sorted: rounding must not depend on the order
        waves *= np.cos(turns * (size // unit)) ** times
    chances = np.fft.irfft(waves, 2 * most + 1)
    return min(1.0, max(0.0, 2 * float(chances[reached : most + 1].sum())))


def shift_p_values(means: Means) -> list[float]:
    """Two-tailed bootstrap p of each column of resampled differences: on which side of 0 do they lie?

    Twice the share of resamples on the other side of 0, or on it; 0.0 means fewer than one in them.
    """
    if len(means) == 0:
        raise ValueError("no resamples: nothing to test")
    down, up = (means <= _TIE).mean(axis=0), (means >= -_TIE).mean(axis=0)
    return [min(1.0, 2 * min(one, other)) for one, other in zip(down.tolist(), up.tolist(), strict=True)]


def _check_row(accuracy: float, n: int) -> None:
    """Refuse percents and NaN: they would silently make every system a winner, or none."""
    if n < 1:
        raise ValueError(f"n = {n}: without items there is nothing to test")
    if not 0 <= accuracy <= 1 + _ROUNDING:
        raise ValueError(f"{accuracy} is no accuracy: a fraction from 0 to 1 is needed")


def _check_table(shape: tuple[int, ...]) -> None:
    if len(shape) != 2 or 0 in shape:
        raise ValueError(f"items × systems with at least one of each is needed, not a shape of {shape}")
