"""`lackmus rating …`: people rate translations of a study without knowing the systems."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, put, say
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, PersonalDesk, ReadingDesk
from lackmus.core.base.choices import ItemSet, RatingTable
from lackmus.core.base.plurals import counted
from lackmus.core.ratings.tasks import RatingScale, TaskPlan, scale_of
from lackmus.errors import LackmusError
from lackmus.flows.ratings import ratings
from lackmus.flows.ratings import tasks as rating_tasks
from lackmus.flows.ratings.ratings import rate, sheet_of
from lackmus.flows.ratings.tasks import tasks
from lackmus.tables.ratings.ratings import report_of
from lackmus.tables.ratings.tasks import (
    listed_values,
    task_tables,
    tasks_table,
    tasks_values,
    translation_values,
    translations_table,
)
from lackmus.tables.table import Report
from lackmus.write.rating_sheets import SHEETS, sheet_file

rating_app = group("rating")

TaskArg = Annotated[
    str, typer.Argument(metavar="TASK", help="A rating task of the workspace.", show_default=False)
]


@rating_app.command("create")
def create_task(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name.", show_default=False)],
    study: Annotated[
        str, typer.Option("--study", help="A study of the workspace (lackmus contrast studies).")
    ],
    scale: Annotated[str, typer.Option("--scale", help="Lowest and highest value, such as 1-5.")] = "0-100",
    labels: Annotated[
        tuple[str, str],
        typer.Option(
            "--labels", metavar="LOW HIGH", help="Words for both ends of the scale.", show_default=False
        ),
    ] = ("", ""),
    chosen_set: Annotated[
        ItemSet, typer.Option("--set", help="From which keywords sentences are drawn.")
    ] = ItemSet.SELECTED,
    contrast: Annotated[
        list[str] | None,
        typer.Option(
            "--contrast", help="Only sentences with keywords of this (repeatable).", show_default=False
        ),
    ] = None,
    system: Annotated[
        list[str] | None,
        typer.Option("--system", help="Only translations of this (repeatable).", show_default=False),
    ] = None,
    reference: Annotated[
        list[str] | None,
        typer.Option(
            "--reference",
            help="Rate this reference among them (repeatable); else all of the study.",
            show_default=False,
        ),
    ] = None,
    no_reference: Annotated[bool, typer.Option("--no-reference", help="Rate no reference.")] = False,
    sentences: Annotated[
        int, typer.Option("--sentences", min=0, help="So many sentences, drawn by the seed; 0 for all.")
    ] = 0,
    people: Annotated[int, typer.Option("--people", help="So many annotators rate each text.")] = 2,
    repeats: Annotated[
        int,
        typer.Option(
            "--repeats", help="Percent of an annotator's texts that come a second time, unannounced."
        ),
    ] = 0,
    marked: Annotated[bool, typer.Option("--marked", help="Mark the keyword in the source.")] = False,
    advice: Annotated[
        str, typer.Option("--advice", help="Instructions for annotators.", show_default=False)
    ] = "",
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed, the same texts.")] = 1,
    *,
    desk: ActingDesk,
) -> None:
    """Make a rating task from a study: its distinct translations, in random order."""
    if reference and no_reference:
        raise LackmusError("--reference and --no-reference contradict each other. Leave one out.")
    plan = TaskPlan(
        _scale(scale, labels),
        chosen_set,
        tuple(contrast or ()),
        tuple(system or ()),
        tuple(reference or ()),
        sentences,
        people,
        repeats,
        marked,
        advice,
        seed,
    )
    every = not reference and not no_reference
    made = rating_tasks.create(desk, name, study, plan, every_reference=every)
    say(f"{made.name}: {made.in_short}.")


def _scale(written: str, labels: tuple[str, str]) -> RatingScale:

    try:
        return scale_of(written, *labels)
    except ValueError as problem:
        raise LackmusError(str(problem), argument="scale") from None


@rating_app.command("list")
def list_tasks(
    *,
    desk: PersonalDesk,
    printout: Printout,
) -> None:
    """List the rating tasks with their progress."""
    found = tasks(desk)
    printout.show(
        Report(
            "Lackmus: rating tasks",
            (tasks_table(found, "Make one: lackmus rating create."),),
            tasks_values(found),
        )
    )


@rating_app.command("show")
def show_task(
    task: TaskArg,
    *,
    desk: PersonalDesk,
    printout: Printout,
) -> None:
    """Show the plan of a task, and how many texts each annotator has rated."""
    found, progress = rating_tasks.listed(desk, task), rating_tasks.progress(desk, task)
    values = {**listed_values(found), "progress": progress}
    printout.show(Report(f"Lackmus: {found.task.name}", task_tables(found, progress), values))


@rating_app.command("next")
def next_texts(
    task: TaskArg,
    many: Annotated[int, typer.Option("--n", "-n", min=1, max=100, help="So many texts.")] = 1,
    *,
    desk: PersonalDesk,
    printout: Printout,
) -> None:
    """Show the next texts to rate, by key; they are claimed for you for a quarter of an hour."""

    shown = rating_tasks.task(desk, task)
    found = ratings.next_translations(desk, task, many=many)
    values = {"cards": [translation_values(card) for card in found.cards], "progress": asdict(found.progress)}
    table = translations_table(
        shown, found.cards, found.progress.left, "Rate with: lackmus rating rate TASK KEY=NUMBER"
    )
    printout.show(Report(f"Lackmus: {shown.name}", (table,), values))


@rating_app.command("rate")
def rate_texts(
    task: TaskArg,
    said: Annotated[
        list[str],
        typer.Argument(metavar="KEY=NUMBER…", help="Ratings by the keys of texts.", show_default=False),
    ],
    *,
    desk: ActingDesk,
) -> None:
    """Rate texts, or correct ratings; earlier ratings are kept in the history."""
    ratings = {}
    for part in said:
        key, _, value = part.partition("=")
        if not (key and value.isascii() and value.isdecimal() and len(value) < 10):
            raise LackmusError(f"“{part}” is no rating. Write KEY=NUMBER; lackmus rating next shows keys.")
        ratings[key] = int(value)
    progress = rate(desk, task, ratings)
    say(f"Saved. You have made {counted(progress.rated, 'rating')}; {progress.left:,} left.")


@rating_app.command("export")
def export_sheet(
    task: TaskArg,
    rater: Annotated[
        str, typer.Argument(metavar="PERSON", help="Who rates with this sheet.", show_default=False)
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The sheet: .tsv or .csv.", show_default=False),
    ] = None,
    *,
    desk: ReadingDesk,
) -> None:
    """Write a blind sheet with the remaining texts of one annotator, for a spreadsheet."""
    ending = output.suffix.lower().removeprefix(".") if output else "tsv"
    if ending not in SHEETS:
        raise LackmusError("name a file that ends in .tsv or .csv.", argument="output")
    cards = sheet_of(desk, task, rater)
    put(sheet_file(cards, ending), output)
    back = f"lackmus rating import {task} FILE --as {rater}"
    say(f"{counted(len(cards), 'text')} for {rater}. Bring it back: {back}")


@rating_app.command("import")
def import_sheet(
    task: TaskArg,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A sheet with ratings.", show_default=False)],
    *,
    desk: ActingDesk,
) -> None:
    """Save the ratings of a sheet, all or none; --as is the annotator for whom it was exported."""
    many, progress = ratings.import_sheet(desk, task, file)
    say(f"{counted(many, 'rating')} of {desk.who}; {progress.left:,} left.")


@rating_app.command("report")
def report(
    task: TaskArg,
    table: Annotated[
        list[RatingTable] | None,
        typer.Option(
            "--table",
            help="A table by its name (repeatable) instead of the usual ones; texts lists every translation.",
            show_default=False,
        ),
    ] = None,
    *,
    desk: PersonalDesk,
    printout: Printout,
) -> None:
    """Report ratings: by system, by chosen structure, by agreement with the reference's structure."""
    found = ratings.report(desk, task)
    printout.show(report_of(found, list(dict.fromkeys(table or ()))))


@rating_app.command("remove")
def remove_task(
    task: TaskArg,
    *,
    desk: ActingDesk,
) -> None:
    """Remove a task with its ratings; lackmus undo restores both."""
    removed = rating_tasks.remove(desk, task)
    say(f"{removed.name} was removed. lackmus undo brings it back.")
