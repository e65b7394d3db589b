"""`lackmus suite …`: show suites, and convert them."""

import json
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, put, say
from lackmus.cli.commands import group
from lackmus.cli.desks import ReadingDesk
from lackmus.cli.material import is_stored
from lackmus.cli.options import (
    AllowLargeOption,
    AsOfOption,
    OutOption,
    PairOption,
)
from lackmus.core.suites.suite import Draft
from lackmus.errors import LackmusError
from lackmus.flows.suites import suites
from lackmus.plugins import PluginGroup, by_ending, named
from lackmus.tables.suites.inventory import suite_table
from lackmus.tables.table import Report

suite_app = group("suite")

SuitesArg = Annotated[
    list[Path], typer.Argument(metavar="FILE…", help="Suites, in any format.", show_default=False)
]
FormOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="Format of the suites, instead of recognising it: dfki-json, yaml, jsonl, tq-tsv, tq-csv, ltb.",
        show_default=False,
    ),
]


@suite_app.command("show")
def show_suites(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…", help="Suites, in any format, or by name in the workspace.", show_default=False
        ),
    ],
    form: FormOption = None,
    as_of: AsOfOption = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """Count what is in suites: sentences, categories and phenomena of each language pair."""
    table = suite_table([_draft(file, form, desk.workspace, as_of) for file in files])
    printout.show(Report("Lackmus: suites", (table,)))


def _draft(suite: Path, form: str | None, workspace: str | None, as_of: str | None) -> Draft:
    """The suite in a file, or in the workspace under this name."""
    if is_stored(suite, workspace, {"--from": form}, {"--as-of": as_of}):
        from lackmus.flows.suites.exporting import show_suite
        from lackmus.flows.workspaces.workspaces import Desk

        return show_suite(Desk(workspace), str(suite), as_of)
    from lackmus.flows.suites import suites

    return suites.open_draft(suite, form)


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
    allow_large: AllowLargeOption = False,
) -> None:
    """Write a suite in another format; a suite that does not fit the format is refused."""
    if to is None and output is None:
        raise LackmusError("Say which format you want: --to yaml, or a file: -o suite.yaml.")
    to = to or by_ending(PluginGroup.WRITE_SUITE, output or Path(), "to")
    draft = suites.open_draft(file, form, pair)
    put(named(PluginGroup.WRITE_SUITE, to, "to").write(draft), output)
    for note in draft.not_kept:
        say(note)


@suite_app.command("schema")
def schema(
    lines: Annotated[bool, typer.Option("--lines", help="Of a line of JSON Lines instead.")] = False,
    output: OutOption = None,
) -> None:
    """Print the JSON Schema of YAML suites, with which editors complete keys and underline mistakes."""

    put(json.dumps(suites.schema(lines), ensure_ascii=False, indent=2) + "\n", output)
