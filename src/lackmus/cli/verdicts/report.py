"""`lackmus report`: one campaign of the workspace, now or at an earlier time."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, say, tell_notes, watched
from lackmus.cli.commands import app
from lackmus.cli.desks import ActingDesk
from lackmus.cli.options import (
    AllowLargeOption,
    AsOfOption,
    CategoryOption,
    ExcludeOption,
    ExcludeTagOption,
    HumanScoresOption,
    KeepOption,
    LabelOption,
    PairOption,
    PhenomenonOption,
    StoredSuiteOption,
    SystemsOption,
    TagOption,
    labels_of,
)
from lackmus.cli.verdicts.evaluate import show_evaluation
from lackmus.cli.verdicts.options import EvaluationOptions
from lackmus.core.base.signatures import signature
from lackmus.core.suites.suite import SuitePart
from lackmus.errors import LackmusError
from lackmus.flows.verdicts import saved_reports
from lackmus.flows.verdicts.comparing import evaluate
from lackmus.flows.verdicts.reports import evaluation_report
from lackmus.flows.verdicts.saved_reports import SavedReport
from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest
from lackmus.tables.table import ColumnOf, Report, Table, Unit


@app.command()
def report(
    campaign: Annotated[
        str | None,
        typer.Argument(
            metavar="CAMPAIGN", help="The campaign; if there is only one, it.", show_default=False
        ),
    ] = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    systems: SystemsOption = None,
    exclude: ExcludeOption = None,
    tag: TagOption = None,
    exclude_tag: ExcludeTagOption = None,
    category: CategoryOption = None,
    phenomenon: PhenomenonOption = None,
    keep: KeepOption = None,
    label: LabelOption = None,
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help="Show systems under anonymous names.")
    ] = False,
    as_of: AsOfOption = None,
    save: Annotated[
        str | None,
        typer.Option("--save", help="Save it under this name, for --as-of.", show_default=False),
    ] = None,
    replace_saved: Annotated[
        bool, typer.Option("--replace-saved", help="The name of --save may mean another report so far.")
    ] = False,
    saved: Annotated[bool, typer.Option("--saved", help="List the reports that were saved.")] = False,
    remove_saved: Annotated[
        str | None,
        typer.Option("--remove-saved", help="Remove the report of this name.", show_default=False),
    ] = None,
    *,
    options: EvaluationOptions,
    scores: HumanScoresOption = None,
    desk: ActingDesk,
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """Compare the systems of a stored campaign: the table of `evaluate`, with people's decisions.

    With --as-of the suite, outputs, names, verdicts and decisions are those of that time.
    """
    labels = labels_of(label)
    if saved:
        printout.show(_saved(saved_reports.saved(desk)))
        return
    if remove_saved is not None:
        change = saved_reports.remove_saved(desk, remove_saved)
        say(f"Removed the report {remove_saved}. lackmus undo {change} brings it back.")
        return
    if anonymous and labels:
        raise LackmusError("--label names systems, and --anonymous hides their names. Choose one.")
    request = StoredRequest(
        suite,
        pair,
        systems or (),
        exclude or (),
        tag or (),
        exclude_tag or (),
        SuitePart(tuple(category or ()), tuple(phenomenon or ())),
        options.choices(keep),
        as_of,
        anonymous,
        tuple(options.group_by or ()),
    )
    look = options.layout(labels, bool(scores))
    with watched() as progress:
        reported = evaluate(FromWorkspace(desk, request, campaign), progress, scores or ())
    look = replace(look, labels={**reported.labels, **labels}, tags=reported.tags)
    tell_notes(reported.notes)
    answer = evaluation_report(reported, look)
    if save is not None:
        saved_reports.save(desk, save, request, reported, replace_saved)
        say(f"Saved as {save} (revision {reported.revision}).")
    show_evaluation(answer, reported.evaluation, printout)


def _saved(reports: "Sequence[SavedReport]") -> Report:
    """The list of saved reports."""

    table = Table.of(
        "Saved reports",
        reports,
        (
            ColumnOf("Name", lambda one: one.name),
            ColumnOf("Campaign", lambda one: one.request["campaign"]),
            ColumnOf("Revision", lambda one: one.revision, Unit.COUNT),
            ColumnOf("As of", lambda one: _minute(one.of)),
            ColumnOf("Saved by", lambda one: one.person),
            ColumnOf("Saved", lambda one: _minute(one.at)),
        ),
        signature({"reports": len(reports)}),
        (
            "Make one again: lackmus report --as-of NAME, with the options that it had. Times are UTC."
            if reports
            else "No report is saved yet. Save one: lackmus report CAMPAIGN --save NAME.",
        ),
    )
    return Report("Lackmus: saved reports", (table,), {"reports": [asdict(one) for one in reports]})


def _minute(time: str) -> str:
    """A time of the log, shortened for a table."""
    return time[:16].replace("T", " ")
