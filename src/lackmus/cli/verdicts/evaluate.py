"""`lackmus evaluate` and `compare`: outputs in, a comparison out."""

from typing import Annotated

import typer

from lackmus.cli.answers import Printout, say, tell_left_out, tell_notes, warn, watched
from lackmus.cli.commands import app
from lackmus.cli.material import OfFiles, OfWorkspace, ReadingOptions, material_source
from lackmus.cli.options import (
    AllowLargeOption,
    AsOfOption,
    CampaignOption,
    CategoryOption,
    ExcludeOption,
    HumanScoresOption,
    HypOption,
    KeepOption,
    LabelOption,
    PairOption,
    PhenomenonOption,
    RepeatsOption,
    SamplesOption,
    SeedOption,
    SemanticsOption,
    SourceOption,
    SuiteArg,
    SystemsOption,
    TagsOption,
    WorkspaceOption,
    labels_of,
    named_outputs,
)
from lackmus.cli.verdicts.options import EvaluationOptions
from lackmus.core.base.choices import (
    Choices,
    Repeats,
    Semantics,
    Testing,
)
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.flows.verdicts import comparing
from lackmus.flows.verdicts.groups import tags_in
from lackmus.flows.verdicts.reports import comparison_report, evaluation_report
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
    *,
    reading: ReadingOptions,
    pair: PairOption = None,
    systems: SystemsOption = None,
    exclude: ExcludeOption = None,
    keep: KeepOption = None,
    label: LabelOption = None,
    options: EvaluationOptions,
    tags: TagsOption = None,
    scores: HumanScoresOption = None,
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """Judge the outputs of systems by a suite and print their accuracies.

    The table shows systems in columns and categories in rows, on the items that are settled for every
    system; the significantly best systems of each row are bold.
    """
    request = comparing.Request(
        suite,
        named_outputs(outputs, hyp, source),
        reading.about(source),
        pair,
        systems or (),
        exclude or (),
        options.choices(keep),
        reading.decisions,
    )
    tagged = tags_in(tags) if tags is not None else {}
    look = options.layout(labels_of(label), bool(scores), tagged)
    with watched() as progress:
        evaluated = comparing.evaluate(request, progress, scores or ())
    show_evaluation(evaluation_report(evaluated, look), evaluated.evaluation, printout)


def show_evaluation(report: Report, evaluation: SuiteEvaluation, printout: Printout) -> None:
    """Write an evaluation and print its warnings; without a fair item the exit code is 1."""
    warn(report.suspicions)
    tell_left_out(evaluation.left_out)
    printout.show(report)
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
    *,
    reading: ReadingOptions,
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
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """Compare systems item by item: what all pass, what all fail, and where they differ; each pair is tested.

    Works on files or, if SUITE is a suite of the workspace, on stored outputs.
    """
    choices = Choices(semantics, repeats, keep=tuple(keep or ()), testing=Testing(samples=samples, seed=seed))
    material = material_source(
        suite,
        OfFiles(reading, outputs, source=source),
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
    printout.show(comparison_report(comparison, evaluated, differing))
    if not comparison.total.n:
        say(f"No item is settled for {'both' if len(comparison.systems) == 2 else 'all'} systems.")
        raise typer.Exit(1)
