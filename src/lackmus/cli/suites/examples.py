"""`lackmus suite examples|example`: examples in the guidelines of stored suites."""

from dataclasses import asdict
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, say
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, ReadingDesk
from lackmus.cli.options import AsOfOption, StoredSuiteOption
from lackmus.core.suites.examples import ExampleVerdict, GuidelineExample
from lackmus.errors import LackmusError
from lackmus.flows.suites import examples as flows
from lackmus.tables.suites.examples import examples_table, examples_values
from lackmus.tables.table import Report

suite_app = group("suite")


@suite_app.command("examples")
def examples(
    suite: StoredSuiteOption = None,
    category: Annotated[
        str | None, typer.Option(help="Only those of this category.", show_default=False)
    ] = None,
    phenomenon: Annotated[
        str | None, typer.Option(help="Only those of this phenomenon.", show_default=False)
    ] = None,
    as_of: AsOfOption = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """List the examples in the guidelines of a stored suite, with their numbers."""
    found = flows.examples_of(desk, suite, category, phenomenon, as_of)
    table = examples_table(suite or "", found)
    printout.show(Report("Lackmus: examples", (table,), {"examples": examples_values(found)}))


@suite_app.command("example")
def example(
    text: Annotated[
        int | None,
        typer.Option("--text", min=1, help="Make this stored text an example.", show_default=False),
    ] = None,
    phenomenon: Annotated[
        str | None, typer.Option(help="Of this phenomenon, if it is typed in.", show_default=False)
    ] = None,
    category: Annotated[
        str | None, typer.Option(help="Its category, where two have the phenomenon.", show_default=False)
    ] = None,
    source: Annotated[str | None, typer.Option(help="The source, typed in.", show_default=False)] = None,
    translation: Annotated[
        str | None, typer.Option(help="The translation, typed in.", show_default=False)
    ] = None,
    verdict: Annotated[
        ExampleVerdict | None,
        typer.Option(help="What it shows; undecided: left open on purpose.", show_default=False),
    ] = None,
    note: Annotated[str, typer.Option(help="Why, in a few words.", show_default=False)] = "",
    remove: Annotated[
        int | None, typer.Option(min=1, help="Remove the example of this number.", show_default=False)
    ] = None,
    suite: StoredSuiteOption = None,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Add an example to a guideline, made of a stored text or typed in; or remove one (editors)."""
    typed = (phenomenon, source, translation)
    if remove is not None:
        if text is not None or verdict is not None or any(typed):
            raise LackmusError("--remove takes only --suite beside it. Leave the others out.")
        done = flows.remove_example(desk, suite, remove)
    elif verdict is None:
        raise LackmusError(f"an example needs one: {', '.join(ExampleVerdict)}.", argument="verdict")
    elif text is not None:
        if any(typed):
            raise LackmusError("--text has source, translation and phenomenon already. Leave those out.")
        done = flows.add_example_of(desk, text, verdict, note)
    elif phenomenon and source and translation:
        made = GuidelineExample(source, translation, verdict, note)
        done = flows.add_example(desk, suite, category, phenomenon, made)
    else:
        raise LackmusError("An example needs --text, or --phenomenon, --source and --translation.")
    if done.change is None:
        say(f"{done.phenomenon} has this example already.")
    found = flows.examples_of(desk, done.suite, done.category, done.phenomenon)
    table = examples_table(done.phenomenon, found)
    values = {**asdict(done), "examples": examples_values(found)}
    printout.show(Report("Lackmus: examples", (table,), values))
