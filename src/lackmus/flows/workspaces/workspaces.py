"""Shared by all verbs of a workspace: opening it, the acting person, and looking up names."""

import getpass
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import TypeVar

from sqlalchemy import Connection

from lackmus.core.base.pairs import Pair
from lackmus.errors import Argument, LackmusError
from lackmus.flows.verdicts.requests import chosen_pair, listed, other_pairs
from lackmus.store.db.databases import TIMEOUT
from lackmus.store.db.workspaces import (
    OpenWorkspace,
    Revision,
    SharedWorkspace,
    exists,
    open_workspace,
    where_is,
)
from lackmus.store.outputs.campaigns import Campaign, System, campaigns_of, systems_of
from lackmus.store.outputs.hand_ins import current_hand_ins
from lackmus.store.suites.catalogue import StoredItem, stored_item
from lackmus.store.suites.items import items_named
from lackmus.store.suites.reserved import hidden_item
from lackmus.store.suites.suites import StoredSuite, load_suite, suite_names, suite_pairs
from lackmus.store.workspaces.history import last_revision, revision_at, saved_revision

USER = "LACKMUS_USER"
_Named = TypeVar("_Named")


@dataclass(frozen=True)
class Desk:
    """A workspace and the person who works in it."""

    workspace: str | None = None  # as named by the user; otherwise from the environment, otherwise lackmus.db
    person: str | None = None
    comment: str = ""
    opened: OpenWorkspace | None = None  # kept open by its owner, such as a server
    shows_reserved: bool = True  # whether the wording of reserved items is shown
    words: Callable[[LackmusError], str] = str  # how the face words errors that are kept for later

    def open(self, create: bool = False) -> OpenWorkspace:
        """Open the workspace; the caller closes it. Effects of opening are announced."""
        if self.opened is not None:
            return SharedWorkspace(self.opened, shows_reserved=self.shows_reserved)
        workspace = open_workspace(where_is(self.workspace), create)
        announce(workspace.notes)
        return workspace

    def patiently(self) -> "Desk":
        """The desk for background work, which waits for other writers as commands do."""
        return self if self.opened is None else replace(self, opened=SharedWorkspace(self.opened, TIMEOUT))

    @property
    def who(self) -> str:
        """The acting person: as given, otherwise from the environment, otherwise the login name."""
        return self.person or os.environ.get(USER) or _login()

    @property
    def reader(self) -> str:
        """The acting person, empty if it is not known who that is: reading needs no name."""
        with suppress(LackmusError):
            return self.who
        return ""


def latest(desk: Desk) -> Revision:
    """The current state of the workspace."""
    with desk.open() as workspace, workspace.reading() as connection:
        return workspace.revision(connection)


def announce(notes: Sequence[str]) -> None:
    """Announce messages to the user; the command line prints them."""
    for note in notes:
        logging.getLogger("lackmus").warning("%s", note)


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        raise LackmusError("It is not known who you are.", code="who-are-you", variable=USER) from None


def the_suite(connection: Connection, name: str | None, revision: int | None = None) -> int:
    """The number of the suite that a user means; where there is one, it need not be named."""
    return _the(suite_names(connection, revision), name, "suite", code="no-suite")


def suites_there(workspace: str | None) -> list[str]:
    """Names of the suites in a workspace; empty if there is no workspace."""
    where = where_is(workspace)
    if not exists(where):
        return []
    with open_workspace(where) as opened, opened.reading() as connection:
        return list(suite_names(connection))


def the_pair(connection: Connection, suite: int, written: str | None, revision: int | None = None) -> Pair:
    """The pair of the suite that a user means; optional if there is one."""
    pairs = suite_pairs(connection, suite, revision)
    chosen = chosen_pair(written, pairs)
    if chosen is None and len(pairs) != 1:
        raise LackmusError(
            f"The suite has items for {listed(pairs) or 'no pair'}.",
            code="which-pair",
        )
    return chosen or pairs[0]


def suite_for_reading(connection: Connection, suite: str | None, pair: str | None) -> StoredSuite:
    """The suite's items of the pair that a user means, ready to read files: it knows its other pairs."""
    number = the_suite(connection, suite)
    chosen = the_pair(connection, number, pair)
    stored = load_suite(connection, number, pair=chosen)
    others = tuple(one for one in suite_pairs(connection, number) if one != chosen)
    return replace(stored, suite=replace(stored.suite, others=others, also=other_pairs(pair)))


def shown_item(desk: Desk, connection: Connection, number: int) -> StoredItem:
    """The item of a number; refused if it is reserved and the person may not see it."""
    found = stored_item(connection, number)
    if found.item.reserved and not desk.shows_reserved:
        raise hidden_item(number)
    return found


def the_item(
    connection: Connection, suite: int, written: str, pair: str | None = None, revision: int | None = None
) -> int:
    """The number of an item from its id, or from pair and id: de-en:17."""
    chosen = chosen_pair(pair, suite_pairs(connection, suite, revision)) if pair else None
    found = items_named(connection, suite, written, chosen, revision)
    if not found and ":" in written:
        before, _, name = written.partition(":")
        found = {
            key: one
            for key, one in items_named(connection, suite, name, None, revision).items()
            if key == f"{before}:{name}"
        }
    if not found:
        raise LackmusError(f"The suite has no item {written}. Items are named by their ids in its file.")
    if len(found) > 1:
        raise LackmusError(
            f"Item {written} is in several pairs: {listed(found)}.",
            code="which-pair",
        )
    return next(iter(found.values()))


def parts_of(
    connection: Connection, campaigns: Sequence[Campaign], revision: int | None = None
) -> set[tuple[int, str]]:
    """The suites and pairs with outputs of campaigns."""
    return {
        (suite, pair)
        for one in campaigns
        for _, _, suite, pair, *_ in current_hand_ins(connection, one.id, revision)
    }


def the_part(
    connection: Connection,
    campaigns: Sequence[Campaign],
    suite: str | None,
    pair: str | None,
    revision: int | None = None,
) -> tuple[int, Pair]:
    """The suite and the pair of campaigns that are meant; those without outputs are ignored."""
    there = parts_of(connection, campaigns, revision)
    suites = {number for number, _ in there}
    if suite is None and len(suites) == 1:
        (number,) = suites
    else:
        number = the_suite(connection, suite, revision)
    pairs = {written for of, written in there if of == number}
    if pair is None and len(pairs) == 1:
        (pair,) = pairs
    return number, the_pair(connection, number, pair, revision)


def the_campaign(connection: Connection, name: str | None, revision: int | None = None) -> Campaign:
    """The campaign that a user means; the name is optional if there is one."""
    campaigns = {one.name: one for one in campaigns_of(connection, revision)}
    return _the(campaigns, name, "campaign", code="no-campaign")


def the_systems(
    connection: Connection,
    campaign: Campaign,
    names: Sequence[str],
    argument: str,
    revision: int | None = None,
) -> list[System]:
    """The systems of a campaign that an argument names: one by one, or several with commas between them."""
    known = {one.name: one for one in systems_of(connection, campaign.id, revision)}
    found = []
    for value in names:
        for name in (
            [value] if value in known else [part.strip() for part in value.split(",") if part.strip()]
        ):
            if name not in known:
                raise LackmusError(
                    f"{campaign.name} has no system {name}. It has {listed(sorted(known)) or 'none'}."
                ).at(Argument(argument))
            found.append(known[name])
    return found


def the_system(
    connection: Connection, written: str, campaign: str | None = None, revision: int | None = None
) -> System:
    """A system as written by a user: NAME with a campaign, or CAMPAIGN/NAME."""
    names = {one.name for one in campaigns_of(connection, revision)}
    if campaign is None:
        # The longest matching campaign: both names may contain slashes.
        for name in sorted(names, key=len, reverse=True):
            if written.startswith(f"{name}/"):
                campaign, written = name, written[len(name) + 1 :]
                break
    of = the_campaign(connection, campaign, revision)
    found = the_systems(connection, of, [written], "named_system", revision)
    if len(found) != 1:
        raise LackmusError(f"“{written}” names no single system.")
    return found[0]


def the_revision(connection: Connection, as_of: str | None) -> int | None:
    """The revision from a day, a time, a saved report's name or a number; None for now."""
    if as_of is None:
        return None
    as_of = as_of.strip()
    saved = saved_revision(connection, as_of)
    if saved is not None:
        return saved
    if _is_number(as_of):
        latest, number = last_revision(connection), int(as_of.removeprefix("#"))
        if not 1 <= number <= latest:
            raise _at(as_of, LackmusError(f"there is no such change. The latest is {latest}."))
        return number
    until = _time(as_of)
    if until is None:
        written = "Write a day (2026-05-01), a time (2026-05-01T12:00), or the number of a change (#2)"
        problem = LackmusError(
            "no report is saved under this name, and it is no date.",
            code="no-such-time",
            written=written,
        )
        raise _at(as_of, problem)
    revision = revision_at(connection, until)
    if revision is None:
        raise _at(as_of, LackmusError("the workspace did not exist yet."))
    return revision


def _at(as_of: str, problem: LackmusError) -> LackmusError:
    return problem.at(Argument("as_of", as_of))


def is_time(written: str) -> bool:
    """Whether `the_revision` takes this for a time or a change, so that no report can be called so."""
    return _is_number(written) or _time(written) is not None


def _is_number(written: str) -> bool:
    """Whether this is the number of a change, also written as #2."""
    number = written.removeprefix("#")
    return number.isdecimal() and len(number) < 8


def _time(written: str) -> datetime | None:
    """A time, or the end of a day in local time."""
    try:
        if len(written) <= 10:
            return datetime.combine(date.fromisoformat(written), time.max)
        return datetime.fromisoformat(written)
    except ValueError:
        return None


def _the(known: Mapping[str, _Named], name: str | None, what: str, code: str) -> _Named:
    if name is None and len(known) == 1:
        return next(iter(known.values()))
    if not known:
        raise LackmusError(f"The workspace has no {what} yet.", code=code)
    if name is None:
        raise LackmusError(f"Say which {what} is meant: {listed(known)}.")
    if name not in known:
        raise LackmusError(
            f"There is no {what} {name}. There {'is' if len(known) == 1 else 'are'} {listed(known)}."
        )
    return known[name]
