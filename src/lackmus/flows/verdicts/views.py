"""One state of a workspace for a report: suite, campaigns, verdicts, decisions."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

import polars as pl
from sqlalchemy import Connection

from lackmus.core.base.choices import Choices
from lackmus.core.base.pairs import Pair
from lackmus.core.base.plurals import counted
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.suites.suite import SuitePart
from lackmus.core.verdicts.evaluation import JUDGED
from lackmus.core.verdicts.reserved import hidden_id
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import listed
from lackmus.flows.workspaces.workspaces import (
    Desk,
    parts_of,
    the_campaign,
    the_part,
    the_revision,
    the_system,
)
from lackmus.store.db.workspaces import Revision
from lackmus.store.outputs.campaigns import Campaign, System, aliases_of, campaigns_of, systems_of
from lackmus.store.outputs.hand_ins import current_hand_ins
from lackmus.store.rules.rejudging import stale_items
from lackmus.store.suites.reserved import reserved_items
from lackmus.store.suites.suites import StoredSuite, load_suite
from lackmus.store.verdicts.evaluating import decided, judged_outputs, last_judging, suspicions_of
from lackmus.store.verdicts.saved_reports import SavedReport, saved_reports
from lackmus.store.verdicts.snapshots import SnapshotKey, revision_of, snapshot, token_of

_NAMED = 5  # items named before the rest is only counted


@dataclass(frozen=True)
class StoredRequest:
    """A request about a workspace."""

    suite: str | None = None
    pair: str | None = None
    systems: Sequence[str] = ()
    exclude: Sequence[str] = ()
    tags: Sequence[str] = ()  # systems with any of them
    exclude_tags: Sequence[str] = ()
    part: SuitePart = field(default_factory=SuitePart)
    choices: Choices = field(default_factory=Choices)
    as_of: str | None = None
    anonymous: bool = False
    group_by: Sequence[str] = ()  # tags whose systems are compared as groups


@dataclass(frozen=True)
class View:
    """One state of a workspace: a suite at that time, and campaigns."""

    connection: Connection
    revision: Revision
    at: int | None  # the revision's number; None for the latest, which is faster
    stored: StoredSuite
    pair: Pair
    campaigns: Sequence[Campaign]
    named: Sequence[System] = ()
    saved: SavedReport | None = None  # the saved report that was named for the revision
    hidden: Mapping[str, int] = field(default_factory=dict)  # items whose wording is hidden from the person

    @property
    def about(self) -> str:
        """The suite and the pair, in words."""
        return f"{self.stored.suite.name} ({self.pair})"

    def judged(self, campaign: Campaign) -> pl.DataFrame:
        """Verdicts of the rules on all outputs of a campaign, from a snapshot if there is one."""
        # Decisions create revisions quickly, but do not change the verdicts of rules.
        token = last_judging(self.connection) if self.at is None else self.revision.token
        key = SnapshotKey(token, campaign.id, self.stored.id, str(self.pair))
        found = snapshot(
            token_of(self.connection),
            key,
            JUDGED,
            lambda: judged_outputs(self.connection, campaign.id, self.stored, self.pair, self.at),
        )
        if found.is_empty():
            raise LackmusError(
                f"{campaign.name} has no outputs for {self.about}.",
                code="no-outputs",
            )
        return found

    def systems(self, campaign: Campaign) -> list[System]:
        """The systems with outputs for the suite."""
        handed_in = {
            system
            for _, system, suite, pair, *_ in current_hand_ins(self.connection, campaign.id, self.at)
            if suite == self.stored.id and pair == str(self.pair)
        }
        return [one for one in systems_of(self.connection, campaign.id, self.at) if one.id in handed_in]

    def aliases(self, systems: Collection[System]) -> dict[str, str]:
        """Anonymous system names, by name."""
        hidden = aliases_of(self.connection)
        return {one.name: hidden[one.id] for one in systems}

    def suspicions(self, campaign: Campaign) -> dict[str, list[Suspicion]]:
        """Warnings about the files of a campaign."""
        return suspicions_of(self.connection, campaign.id, self.stored.id, self.pair, self.at)

    @cached_property
    def decided(self) -> pl.DataFrame | None:
        """People's decisions on texts."""
        return decided(self.connection, self.stored, self.pair, self.at)

    @property
    def notes(self) -> tuple[str, ...]:
        """Items whose changed rules were not applied yet; unknown for the past."""
        if self.at is not None:
            return ()
        unjudged = set(stale_items(self.connection, self.stored.id).get(self.stored.id, ()))
        stale = [
            hidden_id(number) if key in self.hidden else key.partition(":")[2]
            for key, number in self.stored.items.items()
            if number in unjudged
        ]
        if not stale:
            return ()
        some = listed(stale[:_NAMED]) + (" …" if len(stale) > _NAMED else "")
        many = counted(len(stale), "item")
        return (
            # Pages cannot do this, so the message says whom to ask.
            f"The rules of {many} were changed and have not judged yet ({some}). "
            "The owner of the workspace can let them judge on the command line: lackmus judge.",
        )


@contextmanager
def view_of(
    desk: Desk,
    request: StoredRequest,
    campaigns: Sequence[str | None] | None,
    of_systems: tuple[Sequence[str], str | None] = ((), None),
) -> Iterator[View]:
    """The view of a request: these campaigns, all with outputs for the suite, or those of systems."""
    # Numbers always include reserved items; tables hide their wording.
    with desk.open() as workspace, workspace.reading(whole=True) as connection:
        latest = workspace.revision(connection)
        asked = the_revision(connection, request.as_of)
        revision = latest if asked is None else revision_of(connection, asked)
        at = None if revision.number == latest.number else revision.number
        saved = next((one for one in saved_reports(connection) if one.name == request.as_of), None)
        named = [_system(connection, written, of_systems[1], at) for written in of_systems[0]]
        if len({one.id for one in named}) < len(named):
            raise LackmusError("A system is named twice. Name each once.")
        every = {one.id: one for one in campaigns_of(connection, at)}
        if campaigns is None:
            chosen = list(every.values())
        elif named:
            chosen = [every[number] for number in dict.fromkeys(one.campaign for one in named)]
        else:
            # A saved report implies its own scope.
            known = None if saved is None else saved.request["campaign"]
            chosen = [the_campaign(connection, name or known, at) for name in campaigns]
        suite, pair = the_part(connection, chosen, request.suite, request.pair, at)
        if campaigns is None:
            chosen = [one for one in chosen if (suite, str(pair)) in parts_of(connection, [one], at)]
        stored = load_suite(connection, suite, at, pair)
        secret = set() if desk.shows_reserved else reserved_items(connection)
        hidden = {key: number for key, number in stored.items.items() if number in secret}
        yield View(connection, revision, at, stored, pair, chosen, named, saved, hidden)


def _system(connection: Connection, written: str, campaign: str | None, at: int | None) -> System:
    """A system of the campaign, or of another one written before it."""
    if campaign is not None:
        of = the_campaign(connection, campaign, at)
        others = [one.name for one in campaigns_of(connection, at) if written.startswith(f"{one.name}/")]
        if others and written not in {one.name for one in systems_of(connection, of.id, at)}:
            campaign = None
    return the_system(connection, written, campaign, at)
