"""Change one item of a suite, or a guideline; each is one change in the log."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.suites.revisions import GuidelineRevision
from lackmus.core.suites.suite import Item, Rule, RuleScope, StretchError, marked
from lackmus.errors import LackmusError
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.suites import item_changes as store
from lackmus.store.suites.catalogue import ItemMissing, need_suite, stored_item
from lackmus.store.suites.item_changes import ItemConflict


@dataclass(frozen=True)
class ItemShown:
    """An item as its editor sees it."""

    number: int
    suite: int
    suite_name: str
    item: Item
    retired: bool
    base: int  # the revision that was shown


@dataclass(frozen=True)
class ItemDraft:
    """The content of an item's form fields."""

    pair: str
    id: str
    category: str
    phenomenon: str
    source: str
    rules: tuple[Rule, ...] = ()
    paradigm: str = ""
    comment: str = ""
    tags: tuple[str, ...] = ()
    reserved: bool = False
    prompt: str = ""
    stretch: str = ""
    occurrence: int | None = None  # needed where the words of the stretch occur more than once
    scope: RuleScope = RuleScope.TEXT
    plain_rules: tuple[str, ...] = ()

    @classmethod
    def of(cls, item: Item) -> "ItemDraft":
        """The form fields of an item."""
        return cls(
            str(item.pair),
            item.id,
            item.category,
            item.phenomenon,
            item.source,
            item.rules,
            item.paradigm or "",
            item.comment,
            item.tags,
            item.reserved,
            item.prompt,
            item.stretch,
            item.occurrence if item.stretch else None,
            item.scope,
            item.plain_rules,
        )

    @property
    def item(self) -> Item:
        """The item of the form fields."""
        try:
            pair = Pair.parse(self.pair)
        except PairError as problem:
            raise LackmusError(f"Language pair: {problem}.") from None
        source = _plain(self.source)
        try:
            fields = marked(source, _plain(self.stretch), self.occurrence, self.scope)
        except StretchError as problem:
            raise LackmusError(f"The item cannot be saved: {problem}. Nothing was changed.") from None
        return Item(
            pair,
            self.id.strip(),
            self.category,
            self.phenomenon,
            source,
            self.rules,
            _plain(self.paradigm) or None,
            _plain(self.comment),
            tuple(dict.fromkeys(tag.strip() for tag in self.tags if tag.strip())),
            self.reserved,
            _plain(self.prompt),
            plain_rules=tuple(rule for rule in map(_plain, self.plain_rules) if rule),
            **fields,
        )


@dataclass(frozen=True)
class ItemSaved:
    """The result for an item."""

    number: int
    key: str
    change: int | None  # in the log; None if nothing changed
    warnings: tuple[str, ...] = ()


def show_item(desk: Desk, number: int) -> ItemShown:
    """An item by its number, retired or not."""
    with desk.open() as workspace, workspace.reading() as connection:
        one = stored_item(connection, number)
        return ItemShown(
            number,
            one.suite,
            need_suite(connection, one.suite),
            one.item,
            not one.held,
            workspace.revision(connection).number,
        )


def add_item(desk: Desk, suite: int, draft: ItemDraft) -> ItemSaved:
    """Add an item at the end of a suite."""
    item = draft.item
    with desk.open() as workspace, workspace.writing(desk.who, "item add", comment=desk.comment) as change:
        name = need_suite(change.connection, suite)
        number, warnings = store.add_item(change, suite, item)
        change.about = f"{name}: item {item.key} added"
    return ItemSaved(number, item.key, change.number, warnings)


def revise_item(desk: Desk, number: int, draft: ItemDraft, base: int | None = None) -> ItemSaved:
    """Change an item, except its id, pair and rules; `base` is the revision that was shown."""
    with desk.open() as workspace:
        with workspace.writing(desk.who, "item change", comment=desk.comment) as change:
            one = stored_item(change.connection, number)
            wanted = replace(draft, pair=str(one.item.pair), id=one.item.id, rules=()).item
            fields = store.revise_item(change, number, _untouched(wanted, one.item), base)
            name = need_suite(change.connection, one.suite)
            change.about = f"{name}: item {one.item.key}: {', '.join(fields)} changed"
        return ItemSaved(number, one.item.key, change.number if change.written else None)


def _untouched(item: Item, before: Item) -> Item:
    """Undo the browser's trimming and line ends in fields that were not edited."""
    names = ("source", "paradigm", "comment", "prompt")
    same = [name for name in names if _plain(getattr(before, name) or "") == (getattr(item, name) or "")]
    kept: dict[str, Any] = {name: getattr(before, name) for name in same}
    if item.plain_rules == lines_of(before.plain_rules):
        kept["plain_rules"] = before.plain_rules
    return replace(item, **kept)


def lines_of(plain_rules: Iterable[str]) -> tuple[str, ...]:
    """Rules in plain language as a form has them: one on each line."""
    lines = (_plain(line) for rule in plain_rules for line in rule.splitlines())
    return tuple(line for line in lines if line)


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def retire_item(desk: Desk, number: int) -> ItemSaved:
    """Retire an item; nothing of it is lost."""
    with desk.open() as workspace:
        with workspace.writing(desk.who, "item retire", comment=desk.comment) as change:
            one = stored_item(change.connection, number)
            store.retire_item(change, number)
            change.about = f"{need_suite(change.connection, one.suite)}: item {one.item.key} retired"
        return ItemSaved(number, one.item.key, change.number)


def bring_back(desk: Desk, number: int) -> ItemSaved:
    """Restore a retired item."""
    with desk.open() as workspace:
        with workspace.writing(desk.who, "item restore", comment=desk.comment) as change:
            one = stored_item(change.connection, number)
            store.bring_back(change, number)
            change.about = f"{need_suite(change.connection, one.suite)}: item {one.item.key} brought back"
        return ItemSaved(number, one.item.key, change.number)


def set_guideline(desk: Desk, suite: int, wanted: GuidelineRevision) -> int | None:
    """Set the guideline of a phenomenon; returns the change, if any."""
    with desk.open() as workspace:
        with workspace.writing(desk.who, "guideline", comment=desk.comment) as change:
            name = need_suite(change.connection, suite)
            store.set_guideline(change, suite, wanted)
            change.about = f"{name}: guideline of {wanted.category} › {wanted.phenomenon}"
        return change.number if change.written else None


__all__ = [
    "ItemConflict",
    "ItemDraft",
    "ItemMissing",
    "ItemSaved",
    "ItemShown",
    "add_item",
    "bring_back",
    "retire_item",
    "revise_item",
    "set_guideline",
    "show_item",
]
