"""Lists of items: what of an item a list shows, its filters, and its orders."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from lackmus.core.suites.lint_findings import LintFinding, Severity
from lackmus.core.suites.suite import Item, Side

ANY = "any"  # a finding of any level
NOBODY = "nobody"  # to whom an item is not assigned


class ItemState(StrEnum):
    """Which items are shown, beside the current ones."""

    OPEN = "open"  # with open texts
    SETTLED = "settled"  # without
    FAIR = "fair"  # in the campaign of the list
    UNFAIR = "unfair"
    RESERVED = "reserved"
    PUBLIC = "public"  # not reserved
    RULELESS = "ruleless"
    UNTAGGED = "untagged"
    RETIRED = "retired"


class ItemColumn(StrEnum):
    """What a list of items can be sorted by."""

    ITEM = "item"
    PAIR = "pair"
    SOURCE = "source"
    CATEGORY = "category"
    PHENOMENON = "phenomenon"
    PARADIGM = "paradigm"
    TAGS = "tags"
    RULES = "rules"
    OPEN = "open"
    FAIR = "fair"
    FINDINGS = "findings"
    RESERVED = "reserved"
    ASSIGNED = "assigned"
    CHANGED = "changed"
    BY = "by"  # who changed it last
    COMMENT = "comment"


@dataclass(frozen=True)
class ItemFilter:
    """The filters of a list of items; empty values do not filter."""

    pair: str = ""
    category: str = ""
    phenomenon: str = ""
    q: str = ""  # in the id, the source, the comment, the prompt or a rule, ignoring case
    finding: str = ""  # ANY, a level or a code
    state: ItemState | None = None
    tag: str = ""
    paradigm: str = ""
    assigned: str = ""  # to this person, or to NOBODY
    since: str = ""  # changed on this day (UTC) or later
    by: str = ""  # changed last by this person
    campaign: str = ""  # whose open texts are counted, and in which items are fair; all if empty

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
            "tag": self.tag,
            "paradigm": self.paradigm,
            "assigned": self.assigned,
            "since": self.since,
            "by": self.by,
            "campaign": self.campaign,
        }


@dataclass(frozen=True)
class ItemStandings:
    """How items stand that are listed: what changes without their suite."""

    open: Mapping[int, int] = field(default_factory=dict)  # texts, by item; those without any are left out
    fair: Collection[int] | None = None  # in the campaign of the list; None: no campaign is named
    assigned: Mapping[int, str] = field(default_factory=dict)  # to a person


@dataclass(frozen=True)
class LastItemChange:
    """The last change of an item or its rules."""

    number: int
    at: str  # UTC, as in the log
    by: str


@dataclass(frozen=True)
class CatalogueItem:
    """An item as a list shows it."""

    number: int
    item: Item
    findings: tuple[LintFinding, ...] = ()
    changed: LastItemChange | None = None

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


def fits(line: CatalogueItem, wanted: ItemFilter, standings: ItemStandings) -> bool:
    """Whether an item passes the filters, apart from the words that are looked for in it."""
    item = line.item
    return (
        wanted.category in ("", item.category)
        and wanted.phenomenon in ("", item.phenomenon)
        and wanted.pair in ("", str(item.pair))
        and (not wanted.tag or wanted.tag in item.tags)
        and wanted.paradigm in ("", item.paradigm)
        and _found(line, wanted.finding)
        and _changed(line, wanted.since, wanted.by)
        and _stands(line, wanted, standings)
    )


def _found(line: CatalogueItem, asked: str) -> bool:
    if not asked:
        return True
    if asked == ANY:
        return bool(line.findings)
    return any(asked in (one.level, one.code) for one in line.findings)


def _changed(line: CatalogueItem, since: str, by: str) -> bool:
    if not since and not by:
        return True
    last = line.changed
    return last is not None and last.at >= since and by in ("", last.by)


def _stands(line: CatalogueItem, wanted: ItemFilter, standings: ItemStandings) -> bool:
    if wanted.assigned and standings.assigned.get(line.number, NOBODY) != wanted.assigned:
        return False
    match wanted.state:
        case ItemState.OPEN:
            return line.number in standings.open
        case ItemState.SETTLED:
            return line.number not in standings.open
        case ItemState.FAIR:
            return line.number in (standings.fair or ())
        case ItemState.UNFAIR:
            return line.number not in (standings.fair or ())
        case ItemState.RESERVED:
            return line.item.reserved
        case ItemState.PUBLIC:
            return not line.item.reserved
        case ItemState.RULELESS:
            return not line.item.rules
        case ItemState.UNTAGGED:
            return not line.item.tags
        case _:
            return True


def in_order(lines: list[CatalogueItem], order: str, standings: ItemStandings) -> list[CatalogueItem]:
    """The lines in the order of a column (ItemColumn), with a hyphen before it from the last to the first.

    Equal ones stay as they stand, and those without a value come last.
    """
    name = order.removeprefix("-")
    if name not in list(ItemColumn):
        return lines
    value = _VALUES[ItemColumn(name)]
    keyed = [(value(line, standings), line) for line in lines]
    there = [pair for pair in keyed if pair[0]]
    there.sort(key=lambda pair: pair[0], reverse=order.startswith("-"))
    return [*(line for _, line in there), *(line for key, line in keyed if not key)]


def _folded(text: str) -> tuple[str, ...]:
    return (text.casefold(), text) if text else ()


def _mine(line: CatalogueItem, standings: ItemStandings) -> tuple[str, ...]:
    return _folded(standings.assigned.get(line.number, ""))


def _numbers(line: CatalogueItem) -> tuple[int, ...]:
    return tuple(sum(one.level is level for one in line.findings) for level in Severity)


# By what lines are sorted; an empty tuple is no value.
_VALUES: Mapping[ItemColumn, Callable[[CatalogueItem, ItemStandings], tuple[Any, ...]]] = {
    ItemColumn.ITEM: lambda line, _: _folded(line.item.id),
    ItemColumn.PAIR: lambda line, _: (str(line.item.pair),),
    ItemColumn.SOURCE: lambda line, _: _folded(line.item.source),
    ItemColumn.CATEGORY: lambda line, _: (*_folded(line.item.category), *_folded(line.item.phenomenon)),
    ItemColumn.PHENOMENON: lambda line, _: _folded(line.item.phenomenon),
    ItemColumn.PARADIGM: lambda line, _: _folded(line.item.paradigm or ""),
    ItemColumn.TAGS: lambda line, _: tuple(map(_folded, line.item.tags)),
    ItemColumn.RULES: lambda line, _: (len(line.item.rules),),
    ItemColumn.OPEN: lambda line, standings: (standings.open.get(line.number, 0),),
    ItemColumn.FAIR: lambda line, standings: (line.number in (standings.fair or ()),),
    ItemColumn.FINDINGS: lambda line, _: _numbers(line),
    ItemColumn.RESERVED: lambda line, _: (line.item.reserved,),
    ItemColumn.ASSIGNED: _mine,
    ItemColumn.CHANGED: lambda line, _: (line.changed.number,) if line.changed else (),
    ItemColumn.BY: lambda line, _: _folded(line.changed.by if line.changed else ""),
    ItemColumn.COMMENT: lambda line, _: _folded(line.item.comment),
}
