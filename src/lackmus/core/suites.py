"""A suite: language pair > category > phenomenon (with its guideline) > item > rules."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from lackmus.core.pairs import Pair


class Side(StrEnum):
    """What a match of the rule says about the translation."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


class Kind(StrEnum):
    """How the rule is matched: as a regular expression, or word for word."""

    PATTERN = "pattern"
    FIXED = "fixed"


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


@dataclass(frozen=True, slots=True)
class Item:
    """One source sentence, written to trigger one phenomenon, with the rules that judge its translations."""

    pair: Pair
    id: str
    category: str
    phenomenon: str
    source: str
    rules: tuple[Rule, ...] = ()
    paradigm: str | None = None  # items that differ only in person, verb or tense share one
    comment: str = ""
    tags: tuple[str, ...] = ()
    reserved: bool = False  # kept secret: left out of whatever is published

    @property
    def key(self) -> str:
        """Pair and id: ids repeat across language directions."""
        return item_key(self.pair, self.id)


def item_key(pair: Pair, item_id: str) -> str:
    """The name under which an item stands in every frame."""
    return f"{pair}:{item_id}"


class DuplicateItemError(ValueError):
    """Two items of one suite have the same pair and id."""

    def __init__(self, key: str) -> None:
        super().__init__(f"item {key} stands there twice")
        self.key = key


@dataclass(frozen=True)
class Suite:
    """Items that are evaluated together, and the guidelines of their phenomena."""

    name: str
    items: tuple[Item, ...]
    phenomena: tuple[Phenomenon, ...] = ()
    digest: str = field(default="", compare=False)  # of the file it came from, for the signature

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for item in self.items:
            if item.key in seen:
                raise DuplicateItemError(item.key)
            seen.add(item.key)

    @property
    def label(self) -> str:
        """Name and digest, for signatures: a changed rule is another suite."""
        return f"{self.name}@{self.digest}" if self.digest else self.name

    @cached_property
    def by_key(self) -> dict[str, Item]:
        """Find an item by its key."""
        return {item.key: item for item in self.items}

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The language pairs that occur, sorted."""
        return tuple(sorted({item.pair for item in self.items}))

    def for_pair(self, pair: Pair) -> "Suite":
        """Only the items of one language pair."""
        return replace(self, items=tuple(item for item in self.items if item.pair == pair))

    def guideline(self, category: str, phenomenon: str) -> str:
        """What annotators are told about a phenomenon; empty when nobody wrote it down."""
        return next(
            (p.guideline for p in self.phenomena if (p.category, p.name) == (category, phenomenon)),
            "",
        )
