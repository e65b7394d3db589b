"""`lackmus outputs …`: outputs of systems, in files and in the workspace."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lackmus.cli.answers import say, show, warn, watched
from lackmus.cli.commands import group
from lackmus.cli.options import (
    AllowLargeOption,
    AsOfOption,
    AsOption,
    CampaignOption,
    CollectionOption,
    ColumnsOption,
    CommentOption,
    ExcludeOption,
    FormatOption,
    FromOption,
    HypOption,
    LabelOption,
    OutOption,
    PairOption,
    SourceOption,
    StoredSuiteOption,
    SuiteArg,
    SystemsOption,
    TestsuiteOption,
    UnknownOption,
    WorkspaceOption,
    format_of,
    labels_of,
    named_outputs,
)
from lackmus.cli.outputs.campaigns import tags_in
from lackmus.errors import LackmusError

if TYPE_CHECKING:
    from lackmus.core.outputs.imports import ImportedOutputs
    from lackmus.core.outputs.outputs import HandIn

outputs_app = group("outputs")


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
OutputsArg = Annotated[list[str], typer.Argument(help="Output files, folders or globs.", show_default=False)]
TargetOption = Annotated[
    Path,
    typer.Option(
        "-o", "--output", help="Write to this file (mtme, tsv, wmt-jsonl: folder).", show_default=False
    ),
]


@outputs_app.command("check")
def check(
    outputs: OutputsArg,
    source: SourceOption = None,
    suite: Annotated[
        Path | None,
        typer.Option("--suite", help="Suite whose items the files translate.", show_default=False),
    ] = None,
    form: FromOption = None,
    testsuite: TestsuiteOption = None,
    collection: CollectionOption = None,
    pair: PairOption = None,
    skip_unknown: UnknownOption = False,
    columns: ColumnsOption = None,
    format: FormatOption = None,
    output: OutOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Check files before they are handed in: lost, shifted, shuffled, blank and copied lines."""
    from lackmus.flows.outputs import outputs as outputs_flow
    from lackmus.flows.verdicts.requests import ReadOptions, named_columns
    from lackmus.tables.outputs.checks import checks_table, checks_values
    from lackmus.tables.table import Report

    chosen = format_of(format, output)
    with watched() as progress:
        asked = ReadOptions(
            form, source, testsuite, collection, skip_unknown, columns=named_columns(columns or ())
        )
        checks = outputs_flow.check(outputs, asked, suite, pair, progress)
    report = Report("Lackmus: check of outputs", (checks_table(checks),), checks_values(checks))
    show(report, chosen, output)
    if any(checked.problems for checked in checks):
        raise typer.Exit(1)


@outputs_app.command("convert")
def convert(
    suite: SuiteArg,
    outputs: OutputsArg,
    to: Annotated[
        str,
        typer.Option(
            "--to", help="New format: parquet, wmt-xml, jsonl, wmt-jsonl, mtme, tsv.", show_default=False
        ),
    ],
    output: TargetOption,
    source: SourceOption = None,
    form: FromOption = None,
    testsuite: TestsuiteOption = None,
    collection: CollectionOption = None,
    pair: PairOption = None,
    systems: Annotated[
        list[str] | None,
        typer.Option("--systems", help="Convert only these (commas or repeated).", show_default=False),
    ] = None,
    exclude: ExcludeOption = None,
    skip_unknown: UnknownOption = False,
    columns: ColumnsOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Write the outputs of systems in another format; what does not fit the format is refused."""
    from lackmus.flows.outputs import outputs as outputs_flow
    from lackmus.flows.verdicts.material import Request
    from lackmus.flows.verdicts.requests import ReadOptions, named_columns

    request = Request(
        suite,
        outputs,
        ReadOptions(form, source, testsuite, collection, skip_unknown, True, named_columns(columns or ())),
        pair,
        systems or (),
        exclude or (),
    )
    _write(outputs_flow.outputs(request), to, output)


def _write(hand_ins: "Sequence[HandIn]", form: str, output: Path) -> None:
    """Write outputs of files or of a campaign, and print what the format drops."""
    from lackmus.core.outputs.outputs import noted
    from lackmus.write.outputs import unkept, unmarked, write_outputs

    for path in write_outputs(hand_ins, form, output):
        say(f"Written: {path}")
    if lost := unmarked(hand_ins, form):
        say(f"{lost:,} marks (verbose, refused, paragraphs) were left out. Only jsonl keeps them.")
    if keys := unkept(hand_ins, form):
        say(f"These keys of documents were left out: {', '.join(keys)}. Only wmt-jsonl keeps them.")
    for note in noted({one.system: one.notes for one in hand_ins}):
        say(note)


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
    columns: ColumnsOption = None,
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
    """Import the outputs of systems into a campaign of the workspace; all of them, or none.

    Importing the same outputs again changes nothing. Other outputs under an existing name are refused without
    --replace; the history keeps the old ones.
    """
    from lackmus.flows.outputs.importing import ImportOptions
    from lackmus.flows.outputs.importing import import_outputs as bring_in
    from lackmus.flows.verdicts.requests import ReadOptions, named_columns
    from lackmus.flows.workspaces.workspaces import Desk

    chosen = format_of(format, output)
    wanted = ImportOptions(
        campaign, year, system, labels_of(label), tags_by_system(tag), tags_in(tags), replace, dry_run
    )
    asked = ReadOptions(
        form, source, testsuite, collection, skip_unknown, columns=named_columns(columns or ())
    )
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
    tell([imported], chosen, output)


def tell(
    imported: "Sequence[ImportedOutputs]",
    format: str,
    output: Path | None,
    values: "dict[str, object] | None" = None,
) -> None:
    """Print the result of an import, for each pair; warnings are printed in every format."""
    from lackmus.core.outputs.imports import ImportOutcome, imported_values
    from lackmus.tables.outputs.imports import imported_table
    from lackmus.tables.table import Report

    for done in imported:
        warn({one.system: one.suspicions for one in done.systems})
        for note in done.notes:
            say(note)
        if done.count(ImportOutcome.SAME) == len(done.systems):
            say(f"{done.campaign} has these very outputs already.")
        elif done.tried:
            say(f"Nothing was stored (--dry-run). {done.in_short}.")
        else:
            say(f"{done.in_short}.")
    told = [imported_values(one) for one in imported]
    answer = told[0] if len(told) == 1 else {"signature": told[0]["signature"], "imports": told}
    tables = tuple(imported_table(one) for one in imported)
    show(Report("Lackmus: outputs", tables, values or answer), format, output)


def tags_by_system(given: list[str] | None) -> dict[str, tuple[str, ...]]:
    """Tags as NAME=TAG,TAG."""
    found: dict[str, tuple[str, ...]] = {}
    for part in given or []:
        name, equals, tags = part.rpartition("=")
        if not equals or not tags_in([tags]):
            raise LackmusError(f"--tag {part}: write NAME=TAG,TAG, or --tags TAG,TAG for all systems.")
        found[name] = (*found.get(name, ()), *tags_in([tags]))
    return found


@outputs_app.command("export")
def export_outputs(
    output: TargetOption,
    campaign: CampaignOption = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    systems: SystemsOption = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            help="Format: parquet, wmt-xml, jsonl, wmt-jsonl, mtme, tsv; by the ending of -o unless given.",
            show_default=False,
        ),
    ] = None,
    with_reserved: Annotated[
        bool, typer.Option("--with-reserved", help="Items that are kept secret too.")
    ] = False,
    as_of: AsOfOption = None,
    workspace: WorkspaceOption = None,
) -> None:
    """Write the outputs of a campaign to files; what does not fit the format is refused."""
    from lackmus.flows.outputs.export import export_outputs as take_out
    from lackmus.flows.workspaces.workspaces import Desk
    from lackmus.write.outputs import outputs_format

    form = outputs_format(to, output)
    exported = take_out(Desk(workspace), campaign, suite, pair, systems or (), with_reserved, as_of)
    _write(exported.hand_ins, form, output)
    if exported.reserved:
        say(f"{exported.reserved:,} reserved items were left out. Include them with --with-reserved.")
    if exported.retired:
        say(f"{exported.retired:,} items that the suite does not have any more were left out.")
