"""`lackmus review export|import`: open texts for a crowd of annotators, and their answers."""

from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, put, say
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, ReadingDesk
from lackmus.cli.options import CampaignOption, PairOption, StoredSuiteOption
from lackmus.cli.reviews.options import TextFilters
from lackmus.core.base.plurals import counted
from lackmus.core.reviews.crowd import AnswerBy, CrowdError, CrowdPlan, Cut
from lackmus.errors import LackmusError
from lackmus.flows.reviews import crowd
from lackmus.flows.reviews.reviews import Scope
from lackmus.tables.reviews.crowd import answers_table, answers_values, crowd_notes
from lackmus.tables.table import Report
from lackmus.write.pearmut import campaign_text

review_app = group("review")


@review_app.command("export")
def export(
    output: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where to write the campaign.", show_default=False)
    ],
    people: Annotated[int, typer.Option("--people", min=1, help="So many annotators.")] = 1,
    annotator: Annotated[
        list[str] | None,
        typer.Option("--annotator", help="Their names instead (repeatable).", show_default=False),
    ] = None,
    times: Annotated[int, typer.Option("--times", min=1, help="So many of them judge each text.")] = 1,
    by: Annotated[
        AnswerBy, typer.Option("--answer", help="One of three answers, or a score from 0 to 100.")
    ] = AnswerBy.CHOICE,
    label: Annotated[
        list[str] | None,
        typer.Option(
            "--label",
            help="The three answers in the annotators' language: pass, fail, cannot tell.",
            show_default=False,
        ),
    ] = None,
    controls: Annotated[
        int, typer.Option("--controls", min=0, help="For each, so many texts that people have decided.")
    ] = 0,
    many: Annotated[
        int | None, typer.Option("--n", "-n", min=1, help="At most so many texts.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the order.")] = 1,
    with_reserved: Annotated[
        bool, typer.Option("--with-reserved", help="Also texts of reserved items, which are secret.")
    ] = False,
    name: Annotated[
        str | None,
        typer.Option("--name", help="The campaign's name in Pearmut.", show_default=False),
    ] = None,
    campaign: CampaignOption = None,
    *,
    texts: TextFilters,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    desk: ReadingDesk,
) -> None:
    """Write open texts as a campaign for Pearmut, in which a crowd of annotators judges them.

    Each page has a text, its source, the phenomenon and its guideline, and no names of systems. Texts that
    make items fair soonest are taken first; their order is random for each annotator.
    """
    labels = tuple(label) if label else CrowdPlan.labels
    if len(labels) != 3:
        raise LackmusError("--label needs three answers: for pass, for fail, and for “cannot tell”.")
    try:
        plan = CrowdPlan(people, tuple(annotator or ()), times, by, labels, controls, seed)
    except CrowdError as problem:
        raise LackmusError(f"{problem}.") from None
    made = crowd.crowd_tasks(desk, Scope(campaign, suite, pair), plan, texts, many, with_reserved)
    put(campaign_text(name or made.name, made.tasks, plan), output)
    given = f"{counted(made.texts, 'text')} for {counted(plan.people, 'annotator')}"
    say(f"{given}, each judged {'once' if plan.times == 1 else f'{plan.times} times'}.")
    for note in crowd_notes(made.left, made.reserved):
        say(note)


@review_app.command("import")
def import_answers(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Annotations from Pearmut: its log, or a download.", show_default=False
        ),
    ],
    pass_from: Annotated[float, typer.Option("--pass-from", help="Scores from here on pass.")] = 67,
    fail_to: Annotated[float, typer.Option("--fail-to", help="Scores up to here fail.")] = 33,
    replace: Annotated[
        bool, typer.Option("--replace", help="Also replace what annotators decided otherwise before.")
    ] = False,
    suite: StoredSuiteOption = None,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Take the answers of a crowd as decisions of its annotators, in one change.

    Reading the same answers again changes nothing. Scores between --fail-to and --pass-from leave texts open.
    """
    try:
        cut = Cut(pass_from, fail_to)
    except CrowdError as problem:
        raise LackmusError(f"{problem}.") from None
    done = crowd.import_answers(desk, file, suite, cut, replace)
    printout.show(Report("Lackmus: answers", (answers_table(done),), answers_values(done)))
