"""`lackmus contrast run|report|chart|verdicts`: contrasts judged on translations, and what they show."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lackmus.cli.answers import put, say, show, warn, watched
from lackmus.cli.contrast_options import (
    AlignerOption,
    AlignmentOption,
    AllHitsOption,
    ContrastOption,
    ContrastPairOption,
    ContrastSourceOption,
    FallbackOption,
    LongestOption,
    MostOption,
    NoFallbackOption,
    ProcessesOption,
    ReferenceOption,
    RefinedOption,
    SelectByOption,
    SourceParserOption,
    StudyArg,
    SymmetryOption,
    TargetParserOption,
    TranslationOption,
    fallbacks_of,
    opened_study,
)
from lackmus.cli.contrasts import contrast_app
from lackmus.cli.options import (
    AsOption,
    CommentOption,
    FormatOption,
    FromOption,
    LabelOption,
    OutOption,
    SystemsOption,
    UnknownOption,
    WorkspaceOption,
    check_labels,
    format_of,
    labels_of,
)
from lackmus.core.choices import Answer, Chosen, Intervals, Symmetry, TendencyTable, Testing
from lackmus.errors import LackmusError
from lackmus.write.charts.kinds import ENDINGS, TendencyKind, Theme

if TYPE_CHECKING:
    from lackmus.core.studies import Study
    from lackmus.core.tendencies import Tendencies

USUAL = (TendencyTable.CONTRASTS, TendencyTable.SYSTEMS, TendencyTable.UNKNOWN, TendencyTable.ALIGNMENT)
TablesOption = Annotated[
    list[TendencyTable] | None,
    typer.Option(
        "--table", help="A table by its name (repeatable) instead of the usual ones.", show_default=False
    ),
]
ScoreOption = Annotated[
    list[str] | None,
    typer.Option(
        "--score",
        help="Overall scores to correlate with: bleu, chrf, ter (commas or repeated).",
        show_default=False,
    ),
]
ScoresOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--scores", help="Overall scores from a table: system⇥score (repeatable).", show_default=False
    ),
]


@contrast_app.command("run")
def run(
    suite: Annotated[
        Path | None,
        typer.Argument(
            metavar="[SUITE]", help="A suite of lackmus contrast select; else --source.", show_default=False
        ),
    ] = None,
    outputs: Annotated[
        list[str] | None,
        typer.Argument(metavar="OUTPUTS…", help="With a suite: outputs for its items.", show_default=False),
    ] = None,
    source: ContrastSourceOption = None,
    hyp: TranslationOption = None,
    reference: ReferenceOption = None,
    contrast: ContrastOption = None,
    pair: ContrastPairOption = None,
    source_parser: SourceParserOption = "",
    target_parser: TargetParserOption = "",
    aligner: AlignerOption = "hmm",
    alignment: AlignmentOption = None,
    symmetry: SymmetryOption = Symmetry.INTERSECTION,
    fallback: FallbackOption = None,
    no_fallback: NoFallbackOption = False,
    select_by: SelectByOption = None,
    all_hits: AllHitsOption = False,
    longest: LongestOption = 0,
    most: MostOption = 0,
    refined: RefinedOption = None,
    score: ScoreOption = None,
    score_reference: Annotated[
        str,
        typer.Option(
            "--score-reference",
            help="The reference for --score; else that by which nothing was selected.",
            show_default=False,
        ),
    ] = "",
    test_reference: Annotated[
        list[Path] | None,
        typer.Option(
            "--test-reference", help="References of another test set for --score.", show_default=False
        ),
    ] = None,
    test_hyp: Annotated[
        list[str] | None,
        typer.Option("--test-hyp", help="What the systems made of that test set.", show_default=False),
    ] = None,
    scores: ScoresOption = None,
    processes: ProcessesOption = None,
    form: FromOption = None,
    skip_unknown: UnknownOption = False,
    name: Annotated[
        str | None, typer.Option("--name", help="Of the study; else that of the source.", show_default=False)
    ] = None,
    study: Annotated[
        Path | None,
        typer.Option("--study", help="Keep the study in this file: .jsonl or .jsonl.gz.", show_default=False),
    ] = None,
    charts: Annotated[
        Path | None, typer.Option("--charts", help="Draw all charts into this folder.", show_default=False)
    ] = None,
    table: TablesOption = None,
    label: LabelOption = None,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Take the place of a study with this name.")
    ] = False,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Parse, align and judge translations by contrasts, and report what systems tend to choose.

    From plain text to tables, charts and correlation in one command. What was
    parsed and aligned is kept by content: a stopped run goes on, and another
    contrast costs little. -w keeps the study in the workspace.
    """
    from lackmus.core.contrast_runs import Limits
    from lackmus.flows import Asked as AskedOutputs
    from lackmus.flows.contrast_material import Named
    from lackmus.flows.overall_scores import Wanted
    from lackmus.flows.studies import Asked
    from lackmus.flows.studies import run as ran
    from lackmus.write.studies import ENDINGS as STUDY_ENDINGS
    from lackmus.write.studies import write_study

    chosen, labels = format_of(format, output), labels_of(label)
    if study is not None and not study.name.endswith(STUDY_ENDINGS):
        raise LackmusError(f"name a file that ends in {' or '.join(STUDY_ENDINGS)}.", option="--study")
    asked = Asked(
        Named(
            source,
            hyp or (),
            reference or (),
            suite,
            outputs or (),
            AskedOutputs(form, skip_unknown=skip_unknown),
            pair,
        ),
        contrasts=contrast or (),
        source_parser=source_parser,
        target_parser=target_parser,
        aligner=aligner,
        alignments=alignment or (),
        symmetry=symmetry,
        fallbacks=fallbacks_of(fallback, no_fallback),
        select_by="" if all_hits else select_by,
        limits=Limits(longest, most),
        refined=refined,
        scores=Wanted(score or (), score_reference, scores or (), test_reference or (), test_hyp or ()),
        processes=processes,
        name=name or "",
    )
    with watched() as progress:
        found = ran(asked, progress, say)
    warn(found.suspicions)
    for note in found.study.notes:
        say(note)
    if study is not None:
        write_study(study, found.study)
        say(f"Written: {study}")
    if workspace is not None:
        from lackmus.flows.stored_studies import keep
        from lackmus.flows.workspaces import Desk

        kept = keep(Desk(workspace, person, comment), found.study, replacing=replace)
        say(f"Kept in the workspace as {kept.name}.")
    _show(found.study, chosen, output, table, labels, charts=charts)


@contrast_app.command("report")
def report(
    study: StudyArg,
    refined: RefinedOption = None,
    scores: ScoresOption = None,
    table: TablesOption = None,
    intervals: Annotated[Intervals, typer.Option(help="95 % intervals beside shares.")] = Intervals.NONE,
    label: LabelOption = None,
    charts: Annotated[
        Path | None, typer.Option("--charts", help="Draw all charts into this folder.", show_default=False)
    ] = None,
    workspace: WorkspaceOption = None,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Report a study: Good, Bad and Unknown per contrast and system, means, alignment, correlation."""
    from lackmus.flows.studies import opened
    from lackmus.flows.workspaces import Desk

    chosen, labels = format_of(format, output), labels_of(label)
    found = opened(opened_study(study, Desk(workspace)), refined, scores or ())
    _show(found, chosen, output, table, labels, Testing(intervals=intervals), charts)


def _show(
    study: "Study",
    format: str,
    output: Path | None,
    tables: Sequence[TendencyTable] | None,
    labels: Mapping[str, str],
    testing: Testing | None = None,
    charts: Path | None = None,
) -> None:
    from lackmus.core.tables import Report
    from lackmus.core.tendencies import tendencies
    from lackmus.core.tendency_tables import lead, tendency_tables

    check_labels(labels, list(study.everybody), "translation")
    found = tendencies(study, testing)
    usual = (*USUAL, *([TendencyTable.CORRELATION] if found.correlated else []))
    drawn = tendency_tables(found, list(dict.fromkeys(tables or usual)), labels)
    if charts is not None:
        _draw_all(found, labels, charts)
    show(
        Report(
            f"Lackmus: {study.name}",
            tuple(drawn),
            found,
            lead(found, labels),
            labels=labels,
            chosen=bool(tables),
        ),
        format,
        output,
    )


def _draw_all(found: "Tendencies", labels: Mapping[str, str], folder: Path) -> None:
    from lackmus.write.charts import render, tendency_chart
    from lackmus.write.charts.telling import tendency_texts
    from lackmus.write.files import make_folder, write_file

    make_folder(folder)
    for kind in tendency_texts(found, labels):
        for ending in (".svg", ".png"):
            file = folder / f"{kind}{ending}"
            write_file(file, render(tendency_chart(kind, found, labels), ending))
            say(f"Written: {file}")


@contrast_app.command("chart")
def chart(
    kind: Annotated[
        TendencyKind, typer.Argument(metavar="KIND", help=f"What to draw: {', '.join(TendencyKind)}.")
    ],
    study: StudyArg,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The picture: .svg, .png or .pdf.", show_default=False),
    ] = None,
    theme: Annotated[
        Theme, typer.Option(help="What it is drawn on; page takes the text colour of the page around it.")
    ] = Theme.LIGHT,
    refined: RefinedOption = None,
    scores: ScoresOption = None,
    label: LabelOption = None,
    workspace: WorkspaceOption = None,
) -> None:
    """Draw a study: shares per system, per contrast, or beside an overall score."""
    from lackmus.core.tendencies import tendencies
    from lackmus.flows.studies import opened
    from lackmus.flows.workspaces import Desk
    from lackmus.write.charts import render, tendency_chart

    if output is None or output.suffix.lower() not in ENDINGS:
        named = f"{output} is no picture" if output else "A chart is a file"
        raise LackmusError(f"{named}. Name one with -o that ends in {', '.join(ENDINGS)}.")
    labels = labels_of(label)
    found = opened(opened_study(study, Desk(workspace)), refined, scores or ())
    check_labels(labels, list(found.everybody), "translation")
    put(render(tendency_chart(kind, tendencies(found), labels, theme), output.suffix), output)


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
        Chosen | None,
        typer.Option("--set", help="Of which keywords; else of the first set.", show_default=False),
    ] = None,
    most: Annotated[int, typer.Option("--show", min=0, help="So many are shown; 0 for all.")] = 20,
    refined: RefinedOption = None,
    workspace: WorkspaceOption = None,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Show verdicts one by one with their evidence: words, tags, clause, and why they are Unknown."""
    from lackmus.core.study_verdicts import (
        Asked,
        shown_verdicts,
        stacked_verdicts_table,
        verdict_values,
        verdicts_table,
    )
    from lackmus.core.tables import Report
    from lackmus.flows.studies import VERDICTS, named_contrasts, named_translations, opened
    from lackmus.flows.workspaces import Desk

    chosen = format_of(format, output)
    found = opened(opened_study(study, Desk(workspace)), refined)
    asked = Asked(
        chosen_set,
        named_contrasts(found, contrast or ()),
        named_translations(found, systems or ()),
        None if verdict is None else VERDICTS[verdict],
        most=most,
    )
    shown = shown_verdicts(found, asked)
    table = stacked_verdicts_table if chosen in ("terminal", "latex") else verdicts_table
    show(Report(f"Lackmus: {found.name}", (table(shown),), verdict_values(shown)), chosen, output)
