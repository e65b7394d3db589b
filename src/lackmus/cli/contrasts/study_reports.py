"""`lackmus contrast report|chart|verdicts`: the results of a study as tables, charts and single verdicts."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, say
from lackmus.cli.commands import group
from lackmus.cli.contrasts.options import (
    ChartsOption,
    RefinedOption,
    ScoresOption,
    StudyArg,
    TablesOption,
    opened_study,
)
from lackmus.cli.desks import ReadingDesk
from lackmus.cli.options import AllowLargeOption, LabelOption, SystemsOption, labels_of
from lackmus.cli.pictures import PictureFile
from lackmus.core.base.choices import Answer, Intervals, ItemSet, TendencyTable, Testing
from lackmus.core.contrasts.shares import Tendencies, tendencies
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.contrasts.study_verdicts import VerdictFilter, shown_verdicts
from lackmus.flows.contrasts.contrasts import study_report
from lackmus.flows.contrasts.studies import VERDICTS, named_contrasts, named_translations, opened
from lackmus.flows.verdicts.reports import check_labels
from lackmus.tables.contrasts.verdicts import stacked_verdicts_table, verdict_values, verdicts_table
from lackmus.tables.table import Report
from lackmus.write.charts import render, tendency_chart
from lackmus.write.charts.kinds import TendencyKind
from lackmus.write.charts.page_charts import tendency_texts
from lackmus.write.files import make_folder, write_file

contrast_app = group("contrast")


@contrast_app.command("report")
def report(
    study: StudyArg,
    refined: RefinedOption = None,
    scores: ScoresOption = None,
    table: TablesOption = None,
    intervals: Annotated[Intervals, typer.Option(help="95 % intervals beside shares.")] = Intervals.NONE,
    label: LabelOption = None,
    charts: ChartsOption = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """Report a study: Good, Bad and Unknown per contrast and system, means, alignment, correlation."""
    labels = labels_of(label)
    found = opened(opened_study(study, desk), refined, scores or ())
    show_study(found, printout, table, labels, Testing(intervals=intervals), charts)


@contrast_app.command("chart")
def chart(
    kind: Annotated[
        TendencyKind, typer.Argument(metavar="KIND", help=f"What to draw: {', '.join(TendencyKind)}.")
    ],
    study: StudyArg,
    *,
    picture: PictureFile,
    refined: RefinedOption = None,
    scores: ScoresOption = None,
    label: LabelOption = None,
    desk: ReadingDesk,
    allow_large: AllowLargeOption = False,
) -> None:
    """Draw a study: shares per system, per contrast, or beside an overall score."""
    labels = labels_of(label)
    found = opened(opened_study(study, desk), refined, scores or ())
    check_labels(labels, list(found.everybody), "translation")
    picture.draw(tendency_chart(kind, tendencies(found), labels, picture.theme))


@contrast_app.command("verdicts")
def verdicts(
    study: StudyArg,
    contrast: Annotated[
        list[str] | None,
        typer.Option("--contrast", help="Only these contrasts (commas or repeated).", show_default=False),
    ] = None,
    systems: SystemsOption = None,
    verdict: Annotated[
        Answer | None, typer.Option("--verdict", help="Only these verdicts.", show_default=False)
    ] = None,
    chosen_set: Annotated[
        ItemSet | None,
        typer.Option("--set", help="Of which keywords; else of the first set.", show_default=False),
    ] = None,
    most: Annotated[int, typer.Option("--show", min=0, help="So many are shown; 0 for all.")] = 20,
    refined: RefinedOption = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """Show verdicts one by one with their evidence: words, tags, clause, and why they are Unknown."""
    found = opened(opened_study(study, desk), refined)
    asked = VerdictFilter(
        chosen_set,
        named_contrasts(found, contrast or ()),
        named_translations(found, systems or ()),
        None if verdict is None else VERDICTS[verdict],
        most=most,
    )
    shown = shown_verdicts(found, asked)
    table = stacked_verdicts_table if printout.form in ("terminal", "latex") else verdicts_table
    printout.show(Report(f"Lackmus: {found.name}", (table(shown),), verdict_values(shown)))


def show_study(
    study: ContrastStudy,
    printout: Printout,
    tables: Sequence[TendencyTable] | None,
    labels: Mapping[str, str],
    testing: Testing | None = None,
    charts: Path | None = None,
) -> None:
    """Print a study, and draw its charts into a folder."""
    found = tendencies(study, testing)
    report = study_report(found, printout.form, tables or (), labels)
    if charts is not None:
        _draw_all(found, labels, charts)
    printout.show(report)


def _draw_all(found: Tendencies, labels: Mapping[str, str], folder: Path) -> None:

    make_folder(folder)
    for kind in tendency_texts(found, labels):
        for ending in (".svg", ".png"):
            file = folder / f"{kind}{ending}"
            write_file(file, render(tendency_chart(kind, found, labels), ending))
            say(f"Written: {file}")
