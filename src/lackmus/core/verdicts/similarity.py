"""Similarity of systems: how often two get the same verdict, an order by similarity, groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING

import polars as pl

from lackmus.core.base.compact_frames import compact
from lackmus.core.verdicts.accuracies import COUNTED, counted_rows
from lackmus.core.verdicts.clusters import stacked, strata_of

if TYPE_CHECKING:  # only agreement needs numpy, and `lackmus evaluate` should not wait for it
    import numpy as np
    from numpy.typing import NDArray

    Shares = NDArray[np.float64]

_MANY = 1 << 22  # cells of items × systems multiplied at once: some 32 MB


class Likeness(Mapping[tuple[str, str], float]):
    """The share of items, in percent, on which two systems get the same verdict; symmetric."""

    def __init__(self, systems: Sequence[str], shares: Shares) -> None:
        self.systems = tuple(systems)
        self.shares = shares  # systems × systems; the diagonal is unused
        self._places = {system: place for place, system in enumerate(systems)}

    def __getitem__(self, pair: tuple[str, str]) -> float:
        one, other = (self._places[system] for system in pair)
        if one == other or not len(self):
            raise KeyError(pair)
        return float(self.shares[one, other])

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return permutations(self.systems, 2) if len(self) else iter(())

    def __len__(self) -> int:
        return len(self.systems) * (len(self.systems) - 1) if self.shares.size else 0

    @cached_property
    def ends(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """The two most similar systems, and the two least similar; the first of equals."""
        import numpy as np

        above = np.triu(np.ones(self.shares.shape, dtype=bool), 1)
        most = np.where(above, self.shares, -1.0).argmax()
        least = np.where(above, self.shares, 101.0).argmin()
        pairs = [np.unravel_index(place, self.shares.shape) for place in (most, least)]
        first, last = ((self.systems[one], self.systems[other]) for one, other in pairs)
        return first, last


def likeness(verdicts: pl.DataFrame, systems: Sequence[str]) -> Likeness:
    """The share of fair items on which two systems get the same verdict; empty without fair items."""
    import numpy as np

    counted = compact(verdicts.select(COUNTED))
    passes = stacked(strata_of(counted_rows(counted), systems))
    if passes is None or len(systems) < 2:
        return Likeness(systems, np.empty((0, 0)))
    # Both pass, or both fail: sums of whole numbers, which are exact in floats.
    same = np.zeros((len(systems), len(systems)))
    step = max(1, _MANY // len(systems))
    for start in range(0, len(passes), step):
        signs = np.where(passes[start : start + step], 1.0, -1.0)
        same += signs.T @ signs
    return Likeness(systems, 100 * ((same + len(passes)) / 2) / len(passes))


def side_by_side(systems: Sequence[str], alike: Mapping[tuple[str, str], float]) -> list[str]:
    """The systems in an order in which similar ones are neighbours.

    Rows of systems are joined, the most similar first (by the mean over members), at their most similar ends.
    The direction is chosen so that the first given system is nearer to the start.
    """
    rows = _joined(_shares_of(systems, alike), 1)
    order = [systems[place] for place in rows[0]] if rows else []
    if order and 2 * order.index(systems[0]) >= len(order):
        order.reverse()
    return order


def _shares_of(systems: Sequence[str], alike: Mapping[tuple[str, str], float]) -> Shares:
    import numpy as np

    if isinstance(alike, Likeness) and alike.systems == tuple(systems):
        return alike.shares
    return np.array([[alike.get((one, other), 0.0) for other in systems] for one in systems], dtype=float)


def _joined(shares: Shares, most: int, balanced: bool = False) -> list[list[int]]:
    """Rows of neighbours, at most `most`; `balanced` keeps rows from growing by single outsiders."""
    import numpy as np

    rows: list[list[int]] = [[place] for place in range(len(shares))]
    sums = shares.astype(float)
    sizes = np.ones(len(rows))
    means = np.where(np.triu(np.ones_like(sums, dtype=bool), 1), sums, -np.inf)
    alive = len(rows)
    while alive > most:
        one, other = (int(place) for place in np.unravel_index(means.argmax(), means.shape))
        left, right = rows[one], rows[other]
        turned = [(a, b) for a in (left, left[::-1]) for b in (right, right[::-1])]
        ends = [shares[a[-1], b[0]] for a, b in turned]
        first, second = turned[int(np.argmax(ends))]
        rows[one], rows[other] = first + second, []
        if balanced:  # groups are as similar as their most different members
            sums[one] = sums[:, one] = np.minimum(sums[one], sums[other])
            found = sums[one].copy()
        else:
            sums[one] = sums[:, one] = sums[one] + sums[other]
            sizes[one] += sizes[other]
            found = sums[one] / (sizes * sizes[one])
        means[other] = means[:, other] = -np.inf
        gone = np.array([not row for row in rows])
        found[gone] = -np.inf
        means[one, one + 1 :] = found[one + 1 :]
        means[:one, one] = found[:one]
        alive -= 1
    return [row for row in rows if row]


@dataclass(frozen=True)
class Group:
    """Systems that get the same verdicts more often than others."""

    systems: tuple[str, ...]
    middle: str  # the member that is most like the others


@dataclass(frozen=True)
class SimilarityGroups:
    """Groups of similar systems, similar groups side by side."""

    groups: tuple[Group, ...]
    shares: Mapping[tuple[int, int], float]  # means over pairs; none for groups of one


def grouped(alike: Likeness, most: int) -> SimilarityGroups:
    """The systems in at most `most` groups whose members are as similar as possible."""
    import numpy as np

    rows = _joined(alike.shares, most, balanced=True)
    pairs = np.array([[alike.shares[np.ix_(one, other)].mean() for other in rows] for one in rows])
    names = [str(place) for place in range(len(rows))]
    order = [int(name) for name in side_by_side(names, Likeness(names, pairs))]
    rows = [rows[place] for place in order]
    shares: dict[tuple[int, int], float] = {}
    for at, one in enumerate(rows):
        for beside, other in enumerate(rows):
            block = alike.shares[np.ix_(one, other)]
            if at != beside:
                shares[at, beside] = float(block.mean())
            elif len(one) > 1:
                shares[at, at] = float((block.sum() - block.trace()) / (len(one) * (len(one) - 1)))
    groups = []
    for row in rows:
        sums = alike.shares[np.ix_(row, row)].sum(axis=1)
        names = [alike.systems[place] for place in row]
        groups.append(Group(tuple(names), names[int(sums.argmax())]))
    return SimilarityGroups(tuple(groups), shares)
