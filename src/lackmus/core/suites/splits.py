"""Split a suite: choose which part of every phenomenon is reserved."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from lackmus.core.base.texts import source_key
from lackmus.core.suites.draws import dice, shuffled
from lackmus.core.suites.suite import Draft, Item


def reserve(suite: Draft, share: float | Fraction, seed: int = 0) -> frozenset[str]:
    """The keys of the items to reserve, including those already reserved.

    In every phenomenon of every pair the share is rounded down or up, so that the pair as a whole comes as
    near to it as possible; where a phenomenon has two items or more, neither all nor none are reserved. Items
    of one paradigm, or of one sentence, stay on one side, because one would reveal the others; only a
    phenomenon that is a single paradigm is split. A sentence that several phenomena or pairs share is kept on
    one side where their shares allow it (see `given_away`).
    """
    if not 0 <= share <= 1:
        raise ValueError(f"a share of {float(share):g} is not between 0 and 1")
    share = Fraction(share).limit_denominator(10**6)
    thrown = dice(seed)
    sides = _Sides(suite.items)
    reserved: set[str] = set()
    for _, phenomena in sorted(_strata(suite.items).items()):
        parts = [_part(phenomena[name], share, thrown) for name in sorted(phenomena)]
        target = share * sum(map(len, phenomena.values()))
        for part, raised in zip(parts, _raised(parts, target, thrown), strict=True):
            reserved |= sides.taken(part, part.above if raised else part.below)
    return frozenset(reserved)


def given_away(suite: Draft, reserved: Collection[str]) -> frozenset[str]:
    """Reserved items whose sentence also occurs in a public item, so that they are not secret."""
    public = {source_key(item.source) for item in suite.items if item.key not in reserved}
    return frozenset(
        item.key for item in suite.items if item.key in reserved and source_key(item.source) in public
    )


def _strata(items: Sequence[Item]) -> Mapping[str, Mapping[tuple[str, str], list[Item]]]:
    """Items by pair and phenomenon; sorted, so that the order of a file does not matter."""
    found: dict[str, dict[tuple[str, str], list[Item]]] = defaultdict(lambda: defaultdict(list))
    for item in sorted(items, key=lambda item: item.key):
        found[str(item.pair)][item.category, item.phenomenon].append(item)
    return found


_Block = frozenset[str]  # keys of items that belong on one side


@dataclass(frozen=True)
class _PhenomenonQuota:
    """What can be reserved of a phenomenon, and how many when its share is rounded down, and up."""

    held: _Block  # reserved in any case
    free: Sequence[_Block]  # in random order
    quota: Fraction
    below: int
    above: int

    @property
    def step(self) -> int:
        return self.above - self.below

    @property
    def remainder(self) -> Fraction:
        """The fractional part of the quota, from 0 to 1."""
        return (self.quota - self.below) / self.step if self.step else Fraction(0)


def _part(items: Sequence[Item], share: Fraction, thrown: Random) -> _PhenomenonQuota:
    already = _Block(item.key for item in items if item.reserved)
    blocks = shuffled(_blocks(items), thrown)
    held = _Block().union(*(block for block in blocks if block & already))
    if len(blocks) == 1 or len(held) == len(items):  # they cannot stay together
        blocks, held = shuffled([_Block({item.key}) for item in items], thrown), already
    free = [block for block in blocks if not block & held]
    least = 1 if share and len(items) > 1 else 0
    most = max(len(items) - 1, 1, len(held))
    possible = sorted(size + len(held) for size in _sums(list(map(len, free))))
    sizes = [size for size in possible if least <= size <= most]
    quota = share * len(items)
    below = max((size for size in sizes if size <= quota), default=sizes[0])
    above = min((size for size in sizes if size >= quota), default=sizes[-1])
    return _PhenomenonQuota(held, free, quota, min(below, above), max(below, above))


class _Sides:
    """The side of each sentence so far, in any phenomenon or target language."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.source = {item.key: (item.pair.source, source_key(item.source)) for item in items}
        self.secret = {self.source[item.key] for item in items if item.reserved}
        self.public: set[tuple[str, str]] = set()

    def taken(self, part: _PhenomenonQuota, many: int) -> _Block:
        """So many items of a phenomenon: those secret elsewhere first, those public elsewhere last."""
        free = sorted(part.free, key=self._place)
        sums = _sums(list(map(len, free)))
        chosen = part.held.union(*(free[place] for place in _addends(sums, many - len(part.held))))
        self.secret.update(self.source[key] for key in chosen)
        self.public.update(self.source[key] for block in free for key in block if key not in chosen)
        return chosen

    def _place(self, block: _Block) -> int:
        sources = {self.source[key] for key in block}
        return -1 if sources & self.secret else int(bool(sources & self.public))


def _blocks(items: Sequence[Item]) -> list[_Block]:
    """A paradigm, or the items of one sentence."""
    found: dict[tuple[bool, str], set[str]] = defaultdict(set)
    for item in items:
        alone = item.paradigm is None
        found[alone, source_key(item.source) if item.paradigm is None else item.paradigm].add(item.key)
    return [_Block(keys) for keys in found.values()]


def _raised(parts: Sequence[_PhenomenonQuota], target: Fraction, thrown: Random) -> list[bool]:
    """Which parts are rounded up: those with the largest remainders, until the target is met."""
    chance = [thrown.random() for _ in parts]  # between equal remainders
    order = sorted(range(len(parts)), key=lambda place: (-parts[place].remainder, chance[place]))
    sums = _sums([parts[place].step for place in order])
    gap = target - sum(part.below for part in parts)
    chosen = {order[place] for place in _addends(sums, min(sums, key=lambda size: (abs(gap - size), size)))}
    return [place in chosen for place in range(len(parts))]


# Each sum that some of the steps give, with the last step and the sum before it.
_Sums = dict[int, tuple[int, int]]


def _sums(steps: Sequence[int]) -> _Sums:
    """All sums, each from the earliest steps that give it."""
    found: _Sums = {0: (-1, 0)}
    for place, step in enumerate(steps):
        for size in list(found):
            found.setdefault(size + step, (place, size))
    return found


def _addends(sums: _Sums, size: int) -> Iterator[int]:
    """Indices of the steps that give the sum."""
    while size:
        place, size = sums[size]
        yield place
