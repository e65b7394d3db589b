"""`lackmus profile`: where one system is better and worse than the others."""

from typing import Annotated

import typer

from lackmus.cli.answers import Printout, tell_left_out, tell_notes, warn, watched
from lackmus.cli.commands import app
from lackmus.cli.material import OfFiles, OfWorkspace, ReadingOptions, material_source
from lackmus.cli.options import (
    AllowLargeOption,
    AsOfOption,
    CampaignOption,
    CategoryOption,
    ExcludeOption,
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
    TestOption,
    WorkspaceOption,
    labels_of,
)
from lackmus.core.base.choices import By, Choices, Correction, Repeats, Semantics, TestChoice, chosen_testing
from lackmus.flows.verdicts import comparing
from lackmus.flows.verdicts.profile import profile_of
from lackmus.flows.verdicts.reports import ReportLayout, profile_report


@app.command()
def profile(
    suite: SuiteArg,
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="Its name.", show_default=False)],
    outputs: Annotated[
        list[str] | None,
        typer.Argument(
            help="Outputs of this system and of others: files, folders or globs; none for a workspace.",
            show_default=False,
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
    workspace: WorkspaceOption = None,
    campaign: CampaignOption = None,
    category: CategoryOption = None,
    phenomenon: PhenomenonOption = None,
    as_of: AsOfOption = None,
    by: Annotated[By, typer.Option(help="What the rows are.")] = By.CATEGORY,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    test: TestOption = TestChoice.Z,
    correction: Annotated[
        Correction, typer.Option(help="Correction for many comparisons in a row.")
    ] = Correction.NONE,
    samples: SamplesOption = 1000,
    seed: SeedOption = 1,
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """Show where a system is best and worst, and above and below the mean of the others, with tests.

    Works on files or, if SUITE is a suite of the workspace, on stored outputs.
    """
    labels = labels_of(label)
    material = material_source(
        suite,
        OfFiles(reading, outputs, hyp, source),
        OfWorkspace(workspace, campaign=campaign, category=category, phenomenon=phenomenon, as_of=as_of),
        pair,
        systems,
        exclude,
        Choices(
            semantics,
            repeats,
            keep=tuple(keep or ()),
            testing=chosen_testing(test, correction, samples=samples, seed=seed),
        ),
        {"OUTPUTS": outputs},
        {"--campaign": campaign},
    )
    with watched() as progress:
        evaluated = comparing.evaluate(material, progress)
    found = profile_of(evaluated.evaluation, system)
    report = profile_report(found, evaluated, ReportLayout(by, labels={**evaluated.labels, **labels}))
    warn(evaluated.suspicions)
    tell_left_out(evaluated.evaluation.left_out)
    tell_notes(evaluated.notes)
    printout.show(report)
