"""`lackmus training …`: training sets, which people judge to see how they agree with known verdicts."""

from dataclasses import asdict
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, say
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, PersonalDesk, ReadingDesk
from lackmus.cli.options import AsOfOption, SamplesOption, SeedOption, StoredSuiteOption
from lackmus.cli.reviews.options import KnownTexts
from lackmus.core.base.agreement_measures import Resampling
from lackmus.core.base.verdict import BY_PEOPLE, Verdict
from lackmus.core.reviews.training import TrainingSet
from lackmus.errors import LackmusError
from lackmus.flows.reviews import training as flows
from lackmus.tables.reviews.training import (
    answer_table,
    report_tables,
    report_values,
    sets_table,
    text_table,
)
from lackmus.tables.table import Report

training_app = group("training")

SetArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="The training set, by its name.", show_default=False)
]
ToOption = Annotated[
    list[str] | None,
    typer.Option("--to", help="A person who is asked to judge it (repeatable).", show_default=False),
]


@training_app.command("make")
def make(
    name: SetArgument,
    suite: StoredSuiteOption = None,
    to: ToOption = None,
    required: Annotated[
        bool, typer.Option("--required", help="They judge it before they get open texts of the suite.")
    ] = False,
    *,
    texts: KnownTexts,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Make a training set of texts with known verdicts, and ask people to judge it (editors only)."""
    _show([flows.make_training(desk, suite, name, texts.choice, to or (), required)], printout)


@training_app.command("list")
def list_sets(as_of: AsOfOption = None, *, desk: ReadingDesk, printout: Printout) -> None:
    """List training sets: their texts, who judges them, and how far they are."""
    _show(flows.training_sets(desk, as_of=as_of), printout)


@training_app.command("assign")
def assign(
    name: SetArgument,
    to: ToOption = None,
    required: Annotated[
        bool | None,
        typer.Option(
            "--required/--optional",
            help="Whether they judge it before they get open texts of the suite.",
            show_default=False,
        ),
    ] = None,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Ask people to judge a training set (editors only)."""
    _show([flows.assign_training(desk, name, to or (), required)], printout)


@training_app.command("next")
def next_text(name: SetArgument, *, desk: PersonalDesk, printout: Printout) -> None:
    """Show the next text of a training set that you are asked to judge; its verdict comes after it."""
    found = flows.next_training_text(desk, name)
    printout.show(Report("Lackmus: training", (text_table(found),), asdict(found)))


@training_app.command("answer")
def answer(
    name: SetArgument,
    text: Annotated[int, typer.Argument(min=1, help="The text, by its number.", show_default=False)],
    verdict: Annotated[str, typer.Argument(help="pass, fail or untestable.", show_default=False)],
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Judge a text of a training set, and see its known verdict; the answer is no decision."""
    if verdict not in BY_PEOPLE:
        raise LackmusError(f"“{verdict}” is no answer. Write pass, fail or untestable.")
    said = flows.answer_training(desk, name, text, Verdict(verdict))
    printout.show(Report("Lackmus: training", (answer_table(said),), asdict(said)))


@training_app.command("report")
def report(
    name: SetArgument,
    person: Annotated[
        str | None, typer.Option("--person", help="Only this person.", show_default=False)
    ] = None,
    as_of: AsOfOption = None,
    samples: SamplesOption = 1000,
    seed: SeedOption = 1,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """Show how people agree with a training set, overall and by phenomenon, and where they differ."""
    found = flows.training_report(desk, name, person, as_of, Resampling(samples, seed))
    printout.show(Report("Lackmus: training", tuple(report_tables(found)), report_values(found)))


@training_app.command("remove")
def remove(name: SetArgument, *, desk: ActingDesk) -> None:
    """Remove a training set with its answers; lackmus undo restores both (editors only)."""
    say(f"{flows.remove_training(desk, name).name} was removed. lackmus undo brings it back.")


def _show(found: list[TrainingSet], printout: Printout) -> None:
    values = {"training": [asdict(one) for one in found]}
    printout.show(Report("Lackmus: training", (sets_table(found),), values))
