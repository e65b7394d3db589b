"""The items of a suite as a list: filtered by every field, sorted by every column."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from lackmus.core.base.number_ranges import RangeError, ranges_of
from lackmus.core.reviews.work_queue import WorkQueue
from lackmus.core.suites.catalogue import PER_PAGE, Catalogue
from lackmus.core.suites.item_filters import (
    CatalogueItem,
    ItemColumn,
    ItemFilter,
    ItemStandings,
    ItemState,
)
from lackmus.core.workspaces.people import Role
from lackmus.errors import Argument, LackmusError
from lackmus.flows.reviews.live_review import live_review_at
from lackmus.flows.reviews.reviews import Scope, resolved_scope, reviewable
from lackmus.flows.suites import catalogue
from lackmus.flows.verdicts.requests import refuse_unknown
from lackmus.flows.workspaces.workspaces import Desk, the_suite
from lackmus.store.reviews.assignments import item_owners
from lackmus.store.reviews.queue import campaign_verdicts
from lackmus.store.workspaces.people import people_of

_OF_CAMPAIGN = (ItemState.FAIR, ItemState.UNFAIR)
_ABOUT_TEXTS = (ItemState.OPEN, ItemState.SETTLED, *_OF_CAMPAIGN)


@dataclass(frozen=True)
class FilteredItems:
    """The items that pass the filters, in their order."""

    book: Catalogue
    lines: Sequence[CatalogueItem]
    standings: ItemStandings
    counted: bool  # whether the open texts of all of them are known


@dataclass(frozen=True)
class ItemListPage:
    """A page of a list of items, with how these stand."""

    lines: tuple[CatalogueItem, ...]
    standings: ItemStandings
    total: int
    page: int
    pages: int


def item_list(
    desk: Desk,
    book: Catalogue,
    wanted: ItemFilter,
    order: str = "",
    waiting: Callable[[], Mapping[int, int]] | None = None,
) -> FilteredItems:
    """The items of a suite that pass the filters; `waiting` tells the open texts of all items."""
    column = order.removeprefix("-")
    if column:
        refuse_unknown("sort", column, list(ItemColumn))
    _refuse_wrong(wanted)
    with desk.open() as workspace, workspace.reading() as connection:
        standings = ItemStandings(assigned=item_owners(connection))
    counted = True
    if wanted.campaign:
        scope = Scope(wanted.campaign, book.suite.name, wanted.pair or None)
        waits, fair = _standing_in(desk, scope)
        standings = replace(standings, open=waits, fair=fair)
    elif wanted.state in _OF_CAMPAIGN or column == ItemColumn.FAIR:
        raise LackmusError("Items are fair in a campaign, and none is named.", "Name one.")
    elif wanted.state in _ABOUT_TEXTS or column == ItemColumn.OPEN:
        open_texts = waiting() if waiting else catalogue.open_texts(desk, book.number)
        standings = replace(standings, open=open_texts)
    else:
        counted = False
    gone = catalogue.retired_lines(desk, book.number) if wanted.state is ItemState.RETIRED else []
    return FilteredItems(book, book.chosen(wanted, standings, gone, order), standings, counted)


def page_of(desk: Desk, found: FilteredItems, page: int = 1, per_page: int | None = PER_PAGE) -> ItemListPage:
    """A page of a list with the open texts of its items; without `per_page` all are on it."""
    size = per_page or max(1, len(found.lines))
    pages = max(1, -(-len(found.lines) // size))
    page = min(page, pages)
    shown = tuple(found.lines[(page - 1) * size : page * size])
    standings = found.standings
    if not found.counted:
        only = None if per_page is None else [line.number for line in shown]
        standings = replace(standings, open=catalogue.open_texts(desk, found.book.number, only))
    return ItemListPage(shown, standings, len(found.lines), page, pages)


@dataclass(frozen=True)
class ItemListChoices:
    """What lists of items can name beside what the suite holds."""

    annotators: tuple[str, ...]  # to whom items can be assigned
    campaigns: tuple[str, ...]  # with outputs for the suite, latest first


def list_choices(desk: Desk, suite: str) -> ItemListChoices:
    """The people and campaigns that a list of items offers."""
    with desk.open() as workspace, workspace.reading() as connection:
        people = people_of(connection)
        campaigns = [name for name, suites in reviewable(connection).items() if suite in suites]
    able = sorted(one.name for one in people if one.role.may(Role.ANNOTATOR))
    return ItemListChoices(tuple(able), tuple(campaigns))


def stored_book(desk: Desk, suite: str | None, lint: bool = False) -> Catalogue:
    """A suite by its name, to be listed; with its findings if a filter or an order is about them."""
    with desk.open() as workspace, workspace.reading() as connection:
        number = the_suite(connection, suite)
    book = catalogue.catalogue(desk, number)
    return catalogue.looked_through(book) if lint else book


def known_filter(book: Catalogue, wanted: ItemFilter) -> ItemFilter:
    """Refuse a name that no item has, which would look as if nothing was found."""
    items = book.suite.items
    for argument, value, known in (
        ("pair", wanted.pair, set(book.pairs)),
        ("category", wanted.category, {item.category for item in items}),
        ("phenomenon", wanted.phenomenon, {item.phenomenon for item in items}),
        ("tag", wanted.tag, set(book.tags)),
        ("paradigm", wanted.paradigm, set(book.paradigms)),
        ("by", wanted.by, set(book.people)),
    ):
        if value and wanted.state is not ItemState.RETIRED:
            refuse_unknown(argument, value, sorted(known))
    return wanted


def only_numbered(lines: Sequence[CatalogueItem], written: str) -> list[CatalogueItem]:
    """The lines of these numbers: 12-40,45."""
    try:
        ranges = ranges_of(written)
    except RangeError as problem:
        raise LackmusError(f"{problem}.", argument="items") from None
    return [line for line in lines if any(first <= line.number <= last for first, last in ranges)]


def _refuse_wrong(wanted: ItemFilter) -> None:
    if wanted.since:
        try:
            date.fromisoformat(wanted.since)
        except ValueError:
            problem = LackmusError("write a day, such as 2026-05-01.")
            raise problem.at(Argument("since", wanted.since)) from None


def _standing_in(desk: Desk, scope: Scope) -> tuple[Mapping[int, int], frozenset[int]]:
    """The open texts of items in a campaign, and its fair items."""
    if desk.opened is not None:
        return live_review_at(desk).items_standing(scope)
    with desk.open() as workspace, workspace.reading() as connection:
        found = resolved_scope(connection, scope)
        stands = campaign_verdicts(connection, found.campaign.id, found.suite, found.pair)
        return WorkQueue(stands.outputs).items_standing()
