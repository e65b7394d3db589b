"""Options that several commands share, and what users write in them."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lackmus.core.choices import Choices, Named, Repeats, Semantics
from lackmus.errors import LackmusError

if TYPE_CHECKING:
    from lackmus.flows import Request


SuiteArg = Annotated[
    Path,
    typer.Argument(
        metavar="SUITE", help="The suite: items.json, YAML, JSON Lines, TQ-AutoTest.", show_default=False
    ),
]
SourceOption = Annotated[
    Path | None,
    typer.Option(
        "--source", help="Source file, when outputs are translations of its lines.", show_default=False
    ),
]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="Format of the outputs, whatever they look like: parquet, wmt-xml, jsonl, mtme, lines, tsv.",
        show_default=False,
    ),
]
TestsuiteOption = Annotated[
    str | None,
    typer.Option("--testsuite", help="Of WMT XML, only documents of this test suite.", show_default=False),
]
CollectionOption = Annotated[
    str | None,
    typer.Option("--collection", help="Of WMT XML, only documents of this collection.", show_default=False),
]
PairOption = Annotated[
    str | None, typer.Option("--pair", help="Language pair of the suite, such as de-en.", show_default=False)
]
ExcludeOption = Annotated[
    list[str] | None,
    typer.Option("--exclude", help="Leave these systems out (commas or repeated).", show_default=False),
]
KeepOption = Annotated[
    list[str] | None,
    typer.Option(
        "--keep",
        help="Keep these systems although they look as if they did not take part.",
        show_default=False,
    ),
]
SemanticsOption = Annotated[
    Semantics, typer.Option(help="How texts are judged; classic is TQ-AutoTest's way.")
]
RepeatsOption = Annotated[
    Repeats,
    typer.Option(help="Where a sentence repeats in the source file: judge its first line, or all of them."),
]
UnknownOption = Annotated[bool, typer.Option("--skip-unknown", help="Skip ids that are not in the suite.")]
TableOption = Annotated[
    list[Named] | None,
    typer.Option(
        "--table",
        help="A table of the papers by its name (repeatable) instead of the usual ones.",
        show_default=False,
    ),
]
DecisionsOption = Annotated[
    Path | None,
    typer.Option(
        "--decisions",
        help="What people decided about texts: lines of id⇥pass|fail⇥text.",
        show_default=False,
    ),
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        help="terminal, json, csv, markdown, latex, html, parquet, excel; by the ending of -o unless given.",
        show_default=False,
    ),
]
OutOption = Annotated[
    Path | None, typer.Option("-o", "--output", help="Write to this file.", show_default=False)
]
SamplesOption = Annotated[int, typer.Option(min=100, max=1_000_000, help="Resamples of the bootstrap.")]
SeedOption = Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")]


def request_of(
    suite: Path,
    outputs: list[str],
    source: Path | None,
    pair: str | None,
    systems: list[str] | None,
    exclude: list[str] | None,
    skip_unknown: bool,
    choices: Choices,
    form: str | None = None,
    testsuite: str | None = None,
    collection: str | None = None,
    decisions: Path | None = None,
) -> "Request":
    from lackmus.flows import Request

    return Request(
        suite,
        outputs,
        source,
        pair,
        tuple(systems or ()),
        tuple(exclude or ()),
        skip_unknown,
        choices,
        form,
        testsuite,
        collection,
        decisions,
    )


def labels_of(given: list[str] | None) -> dict[str, str]:
    labels = {}
    for part in given or []:
        name, equals, short = part.partition("=")
        if not equals or not short:
            raise LackmusError(f"--label {part}: write NAME=LABEL.")
        labels[name] = short
    return labels


def check_labels(labels: Mapping[str, str], systems: list[str]) -> None:
    for name in labels:
        if name not in systems:
            raise LackmusError(f"--label: there is no system {name}. There are {', '.join(systems)}.")
    shown = [labels.get(system, system) for system in systems]
    for label in labels.values():
        if shown.count(label) > 1:
            raise LackmusError(f"--label: two systems would be named {label}. Give them different labels.")


TERMINAL, JSON = "terminal", "json"


def format_of(asked: str | None, output: Path | None) -> str:
    """The format that was asked for, else the one that the file's ending says."""
    if asked is None and output is None:
        return TERMINAL
    from lackmus.plugins import Door, added, named

    if asked is not None:
        named(Door.WRITE_REPORT, asked)  # says which formats there are
        return asked
    endings = {ending: name for name, module in added(Door.WRITE_REPORT) for ending in module.ENDINGS}
    ending = "" if output is None else output.suffix.lower()
    if ending not in endings:
        raise LackmusError(f"{output}: no format has this ending. Use {', '.join(endings)}, or say --format.")
    return endings[ending]
