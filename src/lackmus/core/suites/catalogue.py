"""A suite to browse: its tree of categories and phenomena, counts and findings, and filters on its items."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lackmus.core.suites.item_filters import (
    ANY,
    CatalogueItem,
    ItemFilter,
    ItemStandings,
    ItemState,
    LastItemChange,
    fits,
    in_order,
)
from lackmus.core.suites.lint_findings import Code, LintFinding, LintReport, Severity
from lackmus.core.suites.suite import Item, Suite

PER_PAGE = 50
_UNSEEN = LintReport((), 0, 0, ())


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
    changes: Mapping[int, LastItemChange] = field(default_factory=dict)  # by item number
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
            CatalogueItem(number, item, self.findings.get(item.key, ()), self.changes.get(number))
            for item in self.suite.items
            for number in (self.numbers[item.key],)
        )

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """All tags of items, sorted."""
        return tuple(sorted({tag for item in self.suite.items for tag in item.tags}, key=str.casefold))

    @cached_property
    def paradigms(self) -> tuple[str, ...]:
        """All paradigms, sorted."""
        return tuple(sorted({item.paradigm for item in self.suite.items if item.paradigm}, key=str.casefold))

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Who changed items last, sorted."""
        return tuple(sorted({one.by for one in self.changes.values()}, key=str.casefold))

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
        standings: ItemStandings | None = None,
        retired: Sequence[CatalogueItem] = (),
        order: str = "",
    ) -> list[CatalogueItem]:
        """The lines that match the filters; the caller says how items stand, and which are retired.

        By default the lines have the order of the suite.
        """
        lines: Sequence[CatalogueItem] = retired if wanted.state is ItemState.RETIRED else self.lines
        standings = standings or ItemStandings()
        sought = wanted.q.casefold().strip()
        found = [
            line
            for line in lines
            if fits(line, wanted, standings) and (not sought or sought in self._text(line.item))
        ]
        return in_order(found, order, standings)

    def _text(self, item: Item) -> str:
        """The searchable text of an item, case-folded."""
        text = self._searched.get(item.key) if item.key in self.numbers else None
        if text is None:
            said = (item.id, item.source, item.comment, item.prompt, *(rule.value for rule in item.rules))
            text = "\n".join(said).casefold()
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


def known_finding(asked: str) -> bool:
    """Whether this is a known code, level or ANY."""
    return asked in ("", ANY, *Severity, *Code)
