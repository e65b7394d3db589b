"""`lackmus evaluate`, `compare` and `trend`: outputs in, a comparison out."""

from typing import Annotated

import typer

from lackmus.cli.answers import say, show, tell_left_out, warn, watched
from lackmus.cli.app import app
from lackmus.cli.options import (
    CollectionOption,
    DecisionsOption,
    ExcludeOption,
    FormatOption,
    FromOption,
    HypOption,
    KeepOption,
    LabelOption,
    OrderOption,
    OutOption,
    PairOption,
    RepeatsOption,
    SamplesOption,
    SeedOption,
    SemanticsOption,
    SourceOption,
    SuiteArg,
    SystemsOption,
    TableOption,
    TestOption,
    TestsuiteOption,
    UnknownOption,
    check_labels,
    format_of,
    labels_of,
    named_outputs,
)
from lackmus.cli.tables import named_tables, tables_of, trend_tables_of
from lackmus.core.choices import (
    By,
    Choices,
    Correction,
    Intervals,
    Order,
    Repeats,
    Semantics,
    Test,
    Testing,
)


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
    test: TestOption = Test.Z,
    correction: Annotated[
        Correction, typer.Option(help="Correction for many comparisons.")
    ] = Correction.NONE,
    intervals: Annotated[Intervals, typer.Option(help="95 % intervals beside accuracies.")] = Intervals.NONE,
    samples: SamplesOption = 1000,
    seed: SeedOption = 1,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Judge the outputs of systems by a suite and print their accuracies.

    The table shows systems in columns and categories in rows, on the items that are settled for every
    system; the significantly best systems of each row are bold.
    """
    from lackmus import flows
    from lackmus.core.tables import Report

    testing = Testing(test, correction, intervals, samples=samples, seed=seed)
    request = flows.Request(
        suite,
        named_outputs(outputs, hyp, source),
        flows.Asked(form, source, testsuite, collection, skip_unknown),
        pair,
        systems or (),
        exclude or (),
        Choices(semantics, repeats, order, tuple(keep or ()), testing),
        decisions,
    )
    labels, chosen = labels_of(label), format_of(format, output)
    wanted = named_tables(table, by)
    with watched() as progress:
        evaluated = flows.evaluate(request, progress)
    evaluation = evaluated.evaluation
    check_labels(labels, [*evaluation.systems, *evaluation.left_out])
    warn(evaluated.suspicions)
    tell_left_out(evaluation.left_out)
    report = Report(
        title=f"Lackmus: {evaluation.suite.name}",
        tables=tuple(tables_of(evaluation, wanted, labels, examples)),
        answer=evaluation,
        lead=evaluation.in_short_by(labels),
        labels=labels,
        chosen=bool(table),
        suspicions=evaluated.suspicions,
    )
    show(report, chosen, output)
    if not evaluation.fairness.fair:
        prices = ", ".join(f"{system} {n:,}" for system, n in evaluation.fairness.prices.items())
        say(f"No item is settled for all systems. So many would be without each of them: {prices}.")
        raise typer.Exit(1)


@app.command()
def compare(
    suite: SuiteArg,
    first: Annotated[str, typer.Argument(metavar="A", help="Outputs of one system.", show_default=False)],
    second: Annotated[str, typer.Argument(metavar="B", help="Outputs of the other.", show_default=False)],
    source: SourceOption = None,
    form: FromOption = None,
    testsuite: TestsuiteOption = None,
    collection: CollectionOption = None,
    skip_unknown: UnknownOption = False,
    decisions: DecisionsOption = None,
    pair: PairOption = None,
    keep: KeepOption = None,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    differing: Annotated[int, typer.Option("--show", min=0, help="So many differing items are shown.")] = 20,
    samples: SamplesOption = 1000,
    seed: SeedOption = 1,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Compare two systems item by item: what both pass, both fail, and what only one wins."""
    from lackmus import flows
    from lackmus.core.comparisons import comparison_table, differences_table
    from lackmus.core.tables import Report

    chosen = format_of(format, output)
    request = flows.Request(
        suite,
        [first, second],
        flows.Asked(form, source, testsuite, collection, skip_unknown),
        pair,
        choices=Choices(
            semantics, repeats, keep=tuple(keep or ()), testing=Testing(samples=samples, seed=seed)
        ),
        decisions=decisions,
    )
    with watched() as progress:
        comparison, evaluated = flows.compare(request, progress)
    warn(evaluated.suspicions)
    tables = [comparison_table(comparison)]
    if differing and comparison.differing:
        tables.append(differences_table(comparison, differing))
    title = f"Lackmus: {comparison.first} and {comparison.second}"
    report = Report(title, tuple(tables), comparison, suspicions=evaluated.suspicions)
    show(report, chosen, output)
    if not comparison.total.n:
        say("No item is settled for both systems.")
        raise typer.Exit(1)


@app.command()
def trend(
    suite: SuiteArg,
    campaigns: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME=FOLDER…", help="Campaigns in order of time, each with the folder of its outputs."
        ),
    ],
    form: FromOption = None,
    testsuite: TestsuiteOption = None,
    collection: CollectionOption = None,
    skip_unknown: UnknownOption = False,
    decisions: DecisionsOption = None,
    pair: PairOption = None,
    systems: Annotated[
        list[str] | None,
        typer.Option(
            "--systems", help="Only these must be settled for an item to count.", show_default=False
        ),
    ] = None,
    exclude: ExcludeOption = None,
    keep: KeepOption = None,
    label: LabelOption = None,
    table: TableOption = None,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Follow campaigns over time on the items that are fair in all of them."""
    from lackmus import flows
    from lackmus.core.tables import Report

    labels, chosen = labels_of(label), format_of(format, output)
    request = flows.Request(
        suite,
        (),
        flows.Asked(form, None, testsuite, collection, skip_unknown),
        pair,
        systems or (),
        exclude or (),
        Choices(semantics, repeats, keep=tuple(keep or ())),
        decisions,
    )
    with watched() as progress:
        followed = flows.trend(request, campaigns, progress)
    check_labels(labels, followed.trend.everybody)
    warn(followed.suspicions)
    report = Report(
        title="Lackmus: trend",
        tables=tuple(trend_tables_of(followed.trend, table, labels)),
        answer=followed.trend,
        labels=labels,
        chosen=bool(table),
        suspicions=followed.suspicions,
    )
    show(report, chosen, output)
