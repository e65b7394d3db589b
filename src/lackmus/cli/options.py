"""Options that several commands share, and what users write in them."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lackmus.core.choices import Choices, Repeats, Semantics
from lackmus.errors import LackmusError

if TYPE_CHECKING:
    from lackmus.flows import Request


class Format(StrEnum):
    """How an answer is written."""

    TERMINAL = "terminal"
    JSON = "json"
    CSV = "csv"
    HTML = "html"


_SUFFIXES = {
    ".json": Format.JSON,
    ".csv": Format.CSV,
    ".html": Format.HTML,
    ".htm": Format.HTML,
    ".txt": Format.TERMINAL,
}

SuiteArg = Annotated[
    Path,
    typer.Argument(
        metavar="SUITE", help="The suite: DFKI items.json, perhaps packed (.gz, .xz).", show_default=False
    ),
]
SourceOption = Annotated[
    Path | None,
    typer.Option(
        "--source", help="Source file, when outputs are translations of its lines.", show_default=False
    ),
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
FormatOption = Annotated[
    Format | None,
    typer.Option(
        "--format", "-f", help="terminal unless -o names a file with another ending.", show_default=False
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
) -> "Request":
    from lackmus.flows import Request

    return Request(
        suite, outputs, source, pair, tuple(systems or ()), tuple(exclude or ()), skip_unknown, choices
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


def format_of(asked: Format | None, output: Path | None) -> Format:
    """What was asked for, else what the file's ending says."""
    if asked is not None:
        return asked
    if output is None:
        return Format.TERMINAL
    if output.suffix.lower() not in _SUFFIXES:
        raise LackmusError(
            f"{output}: no format has this ending. Use {', '.join(_SUFFIXES)}, or say --format."
        )
    return _SUFFIXES[output.suffix.lower()]
