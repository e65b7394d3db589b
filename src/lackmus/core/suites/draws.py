"""Draw items of a suite: all, or so many of every category or phenomenon, the same ones for the same seed."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor
from random import Random
from typing import Self, TypeVar

from lackmus.core.suites.suite import Item

_Any = TypeVar("_Any")


class Per(StrEnum):
    """What an amount refers to."""

    SUITE = "suite"
    CATEGORY = "category"
    PHENOMENON = "phenomenon"


_COUNT = re.compile(r"[0-9]+")
_PERCENT = re.compile(r"([0-9]+(?:[.,][0-9]+)?) *%")


@dataclass(frozen=True, slots=True)
class Amount:
    """How many items: a count, a share of them, or, when neither is given, all."""

    count: int | None = None
    share: Fraction | None = None  # from 0 to 1

    @classmethod
    def parse(cls, written: str) -> Self:
        """Read what users write: `all`, `20`, `10%`."""
        plain = written.strip().lower()
        if plain == "all":
            return cls()
        if _COUNT.fullmatch(plain) and int(plain):
            return cls(count=int(plain))
        percent = _PERCENT.fullmatch(plain)
        share = Fraction(percent[1].replace(",", ".")) / 100 if percent else Fraction(0)
        if 0 < share <= 1:
            return cls(share=share)
        raise ValueError(
            f"“{written}” is no amount: write “all”, a number from 1 such as 20, or a share such as 10%"
        )

    def __str__(self) -> str:
        if self.share is not None:
            return f"{float(100 * self.share):g}%"
        return "all" if self.count is None else str(self.count)

    def of(self, size: int, least: int) -> int:
        """The number of items out of `size`; a share is never rounded below `least`, the number of groups."""
        if self.share is not None:
            return min(size, max(rounded(self.share * size), least))
        return size if self.count is None else min(size, self.count)


ALL = Amount()


def rounded(number: Fraction) -> int:
    """Round halves up: 50 % of 7 items are 4."""
    return floor(number + Fraction(1, 2))


def dice(seed: int) -> Random:
    """A random generator for the seed."""
    return Random(seed)  # noqa: S311  (the seed is recorded; secrecy is not asked for)


def shuffled(values: Iterable[_Any], thrown: Random) -> list[_Any]:
    """The values in random order. It uses `random()` alone, the only method stable across Python versions."""
    ranked = [(thrown.random(), place, value) for place, value in enumerate(values)]
    return [value for _, _, value in sorted(ranked, key=lambda rank: rank[:2])]


def draw(
    items: Iterable[Item],
    amount: Amount = ALL,
    per: Per = Per.SUITE,
    seed: int = 0,
    among: Collection[str] | None = None,
    reserved: bool = False,
) -> tuple[Item, ...]:
    """Some of the items, in the order in which they were given.

    Which ones depends on their keys and the seed alone, not on that order. `among` are the keys from which
    to draw (what a system failed, what an earlier template held). Amounts are spread over the phenomena in
    proportion, with one of each where that is possible. With the same seed, more of every phenomenon
    includes fewer.
    """
    items = tuple(items)
    wanted = None if among is None else frozenset(among)
    offered = [
        item for item in items if (reserved or not item.reserved) and (wanted is None or item.key in wanted)
    ]
    thrown = dice(seed)
    groups: dict[tuple[str, ...], dict[tuple[str, ...], list[str]]] = defaultdict(lambda: defaultdict(list))
    for item in shuffled(sorted(offered, key=lambda item: item.key), thrown):
        phenomenon = (str(item.pair), item.category, item.phenomenon)
        groups[_group(phenomenon, per)][phenomenon].append(item.key)
    drawn: set[str] = set()
    for _, phenomena in sorted(groups.items()):
        keys = [phenomena[name] for name in sorted(phenomena)]
        sizes = [len(ones) for ones in keys]
        total = amount.of(sum(sizes), least=len(sizes))
        for ones, many in zip(keys, _spread(sizes, total, thrown), strict=True):
            drawn.update(ones[:many])
    return tuple(item for item in items if item.key in drawn)


def _group(phenomenon: tuple[str, ...], per: Per) -> tuple[str, ...]:
    match per:
        case Per.SUITE:
            return ()
        case Per.CATEGORY:
            return phenomenon[:2]
        case Per.PHENOMENON:
            return phenomenon


def _spread(sizes: Sequence[int], total: int, thrown: Random) -> list[int]:
    """Distribute the total over groups of these sizes: in proportion, and at least one each if possible."""
    least = 1 if total >= len(sizes) else 0
    quotas = [Fraction(size * total, sum(sizes)) for size in sizes]
    given = [max(least, floor(quota)) for quota in quotas]
    chance = [thrown.random() for _ in sizes]  # between equal remainders

    def lacking(place: int) -> tuple[Fraction, float]:
        return quotas[place] - given[place], chance[place]

    places = range(len(sizes))
    while sum(given) < total:
        given[max((place for place in places if given[place] < sizes[place]), key=lacking)] += 1
    while sum(given) > total:  # large groups give up items for small ones that keep one
        given[min((place for place in places if given[place] > least), key=lacking)] -= 1
    return given
