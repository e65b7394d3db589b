"""A suite to browse: its tree of categories and phenomena, counts and findings, and filters on its items."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from lackmus.core.suites.lint_findings import Code, LintFinding, LintReport, Severity
from lackmus.core.suites.suite import Item, Side, Suite

PER_PAGE = 50
ANY = "any"  # a finding of any level
_UNSEEN = LintReport((), 0, 0, ())


class ItemState(StrEnum):
    """Which items are shown, beside the current ones."""

    OPEN = "open"  # with open texts
    RESERVED = "reserved"
    RULELESS = "ruleless"
    RETIRED = "retired"


@dataclass(frozen=True)
class ItemFilter:
    """The filters of a list of items; empty values do not filter."""

    pair: str = ""
    category: str = ""
    phenomenon: str = ""
    q: str = ""  # in the id, the source or a rule, ignoring case
    finding: str = ""  # ANY, a level or a code
    state: ItemState | None = None

    @property
    def values(self) -> dict[str, str]:
        """The filters as URL parameters."""
        return {
            "pair": self.pair,
            "category": self.category,
            "phenomenon": self.phenomenon,
            "q": self.q,
            "finding": self.finding,
            "state": self.state or "",
        }


@dataclass(frozen=True)
class CatalogueItem:
    """An item as a list shows it."""

    number: int
    item: Item
    findings: tuple[LintFinding, ...] = ()

    def rules(self, side: Side) -> int:
        """How many rules of a side it has."""
        return sum(rule.side is side for rule in self.item.rules)

    @property
    def positive(self) -> int:
        """How many rules say what is right."""
        return self.rules(Side.POSITIVE)

    @property
    def negative(self) -> int:
        """How many rules say what is wrong."""
        return self.rules(Side.NEGATIVE)

    @property
    def worst(self) -> Severity | None:
        """The level of its worst finding."""
        levels = {one.level for one in self.findings}
        return next((level for level in Severity if level in levels), None)


@dataclass(frozen=True)
class PhenomenonCount:
    """A phenomenon with its counts."""

    name: str
    items: int
    findings: Mapping[Severity, int]
    guideline: bool


@dataclass(frozen=True)
class CategoryCount:
    """A category with its counts and phenomena."""

    name: str
    items: int
    findings: Mapping[Severity, int]
    phenomena: tuple[PhenomenonCount, ...]


@dataclass(frozen=True, eq=False)
class Catalogue:
    """A stored suite with everything that lists and trees show; built once for many requests."""

    number: int
    change: int  # the last change of any suite
    suite: Suite
    numbers: Mapping[str, int]  # key of the item -> its number
    lint: LintReport = _UNSEEN
    looked: bool = False  # whether it was linted
    hidden: int = 0  # number of reserved items left out, because the person may not see them
    _searched: dict[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def findings(self) -> dict[str, tuple[LintFinding, ...]]:
        """Findings by item key; findings about no item have an empty key."""
        found: dict[str, list[LintFinding]] = {}
        for one in self.lint.findings:
            found.setdefault("" if one.item is None else f"{one.pair}:{one.item}", []).append(one)
        return {key: tuple(ones) for key, ones in found.items()}

    @cached_property
    def lines(self) -> tuple[CatalogueItem, ...]:
        """All items in their order."""
        return tuple(
            CatalogueItem(self.numbers[item.key], item, self.findings.get(item.key, ()))
            for item in self.suite.items
        )

    @cached_property
    def pairs(self) -> tuple[str, ...]:
        """The language pairs."""
        return tuple(map(str, self.suite.pairs))

    def tree(self, pair: str = "") -> tuple[CategoryCount, ...]:
        """Categories and phenomena in the order of the suite, those without items last."""
        items: Counter[tuple[str, str]] = Counter()
        found: dict[tuple[str, str], Counter[Severity]] = {}
        for line in self.lines:
            if pair and str(line.item.pair) != pair:
                continue
            key = (line.item.category, line.item.phenomenon)
            items[key] += 1
            found.setdefault(key, Counter()).update(one.level for one in line.findings)
        counts: dict[str, list[PhenomenonCount]] = {}
        for one in self.suite.phenomena:
            key = (one.category, one.name)
            if items[key] or not pair:
                phenomenon_count = PhenomenonCount(
                    one.name, items[key], dict(found.get(key, {})), bool(one.guideline)
                )
                counts.setdefault(one.category, []).append(phenomenon_count)
        return tuple(_category_count(category, of_category) for category, of_category in counts.items())

    def chosen(
        self,
        wanted: ItemFilter,
        open_items: Collection[int] = (),
        retired: Sequence[CatalogueItem] = (),
    ) -> list[CatalogueItem]:
        """The lines that match the filters; the caller says which items are open or retired."""
        lines: Sequence[CatalogueItem] = retired if wanted.state is ItemState.RETIRED else self.lines
        sought = wanted.q.casefold().strip()
        return [
            line
            for line in lines
            if (not wanted.category or line.item.category == wanted.category)
            and (not wanted.phenomenon or line.item.phenomenon == wanted.phenomenon)
            and (not wanted.pair or str(line.item.pair) == wanted.pair)
            and _found(line, wanted.finding)
            and _stands(line, wanted.state, open_items)
            and (not sought or sought in self._text(line.item))
        ]

    def _text(self, item: Item) -> str:
        """The searchable text of an item, case-folded."""
        text = self._searched.get(item.key) if item.key in self.numbers else None
        if text is None:
            text = "\n".join((item.id, item.source, *(rule.value for rule in item.rules))).casefold()
            if item.key in self.numbers:
                self._searched[item.key] = text
        return text

    def number_of(self, one: LintFinding) -> int | None:
        """The number of the item that a finding is about."""
        if one.pair is None or one.item is None:
            return None
        return self.numbers.get(f"{one.pair}:{one.item}")


def _category_count(name: str, counts: Sequence[PhenomenonCount]) -> CategoryCount:
    findings: Counter[Severity] = Counter()
    for phenomenon_count in counts:
        findings.update(phenomenon_count.findings)
    return CategoryCount(
        name, sum(phenomenon_count.items for phenomenon_count in counts), dict(findings), tuple(counts)
    )


def _found(line: CatalogueItem, asked: str) -> bool:
    if not asked:
        return True
    if asked == ANY:
        return bool(line.findings)
    return any(asked in (one.level, one.code) for one in line.findings)


def _stands(line: CatalogueItem, state: ItemState | None, open_items: Collection[int]) -> bool:
    match state:
        case ItemState.OPEN:
            return line.number in open_items
        case ItemState.RESERVED:
            return line.item.reserved
        case ItemState.RULELESS:
            return not line.item.rules
        case _:
            return True


def known_finding(asked: str) -> bool:
    """Whether this is a known code, level or ANY."""
    return asked in ("", ANY, *Severity, *Code)


__all__ = [
    "ANY",
    "PER_PAGE",
    "Catalogue",
    "CatalogueItem",
    "CategoryCount",
    "ItemFilter",
    "ItemState",
    "PhenomenonCount",
    "known_finding",
]
