"""`lackmus evaluate`, `compare` and `trend`: outputs in, a comparison out."""

import shlex
from typing import Annotated

import typer

from lackmus.cli.answers import alarms, say, show, warn, watched
from lackmus.cli.app import app
from lackmus.cli.naming import named_tables, tables_of
from lackmus.cli.options import (
    CollectionOption,
    DecisionsOption,
    ExcludeOption,
    FormatOption,
    FromOption,
    KeepOption,
    OutOption,
    PairOption,
    RepeatsOption,
    SamplesOption,
    SeedOption,
    SemanticsOption,
    SourceOption,
    SuiteArg,
    TableOption,
    TestsuiteOption,
    UnknownOption,
    check_labels,
    format_of,
    labels_of,
    request_of,
)
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
from lackmus.errors import LackmusError


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
    hyp: Annotated[
        list[str] | None,
        typer.Option(
            "--hyp", help="Outputs line by line beside --source: files, folders or globs.", show_default=False
        ),
    ] = None,
    form: FromOption = None,
    testsuite: TestsuiteOption = None,
    collection: CollectionOption = None,
    by: Annotated[By, typer.Option(help="What the rows are.")] = By.CATEGORY,
    table: TableOption = None,
    examples: Annotated[int, typer.Option(min=1, help="Of --table examples: items per phenomenon.")] = 1,
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
    order: Annotated[Order, typer.Option(help="Order of the columns.")] = Order.CATEGORY_MACRO,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    test: Annotated[Test, typer.Option(help="Test that finds the significantly best.")] = Test.Z,
    correction: Annotated[
        Correction, typer.Option(help="Correction for many comparisons.")
    ] = Correction.NONE,
    intervals: Annotated[Intervals, typer.Option(help="95 % intervals beside accuracies.")] = Intervals.NONE,
    samples: SamplesOption = 1000,
    seed: SeedOption = 1,
    skip_unknown: UnknownOption = False,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Judge the outputs of systems by a suite and print their accuracies.

    The table shows systems in columns and categories in rows, on the items that are settled for every
    system; the significantly best systems of each row are bold.
    """
    from lackmus import flows
    from lackmus.core.tables import Report

    if hyp and source is None:
        raise LackmusError("--hyp names translations of the lines of a source file. Name it too: --source.")
    request = request_of(
        suite,
        [*(outputs or []), *(hyp or [])],
        source,
        pair,
        systems,
        exclude,
        skip_unknown,
        Choices(
            semantics,
            repeats,
            order,
            tuple(keep or ()),
            Testing(test, correction, intervals, samples=samples, seed=seed),
        ),
        form,
        testsuite,
        collection,
        decisions,
    )
    labels, chosen = labels_of(label), format_of(format, output)
    with watched() as progress:
        evaluated = flows.evaluate(request, progress)
    evaluation = evaluated.evaluation
    check_labels(labels, [*evaluation.systems, *evaluation.left_out])
    warn(evaluated.suspicions)
    for system, reason in evaluation.left_out.items():
        remedy = f"Keep it with --keep {shlex.quote(system)}."
        say(f"{system} was left out: it did not take part ({reason}). {remedy}")
    show(
        Report(
            title=f"Lackmus: {evaluation.suite.name}",
            tables=tuple(tables_of(evaluation, named_tables(table, by), labels, examples)),
            answer=evaluation,
            lead=evaluation.in_short,
            alarms=tuple(alarms(evaluated.suspicions)),
            labels=labels,
            chosen=bool(table),
            suspicions=evaluated.suspicions,
        ),
        chosen,
        output,
    )
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
    pair: PairOption = None,
    keep: KeepOption = None,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    differing: Annotated[int, typer.Option("--show", min=0, help="So many differing items are shown.")] = 20,
    samples: SamplesOption = 1000,
    seed: SeedOption = 1,
    skip_unknown: UnknownOption = False,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Compare two systems item by item: what both pass, both fail, and what only one wins."""
    from lackmus import flows
    from lackmus.core.comparisons import comparison_table, differences_table
    from lackmus.core.tables import Report

    chosen = format_of(format, output)
    choices = Choices(semantics, repeats, keep=tuple(keep or ()), testing=Testing(samples=samples, seed=seed))
    asked = (form, testsuite, collection)
    request = request_of(suite, [first, second], source, pair, None, None, skip_unknown, choices, *asked)
    with watched() as progress:
        comparison, evaluated = flows.compare(request, progress)
    warn(evaluated.suspicions)
    tables = [comparison_table(comparison)]
    if differing and comparison.differing:
        tables.append(differences_table(comparison, differing))
    title = f"Lackmus: {comparison.first} and {comparison.second}"
    said = tuple(alarms(evaluated.suspicions))
    report = Report(title, tuple(tables), comparison, alarms=said, suspicions=evaluated.suspicions)
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
    pair: PairOption = None,
    systems: Annotated[
        list[str] | None,
        typer.Option(
            "--systems", help="Only these must be settled for an item to count.", show_default=False
        ),
    ] = None,
    exclude: ExcludeOption = None,
    keep: KeepOption = None,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    skip_unknown: UnknownOption = False,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Follow campaigns over time on the items that are fair in all of them."""
    from lackmus import flows
    from lackmus.core.tables import Report
    from lackmus.core.trends import trend_table

    chosen = format_of(format, output)
    choices = Choices(semantics, repeats, keep=tuple(keep or ()))
    asked = (form, testsuite, collection)
    request = request_of(suite, [], None, pair, systems, exclude, skip_unknown, choices, *asked)
    with watched() as progress:
        followed = flows.trend(request, campaigns, progress)
    warn(followed.suspicions)
    said = tuple(alarms(followed.suspicions))
    tables = (trend_table(followed.trend),)
    show(
        Report("Lackmus: trend", tables, followed.trend, alarms=said, suspicions=followed.suspicions),
        chosen,
        output,
    )
