"""`lackmus engine …`: which engines there are, and what they need."""

from typing import Annotated

import typer

from lackmus.cli.answers import show
from lackmus.cli.commands import group
from lackmus.cli.options import FormatOption, OutOption, format_of
from lackmus.cli.remedies import option
from lackmus.flows.fetching.engines import engine, engines, key_file
from lackmus.tables.fetching.fetches import engine_tables, engine_values, engines_table, engines_values
from lackmus.tables.table import Report

engine_app = group("engine")


@engine_app.command("list")
def list_engines(format: FormatOption = None, output: OutOption = None) -> None:
    """List all engines, and whether their keys are set."""
    found = engines()
    hint = "lackmus engine show NAME tells the options of an engine, and the names of its keys."
    show(
        Report("Lackmus: engines", (engines_table(found, hint),), engines_values(found)),
        format_of(format, output),
        output,
    )


@engine_app.command("show")
def show_engine(
    name: Annotated[str, typer.Argument(help="The engine.", show_default=False)],
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Show an engine: its options, its keys, and what it can do."""
    found = engine(name)
    show(
        Report("Lackmus: engine", engine_tables(found, key_file(), option), engine_values(found)),
        format_of(format, output),
        output,
    )
