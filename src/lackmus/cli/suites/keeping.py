"""`lackmus suite import|export|list|split`: suites in the workspace."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from lackmus.cli.answers import Printout, printing, put, say
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, ReadingDesk
from lackmus.cli.options import (
    TERMINAL,
    AllowLargeOption,
    AsOfOption,
    PairOption,
)
from lackmus.cli.suites.suites import FormOption
from lackmus.core.base.plurals import counted
from lackmus.core.suites.revisions import SuiteRevision
from lackmus.flows.suites.exporting import export_suite as write_out
from lackmus.flows.suites.exporting import list_suites as listed
from lackmus.flows.suites.importing import ImportedSuite
from lackmus.flows.suites.importing import import_suite as bring_in
from lackmus.flows.suites.splitting import split_suite as keep_secret
from lackmus.plugins import PluginGroup, by_ending, named
from lackmus.tables.rules.rules import rejudged_tables, rejudged_values
from lackmus.tables.suites.lists import split_table, suites_table, suites_values
from lackmus.tables.suites.revisions import revision_tables, revision_values
from lackmus.tables.table import Report
from lackmus.write.reports.plain import text_of

suite_app = group("suite")


DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Only show what would happen.")]


@suite_app.command("import")
def import_suite(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A suite, in any format.", show_default=False)],
    name: Annotated[
        str | None,
        typer.Option("--name", help="Its name in the workspace; else the file's.", show_default=False),
    ] = None,
    pair: PairOption = None,
    form: FormOption = None,
    dry_run: DryRunOption = False,
    no_judge: Annotated[
        bool, typer.Option("--no-judge", help="Judge the texts of changed items later: lackmus judge.")
    ] = False,
    *,
    desk: ActingDesk,
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """Import a suite into the workspace, or the changes of its file.

    The command first shows what the file adds, changes and retires. An edited rule is retired and replaced by
    its successor. Texts whose rules have changed are judged again, and changed verdicts are shown; no rule
    overrides a person's decision. Importing the same file again changes nothing.
    """
    done = bring_in(desk, file, name, form, pair, dry_run, not no_judge, _tell)
    values = _imported_values(done, dry_run)
    if dry_run:
        printout.show(Report("Lackmus: import", tuple(revision_tables(done.revision)), values))
        return
    if done.made:
        say(f"{done.made} is a new workspace.")
    if done.change is None:
        say(f"{done.suite}: nothing to do, the workspace has all of it.")
        for note in done.revision.notes:
            say(note)
    if done.stale:
        say(f"{counted(done.stale, 'item has', 'items have')} rules that have not judged yet: lackmus judge.")
    judged = done.rejudged
    if printout.form == TERMINAL and printout.output is None and not judged.items:
        return
    tables = rejudged_tables(judged.flips, judged.contradicted, {"suite": done.suite})
    printout.show(Report("Lackmus: import", tuple(tables), values))


def _tell(revision: SuiteRevision, known: bool) -> None:
    """Print what will happen; for a new suite, only the counts."""
    if known:
        with printing():
            print(text_of(revision_tables(revision)[1:]), file=sys.stderr)
    say(f"{revision.suite}: {revision.summary}")
    for note in revision.notes:
        say(note)


def _imported_values(done: ImportedSuite, dry_run: bool) -> dict[str, Any]:

    return {
        "suite": done.suite,
        "dry_run": dry_run,
        "change": done.change,
        **revision_values(done.revision),
        "judged": {"items": done.rejudged.items, "texts": done.rejudged.texts},
        "stale": done.stale,
        **rejudged_values(done.rejudged.flips, done.rejudged.contradicted),
    }


@suite_app.command("export")
def export_suite(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A suite of the workspace.", show_default=False)
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.", show_default=False)],
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            help="Format: dfki-json, yaml, jsonl, tq-tsv, tq-csv; by the ending of the file unless given.",
            show_default=False,
        ),
    ] = None,
    pair: PairOption = None,
    fold_decisions: Annotated[
        bool, typer.Option("--fold-decisions", help="Write people's decisions as fixed strings.")
    ] = False,
    with_reserved: Annotated[
        bool, typer.Option("--with-reserved", help="Also the items that are kept secret.")
    ] = False,
    as_of: AsOfOption = None,
    *,
    desk: ReadingDesk,
) -> None:
    """Write a suite of the workspace to a file, without reserved items by default."""
    to = to or by_ending(PluginGroup.WRITE_SUITE, file, "to")
    writer = named(PluginGroup.WRITE_SUITE, to, "to")
    exported = write_out(desk, name, pair, fold_decisions, with_reserved, as_of)
    put(writer.write(exported.suite), file)
    for note in exported.notes:
        say(note)


@suite_app.command("list")
def list_suites(
    as_of: AsOfOption = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """List the suites of the workspace."""
    suites, revision = listed(desk, as_of)
    table = suites_table(suites, revision)
    printout.show(Report("Lackmus: suites", (table,), suites_values(suites, revision)))


@suite_app.command("split")
def split_suite(
    reserve: Annotated[
        str, typer.Option("--reserve", help="Share of every phenomenon, such as 50%.", show_default=False)
    ],
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="A suite of the workspace, where it has several.", show_default=False
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="Seed of the draw; by default random, and shown.", show_default=False),
    ] = None,
    dry_run: DryRunOption = False,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Keep a part of every phenomenon secret, so that no system can be trained on it.

    Reserved items are left out of exports by default. Items that are already reserved stay so and count.
    """

    split = keep_secret(desk, name, reserve, seed, dry_run)
    notes = [f"Drawn with the seed {split.seed}."]
    if split.given_away:
        many = counted(split.given_away, "reserved item shares its", "reserved items share their")
        notes.append(f"{many} sentence with an open one: that is no secret.")
    about = {"reserve": split.share, "seed": split.seed}
    values = {**asdict(split), "shares": [asdict(one) for one in split.shares], "dry_run": dry_run}
    table = split_table(split.suite, split.shares, about, notes)
    if not dry_run and split.change is None:
        say(f"{split.suite}: nothing to do, so much is kept secret already.")
    printout.show(Report("Lackmus: split", (table,), values))
