"""`lackmus chart`: charts of outputs."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from lackmus.cli.answers import tell_left_out, tell_notes, warn, watched
from lackmus.cli.commands import app
from lackmus.cli.material import OfFiles, OfWorkspace, ReadingOptions, material_source
from lackmus.cli.options import (
    AllowLargeOption,
    AsOfOption,
    CategoryOption,
    ExactNamesOption,
    ExcludeOption,
    ExcludeTagOption,
    HypOption,
    KeepOption,
    LabelOption,
    OrderOption,
    PairOption,
    PhenomenonOption,
    RepeatsOption,
    SameOption,
    SemanticsOption,
    SourceOption,
    SuiteArg,
    SystemsOption,
    TagOption,
    TestOption,
    WorkspaceOption,
    labels_of,
)
from lackmus.cli.pictures import PictureFile
from lackmus.core.base.choices import Choices, Order, Repeats, Semantics, TestChoice, chosen_testing
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.trend import CampaignTrend
from lackmus.errors import LackmusError
from lackmus.flows.verdicts import comparing
from lackmus.flows.verdicts.reports import check_labels
from lackmus.write.charts import ChartKind
from lackmus.write.charts import chart as drawn

if TYPE_CHECKING:
    from lackmus.flows.verdicts.comparing import MaterialSource  # a name for types alone


@app.command()
def chart(
    kind: Annotated[ChartKind, typer.Argument(metavar="KIND", help=f"What to draw: {', '.join(ChartKind)}.")],
    suite: SuiteArg,
    outputs: Annotated[
        list[str] | None,
        typer.Argument(
            help="Outputs: files, folders or globs, in any format that Lackmus reads; "
            "for trend, campaigns as NAME=FOLDER; for checkpoints, in the order of --systems; "
            "of a workspace, the campaign, or for trend campaigns.",
            show_default=False,
        ),
    ] = None,
    *,
    picture: PictureFile,
    source: SourceOption = None,
    hyp: HypOption = None,
    reading: ReadingOptions,
    pair: PairOption = None,
    systems: SystemsOption = None,
    exclude: ExcludeOption = None,
    keep: KeepOption = None,
    same: SameOption = None,
    exact_names: ExactNamesOption = False,
    label: LabelOption = None,
    order: OrderOption = Order.CATEGORY_MACRO,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    test: TestOption = TestChoice.Z,
    workspace: WorkspaceOption = None,
    tag: TagOption = None,
    exclude_tag: ExcludeTagOption = None,
    category: CategoryOption = None,
    phenomenon: PhenomenonOption = None,
    as_of: AsOfOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Draw an evaluation, campaigns over time, or the checkpoints of a model, as SVG, PNG or PDF.

    Works on files or, if SUITE is a suite of the workspace, on stored outputs.
    """
    if kind is not ChartKind.TREND and (same or exact_names):
        raise LackmusError(f"{'--same' if same else '--exact-names'} is about a trend. Leave it out.")
    labels = labels_of(label)
    choices = Choices(semantics, repeats, order, tuple(keep or ()), chosen_testing(test))
    material = material_source(
        suite,
        OfFiles(reading, outputs, hyp, source),
        OfWorkspace(
            workspace,
            campaign=outputs[0] if outputs else None,
            tags=tag,
            exclude_tags=exclude_tag,
            category=category,
            phenomenon=phenomenon,
            as_of=as_of,
        ),
        pair,
        systems,
        exclude,
        choices,
    )
    answer: SuiteEvaluation | CampaignTrend
    if kind is ChartKind.TREND:
        answer, labels = _trend(material, outputs or (), same or (), exact_names, labels)
        everybody = answer.everybody
    else:
        answer, labels, everybody = _evaluation(kind, material, outputs or (), labels)
    check_labels(labels, everybody)
    picture.draw(drawn(kind, answer, labels, picture.theme))


def _trend(
    material: "MaterialSource",
    campaigns: Sequence[str],
    same: Sequence[str],
    exact_names: bool,
    labels: Mapping[str, str],
) -> "tuple[CampaignTrend, dict[str, str]]":
    """Campaigns over time, with labels by the latest names of systems."""
    if isinstance(material, comparing.Request) and material.asked.source is not None:
        raise LackmusError("A trend compares folders of outputs: NAME=FOLDER …, without --source.")
    with watched() as progress:
        found = comparing.trend(material, campaigns, progress, (), same, exact_names)
    warn(found.suspicions)
    tell_notes(found.notes)
    return found.trend, {**found.labels, **found.trend.joined.labels(labels)}


def _evaluation(
    kind: ChartKind, material: "MaterialSource", outputs: Sequence[str], labels: Mapping[str, str]
) -> "tuple[SuiteEvaluation | CampaignTrend, dict[str, str], list[str]]":
    """One campaign, its labels, and every system that a label may name."""
    if not isinstance(material, comparing.Request) and len(outputs) > 1:
        raise LackmusError(f"A chart of {kind} draws one campaign, not {', '.join(outputs)}.")
    with watched() as progress:
        found = comparing.evaluate(material, progress)
    evaluation = found.evaluation
    warn(found.suspicions)
    tell_left_out(evaluation.left_out)
    tell_notes(found.notes)
    labels, everybody = {**found.labels, **labels}, [*evaluation.systems, *evaluation.left_out]
    if kind is not ChartKind.CHECKPOINTS:
        return evaluation, labels, everybody
    return comparing.checkpoints_of(evaluation, found.choices), labels, everybody
