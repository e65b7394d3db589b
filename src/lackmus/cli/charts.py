"""`lackmus chart`: outputs in, a picture out."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lackmus.cli.answers import put, tell_left_out, warn, watched
from lackmus.cli.app import app
from lackmus.cli.options import (
    CollectionOption,
    DecisionsOption,
    ExcludeOption,
    FromOption,
    HypOption,
    KeepOption,
    LabelOption,
    OrderOption,
    PairOption,
    RepeatsOption,
    SemanticsOption,
    SourceOption,
    SuiteArg,
    SystemsOption,
    TestOption,
    TestsuiteOption,
    UnknownOption,
    check_labels,
    labels_of,
    named_outputs,
)
from lackmus.core.choices import Choices, Order, Repeats, Semantics, Test, Testing
from lackmus.errors import LackmusError
from lackmus.write.charts import ENDINGS, Kind, Theme

if TYPE_CHECKING:
    from lackmus.core.evaluations import Evaluation
    from lackmus.core.trends import Trend
    from lackmus.flows import Request


@app.command()
def chart(
    kind: Annotated[Kind, typer.Argument(metavar="KIND", help=f"What to draw: {', '.join(Kind)}.")],
    suite: SuiteArg,
    outputs: Annotated[
        list[str] | None,
        typer.Argument(
            help="Outputs: files, folders or globs, in any format that Lackmus reads; "
            "for trend, campaigns as NAME=FOLDER.",
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
    label: LabelOption = None,
    order: OrderOption = Order.CATEGORY_MACRO,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    test: TestOption = Test.Z,
    skip_unknown: UnknownOption = False,
) -> None:
    """Draw an evaluation, or campaigns over time, as SVG, PNG or PDF."""
    from lackmus import flows
    from lackmus.write.charts import chart as drawn
    from lackmus.write.charts import render

    if output is None or output.suffix.lower() not in ENDINGS:
        named = f"{output} is no picture" if output else "A chart is a file"
        raise LackmusError(f"{named}. Name one with -o that ends in {', '.join(ENDINGS)}.")
    labels = labels_of(label)
    given = named_outputs(outputs, hyp, source)
    request = flows.Request(
        suite,
        given,
        flows.Asked(form, source, testsuite, collection, skip_unknown),
        pair,
        systems or (),
        exclude or (),
        Choices(semantics, repeats, order, tuple(keep or ()), Testing(test)),
        decisions,
    )
    answer = _trend(request, given) if kind is Kind.TREND else _evaluation(request)
    check_labels(labels, _systems(answer))
    put(render(drawn(kind, answer, labels, theme), output.suffix), output)


def _evaluation(request: "Request") -> "Evaluation":
    from lackmus import flows

    with watched() as progress:
        evaluated = flows.evaluate(request, progress)
    warn(evaluated.suspicions)
    tell_left_out(evaluated.evaluation.left_out)
    return evaluated.evaluation


def _trend(request: "Request", campaigns: list[str]) -> "Trend":
    from dataclasses import replace

    from lackmus import flows

    if request.asked.source is not None:
        raise LackmusError("A trend compares folders of outputs: NAME=FOLDER …, without --source.")
    with watched() as progress:
        followed = flows.trend(replace(request, outputs=()), campaigns, progress)
    warn(followed.suspicions)
    return followed.trend


def _systems(answer: "Evaluation | Trend") -> list[str]:
    """Whoever a label may name."""
    from lackmus.core.evaluations import Evaluation

    return [*answer.systems, *answer.left_out] if isinstance(answer, Evaluation) else answer.everybody
