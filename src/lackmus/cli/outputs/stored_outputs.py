"""`lackmus outputs import` and `export`: what systems wrote, into the workspace and out of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lackmus.cli.answers import say, show, watched
from lackmus.cli.options import (
    AllowLargeOption,
    AsOfOption,
    AsOption,
    CampaignOption,
    CollectionOption,
    CommentOption,
    FormatOption,
    FromOption,
    HypOption,
    LabelOption,
    OutOption,
    PairOption,
    SourceOption,
    StoredSuiteOption,
    SystemsOption,
    TestsuiteOption,
    UnknownOption,
    WorkspaceOption,
    format_of,
    labels_of,
    named_outputs,
)
from lackmus.cli.outputs.campaigns import tags_in
from lackmus.cli.outputs.outputs import outputs_app
from lackmus.errors import LackmusError

if TYPE_CHECKING:
    from lackmus.core.outputs.imports import Imported

YearOption = Annotated[
    int | None,
    typer.Option(
        "--year", min=1900, max=2999, help="Year of the campaign; else from its name.", show_default=False
    ),
]
SystemOption = Annotated[
    str | None, typer.Option("--system", help="Name of the only system.", show_default=False)
]
TagOption = Annotated[
    list[str] | None,
    typer.Option("--tag", help="Tags of a system: NAME=TAG,TAG (repeatable).", show_default=False),
]
TagsOption = Annotated[
    list[str] | None,
    typer.Option("--tags", help="Tags of all these systems (commas or repeated).", show_default=False),
]
ReplaceOption = Annotated[
    bool,
    typer.Option("--replace", help="Other outputs of a system replace those there; the history keeps both."),
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Only show what would be done.")]


@outputs_app.command("import")
def import_outputs(
    outputs: Annotated[
        list[str] | None, typer.Argument(help="Output files, folders or globs.", show_default=False)
    ] = None,
    campaign: CampaignOption = None,
    year: YearOption = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    source: SourceOption = None,
    hyp: HypOption = None,
    form: FromOption = None,
    testsuite: TestsuiteOption = None,
    collection: CollectionOption = None,
    skip_unknown: UnknownOption = False,
    system: SystemOption = None,
    label: LabelOption = None,
    tag: TagOption = None,
    tags: TagsOption = None,
    replace: ReplaceOption = False,
    dry_run: DryRunOption = False,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
    format: FormatOption = None,
    output: OutOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Bring the outputs of systems into a campaign of the workspace; all of them, or none.

    The same outputs again change nothing. Other outputs under a name that is there are refused, unless
    they are to --replace the old ones, which the history keeps.
    """
    from lackmus.flows.outputs.stored_outputs import Wanted
    from lackmus.flows.outputs.stored_outputs import import_outputs as bring_in
    from lackmus.flows.verdicts.requests import Asked
    from lackmus.flows.workspaces.workspaces import Desk

    chosen = format_of(format, output)
    wanted = Wanted(
        campaign, year, system, labels_of(label), tags_by_system(tag), tags_in(tags), replace, dry_run
    )
    asked = Asked(form, source, testsuite, collection, skip_unknown)
    with watched() as progress:
        imported = bring_in(
            Desk(workspace, person, comment),
            named_outputs(outputs, hyp, source),
            asked,
            wanted,
            suite,
            pair,
            progress,
        )
    tell(imported, chosen, output)


def tell(
    imported: "Imported", format: str, output: Path | None, values: "dict[str, object] | None" = None
) -> None:
    """What an import did; what is suspicious is said loudly, whatever the format."""
    from lackmus.core.outputs.imports import Outcome, imported_values
    from lackmus.tables.outputs.imports import imported_table
    from lackmus.tables.table import Report

    for one in imported.systems:
        for suspicion in one.suspicions:
            say(suspicion.alarm(one.system))
    if imported.count(Outcome.SAME) == len(imported.systems):
        say(f"{imported.campaign} has these very outputs already.")
    elif imported.tried:
        say(f"Nothing was stored (--dry-run). {imported.in_short}.")
    else:
        say(f"{imported.in_short}.")
    table = imported_table(imported)
    show(Report("Lackmus: outputs", (table,), values or imported_values(imported)), format, output)


def tags_by_system(given: list[str] | None) -> dict[str, tuple[str, ...]]:
    """Tags as a user writes them: NAME=TAG,TAG."""
    found: dict[str, tuple[str, ...]] = {}
    for part in given or []:
        name, equals, tags = part.rpartition("=")
        if not equals or not tags_in([tags]):
            raise LackmusError(f"--tag {part}: write NAME=TAG,TAG, or --tags TAG,TAG for all systems.")
        found[name] = (*found.get(name, ()), *tags_in([tags]))
    return found


@outputs_app.command("export")
def export_outputs(
    output: Annotated[
        Path,
        typer.Option("-o", "--output", help="Write to this file (mtme, tsv: folder).", show_default=False),
    ],
    campaign: CampaignOption = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    systems: SystemsOption = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            help="Format: parquet, wmt-xml, jsonl, mtme, tsv; by the ending of -o unless given.",
            show_default=False,
        ),
    ] = None,
    with_reserved: Annotated[
        bool, typer.Option("--with-reserved", help="Items that are kept secret too.")
    ] = False,
    as_of: AsOfOption = None,
    workspace: WorkspaceOption = None,
) -> None:
    """Write the outputs of a campaign to files; what a format cannot hold is refused, not cut."""
    from lackmus.flows.outputs.export import export_outputs as take_out
    from lackmus.flows.workspaces.workspaces import Desk
    from lackmus.write.outputs import outputs_format, unmarked, write_outputs

    form = outputs_format(to, output)
    exported = take_out(Desk(workspace), campaign, suite, pair, systems or (), with_reserved, as_of)
    for path in write_outputs(exported.hand_ins, form, output):
        say(f"Written: {path}")
    if lost := unmarked(exported.hand_ins, form):
        say(f"{lost:,} marks (verbose, refused) were left out. Only jsonl keeps them.")
    if exported.reserved:
        say(f"{exported.reserved:,} reserved items were left out. Include them with --with-reserved.")
    if exported.retired:
        say(f"{exported.retired:,} items that the suite does not have any more were left out.")
