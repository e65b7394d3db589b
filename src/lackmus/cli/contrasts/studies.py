"""`lackmus contrast run`: from texts to verdicts, tables, charts and correlation."""

from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, say, warn, watched
from lackmus.cli.commands import group
from lackmus.cli.contrasts.options import (
    AllHitsOption,
    ChartsOption,
    ContrastOption,
    ContrastPairOption,
    ContrastSourceOption,
    FallbackOption,
    LinkingOptions,
    LongestOption,
    MostOption,
    NoFallbackOption,
    ProcessesOption,
    ReferenceOption,
    RefinedOption,
    ScoreOption,
    ScoresOption,
    SelectByOption,
    TablesOption,
    TranslationOption,
    WholeLinesOption,
)
from lackmus.cli.contrasts.study_reports import show_study
from lackmus.cli.desks import ActingDesk
from lackmus.cli.options import (
    AllowLargeOption,
    ColumnsOption,
    FromOption,
    LabelOption,
    UnknownOption,
    labels_of,
)
from lackmus.core.contrasts.runs import KeywordLimits
from lackmus.errors import LackmusError
from lackmus.flows.challenges.overall_scores import OverallScoresRequest
from lackmus.flows.contrasts.material import StudyFiles
from lackmus.flows.contrasts.studies import StudyRequest, fallbacks_of
from lackmus.flows.contrasts.studies import run as ran
from lackmus.flows.verdicts.requests import ReadOptions as AskedOutputs
from lackmus.flows.verdicts.requests import named_columns
from lackmus.write.studies import ENDINGS as STUDY_ENDINGS
from lackmus.write.studies import write_study

contrast_app = group("contrast")


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
    *,
    linking: LinkingOptions,
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
    whole_lines: WholeLinesOption = False,
    form: FromOption = None,
    skip_unknown: UnknownOption = False,
    columns: ColumnsOption = None,
    name: Annotated[
        str | None, typer.Option("--name", help="Of the study; else that of the source.", show_default=False)
    ] = None,
    study: Annotated[
        Path | None,
        typer.Option("--study", help="Keep the study in this file: .jsonl or .jsonl.gz.", show_default=False),
    ] = None,
    charts: ChartsOption = None,
    table: TablesOption = None,
    label: LabelOption = None,
    desk: ActingDesk,
    replace: Annotated[bool, typer.Option("--replace", help="Replace a study with this name.")] = False,
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """Parse, align and judge translations by contrasts, and report what systems tend to choose.

    From plain text to tables, charts and correlation in one command. Parses and alignments are cached: if
    interrupted, run it again; it resumes. -w stores the study in the workspace.
    """
    labels = labels_of(label)
    if study is not None and not study.name.endswith(STUDY_ENDINGS):
        raise LackmusError(f"name a file that ends in {' or '.join(STUDY_ENDINGS)}.", argument="study")
    asked = StudyRequest(
        StudyFiles(
            source,
            hyp or (),
            reference or (),
            suite,
            outputs or (),
            AskedOutputs(form, skip_unknown=skip_unknown, columns=named_columns(columns or ())),
            pair,
        ),
        contrasts=contrast or (),
        source_parser=linking.source_parser,
        target_parser=linking.target_parser,
        aligner=linking.aligner,
        alignments=linking.alignment or (),
        symmetry=linking.symmetry,
        fallbacks=fallbacks_of(fallback or (), no_fallback),
        select_by="" if all_hits else select_by,
        limits=KeywordLimits(longest, most),
        refined=refined,
        scores=OverallScoresRequest(
            score or (), score_reference, scores or (), test_reference or (), test_hyp or ()
        ),
        processes=processes,
        more_pairs=linking.more_pairs,
        whole_lines=whole_lines,
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
    if desk.workspace is not None:
        from lackmus.flows.contrasts.keeping import keep

        kept = keep(desk, found.study, replacing=replace)
        say(f"Kept in the workspace as {kept.name}.")
    show_study(found.study, printout, table, labels, charts=charts)
