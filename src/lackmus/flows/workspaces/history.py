"""The history of a workspace, and undo."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from itertools import islice

from sqlalchemy import Connection

from lackmus.core.workspaces.history import ItemEvent, LogEntry, flips_said
from lackmus.errors import Argument, LackmusError
from lackmus.flows.verdicts.requests import listed
from lackmus.flows.workspaces.workspaces import Desk, the_suite
from lackmus.store.suites.item_history import find_items, item_events
from lackmus.store.suites.suites import suite_names
from lackmus.store.workspaces.history import entries
from lackmus.store.workspaces.people import people_of
from lackmus.store.workspaces.undoing import UNDO, UndoneChange
from lackmus.store.workspaces.undoing import undo as undo_change


@dataclass(frozen=True)
class LogFilter:
    """Filters of the log."""

    person: str | None = None
    verb: str | None = None
    since: str | None = None
    until: str | None = None
    item: str | None = None
    suite: str | None = None
    pair: str | None = None
    most: int | None = 50


def log(desk: Desk, wanted: LogFilter) -> list[LogEntry]:
    """Who changed what, when; newest first."""
    since = _moment("since", wanted.since, time.min)
    until = _moment("until", wanted.until, time.max)
    with desk.open() as workspace, workspace.reading() as connection:
        only = None
        if wanted.item is not None:
            item, _ = _the_item(connection, wanted.item, wanted.suite, wanted.pair)
            only = {event.change for event in item_events(connection, item)}
        if wanted.person is not None:
            _refuse_stranger(connection, wanted.person)
        found = entries(connection, wanted.person, wanted.verb, since, until, only)
        return list(islice(found, wanted.most))


@dataclass(frozen=True)
class ItemHistory:
    """The history of an item, and its changes."""

    item: str
    events: list[ItemEvent]
    log: dict[int, LogEntry]


def history(desk: Desk, item: str, suite: str | None = None, pair: str | None = None) -> ItemHistory:
    """The whole history of an item, in order of time."""
    with desk.open() as workspace, workspace.reading() as connection:
        number, key = _the_item(connection, item, suite, pair)
        events = item_events(connection, number)
        changes = {event.change for event in events}
        return ItemHistory(key, events, {one.number: one for one in entries(connection, only=changes)})


def undo(desk: Desk, number: int | None = None) -> UndoneChange:
    """Undo a change by a new one: the named one, otherwise this person's latest."""
    with desk.open() as workspace, workspace.writing(desk.who, UNDO, comment=desk.comment) as change:
        undone = undo_change(change, number)
        flips = flips_said(undone.flips)
        change.about = f"{change.about}; {flips}" if flips else change.about
        return undone


def local(at: str) -> str:
    """A time of the log in local time."""
    return datetime.fromisoformat(at).replace(tzinfo=UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _moment(argument: str, written: str | None, of_day: time) -> datetime | None:
    """A day (its beginning or its end) or a time; without a zone it is local."""
    if written is None:
        return None
    try:
        if len(written) <= len("2026-05-01"):
            return datetime.combine(date.fromisoformat(written), of_day)
        return datetime.fromisoformat(written)
    except ValueError:
        raise LackmusError("write a day (2026-05-01) or a time (2026-05-01T12:00).").at(
            Argument(argument, written)
        ) from None


def _refuse_stranger(connection: Connection, person: str) -> None:
    known = [one.name for one in people_of(connection)]
    if person not in known:
        there = "is" if len(known) == 1 else "are"
        raise LackmusError(
            f"no one here is called {person}. There {there} {listed(known)}.", argument="person"
        )


def _the_item(connection: Connection, written: str, suite: str | None, pair: str | None) -> tuple[int, str]:
    """The number and the key of the item that a user means, also a retired one."""
    suites = {number: name for name, number in suite_names(connection).items()}
    only = None if suite is None else the_suite(connection, suite)
    found = [
        (number, of_suite, f"{of_pair}:{name}")
        for number, of_suite, of_pair, name in find_items(connection, written)
        if only in (None, of_suite) and pair in (None, of_pair)
    ]
    if not found:
        raise LackmusError(f"There is no item {written}. Items are named by their ids in the suite's file.")
    if len(found) > 1:
        where = listed([f"{key} of {suites.get(of_suite, 'a retired suite')}" for _, of_suite, key in found])
        raise LackmusError(
            f"Several items are called {written}: {where}.",
            code="which-item",
        )
    return found[0][0], found[0][2]
