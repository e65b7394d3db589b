"""Everything about one item: its texts with verdicts, its rules and their versions, its history."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.versions import RuleVersion, rule_versions
from lackmus.core.workspaces.history import ItemEvent, LogEntry
from lackmus.flows.workspaces.workspaces import Desk, shown_item
from lackmus.store.outputs.campaigns import campaigns_of
from lackmus.store.rules.held_rules import HeldRule, held_rules
from lackmus.store.suites.catalogue import StoredItem
from lackmus.store.suites.item_history import item_events
from lackmus.store.suites.item_texts import ItemText, campaigns_with, comments_on, item_texts, writers
from lackmus.store.suites.surroundings import Surroundings, surroundings
from lackmus.store.workspaces.history import entries, last_revision


@dataclass(frozen=True)
class ItemPage:
    """An item with everything for its page."""

    stored: StoredItem
    around: Surroundings
    rules: Sequence[HeldRule]
    base: int  # the revision of this data
    texts: Sequence[ItemText]
    comments: Mapping[int, Sequence[tuple[str, str, str]]]  # by text: person, time, comment
    systems: Mapping[int, Sequence[tuple[str, str]]] | None  # by text: campaign and system; None: hidden
    events: Sequence[ItemEvent]  # newest first
    log: Mapping[int, LogEntry]
    open_in: Sequence[str] = ()  # campaigns in which its open texts can be reviewed, latest first

    @property
    def versions(self) -> list[RuleVersion]:
        """The versions of its rules, newest first."""
        return rule_versions(self.events, self.log)

    @property
    def open(self) -> int:
        """How many of its current texts are open."""
        return sum(one.verdict is Verdict.WARNING and one.systems > 0 for one in self.texts)


def item_page(desk: Desk, number: int, reveal: bool = False, logged: bool = True) -> ItemPage:
    """Return an item; systems are included only on request, which the log records.

    Requests of readers need not be `logged`: they decide nothing, and see the systems in reports.
    """
    if reveal and logged:
        _log_reveal(desk, number)
    with desk.open() as workspace, workspace.reading() as connection:
        stored = shown_item(desk, connection, number)
        events = item_events(connection, number)
        changes = {event.change for event in events}
        texts = item_texts(connection, number)
        return ItemPage(
            stored,
            surroundings(connection, stored, desk.shows_reserved),
            held_rules(connection, [number]).get(number, []) if stored.held else [],
            last_revision(connection),
            texts,
            comments_on(connection, number),
            writers(connection, number) if reveal else None,
            sorted(events, key=lambda event: -event.change),  # within a change, in their order
            {one.number: one for one in entries(connection, only=changes)},
            _open_in(connection, number, texts),
        )


def _open_in(connection: Connection, number: int, texts: Sequence[ItemText]) -> list[str]:
    """Campaigns in which its open texts can be settled, without those that add nothing to later ones."""
    waiting = {one.number for one in texts if one.verdict is Verdict.WARNING}
    written = campaigns_with(connection, [number], waiting) if waiting else {}
    found: list[str] = []
    for campaign in reversed(campaigns_of(connection)) if written else ():
        there = written.get(campaign.id, set())
        found += [campaign.name] if there & waiting else []
        waiting -= there
    return found


def _log_reveal(desk: Desk, number: int) -> None:
    """Record in the log that a person looked at the systems, since texts should be judged without names."""
    with desk.open() as workspace, workspace.writing(desk.who, "review reveal") as change:
        stored = shown_item(desk, change.connection, number)
        texts = item_texts(change.connection, number)
        change.about = f"item {stored.item.key}: who wrote its {counted(len(texts), 'text')}"
        change.written = True
