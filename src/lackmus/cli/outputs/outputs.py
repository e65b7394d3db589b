"""`lackmus outputs …`: what systems wrote."""

from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import say, show, watched
from lackmus.cli.app import app
from lackmus.cli.options import (
    AllowLargeOption,
    CollectionOption,
    ExcludeOption,
    FormatOption,
    FromOption,
    OutOption,
    PairOption,
    SourceOption,
    SuiteArg,
    TestsuiteOption,
    UnknownOption,
    format_of,
)

outputs_app = typer.Typer(
    help="What systems wrote: check files, convert them, bring them into the workspace and out of it.",
    no_args_is_help=True,
)
app.add_typer(outputs_app, name="outputs")


@outputs_app.command("check")
def check(
    outputs: Annotated[list[str], typer.Argument(help="Output files, folders or globs.", show_default=False)],
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
    format: FormatOption = None,
    output: OutOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Is this file fit to be handed in? Looks for lost, shifted, shuffled, blank and copied lines."""
    from lackmus.flows.outputs import outputs as outputs_flow
    from lackmus.flows.verdicts.requests import Asked
    from lackmus.tables.outputs.checks import checks_table, checks_values
    from lackmus.tables.table import Report

    chosen = format_of(format, output)
    with watched() as progress:
        asked = Asked(form, source, testsuite, collection, skip_unknown)
        checks = outputs_flow.check(outputs, asked, suite, pair, progress)
    report = Report("Lackmus: check of outputs", (checks_table(checks),), checks_values(checks))
    show(report, chosen, output)
    if any(checked.problems for checked in checks):
        raise typer.Exit(1)


@outputs_app.command("convert")
def convert(
    suite: SuiteArg,
    outputs: Annotated[list[str], typer.Argument(help="Output files, folders or globs.", show_default=False)],
    to: Annotated[
        str, typer.Option("--to", help="New format: parquet, wmt-xml, jsonl, mtme, tsv.", show_default=False)
    ],
    output: Annotated[
        Path,
        typer.Option("-o", "--output", help="Write to this file (mtme, tsv: folder).", show_default=False),
    ],
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
    allow_large: AllowLargeOption = False,
) -> None:
    """Write the outputs of systems in another format; what it cannot hold is refused, not cut."""
    from lackmus.flows.outputs import outputs as outputs_flow
    from lackmus.flows.verdicts.material import Request
    from lackmus.flows.verdicts.requests import Asked
    from lackmus.write.outputs import unmarked, write_outputs

    request = Request(
        suite,
        outputs,
        Asked(form, source, testsuite, collection, skip_unknown),
        pair,
        systems or (),
        exclude or (),
    )
    hand_ins = outputs_flow.outputs(request)
    for path in write_outputs(hand_ins, to, output):
        say(f"Written: {path}")
    if lost := unmarked(hand_ins, to):
        say(f"{lost:,} marks (verbose, refused) were left out. Only jsonl keeps them.")
