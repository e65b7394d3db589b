"""`lackmus trend`: campaigns over time."""

from typing import Annotated

import typer

from lackmus.cli.answers import Printout, tell_notes, warn, watched
from lackmus.cli.commands import app
from lackmus.cli.material import OfFiles, OfWorkspace, ReadingOptions, material_source
from lackmus.cli.options import (
    AllowLargeOption,
    AsOfOption,
    CategoryOption,
    ExactNamesOption,
    ExcludeOption,
    KeepOption,
    LabelOption,
    PairOption,
    PhenomenonOption,
    RepeatsOption,
    SameOption,
    SemanticsOption,
    SuiteArg,
    TableOption,
    WorkspaceOption,
    labels_of,
)
from lackmus.core.base.choices import By, Choices, Repeats, Semantics
from lackmus.flows.verdicts import comparing
from lackmus.flows.verdicts.reports import ReportLayout, trend_report


@app.command()
def trend(
    suite: SuiteArg,
    campaigns: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=FOLDER…",
            help="Campaigns in order of time, each with the folder of its outputs; "
            "of a workspace, their names (all, unless some are named).",
            show_default=False,
        ),
    ] = None,
    *,
    reading: ReadingOptions,
    pair: PairOption = None,
    systems: Annotated[
        list[str] | None,
        typer.Option(
            "--systems", help="Only these must be settled for an item to count.", show_default=False
        ),
    ] = None,
    exclude: ExcludeOption = None,
    unaveraged: Annotated[
        list[str] | None,
        typer.Option(
            "--unaveraged",
            help="Keep these systems, but outside the averages (commas or repeated).",
            show_default=False,
        ),
    ] = None,
    keep: KeepOption = None,
    same: SameOption = None,
    exact_names: ExactNamesOption = False,
    label: LabelOption = None,
    workspace: WorkspaceOption = None,
    exclude_tag: Annotated[
        list[str] | None,
        typer.Option(
            "--exclude-tag",
            help="Of a workspace: keep systems with this tag outside the averages (commas or repeated).",
            show_default=False,
        ),
    ] = None,
    category: CategoryOption = None,
    phenomenon: PhenomenonOption = None,
    as_of: AsOfOption = None,
    by: Annotated[By, typer.Option(help="What the rows are.")] = By.CATEGORY,
    table: TableOption = None,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """Compare campaigns over time on the items that are fair in all of them.

    Works on files or, if SUITE is a suite of the workspace, on stored outputs.
    """
    labels = labels_of(label)
    material = material_source(
        suite,
        OfFiles(reading),
        OfWorkspace(
            workspace, exclude_tags=exclude_tag, category=category, phenomenon=phenomenon, as_of=as_of
        ),
        pair,
        systems,
        exclude,
        Choices(semantics, repeats, keep=tuple(keep or ())),
    )
    with watched() as progress:
        followed = comparing.trend(
            material, campaigns or (), progress, unaveraged or (), same or (), exact_names
        )
    labels = {**followed.labels, **followed.trend.joined.labels(labels)}
    report = trend_report(followed, ReportLayout(by, table or (), labels=labels))
    warn(followed.suspicions)
    tell_notes(followed.notes)
    printout.show(report)
