"""`lackmus suite …`: what stands in suites, and the same in another format."""

from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import put, show
from lackmus.cli.app import app
from lackmus.cli.options import FormatOption, OutOption, PairOption, format_of
from lackmus.errors import LackmusError

suite_app = typer.Typer(
    help="Suites: what is in them, what is wrong with them, the same in another format.",
    no_args_is_help=True,
)
app.add_typer(suite_app, name="suite")

SuitesArg = Annotated[
    list[Path], typer.Argument(metavar="FILE…", help="Suites, in any format.", show_default=False)
]
FormOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="Format of the suites, whatever they look like: dfki-json, yaml, jsonl, tq-tsv, tq-csv.",
        show_default=False,
    ),
]


@suite_app.command("show")
def show_suites(
    files: SuitesArg,
    form: FormOption = None,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Count what is in suites: sentences, categories and phenomena of each language pair."""
    from lackmus import flows
    from lackmus.core.inventories import suite_table
    from lackmus.core.tables import Report

    chosen = format_of(format, output)
    table = suite_table([flows.open_draft(file, form) for file in files])
    show(Report("Lackmus: suites", (table,)), chosen, output)


@suite_app.command("convert")
def convert(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A suite, in any format.", show_default=False)],
    output: OutOption = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            help="New format: dfki-json, yaml, jsonl, tq-tsv, tq-csv; by the ending of -o unless given.",
            show_default=False,
        ),
    ] = None,
    pair: PairOption = None,
    form: FormOption = None,
) -> None:
    """Write a suite in another format; what it cannot hold is refused, not cut."""
    from lackmus import flows
    from lackmus.plugins import Door, by_ending, named

    if to is None and output is None:
        raise LackmusError("Say which format you want: --to yaml, or a file: -o suite.yaml.")
    to = to or by_ending(Door.WRITE_SUITE, output or Path(), "--to")
    put(named(Door.WRITE_SUITE, to, "--to").write(flows.open_draft(file, form, pair)), output)


@suite_app.command("schema")
def schema(
    lines: Annotated[bool, typer.Option("--lines", help="Of a line of JSON Lines instead.")] = False,
    output: OutOption = None,
) -> None:
    """Print the JSON Schema of YAML suites, by which editors complete keys and underline slips."""
    import json

    from lackmus import flows

    put(json.dumps(flows.schema(lines), ensure_ascii=False, indent=2) + "\n", output)
