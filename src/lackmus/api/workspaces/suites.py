"""Suites and outputs in a workspace: import, export and lists."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl

from lackmus.api.arguments import (
    Columns,
    Named,
    OutputsArgument,
    PathArgument,
    Strings,
    asked,
    by_name,
    named_outputs,
    path,
    strings,
)
from lackmus.api.frames import listing
from lackmus.api.results import Done
from lackmus.api.suites import Lint
from lackmus.api.suites import lint as lint_suites
from lackmus.api.wording import warn, warn_of, worded
from lackmus.api.workspaces.opened import WorkspaceHandle
from lackmus.core.outputs.campaigns import CampaignShown, SystemShown
from lackmus.core.outputs.imports import imported_values
from lackmus.core.outputs.outputs import outputs_of
from lackmus.core.suites.counts import SuiteCount
from lackmus.core.suites.suite import Suite
from lackmus.flows.outputs import campaigns, export, importing
from lackmus.flows.suites import exporting
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.verdicts.requests import Progress, limited_reading, silent
from lackmus.plugins import PluginGroup, by_ending, named
from lackmus.tables.outputs.imports import imported_table
from lackmus.tables.suites.revisions import revision_tables, revision_values
from lackmus.tables.table import Report
from lackmus.write.files import write_file
from lackmus.write.outputs import outputs_format, write_outputs


class WorkspaceSuites(WorkspaceHandle):
    """The verbs of a workspace that bring suites and outputs in and out."""

    @worded
    def import_suite(
        self,
        file: PathArgument,
        *,
        name: str | None = None,
        pair: str | None = None,
        form: str | None = None,
        dry_run: bool = False,
        comment: str = "",
        allow_large: bool = False,
    ) -> Done:
        """Import a suite file into the workspace, which is created if necessary; return the changes."""
        with limited_reading(allow_large):
            done = import_suite(self._desk(comment), path(file), name, form, pair, dry_run)
        tables = revision_tables(done.revision)
        shown = tuple(tables) if dry_run else tuple(tables[:1])
        return Done(done, Report("Lackmus: import", shown, revision_values(done.revision)))

    @worded
    def import_outputs(
        self,
        outputs: OutputsArgument | None = None,
        *,
        campaign: str | None = None,
        year: int | None = None,
        suite: str | None = None,
        pair: str | None = None,
        source: PathArgument | None = None,
        hyp: OutputsArgument | None = None,
        form: str | None = None,
        testsuite: str | None = None,
        collection: str | None = None,
        skip_unknown: bool = False,
        columns: Columns | None = None,
        system: str | None = None,
        label: Named | None = None,
        tag: Mapping[str, Strings] | None = None,
        tags: Strings | None = None,
        replace: bool = False,
        dry_run: bool = False,
        comment: str = "",
        progress: Progress = silent,
        allow_large: bool = False,
    ) -> Done:
        """Import outputs into a campaign, all of them or none; return the result for each system.

        `tag` are tags by system, `tags` those of all these systems.
        """
        wanted = importing.ImportOptions(
            campaign,
            year,
            system,
            by_name("label", label),
            {name: strings(of) for name, of in (tag or {}).items()},
            strings(tags),
            replace,
            dry_run,
        )
        given = named_outputs(outputs, hyp, source)
        about = asked(source, form, testsuite, collection, skip_unknown, columns)
        with limited_reading(allow_large):
            done = importing.import_outputs(self._desk(comment), given, about, wanted, suite, pair, progress)
        warn_of({one.system: one.suspicions for one in done.systems})
        return Done(done, Report("Lackmus: outputs", (imported_table(done),), imported_values(done)))

    @worded
    def suites(self, *, as_of: str | None = None) -> pl.DataFrame:
        """Return the suites of the workspace, with how many items, phenomena and rules each has."""
        return listing(exporting.list_suites(self._desk(), as_of)[0], SuiteCount)

    @worded
    def campaigns(self, *, as_of: str | None = None) -> pl.DataFrame:
        """Return the campaigns of the workspace, with how many texts and open warnings each has."""
        found = campaigns.campaigns(self._desk(), as_of=as_of)
        counts = pl.Series("systems", [len(one.systems) for one in found], dtype=pl.Int64)
        return listing(found, CampaignShown, without=["systems"]).insert_column(2, counts)

    @worded
    def systems(self, campaign: str | None = None, *, as_of: str | None = None) -> pl.DataFrame:
        """Return the systems of all campaigns or of one, with labels, tags and open warnings."""
        found = campaigns.campaigns(self._desk(), campaign, as_of=as_of)
        every = [system for one in found for system in one.systems]
        return listing(every, SystemShown, without=["hand_ins"])

    @worded
    def suite(self, name: str | None = None, *, as_of: str | None = None) -> Suite:
        """Return a suite as it stands in the workspace, or stood; where there is one, it needs no name."""
        return exporting.show_suite(self._desk(), name, as_of)

    @worded
    def outputs(
        self,
        campaign: str | None = None,
        *,
        suite: str | None = None,
        pair: str | None = None,
        systems: Strings | None = None,
        with_reserved: bool = False,
        as_of: str | None = None,
    ) -> pl.DataFrame:
        """Return what the systems of a campaign wrote, as a frame with columns item, system and text."""
        found = export.export_outputs(
            self._desk(), campaign, suite, pair, strings(systems), with_reserved, as_of
        )
        return outputs_of(found.hand_ins)

    @worded
    def lint(self, suite: str | None = None, *, pair: str | None = None, min_items: int = 5) -> Lint:
        """Return what is wrong with a suite of the workspace."""
        return lint_suites(self.suite(suite), pair=pair, min_items=min_items)

    @worded
    def export_suite(
        self,
        file: PathArgument,
        name: str | None = None,
        *,
        format: str | None = None,
        pair: str | None = None,
        fold_decisions: bool = False,
        with_reserved: bool = False,
        as_of: str | None = None,
    ) -> Path:
        """Write a suite to a file, in the format of its ending unless one is named; return the path."""
        target = path(file)
        writer = named(
            PluginGroup.WRITE_SUITE, format or by_ending(PluginGroup.WRITE_SUITE, target, "to"), "to"
        )
        found = exporting.export_suite(self._desk(), name, pair, fold_decisions, with_reserved, as_of)
        write_file(target, writer.write(found.suite))
        for note in found.notes:
            warn(note)
        return target

    @worded
    def export_outputs(
        self,
        file: PathArgument,
        campaign: str | None = None,
        *,
        format: str | None = None,
        suite: str | None = None,
        pair: str | None = None,
        systems: Strings | None = None,
        with_reserved: bool = False,
        as_of: str | None = None,
    ) -> list[Path]:
        """Write the outputs of a campaign to a file (mtme, tsv: into a folder); return the files."""
        target = path(file)
        form = outputs_format(format, target)
        found = export.export_outputs(
            self._desk(), campaign, suite, pair, strings(systems), with_reserved, as_of
        )
        return write_outputs(found.hand_ins, form, target)
