"""Wording pairs: one wording in place of another, and whether the verdict of a text kept or flipped."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from lackmus.core.proposals.corpus import OPEN, PASS, Ints, Known
from lackmus.core.proposals.links import Links, Substitution

LEAST_ITEMS = 2
UNANIMOUS = 0.97
_CLEAR = 3  # items before a pair is offered for confirmation
_WORTH = 3  # texts that it settles first


class PairScope(StrEnum):
    """Where a pair was counted, from narrow to wide."""

    PHENOMENON = "phenomenon"
    CATEGORY = "category"
    SUITE = "suite"


@dataclass(frozen=True)
class WordingPair:
    """Words here in place of words in a passed or failed text, and which verdict that led to."""

    change: Substitution
    before: int  # PASS or FAIL of the text that has the words there
    after: int  # the verdict it leads to
    agreeing: int  # items
    items: int
    scope: PairScope
    number: int = 0  # of the change
    place: int = 0  # of the phenomenon or category; 0 for the suite

    @property
    def kept(self) -> bool:
        """Whether the verdict stays."""
        return self.before == self.after

    @property
    def unanimous(self) -> bool:
        """Whether the pair may speak."""
        return self.items >= LEAST_ITEMS and self.agreeing >= UNANIMOUS * self.items

    @property
    def because(self) -> str:
        """The reason in words."""
        said = "passed" if self.before == PASS else "failed"
        did = "kept" if self.kept else "flipped"
        return (
            f"differs from this {said} text only by {self.change}, "
            f"which {did} the verdict in {self.agreeing:,} of {self.items:,} cases"
        )


@dataclass(frozen=True)
class ConfirmablePair:
    """A pair that a linguist could confirm, and the open texts that it settles first."""

    number: int
    pair: WordingPair
    verdict: int
    settles: Sequence[int]


_Key = tuple[int, int, int]  # change, verdict before, place of the scope


class PairTable:
    """All wording pairs of the decided texts, counted over distinct items in three scopes."""

    def __init__(self, links: Links, known: Known) -> None:
        self.links, self.known = links, known
        self._items: dict[PairScope, dict[_Key, dict[int, set[int]]]] = {one: {} for one in PairScope}
        for kind, before, after, item, phenomenon, category in self._observed():
            for scope, place in _places(phenomenon, category):
                told = self._items[scope].setdefault((kind, before, place), {})
                told.setdefault(after, set()).add(item)

    @classmethod
    def of(cls, links: Links, known: Known) -> "PairTable":
        """The pairs inside items; both texts have verdicts by people."""
        return cls(links, known)

    @cached_property
    def pairs(self) -> Sequence[WordingPair]:
        """Every pair of the suite with enough items, the most frequent first."""
        found = [
            self._pair(PairScope.SUITE, key)
            for key, told in self._items[PairScope.SUITE].items()
            if len(set().union(*told.values())) >= LEAST_ITEMS
        ]
        return sorted(found, key=lambda one: (-one.items, -one.agreeing, str(one.change), one.before))

    def narrowest(self, kind: int, before: int, phenomenon: int, category: int) -> WordingPair | None:
        """The pair in the narrowest scope that has enough items; None if these are not unanimous."""
        for scope, place in _places(phenomenon, category):
            told = self._items[scope].get((kind, before, place))
            if told and len(set().union(*told.values())) >= LEAST_ITEMS:
                pair = self._pair(scope, (kind, before, place))
                return pair if pair.unanimous else None
        return None

    def proposals(self, texts: Collection[int]) -> Mapping[int, tuple[WordingPair, int]]:
        """For each text the pair with most items that speaks of it, and the decided text it starts from."""
        found: dict[int, tuple[WordingPair, int]] = {}
        for here, there, kind in self._links_to(texts):
            corpus = self.links.corpus
            before = int(self.known.verdict[there])
            pair = self.narrowest(kind, before, int(corpus.phenomenon[here]), int(corpus.category[here]))
            if pair is not None and (here not in found or pair.items > found[here][0].items):
                found[here] = pair, there
        return found

    def _pair(self, scope: PairScope, key: _Key) -> WordingPair:
        told = self._items[scope][key]
        after, items = max(told.items(), key=lambda one: (len(one[1]), one[0] == key[1]))
        many = len(set().union(*told.values()))
        change = self.links.substitutions[key[0]]
        return WordingPair(
            change, key[1], after, len(items - _others(told, after)), many, scope, key[0], key[2]
        )

    def _observed(self) -> Iterator[tuple[int, int, int, int, int, int]]:
        """Links inside items with both verdicts by people."""
        links, known, corpus = self.links, self.known, self.links.corpus
        decided = known.by_people & (known.verdict != OPEN)
        chosen = (links.sibling == 0) & decided[links.there] & decided[links.here]
        here = links.here[chosen]
        yield from zip(
            links.kind[chosen].tolist(),
            known.verdict[links.there[chosen]].tolist(),
            known.verdict[here].tolist(),
            corpus.item[here].tolist(),
            corpus.phenomenon[here].tolist(),
            corpus.category[here].tolist(),
            strict=True,
        )

    def _links_to(self, texts: Collection[int]) -> Iterator[tuple[int, int, int]]:
        """Links inside items from decided texts to these: here, there and the change."""
        links, wanted = self.links, set(texts)
        chosen = (links.sibling == 0) & self.known.by_people[links.there]
        columns = (links.here[chosen], links.there[chosen], links.kind[chosen])
        for here, there, kind in zip(*(column.tolist() for column in columns), strict=True):
            if here in wanted:
                yield here, there, kind


def confirmable(table: PairTable, open_texts: Ints, barred: Collection[int]) -> list[ConfirmablePair]:
    """Clear pairs that settle several open texts, most texts first; barred changes are left out."""
    settles: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    pairs: dict[tuple[int, int, int], WordingPair] = {}
    for text, (pair, _) in table.proposals(open_texts.tolist()).items():
        if pair.items >= _CLEAR and pair.number not in barred:
            key = pair.number, pair.before, pair.after
            settles[key].append(text)
            pairs[key] = pair
    found = [
        ConfirmablePair(key[0], pairs[key], key[2], texts)
        for key, texts in settles.items()
        if len(texts) >= _WORTH
    ]
    return sorted(found, key=lambda one: (-len(one.settles), one.number))


def _places(phenomenon: int, category: int) -> tuple[tuple[PairScope, int], ...]:
    return (PairScope.PHENOMENON, phenomenon), (PairScope.CATEGORY, category), (PairScope.SUITE, 0)


def _others(told: Mapping[int, set[int]], after: int) -> set[int]:
    """Items in which the change also led elsewhere."""
    return set().union(*(items for verdict, items in told.items() if verdict != after))


__all__ = [
    "LEAST_ITEMS",
    "UNANIMOUS",
    "ConfirmablePair",
    "PairScope",
    "PairTable",
    "WordingPair",
    "confirmable",
]
