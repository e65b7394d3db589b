"""Workspaces: open one and use it like files; fetch into it, read its log, copy it."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl

from lackmus.api.arguments import PathArgument, path, within
from lackmus.api.frames import listing
from lackmus.api.results import Result
from lackmus.api.wording import warn, worded
from lackmus.api.workspaces.challenges import WorkspaceChallenges
from lackmus.api.workspaces.known_verdicts import WorkspaceKnownVerdicts
from lackmus.api.workspaces.lists import WorkspaceLists
from lackmus.api.workspaces.reviews import WorkspaceReviews
from lackmus.api.workspaces.search import WorkspaceSearch
from lackmus.api.workspaces.suites import WorkspaceSuites
from lackmus.api.workspaces.verdicts import WorkspaceVerdicts
from lackmus.core.fetching import fetch as fetches
from lackmus.core.workspaces.history import LogEntry
from lackmus.flows.fetching import fetching
from lackmus.flows.fetching.plans import Fetch
from lackmus.flows.verdicts.requests import Progress, silent
from lackmus.flows.workspaces import copies, history
from lackmus.tables.fetching.fetches import estimate_table, estimate_values, fetched_values
from lackmus.tables.outputs.imports import imported_table
from lackmus.tables.table import Report


class Workspace(
    WorkspaceVerdicts,
    WorkspaceSuites,
    WorkspaceReviews,
    WorkspaceKnownVerdicts,
    WorkspaceChallenges,
    WorkspaceSearch,
    WorkspaceLists,
):
    """Suites, outputs and decisions in a database: a file, or PostgreSQL.

    The default is LACKMUS_WORKSPACE, otherwise lackmus.db in the current folder. `person` is the user, by
    default LACKMUS_USER, otherwise the login name. Importing a suite creates a missing workspace.
    """

    def __repr__(self) -> str:
        return f"<lackmus workspace: {self._where or 'the usual one'}>"

    @worded
    def fetch(
        self,
        engine: str,
        *,
        option: Mapping[str, str] | None = None,
        campaign: str | None = None,
        system: str | None = None,
        year: int | None = None,
        suite: str | None = None,
        pair: str | None = None,
        template: str | None = None,
        context: int = 0,
        document: bool = False,
        round: str = "",
        in_flight: int | None = None,
        with_reserved: bool = False,
        partial: bool = False,
        price: float | None = None,
        replace: bool = False,
        dry_run: bool = False,
        comment: str = "",
        progress: Progress = silent,
    ) -> "Fetched":
        """Fetch the translations of a suite from an engine into a campaign; each sentence is asked once.

        With `dry_run` nothing is sent, and the result has the estimated cost. Every answer is stored at once:
        after an interruption the same call resumes.
        """
        within("context", context, 0, 20)
        within("in_flight", in_flight, 1, 64)
        within("price", price, 0)
        wanted = Fetch(
            engine,
            {name: str(value) for name, value in (option or {}).items()},
            campaign,
            year,
            system,
            suite,
            pair,
            template,
            context,
            document,
            round,
            in_flight,
            with_reserved,
            replace,
            partial,
            price,
        )
        desk = self._desk(comment)
        if dry_run:
            return Fetched(self, fetching.estimate(desk, wanted), None)
        fetched = fetching.fetch(desk, wanted, progress)
        for remark in fetching.remarks(fetched, "with_reserved=True"):
            warn(remark)
        if fetched.imported is None:
            warn("Stopped. What was fetched is kept; the same call goes on from there.")
        return Fetched(self, fetched.estimate, fetched)

    @worded
    def log(
        self,
        *,
        by: str | None = None,
        verb: str | None = None,
        since: str | None = None,
        until: str | None = None,
        item: str | None = None,
        suite: str | None = None,
        pair: str | None = None,
        show: int | None = 50,
    ) -> pl.DataFrame:
        """Return the changes with person and time, newest first; `show` entries, or all with None."""
        wanted = history.LogFilter(by, verb, since, until, item, suite, pair, show)
        return listing(history.log(self._desk(), wanted), LogEntry)

    @worded
    def undo(self, number: int | None = None, *, comment: str = "") -> int:
        """Undo a change, by default this person's latest; return the number of the undoing change."""
        return history.undo(self._desk(comment), number).number

    @worded
    def backup(self, file: PathArgument, *, replace: bool = False) -> Path:
        """Copy the workspace into a file, as it is at this moment; return the path."""
        copies.back_up(self._desk(), path(file), replace)
        return path(file)

    @worded
    def export(self, folder: PathArgument) -> Path:
        """Write the whole workspace as Parquet and JSON Lines into a new folder; return the folder."""
        copies.export(self._desk(), path(folder))
        return path(folder)


class Fetched(Result):
    """The result of a fetch, or its estimate."""

    def __init__(
        self, workspace: Workspace, estimate: fetches.Estimate, value: fetches.FetchResult | None
    ) -> None:
        self.estimate = estimate  # sentences, characters, cost
        self.value = value  # as the core has it; None after a dry run
        self._workspace = workspace

    def _report(self, form: str) -> Report:
        if self.value is None or self.value.imported is None:
            return Report("Lackmus: fetch", (estimate_table(self.estimate),), estimate_values(self.estimate))
        return Report("Lackmus: outputs", (imported_table(self.value.imported),), fetched_values(self.value))

    @property
    def outputs(self) -> pl.DataFrame:
        """What the engine wrote, as a frame with columns item, system and text."""
        about = self.estimate
        return self._workspace.outputs(
            about.campaign, suite=about.suite, pair=about.pair, systems=[about.system]
        )


@worded
def fetch(
    suite: PathArgument,
    engine: str,
    *,
    option: Mapping[str, str] | None = None,
    campaign: str = "fetched",
    system: str | None = None,
    pair: str | None = None,
    workspace: PathArgument | None = None,
    person: str | None = None,
    in_flight: int | None = None,
    price: float | None = None,
    dry_run: bool = False,
    progress: Progress = silent,
) -> Fetched:
    """Fetch the translations of a suite's file from an engine; `.outputs` of the result is a frame.

    The suite is imported into a workspace (`workspace`, otherwise the default one), which stores every
    answer: no sentence is asked, or paid for, twice. `Workspace.fetch` has more options.
    """
    opened = Workspace(workspace, person=person)
    brought = opened.import_suite(suite, pair=pair)
    return opened.fetch(
        engine,
        option=option,
        campaign=campaign,
        system=system,
        suite=brought.value.suite,
        pair=pair,
        in_flight=in_flight,
        price=price,
        dry_run=dry_run,
        progress=progress,
    )
