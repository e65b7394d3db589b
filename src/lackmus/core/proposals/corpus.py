"""The texts that proposals are about, numbered from 0, with their words and places as arrays."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lackmus.core.base.verdict import Verdict
from lackmus.core.proposals.wordings import Splitter, Words, skeleton
from lackmus.core.suites.suite import Item

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

OPEN, FAIL, PASS = -1, 0, 1
SIGNS = {Verdict.PASS: PASS, Verdict.FAIL: FAIL, Verdict.WARNING: OPEN}
_KEPT = 1 / 3  # a word that stands in so many items of a phenomenon belongs to its frame


@dataclass(frozen=True, slots=True)
class CorpusText:
    """A distinct text of an item, who wrote it, and what the rules say of it."""

    item: str
    text: str
    systems: frozenset[str] = frozenset()
    by_rules: Verdict = Verdict.WARNING


class TextCorpus:
    """Texts of a suite in a fixed order: by category, phenomenon, item and wording."""

    def __init__(self, items: Iterable[Item], texts: Iterable[CorpusText]) -> None:
        by_key = {item.key: item for item in items}
        known = [one for one in texts if one.item in by_key]
        places = {key: (item.category, item.phenomenon, key) for key, item in by_key.items()}
        self.texts: Sequence[CorpusText] = sorted(known, key=lambda one: (places[one.item], one.text))
        self.items: Sequence[Item] = [by_key[key] for key in sorted(by_key, key=places.__getitem__)]
        numbers = {item.key: number for number, item in enumerate(self.items)}
        self.item: Ints = _ints(numbers[one.item] for one in self.texts)
        self.category_of_item = _numbered(item.category for item in self.items)
        self.phenomenon_of_item = _numbered((item.category, item.phenomenon) for item in self.items)
        self.category: Ints = self.category_of_item[self.item]
        self.phenomenon: Ints = self.phenomenon_of_item[self.item]
        self.by_rules: Ints = _ints(SIGNS[one.by_rules] for one in self.texts)
        self.single: Flags = np.array([len(one.systems) <= 1 for one in self.texts], np.bool_)
        split, split_source = (
            Splitter(one.text for one in self.texts),
            Splitter(item.source for item in self.items),
        )
        self.words: Sequence[Words] = [split(one.text) for one in self.texts]
        self.sources: Sequence[Words] = [split_source(item.source) for item in self.items]

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def of_item(self) -> Mapping[int, Sequence[int]]:
        """The texts of each item."""
        return _grouped(self.item)

    @cached_property
    def items_of_phenomenon(self) -> Mapping[int, Sequence[int]]:
        """The items of each phenomenon that have texts."""
        found: dict[int, list[int]] = defaultdict(list)
        for item in self.of_item:
            found[int(self.phenomenon_of_item[item])].append(item)
        return found

    @cached_property
    def skeletons(self) -> Sequence[Words]:
        """The texts with the words masked that stand in few items of their phenomenon."""
        kept: dict[int, set[str]] = {}
        for phenomenon, items in self.items_of_phenomenon.items():
            counts = Counter(
                word
                for item in items
                for word in {word for text in self.of_item[item] for word in self.words[text]}
            )
            kept[phenomenon] = {word for word, count in counts.items() if count >= _KEPT * len(items)}
        return [
            skeleton(words, kept[int(phenomenon)])
            for words, phenomenon in zip(self.words, self.phenomenon, strict=True)
        ]


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of each text of a corpus: PASS, FAIL or OPEN, and whether people said so."""

    verdict: Ints
    by_people: Flags

    @classmethod
    def from_rules(cls, corpus: TextCorpus) -> "Known":
        """What is known before anybody has decided anything."""
        return cls(corpus.by_rules.copy(), np.zeros(len(corpus), np.bool_))

    def decided(self, texts: Sequence[int] | Ints, verdicts: Sequence[int] | Ints) -> "Known":
        """The same, with decisions of people on these texts."""
        verdict, by_people = self.verdict.copy(), self.by_people.copy()
        verdict[texts], by_people[texts] = verdicts, True
        return Known(verdict, by_people)

    def without(self, texts: Sequence[int] | Ints) -> "Known":
        """The same, as if people had not decided these texts."""
        verdict, by_people = self.verdict.copy(), self.by_people.copy()
        verdict[texts], by_people[texts] = OPEN, False
        return Known(verdict, by_people)

    @cached_property
    def decisions(self) -> Ints:
        """The texts that people decided."""
        return np.flatnonzero(self.by_people & (self.verdict != OPEN))


def _ints(values: Iterable[int]) -> Ints:
    return np.fromiter(values, np.int64)


def _numbered(values: Iterable[Hashable]) -> Ints:
    numbers: dict[Hashable, int] = {}
    return _ints(numbers.setdefault(value, len(numbers)) for value in values)


def _grouped(numbers: Ints) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for place, number in enumerate(numbers.tolist()):
        found[number].append(place)
    return found
