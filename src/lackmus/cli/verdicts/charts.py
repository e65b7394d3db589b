"""`lackmus chart`: outputs in, a picture out."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lackmus.cli.answers import put, say, tell_left_out, warn, watched
from lackmus.cli.app import app
from lackmus.cli.options import (
    AllowLargeOption,
    AsOfOption,
    CategoryOption,
    CollectionOption,
    DecisionsOption,
    ExactNamesOption,
    ExcludeOption,
    ExcludeTagOption,
    FromOption,
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
    TestsuiteOption,
    UnknownOption,
    WorkspaceOption,
    labels_of,
    named_outputs,
)
from lackmus.cli.stored import is_stored, only_files
from lackmus.core.base.choices import AskedTest, Choices, Order, Repeats, Semantics, chosen_testing
from lackmus.errors import LackmusError
from lackmus.write.charts import ENDINGS, Kind, Theme

if TYPE_CHECKING:
    from lackmus.core.verdicts.evaluation import Evaluation
    from lackmus.core.verdicts.trend import Trend
    from lackmus.flows.verdicts.requests import Request
    from lackmus.flows.verdicts.views import StoredRequest


@app.command()
def chart(
    kind: Annotated[Kind, typer.Argument(metavar="KIND", help=f"What to draw: {', '.join(Kind)}.")],
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
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The picture: .svg, .png or .pdf.", show_default=False),
    ] = None,
    theme: Annotated[
        Theme, typer.Option(help="What it is drawn on; page takes the text colour of the page around it.")
    ] = Theme.LIGHT,
    source: SourceOption = None,
    hyp: HypOption = None,
    form: FromOption = None,
    testsuite: TestsuiteOption = None,
    collection: CollectionOption = None,
    decisions: DecisionsOption = None,
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
    test: TestOption = AskedTest.Z,
    skip_unknown: UnknownOption = False,
    workspace: WorkspaceOption = None,
    tag: TagOption = None,
    exclude_tag: ExcludeTagOption = None,
    category: CategoryOption = None,
    phenomenon: PhenomenonOption = None,
    as_of: AsOfOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Draw an evaluation, campaigns over time, or the checkpoints of a model, as SVG, PNG or PDF.

    On files, or, where SUITE is a suite of the workspace, on what is stored.
    """
    from dataclasses import replace

    from lackmus.core.suites.suite import Part
    from lackmus.core.verdicts.evaluation import Evaluation
    from lackmus.flows.verdicts.comparing import checkpoints_of
    from lackmus.flows.verdicts.reports import check_labels
    from lackmus.write.charts import chart as drawn
    from lackmus.write.charts import render

    if output is None or output.suffix.lower() not in ENDINGS:
        named = f"{output} is no picture" if output else "A chart is a file"
        raise LackmusError(f"{named}. Name one with -o that ends in {', '.join(ENDINGS)}.")
    if kind is not Kind.TREND and (same or exact_names):
        raise LackmusError(f"{'--same' if same else '--exact-names'} is about a trend. Leave it out.")
    labels = labels_of(label)
    choices = Choices(semantics, repeats, order, tuple(keep or ()), chosen_testing(test))
    of_files = only_files(source, form, testsuite, collection, skip_unknown, decisions)
    of_files["--hyp"] = hyp
    part = Part(tuple(category or ()), tuple(phenomenon or ()))
    stored: dict[str, object] = {"--tag": tag, "--exclude-tag": exclude_tag, "--as-of": as_of}
    stored |= {"--category": category, "--phenomenon": phenomenon}
    answer: Evaluation | Trend
    if is_stored(suite, workspace, of_files, stored):
        from lackmus.flows.verdicts.views import StoredRequest

        wanted = StoredRequest(
            str(suite),
            pair,
            systems or (),
            exclude or (),
            tag or (),
            exclude_tag or (),
            part,
            choices,
            as_of,
        )
        answer, known, revision = _stored(kind, wanted, outputs or [], workspace, same or (), exact_names)
        labels, choices = known | _followed(labels, answer), replace(choices, revision=revision)
    else:
        from lackmus.flows.verdicts import requests

        given = named_outputs(outputs, hyp, source)
        asked = requests.Asked(form, source, testsuite, collection, skip_unknown)
        request = requests.Request(
            suite, given, asked, pair, systems or (), exclude or (), choices, decisions
        )
        answer = (
            _trend(request, given, same or (), exact_names) if kind is Kind.TREND else _evaluation(request)
        )
        labels = _followed(labels, answer)
    check_labels(labels, _systems(answer))
    if isinstance(answer, Evaluation) and kind is Kind.CHECKPOINTS:
        answer = checkpoints_of(answer, choices)
    put(render(drawn(kind, answer, labels, theme), output.suffix), output)


def _followed(labels: dict[str, str], answer: "Evaluation | Trend") -> dict[str, str]:
    """Labels by the names under which a trend follows systems."""
    from lackmus.core.verdicts.trend import Trend

    return answer.joined.labels(labels) if isinstance(answer, Trend) else labels


def _stored(
    kind: Kind,
    request: "StoredRequest",
    campaigns: list[str],
    workspace: str | None,
    same: Sequence[str],
    exact_names: bool,
) -> "tuple[Evaluation | Trend, dict[str, str], int]":
    """What is to be drawn, from the workspace, the labels stored with systems, and the revision seen."""
    from lackmus.flows.verdicts import stored_comparing as stores

    desk = stores.Desk(workspace)
    if kind is not Kind.TREND and len(campaigns) > 1:
        raise LackmusError(f"A chart of {kind} draws one campaign, not {', '.join(campaigns)}.")
    found: stores.Reported | stores.StoredTrend
    answer: Evaluation | Trend
    with watched() as progress:
        if kind is Kind.TREND:
            found = stores.trend(desk, request, campaigns, progress, (), same, exact_names)
            answer = found.trend
        else:
            found = stores.report(desk, request, campaigns[0] if campaigns else None, progress)
            answer = found.evaluation
            tell_left_out(answer.left_out)
    warn(found.suspicions)
    for note in found.notes:
        say(note)
    return answer, dict(found.labels), found.revision.number


def _evaluation(request: "Request") -> "Evaluation":
    from lackmus.flows.verdicts import comparing

    with watched() as progress:
        evaluated = comparing.evaluate(request, progress)
    warn(evaluated.suspicions)
    tell_left_out(evaluated.evaluation.left_out)
    return evaluated.evaluation


def _trend(request: "Request", campaigns: list[str], same: Sequence[str], exact_names: bool) -> "Trend":
    from dataclasses import replace

    from lackmus.flows.verdicts import comparing

    if request.asked.source is not None:
        raise LackmusError("A trend compares folders of outputs: NAME=FOLDER …, without --source.")
    with watched() as progress:
        followed = comparing.trend(replace(request, outputs=()), campaigns, progress, (), same, exact_names)
    warn(followed.suspicions)
    return followed.trend


def _systems(answer: "Evaluation | Trend") -> list[str]:
    """Whoever a label may name."""
    from lackmus.core.verdicts.evaluation import Evaluation

    return [*answer.systems, *answer.left_out] if isinstance(answer, Evaluation) else answer.everybody
