"""Options that several commands share, and parsing them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from lackmus.core.base.choices import Order, Repeats, Semantics, TableName, TestChoice
from lackmus.errors import LackmusError

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
HypOption = Annotated[
    list[str] | None,
    typer.Option(
        "--hyp", help="Outputs line by line beside --source: files, folders or globs.", show_default=False
    ),
]
SystemsOption = Annotated[
    list[str] | None,
    typer.Option("--systems", help="Compare only these (commas or repeated).", show_default=False),
]
LabelOption = Annotated[
    list[str] | None,
    typer.Option("--label", help="Short label of a system: NAME=LABEL.", show_default=False),
]
OrderOption = Annotated[Order, typer.Option(help="Order of the systems.")]
TestOption = Annotated[
    TestChoice,
    typer.Option(
        help="Test that finds the significantly best; paired is the recommended one: "
        "mcnemar (macro-averages: bootstrap) with --correction holm."
    ),
]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="Format of the outputs, instead of recognising it: parquet, wmt-xml, jsonl, mtme, lines, tsv, "
        "dataset.",
        show_default=False,
    ),
]
TestsuiteOption = Annotated[
    str | None,
    typer.Option("--testsuite", help="Only documents of this test suite (WMT files).", show_default=False),
]
CollectionOption = Annotated[
    str | None,
    typer.Option("--collection", help="Of WMT XML, only documents of this collection.", show_default=False),
]
PairOption = Annotated[
    str | None,
    typer.Option(
        "--pair",
        help="Language pair of the suite, such as de-en; en-ar=en-arz reads en-arz in files as en-ar.",
        show_default=False,
    ),
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
ColumnsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--columns",
        metavar="ROLE=COLUMN",
        help="Of a data set, which column is what: source=src,text=hypothesis,system=model. Roles: item, "
        "source, text, system, pair, document, segment, reference.",
        show_default=False,
    ),
]
LowOption = Annotated[
    float | None,
    typer.Option(
        "--low", min=0, max=100, help="List all phenomena below so many percent.", show_default=False
    ),
]
HighOption = Annotated[
    float | None,
    typer.Option(
        "--high", min=0, max=100, help="List all phenomena above so many percent.", show_default=False
    ),
]
MinItemsOption = Annotated[
    int, typer.Option("--min-items", min=1, help="Sentences name only rows with so many items.")
]
WorstOption = Annotated[
    bool, typer.Option("--worst", help="Mark the significantly worst systems of each row, too.")
]
GroupByOption = Annotated[
    list[str] | None,
    typer.Option(
        "--group-by",
        help="Compare groups of systems by tags (commas or repeated): those with each tag; "
        "with one tag, those without it.",
        show_default=False,
    ),
]
GroupOption = Annotated[
    list[str] | None,
    typer.Option(
        "--group", help="Compare groups of systems: NAME=SYSTEM,SYSTEM (repeatable).", show_default=False
    ),
]
TagsOption = Annotated[
    Path | None,
    typer.Option(
        "--tags", help="Tags of systems for --group-by: a TSV, CSV or YAML file.", show_default=False
    ),
]
HumanScoresOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--scores",
        help="Human scores of the systems, put beside accuracies: MQM, ESA, or system⇥score (repeatable).",
        show_default=False,
    ),
]
TableOption = Annotated[
    list[TableName] | None,
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
        help="What people decided about texts: lines of id⇥pass|fail|untestable⇥text.",
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
WorkspaceOption = Annotated[
    str | None,
    typer.Option(
        "--workspace",
        "-w",
        help="The workspace: a file or postgresql+psycopg://…; else LACKMUS_WORKSPACE, else lackmus.db here.",
        show_default=False,
    ),
]
AsOption = Annotated[
    str | None,
    typer.Option("--as", help="Who acts; else LACKMUS_USER, else your login.", show_default=False),
]
CommentOption = Annotated[str, typer.Option("--comment", "-m", help="Why, for the log.", show_default=False)]
CampaignOption = Annotated[
    str | None, typer.Option("--campaign", "-c", help="The campaign, such as WMT22.", show_default=False)
]
StoredSuiteOption = Annotated[
    str | None,
    typer.Option("--suite", help="The suite of the workspace, where it has several.", show_default=False),
]
AsOfOption = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        help="As it was: a day (2026-05-01), a time, a change's number, a saved report.",
        show_default=False,
    ),
]
TagOption = Annotated[
    list[str] | None,
    typer.Option("--tag", help="Only systems with this tag (commas or repeated).", show_default=False),
]
ExcludeTagOption = Annotated[
    list[str] | None,
    typer.Option("--exclude-tag", help="No systems with this tag (commas or repeated).", show_default=False),
]
CategoryOption = Annotated[
    list[str] | None,
    typer.Option(
        "--category", help="Of a workspace: only items of this category (repeatable).", show_default=False
    ),
]
PhenomenonOption = Annotated[
    list[str] | None,
    typer.Option(
        "--phenomenon", help="Of a workspace: only items of this phenomenon (repeatable).", show_default=False
    ),
]


def _limit_reading(context: typer.Context, allowed: bool) -> None:
    """Set one reading budget for all files of the command, or none."""
    from lackmus.flows.verdicts.requests import limited_reading

    context.with_resource(limited_reading(allowed))


AllowLargeOption = Annotated[
    bool,
    typer.Option(
        "--allow-large",
        help="Read files of any unpacked size; by default 512 MB in all.",
        callback=_limit_reading,
        expose_value=False,
    ),
]
SamplesOption = Annotated[int, typer.Option(min=100, max=1_000_000, help="Resamples of the bootstrap.")]
SeedOption = Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")]


def named_outputs(outputs: Sequence[str] | None, hyp: Sequence[str] | None, source: Path | None) -> list[str]:
    """The outputs from either argument."""
    if hyp and source is None:
        raise LackmusError("--hyp names translations of the lines of a source file. Name it too: --source.")
    return [*(outputs or []), *(hyp or [])]


def labels_of(given: list[str] | None) -> dict[str, str]:
    labels = {}
    for part in given or []:
        name, equals, short = part.partition("=")
        if not equals or not short:
            raise LackmusError(f"--label {part}: write NAME=LABEL.")
        labels[name] = short
    return labels


SameOption = Annotated[
    list[str] | None,
    typer.Option(
        "--same",
        metavar="A=B",
        help="Of a trend: these two names of different campaigns are one system (repeatable).",
        show_default=False,
    ),
]
ExactNamesOption = Annotated[
    bool,
    typer.Option(
        "--exact-names",
        help="Of a trend: do not join names that differ in case, punctuation or white space only.",
    ),
]
TERMINAL, JSON = "terminal", "json"


def format_of(asked: str | None, output: Path | None) -> str:
    """The requested format, otherwise the one of the file's ending."""
    if asked is None and output is None:
        return TERMINAL
    from lackmus.write.reports import report_format

    return report_format(asked, output or Path())
