"""A suite: language pair > category > phenomenon (with its guideline) > item > rules."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Self, TypedDict

from lackmus.core.base.exceptions import Sendable
from lackmus.core.base.pairs import Pair, meant
from lackmus.core.base.paragraphs import Bounds, paragraph_spans, place_in
from lackmus.core.suites.error_types import ErrorType
from lackmus.core.suites.examples import GuidelineExample, about_items


class Side(StrEnum):
    """What a match of the rule says about the translation."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


class Kind(StrEnum):
    """How the rule is matched: as a regular expression, or word for word."""

    PATTERN = "pattern"
    FIXED = "fixed"


class RuleScope(StrEnum):
    """What the rules of an item look at: the whole translation, or the paragraph of the marked stretch."""

    TEXT = "text"
    PARAGRAPH = "paragraph"


# The rules of an item by their keys in files.
RULES = {
    "positive": (Side.POSITIVE, Kind.PATTERN),
    "negative": (Side.NEGATIVE, Kind.PATTERN),
    "positive_fixed": (Side.POSITIVE, Kind.FIXED),
    "negative_fixed": (Side.NEGATIVE, Kind.FIXED),
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing a right (positive) or wrong (negative) translation contains."""

    side: Side
    kind: Kind
    value: str


@dataclass(frozen=True, slots=True)
class Phenomenon:
    """What a group of items tests; the guideline tells annotators what passes and what fails."""

    category: str
    name: str
    guideline: str = ""
    examples: tuple[GuidelineExample, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A source sentence or longer text that triggers one phenomenon, with rules that judge its translations.

    The `stretch` are the words of the source in question; where they occur more than once, `occurrence`
    says which of them, from 1.
    """

    pair: Pair
    id: str
    category: str
    phenomenon: str
    source: str
    rules: tuple[Rule, ...] = ()
    paradigm: str | None = None  # items that differ only in person, verb or tense share one
    comment: str = ""
    tags: tuple[str, ...] = ()
    reserved: bool = False  # kept secret: left out of everything published
    prompt: str = ""  # what a language model is told for this item
    stretch: str = ""
    occurrence: int = 1
    scope: RuleScope = RuleScope.TEXT
    plain_rules: tuple[str, ...] = ()  # in plain language, for people: they settle nothing

    def __post_init__(self) -> None:
        """Sort rules, as in every format: patterns before fixed strings, positive before negative."""
        last = 0
        for rule in self.rules:
            place = place_of(rule)
            if place < last:
                object.__setattr__(self, "rules", tuple(sorted(self.rules, key=place_of)))
                return
            last = place

    @property
    def key(self) -> str:
        """Pair and id: ids repeat across language directions."""
        return item_key(self.pair, self.id)

    @property
    def stretch_bounds(self) -> Bounds | None:
        """Where the stretch stands in the source; None if there is none, or not there."""
        found = stretches(self.source, self.stretch)
        return found[self.occurrence - 1] if 0 < self.occurrence <= len(found) else None

    @property
    def paragraph(self) -> tuple[int, int] | None:
        """The paragraph that rules look at: its place and how many the source has; None: the whole text."""
        if self.scope is RuleScope.TEXT:
            return None
        bounds, spans = self.stretch_bounds, paragraph_spans(self.source)
        place = place_in(spans, bounds[0]) if bounds else None
        return (-1 if place is None else place), len(spans)


def stretches(source: str, words: str) -> list[Bounds]:
    """Where words stand in a source; white space between them may be any."""
    if not words.strip():
        return []
    wanted = re.compile(r"\s+".join(map(re.escape, words.split())))
    return [found.span() for found in wanted.finditer(source)]


class StretchError(Sendable, ValueError):
    """The stretch of an item is not in its source, or not clear."""


class MarkedFields(TypedDict):
    """The fields of an item that say which part of it is in question."""

    stretch: str
    occurrence: int
    scope: RuleScope


def marked(source: str, words: str, occurrence: int | None, scope: RuleScope) -> MarkedFields:
    """The fields of a stretch; an error says why it is none."""
    words, found = words.strip(), stretches(source, words)
    if not words and occurrence is not None:
        raise StretchError("an occurrence needs a stretch, the words of the source in question")
    if not words and scope is RuleScope.PARAGRAPH:
        raise StretchError("the scope “paragraph” needs a stretch, the words of the source in question")
    if words and not found:
        raise StretchError(f"the stretch “{words}” is not in the source")
    if words and occurrence is None and len(found) > 1:
        raise StretchError(
            f"the stretch “{words}” occurs {len(found)} times in the source. "
            "Say which by “occurrence”, from 1"
        )
    if words and occurrence is not None and not 0 < occurrence <= len(found):
        raise StretchError(f"the stretch “{words}” has no occurrence {occurrence}, only {len(found)}")
    return MarkedFields(stretch=words, occurrence=occurrence or 1, scope=scope)


def place_of(rule: Rule) -> int:
    """The position of a rule among the rules of its item."""
    return 2 * (rule.kind is Kind.FIXED) + (rule.side is Side.NEGATIVE)


def _trimmed(item: Item) -> Item:
    """The item with trimmed names, so that white space makes no second category."""
    category, phenomenon = item.category.strip(), item.phenomenon.strip()
    if (category, phenomenon) == (item.category, item.phenomenon):
        return item
    return replace(item, category=category, phenomenon=phenomenon)


def item_key(pair: Pair, item_id: str) -> str:
    """The key of an item in every frame."""
    return f"{pair}:{item_id}"


class DuplicateItemError(Sendable, ValueError):
    """Two items of one suite have the same pair and id."""

    def __init__(self, key: str) -> None:
        super().__init__(f"item {key} stands there twice")
        self.key = key


class UnknownNameError(Sendable, ValueError):
    """A suite has no category or phenomenon with this name."""

    def __init__(self, level: str, name: str, known: Collection[str]) -> None:
        super().__init__(f"there is no {level} {name}. There are {', '.join(sorted(known))}")


@dataclass(frozen=True)
class SuitePart:
    """A part of a suite: some categories and phenomena; empty means all."""

    categories: tuple[str, ...] = ()
    phenomena: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The part in words, for the signature: numbers on a part must not look like those on the whole."""
        return " > ".join(
            "+".join(sorted(set(names))) for names in (self.categories, self.phenomena) if names
        )


@dataclass(frozen=True)
class Draft:
    """The content of a suite file, not yet checked."""

    name: str
    items: tuple[Item, ...]
    phenomena: tuple[Phenomenon, ...] = ()
    digest: str = field(default="", compare=False)  # of the file it came from, for the signature
    # Where these are the items of one pair: the suite's other pairs, and pairs that files may name instead.
    others: tuple[Pair, ...] = field(default=(), compare=False, kw_only=True)
    also: tuple[Pair, ...] = field(default=(), compare=False, kw_only=True)
    error_types: tuple[ErrorType, ...] = field(default=(), kw_only=True)
    # What the file holds and a suite does not, in sentences.
    not_kept: tuple[str, ...] = field(default=(), compare=False, kw_only=True)

    @property
    def label(self) -> str:
        """Name and digest, for signatures: a changed rule is another suite."""
        return f"{self.name}@{self.digest}" if self.digest else self.name

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The language pairs that occur, sorted."""
        return tuple(sorted({item.pair for item in self.items}))

    def read_as(self, pair: Pair) -> Pair | None:
        """The pair of these items that a pair in a file is read as; a PairError where it may be several."""
        if self.pairs and any(pair.is_like(one) for one in self.also):
            return self.pairs[0]
        found = meant(pair, (*self.pairs, *self.others))
        return found if found in self.pairs else None

    def for_pair(self, pair: Pair, also: tuple[Pair, ...] = ()) -> Self:
        """Only the items of one language pair, with the guidelines of their phenomena."""
        items = tuple(item for item in self.items if item.pair == pair)
        foreign = {(item.category, item.phenomenon) for item in self.items if item.pair != pair}
        foreign -= {(item.category, item.phenomenon) for item in items}
        described = tuple(
            one for one in described_with(self.phenomena, items) if (one.category, one.name) not in foreign
        )
        others = tuple(one for one in {*self.pairs, *self.others} if one != pair)
        return replace(self, items=items, phenomena=described, others=others, also=also)


@dataclass(frozen=True)
class Suite(Draft):
    """Items that are evaluated together; its phenomena are all that occur, with or without a guideline."""

    part: SuitePart = field(default=SuitePart(), compare=False)  # of the suite that the digest names

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for item in self.items:
            if item.key in seen:
                raise DuplicateItemError(item.key)
            seen.add(item.key)
        object.__setattr__(self, "phenomena", _in_order(self.items, self.phenomena))

    @classmethod
    def of(cls, draft: Draft) -> "Suite":
        """The draft as a suite: names are trimmed, and a repeated id is an error."""
        items = tuple(map(_trimmed, draft.items))
        described = tuple(
            replace(one, category=one.category.strip(), name=one.name.strip()) for one in draft.phenomena
        )
        return cls(
            draft.name,
            items,
            described,
            draft.digest,
            error_types=draft.error_types,
            not_kept=draft.not_kept,
        )

    @cached_property
    def by_key(self) -> dict[str, Item]:
        """Find an item by its key."""
        return {item.key: item for item in self.items}

    def only(self, part: SuitePart) -> "Suite":
        """The items of some categories or phenomena, as a suite that knows which part it is."""
        items = _chosen("category", part.categories, self.items)
        items = _chosen("phenomenon", part.phenomena, items)
        names = {(item.category, item.phenomenon) for item in items}
        described = tuple(
            one for one in described_with(self.phenomena, items) if (one.category, one.name) in names
        )
        return replace(self, items=items, phenomena=described, part=part)

    def described(self, category: str, phenomenon: str) -> Phenomenon:
        """A phenomenon with its guideline and examples, if it has any."""
        named = (one for one in self.phenomena if (one.category, one.name) == (category, phenomenon))
        return next(named, Phenomenon(category, phenomenon))

    def guideline(self, category: str, phenomenon: str) -> str:
        """The guideline for a phenomenon; empty if there is none."""
        return self.described(category, phenomenon).guideline


def described_with(phenomena: Iterable[Phenomenon], items: Iterable[Item]) -> list[Phenomenon]:
    """The phenomena, without examples that were made from other items than these."""
    there = {item.key for item in items}
    return [
        replace(one, examples=about_items(one.examples, there)) if one.examples else one for one in phenomena
    ]


def _chosen(level: str, names: Collection[str], items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items whose category or phenomenon is named; an unknown name is an error."""
    known = {getattr(item, level) for item in items}
    for name in names:
        if name not in known:
            raise UnknownNameError(level, name, known)
    return tuple(item for item in items if getattr(item, level) in names) if names else items


def _in_order(items: Sequence[Item], described: Sequence[Phenomenon]) -> tuple[Phenomenon, ...]:
    """Phenomena as they first occur among the items, then those that no item has; each once."""
    found = dict.fromkeys((item.category, item.phenomenon) for item in items)
    told = {(one.category, one.name): one for one in reversed(described)}
    return tuple(told.get(key) or Phenomenon(*key) for key in (found | dict.fromkeys(reversed(told))))
