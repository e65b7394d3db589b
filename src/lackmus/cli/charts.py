"""`lackmus chart`: outputs in, a picture out."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lackmus.cli.answers import put, say, warn, watched
from lackmus.cli.app import app
from lackmus.cli.options import (
    CollectionOption,
    DecisionsOption,
    ExcludeOption,
    FromOption,
    KeepOption,
    PairOption,
    RepeatsOption,
    SemanticsOption,
    SourceOption,
    SuiteArg,
    TestsuiteOption,
    UnknownOption,
    check_labels,
    labels_of,
    request_of,
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
    hyp: Annotated[
        list[str] | None,
        typer.Option(
            "--hyp", help="Outputs line by line beside --source: files, folders or globs.", show_default=False
        ),
    ] = None,
    form: FromOption = None,
    testsuite: TestsuiteOption = None,
    collection: CollectionOption = None,
    decisions: DecisionsOption = None,
    pair: PairOption = None,
    systems: Annotated[
        list[str] | None,
        typer.Option("--systems", help="Compare only these (commas or repeated).", show_default=False),
    ] = None,
    exclude: ExcludeOption = None,
    keep: KeepOption = None,
    label: Annotated[
        list[str] | None,
        typer.Option("--label", help="Short label of a system: NAME=LABEL.", show_default=False),
    ] = None,
    order: Annotated[Order, typer.Option(help="Order of the systems.")] = Order.CATEGORY_MACRO,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    test: Annotated[Test, typer.Option(help="Test that finds the significantly best.")] = Test.Z,
    skip_unknown: UnknownOption = False,
) -> None:
    """Draw an evaluation, or campaigns over time, as SVG, PNG or PDF."""
    from lackmus.write.charts import chart as drawn
    from lackmus.write.charts import render

    if output is None or output.suffix.lower() not in ENDINGS:
        named = f"{output} is no picture" if output else "A chart is a file"
        raise LackmusError(f"{named}. Name one with -o that ends in {', '.join(ENDINGS)}.")
    if hyp and source is None:
        raise LackmusError("--hyp names translations of the lines of a source file. Name it too: --source.")
    labels = labels_of(label)
    given = [*(outputs or []), *(hyp or [])]
    choices = Choices(semantics, repeats, order, tuple(keep or ()), Testing(test))
    asked = (form, testsuite, collection, decisions)
    request = request_of(suite, given, source, pair, systems, exclude, skip_unknown, choices, *asked)
    answer = _trend(request, given) if kind is Kind.TREND else _evaluation(request)
    check_labels(labels, _systems(answer))
    put(render(drawn(kind, answer, labels, theme), output.suffix), output)


def _evaluation(request: "Request") -> "Evaluation":
    from lackmus import flows

    with watched() as progress:
        evaluated = flows.evaluate(request, progress)
    warn(evaluated.suspicions)
    for system, reason in evaluated.evaluation.left_out.items():
        say(f"{system} was left out: it did not take part ({reason}).")
    return evaluated.evaluation


def _trend(request: "Request", campaigns: list[str]) -> "Trend":
    from dataclasses import replace

    from lackmus import flows

    if request.source is not None:
        raise LackmusError("A trend compares folders of outputs: NAME=FOLDER …, without --source.")
    with watched() as progress:
        followed = flows.trend(replace(request, outputs=()), campaigns, progress)
    warn(followed.suspicions)
    return followed.trend


def _systems(answer: "Evaluation | Trend") -> list[str]:
    """Whoever a label may name."""
    from lackmus.core.evaluations import Evaluation

    every = [answer] if isinstance(answer, Evaluation) else answer.evaluations.values()
    return list(dict.fromkeys(name for one in every for name in (*one.systems, *one.left_out)))
