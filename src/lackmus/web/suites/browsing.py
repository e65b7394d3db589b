"""Suites for pages and API: cached while unchanged, filtered, page by page."""

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Annotated, Any

from fastapi import Path, Request
from pydantic import BaseModel, Field

from lackmus.core.lint import LintFinding, Seen
from lackmus.core.suites.catalogue import Catalogue
from lackmus.core.suites.item_filters import ItemColumn, ItemFilter, ItemState
from lackmus.errors import LackmusError
from lackmus.flows.suites import catalogue
from lackmus.flows.suites.exporting import ExportedSuite, export_suite
from lackmus.flows.suites.item_lists import FilteredItems, item_list
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.plugins import PluginGroup, added, named
from lackmus.web.http.files import saved_as
from lackmus.web.served import served_by

Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


class SuiteItemsQuery(BaseModel):
    """The filters of a list of items; empty values do not filter."""

    pair: str = Field("", max_length=50, description="Language pair, such as de-en")
    category: str = Field("", max_length=1_000)
    phenomenon: str = Field("", max_length=1_000)
    q: str = Field("", max_length=1_000, description="In the id, the source or a rule, ignoring case")
    finding: str = Field("", max_length=50, description="any, error, warning, info, or a code of lint")
    state: str = Field("", max_length=50, description=", ".join(ItemState))
    tag: str = Field("", max_length=1_000)
    paradigm: str = Field("", max_length=1_000)
    assigned: str = Field("", max_length=500, description="To this person, or to nobody")
    since: str = Field("", max_length=50, description="Changed on this day or later: 2026-05-01")
    by: str = Field("", max_length=500, description="Changed last by this person")
    campaign: str = Field("", max_length=500, description="Whose open texts are counted, and fair items")
    sort: str = Field(
        "", max_length=50, description=f"{', '.join(ItemColumn)}; with a hyphen in front from the last on"
    )
    page: int = Field(1, ge=1, le=1_000_000)

    @property
    def wanted(self) -> ItemFilter:
        """The filters as a core value; an unknown value matches nothing."""
        state = ItemState(self.state) if self.state in list(ItemState) else None
        return ItemFilter(
            self.pair,
            self.category,
            self.phenomenon,
            self.q,
            self.finding,
            state,
            self.tag,
            self.paradigm,
            self.assigned,
            self.since,
            self.by,
            self.campaign,
        )

    @property
    def values(self) -> dict[str, str]:
        """The parameters of an address, without its page."""
        return {**self.wanted.values, "sort": self.sort}


_LARGE = 500  # items: linting more takes longer than a page waits, and slows it down


class _BrowsedSuite:
    """A suite to browse, with its findings once it has been linted."""

    def __init__(self, book: Catalogue, seen: Seen, pool: ThreadPoolExecutor) -> None:
        self._book, self._seen, self._pool = book, seen, pool
        self._lock = Lock()
        self._begun: Future[Catalogue] | None = None

    def result(self, patience: float | None) -> Catalogue:
        """The suite after at most so many seconds; a large suite is linted only for callers who wait."""
        with self._lock:
            if self._begun is None:
                if patience is not None and len(self._book.suite.items) > _LARGE:
                    return self._book
                self._begun = self._pool.submit(catalogue.looked_through, self._book, self._seen)
        try:
            return self._begun.result(patience)
        except TimeoutError:
            return self._book


def the_catalogue(request: Request, desk: Desk, number: int, patience: float | None = None) -> Catalogue:
    """A suite to browse; cached until a suite changes.

    Without `patience` it may come without findings.
    """
    served = served_by(request)
    kept = served.cached(desk).lasting
    seen: Seen = kept.get(("linted", number), dict)

    key = ("catalogue", catalogue.suites_touched(desk), number)
    made = kept.get(key, lambda: _BrowsedSuite(catalogue.catalogue(desk, number), seen, served.linting))
    return made.result(patience)


def listed(request: Request, desk: Desk, book: Catalogue, asked: SuiteItemsQuery) -> FilteredItems:
    """The items that match the filters, in their order."""

    def waiting() -> Mapping[int, int]:
        kept = served_by(request).cached(desk).kept
        key = (latest(desk).token, "open", book.number)
        found: Mapping[int, int] = kept.get(key, lambda: catalogue.open_texts(desk, book.number))
        return found

    return item_list(desk, book, asked.wanted, asked.sort, waiting)


def formats() -> dict[str, str]:
    """File formats of suites, with their endings."""
    return {name: module.ENDINGS[0] for name, module in added(PluginGroup.WRITE_SUITE)}


def exported(
    desk: Desk, name: str, form: str, pair: str, fold: bool, reserved: bool
) -> tuple[ExportedSuite, str]:
    """A suite for export, and its file content."""
    if form not in formats():
        raise LackmusError(f"There is no format {form}. There are {', '.join(formats())}.")
    told = export_suite(desk, name, pair or None, fold, reserved)
    written: str = named(PluginGroup.WRITE_SUITE, form).write(told.suite)
    return told, written


def attached(name: str, form: str) -> dict[str, str]:
    """The header for the download of a suite."""
    return saved_as(name, formats()[form])


def finding_values(one: LintFinding, number: int | None) -> dict[str, Any]:
    """A finding as plain values, with the item that it is about."""
    return {
        "code": one.code,
        "level": one.level,
        "item_id": number,
        "item": None if one.item is None else f"{one.pair}:{one.item}",
        "message": one.message,
        "evidence": one.evidence,
        "remedy": one.remedy,
    }
