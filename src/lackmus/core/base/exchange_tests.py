"""Do some systems pass more of the same items than others? Two exact tests; the more careful one counts."""

# 1. Exchange the systems: if the groups do not matter, the passes of an item fall on any system alike, so
#    the number of those in the first group is hypergeometric. Too sure where systems of a group resemble
#    each other: two that always agree are counted as two witnesses.
# 2. Exchange the signs (Fisher and Pitman): if the means do not differ, the difference of an item could as
#    well have the other sign. Too sure where nearly all pass: ten items that one system passes, and of ten
#    others each time another one fails, give ten small differences of one sign.
# The larger p is therefore taken. With one system on either side both are exact McNemar, two-tailed. A
# bootstrap of the differences has the weakness of the second, and is too coarse for a correction over a
# hundred rows.

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loaded only for a test
    import numpy as np
    from numpy.typing import NDArray

    Passes = NDArray[np.bool_]

_MOST = 20_000  # different sums; beyond that the normal distribution is as good as exact


def difference_p(passes: Passes, own: Sequence[int], others: Sequence[int]) -> float:
    """Two-tailed p of the mean passes of some columns against those of others: the larger of both tests."""
    return max(exchange_p(passes, own, others), sign_p(passes, own, others))


def sign_p(passes: Passes, own: Sequence[int], others: Sequence[int]) -> float:
    """Two-tailed p by exchanging signs: each item's difference could have either sign."""
    import numpy as np

    shared = math.gcd(len(own), len(others))
    mine = passes[:, list(own)].sum(axis=1) * (len(others) // shared)
    theirs = passes[:, list(others)].sum(axis=1) * (len(own) // shared)
    differences = (mine - theirs)[mine != theirs]
    seen = abs(int(differences.sum()))
    sizes = np.abs(differences).tolist()
    most = sum(sizes)
    if most > _MOST:
        away = max(0.0, seen - 0.5) / math.sqrt(sum(size * size for size in sizes))
        return 2 * NormalDist().cdf(-away)
    chances = np.zeros(2 * most + 1)  # of every sum from −most on
    chances[most] = 1
    for size in sizes:
        moved = np.zeros_like(chances)
        moved[size:] = chances[: len(chances) - size]
        moved[: len(chances) - size] += chances[size:]
        chances = moved / 2
    return min(1.0, 2 * float(chances[most + seen :].sum())) if seen else 1.0


def exchange_p(passes: Passes, own: Sequence[int], others: Sequence[int]) -> float:
    """Two-tailed p by exchanging systems: the passes of an item could fall on any column."""
    if not own or not others or set(own) & set(others):
        raise ValueError(f"two groups of different systems are needed, not {own} and {others}")
    mine, every = passes[:, list(own)].sum(axis=1), passes[:, [*own, *others]].sum(axis=1)
    total = len(own) + len(others)
    told = every[(every > 0) & (every < total)].tolist()  # items that all pass or all fail do not count
    seen = int(mine[(every > 0) & (every < total)].sum())
    return _p(seen, told, len(own), total)


def _p(seen: int, told: Sequence[int], own: int, total: int) -> float:
    """Two-tailed p of the number of passes in the first group, given how many systems pass each item."""
    least = [max(0, passing - (total - own)) for passing in told]
    most = [min(passing, own) for passing in told]
    if sum(most) - sum(least) > _MOST:
        return _normal_p(seen, told, own, total)
    import numpy as np

    kernels = {passing: np.array(_hypergeometric(passing, own, total)) for passing in set(told)}
    chances = np.ones(1)  # of every sum, from the least on
    for passing in told:
        chances = np.convolve(chances, kernels[passing])
    place = seen - sum(least)
    return min(1.0, 2 * min(float(chances[: place + 1].sum()), float(chances[place:].sum())))


def _hypergeometric(passing: int, own: int, total: int) -> list[float]:
    """Chances that so many of the passing systems belong to the first group, from the least number on."""
    ways = math.comb(total, passing)
    return [
        math.comb(own, mine) * math.comb(total - own, passing - mine) / ways
        for mine in range(max(0, passing - (total - own)), min(passing, own) + 1)
    ]


def _normal_p(seen: int, told: Sequence[int], own: int, total: int) -> float:
    share = own / total
    variance = sum(
        passing * share * (1 - share) * (total - passing) / (total - 1) for passing in told
    )  # of hypergeometric numbers
    away = max(0.0, abs(seen - share * sum(told)) - 0.5)
    return 2 * NormalDist().cdf(-away / math.sqrt(variance))
