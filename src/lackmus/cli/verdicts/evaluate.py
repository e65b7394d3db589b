"""`lackmus evaluate` and `compare`: outputs in, a comparison out."""

from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import say, show, tell_left_out, tell_notes, warn, watched
from lackmus.cli.commands import app
from lackmus.cli.material import OfFiles, OfWorkspace, material_source
from lackmus.cli.options import (
    AllowLargeOption,
    AsOfOption,
    CampaignOption,
    CategoryOption,
    CollectionOption,
    ColumnsOption,
    DecisionsOption,
    ExcludeOption,
    FormatOption,
    FromOption,
    GroupByOption,
    GroupOption,
    HighOption,
    HumanScoresOption,
    HypOption,
    KeepOption,
    LabelOption,
    LowOption,
    MinItemsOption,
    OrderOption,
    OutOption,
    PairOption,
    PhenomenonOption,
    RepeatsOption,
    SamplesOption,
    SeedOption,
    SemanticsOption,
    SourceOption,
    SuiteArg,
    SystemsOption,
    TableOption,
    TagsOption,
    TestOption,
    TestsuiteOption,
    UnknownOption,
    WorkspaceOption,
    WorstOption,
    format_of,
    labels_of,
    named_outputs,
)
from lackmus.core.base.choices import (
    MIN_ITEMS,
    By,
    Choices,
    Correction,
    Intervals,
    Order,
    Repeats,
    Semantics,
    TestChoice,
    Testing,
    Thresholds,
    chosen_testing,
)
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.flows.verdicts import comparing
from lackmus.flows.verdicts.groups import tags_in
from lackmus.flows.verdicts.reports import ReportLayout, comparison_report, evaluation_report
from lackmus.flows.verdicts.requests import ReadOptions, named_columns
from lackmus.tables.table import Report


@app.command()
def evaluate(
    suite: SuiteArg,
    outputs: Annotated[
        list[str] | None,
        typer.Argument(
            help="Outputs: files, folders or globs, in any format that Lackmus reads.", show_default=False
        ),
    ] = None,
    source: SourceOption = None,
    hyp: HypOption = None,
    form: FromOption = None,
    testsuite: TestsuiteOption = None,
    collection: CollectionOption = None,
    skip_unknown: UnknownOption = False,
    columns: ColumnsOption = None,
    decisions: DecisionsOption = None,
    pair: PairOption = None,
    systems: SystemsOption = None,
    exclude: ExcludeOption = None,
    keep: KeepOption = None,
    label: LabelOption = None,
    order: OrderOption = Order.CATEGORY_MACRO,
    by: Annotated[By, typer.Option(help="What the rows are.")] = By.CATEGORY,
    table: TableOption = None,
    examples: Annotated[int, typer.Option(min=1, help="Of --table examples: items per phenomenon.")] = 1,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    test: TestOption = TestChoice.Z,
    correction: Annotated[
        Correction, typer.Option(help="Correction for many comparisons.")
    ] = Correction.NONE,
    intervals: Annotated[Intervals, typer.Option(help="95 % intervals beside accuracies.")] = Intervals.NONE,
    samples: SamplesOption = 1000,
    seed: SeedOption = 1,
    low: LowOption = None,
    high: HighOption = None,
    min_items: MinItemsOption = MIN_ITEMS,
    worst: WorstOption = False,
    group_by: GroupByOption = None,
    group: GroupOption = None,
    tags: TagsOption = None,
    scores: HumanScoresOption = None,
    format: FormatOption = None,
    output: OutOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Judge the outputs of systems by a suite and print their accuracies.

    The table shows systems in columns and categories in rows, on the items that are settled for every
    system; the significantly best systems of each row are bold.
    """
    testing = chosen_testing(test, correction, intervals, samples, seed)
    thresholds = Thresholds(low, high, min_items)
    request = comparing.Request(
        suite,
        named_outputs(outputs, hyp, source),
        ReadOptions(form, source, testsuite, collection, skip_unknown, columns=named_columns(columns or ())),
        pair,
        systems or (),
        exclude or (),
        Choices(semantics, repeats, order, tuple(keep or ()), testing, thresholds=thresholds),
        decisions,
    )
    chosen = format_of(format, output)
    look = ReportLayout(
        by,
        table or (),
        examples,
        worst,
        labels_of(label),
        group_by or (),
        group or (),
        tags_in(tags) if tags is not None else {},
        thresholds,
        bool(scores),
    )
    look.refuse_wrong_tables()
    with watched() as progress:
        evaluated = comparing.evaluate(request, progress, scores or ())
    show_evaluation(evaluation_report(evaluated, look), evaluated.evaluation, chosen, output)


def show_evaluation(report: Report, evaluation: SuiteEvaluation, format: str, output: Path | None) -> None:
    """Write an evaluation and print its warnings; without a fair item the exit code is 1."""
    warn(report.suspicions)
    tell_left_out(evaluation.left_out)
    show(report, format, output)
    if not evaluation.fairness.fair:
        prices = ", ".join(f"{system} {n:,}" for system, n in evaluation.fairness.prices.items())
        say(f"No item is settled for all systems. So many would be without each of them: {prices}.")
        raise typer.Exit(1)


@app.command()
def compare(
    suite: SuiteArg,
    outputs: Annotated[
        list[str],
        typer.Argument(
            metavar="A B…",
            help="Outputs of two systems or more: files, folders or globs; "
            "of a workspace, NAME or CAMPAIGN/NAME.",
            show_default=False,
        ),
    ],
    source: SourceOption = None,
    form: FromOption = None,
    testsuite: TestsuiteOption = None,
    collection: CollectionOption = None,
    skip_unknown: UnknownOption = False,
    columns: ColumnsOption = None,
    decisions: DecisionsOption = None,
    pair: PairOption = None,
    systems: SystemsOption = None,
    keep: KeepOption = None,
    workspace: WorkspaceOption = None,
    campaign: CampaignOption = None,
    category: CategoryOption = None,
    phenomenon: PhenomenonOption = None,
    as_of: AsOfOption = None,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    differing: Annotated[int, typer.Option("--show", min=0, help="So many differing items are shown.")] = 20,
    samples: SamplesOption = 1000,
    seed: SeedOption = 1,
    format: FormatOption = None,
    output: OutOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Compare systems item by item: what all pass, what all fail, and where they differ; each pair is tested.

    Works on files or, if SUITE is a suite of the workspace, on stored outputs.
    """
    chosen = format_of(format, output)
    choices = Choices(semantics, repeats, keep=tuple(keep or ()), testing=Testing(samples=samples, seed=seed))
    material = material_source(
        suite,
        OfFiles(outputs, None, source, form, testsuite, collection, skip_unknown, decisions, columns),
        OfWorkspace(
            workspace,
            campaign=campaign,
            compared=outputs,
            category=category,
            phenomenon=phenomenon,
            as_of=as_of,
        ),
        pair,
        systems,
        None,
        choices,
        {"--systems": systems},
        {"--campaign": campaign},
    )
    with watched() as progress:
        comparison, evaluated = comparing.compare(material, progress)
    warn(evaluated.suspicions)
    tell_left_out(evaluated.evaluation.left_out)
    tell_notes(evaluated.notes)
    show(comparison_report(comparison, evaluated, differing), chosen, output)
    if not comparison.total.n:
        say(f"No item is settled for {'both' if len(comparison.systems) == 2 else 'all'} systems.")
        raise typer.Exit(1)
