"""`lackmus contrast studies|import|export|choices|remove`: studies of contrasts in the workspace."""

from dataclasses import replace as changed
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, put, say
from lackmus.cli.commands import group
from lackmus.cli.contrasts.options import RefinedOption, StudyArg, opened_study
from lackmus.cli.desks import ActingDesk, ReadingDesk
from lackmus.cli.options import AllowLargeOption, OutOption
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.keeping import IMPORT, keep, remove, studies
from lackmus.flows.contrasts.studies import study_in
from lackmus.tables.contrasts.contrasts import studies_table, studies_values
from lackmus.tables.table import Report
from lackmus.write.studies import ENDINGS, write_study

contrast_app = group("contrast")

StoredArg = Annotated[
    str, typer.Argument(metavar="STUDY", help="A study of the workspace.", show_default=False)
]


@contrast_app.command("studies")
def list_studies(*, desk: ReadingDesk, printout: Printout) -> None:
    """List the studies of the workspace."""
    found = studies(desk)
    printout.show(
        Report(
            "Lackmus: studies",
            (studies_table(found, "Make one: lackmus contrast run."),),
            studies_values(found),
        )
    )


@contrast_app.command("import")
def import_study(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A study of lackmus contrast run.", show_default=False)
    ],
    name: Annotated[
        str | None, typer.Option("--name", help="Its name; else as in the file.", show_default=False)
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace one with this name.")] = False,
    *,
    desk: ActingDesk,
    allow_large: AllowLargeOption = False,
) -> None:
    """Import a study into the workspace, where people can view it and keep or drop items."""

    study = study_in(file)
    if name:
        study = changed(study, name=name)
    kept = keep(desk, study, IMPORT, replace)
    say(f"{kept.name}: {kept.in_short}.")


@contrast_app.command("export")
def export_study(
    study: StudyArg,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="The file: .jsonl or .jsonl.gz.", show_default=False)
    ],
    *,
    desk: ReadingDesk,
) -> None:
    """Write a study to a file, with people's choices."""
    if not output.name.endswith(ENDINGS):
        raise LackmusError(f"name a file that ends in {' or '.join(ENDINGS)}.", argument="output")
    write_study(output, opened_study(study, desk))
    say(f"Written: {output}")


@contrast_app.command("choices")
def choices(
    study: StudyArg,
    refined: RefinedOption = None,
    output: OutOption = None,
    *,
    desk: ActingDesk,
) -> None:
    """Print kept and dropped items, for --refined; with --refined, import such a file into the workspace."""
    if refined is not None:
        from lackmus.flows.contrasts.keeping import choose_many
        from lackmus.flows.contrasts.studies import choices_in

        changed = choose_many(desk, study, choices_in(refined))
        say(f"{study}: {len(changed):,} items were kept or dropped.")
        return
    found = opened_study(study, desk).choices
    put("".join(f"{item}\t{'keep' if kept else 'drop'}\n" for item, kept in found.items()), output)


@contrast_app.command("remove")
def remove_study(
    name: StoredArg,
    *,
    desk: ActingDesk,
) -> None:
    """Remove a study; lackmus undo restores it."""
    remove(desk, name)
    say(f"{name} was removed. lackmus undo brings it back.")
