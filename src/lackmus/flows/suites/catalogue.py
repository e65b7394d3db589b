"""Browse the suites of a workspace: contents, findings, open and retired items."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lackmus.core.lint import MIN_ITEMS, LintReport, Seen, lint
from lackmus.core.rules.patterns import TimeLeft, always
from lackmus.core.suites.catalogue import Catalogue
from lackmus.core.suites.counts import SuiteCount
from lackmus.core.suites.item_filters import CatalogueItem
from lackmus.core.suites.suite import Suite
from lackmus.flows.suites.exporting import list_suites
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.suites.catalogue import (
    last_changes,
    last_suite_change,
    need_suite,
    open_texts_of,
    retired_items,
)
from lackmus.store.suites.suites import load_suite, suite_names


@dataclass(frozen=True)
class SuiteListed:
    """A suite of the workspace with its number."""

    number: int
    count: SuiteCount


def listed_suites(desk: Desk) -> list[SuiteListed]:
    """All suites, in the order of creation."""
    suites, _ = list_suites(desk)
    with desk.open() as workspace, workspace.reading() as connection:
        numbers = suite_names(connection)
    return [SuiteListed(numbers[one.name], one) for one in suites if one.name in numbers]


def suites_touched(desk: Desk) -> int:
    """The last change of any suite, as a cache key."""
    with desk.open() as workspace, workspace.reading() as connection:
        return last_suite_change(connection)


def catalogue(desk: Desk, number: int) -> Catalogue:
    """A suite to browse, without findings."""
    with desk.open() as workspace, workspace.reading() as connection:
        need_suite(connection, number)
        change = last_suite_change(connection)
        stored = load_suite(connection, number)
        changes = last_changes(connection, number)
    if desk.shows_reserved:
        return Catalogue(number, change, stored.suite, stored.items, changes=changes)
    # Hidden items are not listed and have no findings.
    items = tuple(item for item in stored.suite.items if not item.reserved)
    numbers = {item.key: stored.items[item.key] for item in items}
    hidden = len(stored.suite.items) - len(items)
    suite = replace(stored.suite, items=items)
    return Catalogue(number, change, suite, numbers, hidden=hidden, changes=changes)


def looked_through(book: Catalogue, seen: Seen | None = None) -> Catalogue:
    """The suite with its findings, which takes a while; `seen` makes repeated runs fast."""
    if seen is not None and len(seen) > 2 * len(book.numbers) + 1_000:
        seen.clear()  # most of it is outdated
    return replace(book, lint=suite_lint(book.suite, seen), looked=True)


def suite_lint(suite: Suite, seen: Seen | None = None, patient: TimeLeft = always) -> LintReport:
    """Findings of a suite in a workspace, for its page and for the preview of an import."""
    return lint({suite.name: suite}, MIN_ITEMS, seen, patient)


def open_texts(desk: Desk, suite: int, items: Sequence[int] | None = None) -> dict[int, int]:
    """How many texts of each item are open; items without any are left out."""
    with desk.open() as workspace, workspace.reading() as connection:
        return open_texts_of(connection, suite, items)


def retired_lines(desk: Desk, suite: int) -> list[CatalogueItem]:
    """The retired items of a suite, latest first."""
    with desk.open() as workspace, workspace.reading() as connection:
        need_suite(connection, suite)
        changes = last_changes(connection, suite)
        return [
            CatalogueItem(one.number, one.item, changed=changes.get(one.number))
            for one in retired_items(connection, suite)
            if desk.shows_reserved or not one.item.reserved
        ]
