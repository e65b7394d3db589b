"""`lackmus outputs …`: what systems wrote."""

from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import put, show_tables, watched
from lackmus.cli.app import app
from lackmus.cli.options import Format, FormatOption, OutOption, PairOption, SourceOption, format_of

outputs_app = typer.Typer(
    help="What systems wrote: check files before they are handed in.", no_args_is_help=True
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
    pair: PairOption = None,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Is this file fit to be handed in? Looks for lost, shifted, shuffled, blank and copied lines."""
    from lackmus import flows
    from lackmus.core.checks import checks_table
    from lackmus.write.json import checks_json

    chosen = format_of(format, output)
    with watched() as progress:
        checks = flows.check(outputs, source, suite, pair, progress)
    if chosen is Format.JSON:
        put(checks_json(checks), output)
    else:
        show_tables([checks_table(checks)], chosen, output, title="Lackmus: check of outputs")
    if any(checked.problems for checked in checks):
        raise typer.Exit(1)
