"""`lackmus suite error-types|error-type`: what annotators may say is wrong, by number keys."""

from dataclasses import asdict
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, say
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, ReadingDesk
from lackmus.cli.options import AsOfOption, StoredSuiteOption
from lackmus.errors import LackmusError
from lackmus.flows.suites import error_types as flows
from lackmus.tables.suites.error_types import error_types_table, error_types_values
from lackmus.tables.table import Report

suite_app = group("suite")


@suite_app.command("error-types")
def error_types(
    suite: StoredSuiteOption = None,
    category: Annotated[
        str | None, typer.Option(help="Only those of this category.", show_default=False)
    ] = None,
    phenomenon: Annotated[
        str | None,
        typer.Option(help="All that fit this phenomenon, with their keys.", show_default=False),
    ] = None,
    as_of: AsOfOption = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """List the error types of a stored suite: what annotators may say is wrong, by number keys."""
    found = flows.error_types_of(desk, suite, category, phenomenon, as_of)
    table = error_types_table(phenomenon or suite or "", found, keys=phenomenon is not None)
    printout.show(Report("Lackmus: error types", (table,), {"error_types": error_types_values(found)}))


@suite_app.command("error-type")
def error_type(
    label: Annotated[
        str, typer.Argument(help="A short label, such as “wrong tense”.", show_default=False)
    ] = "",
    phenomenon: Annotated[
        str | None, typer.Option(help="Of this phenomenon alone.", show_default=False)
    ] = None,
    category: Annotated[
        str | None,
        typer.Option(help="Of this category alone, or where two have the phenomenon.", show_default=False),
    ] = None,
    rename: Annotated[
        int | None,
        typer.Option(min=1, help="Give the label to the error type of this number.", show_default=False),
    ] = None,
    up: Annotated[
        int | None,
        typer.Option(min=1, help="Move the error type of this number one place up.", show_default=False),
    ] = None,
    retire: Annotated[
        int | None,
        typer.Option(min=1, help="Retire the error type of this number.", show_default=False),
    ] = None,
    suite: StoredSuiteOption = None,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Add an error type to a phenomenon, a category or the whole suite; or rename, move or retire one."""
    numbers = [one for one in (rename, up, retire) if one is not None]
    if len(numbers) > 1:
        raise LackmusError("--rename, --up and --retire are three changes. Make one after the other.")
    if numbers and (phenomenon or category):
        raise LackmusError("A number says which error type is meant. Leave --category and --phenomenon out.")
    if (up is not None or retire is not None) == bool(label):
        told = "An error type needs a label, such as “wrong tense”." if not label else ""
        raise LackmusError(told or "--up and --retire take no label. Leave it out.")
    if rename is not None:
        done = flows.rename_error_type(desk, suite, rename, label)
    elif up is not None:
        done = flows.move_error_type(desk, suite, up)
    elif retire is not None:
        done = flows.retire_error_type(desk, suite, retire)
    else:
        done = flows.add_error_type(desk, suite, label, category, phenomenon)
    if done.change is None:
        say("Nothing changed: it is so already.")
    found = flows.error_types_of(desk, done.suite, done.category, done.phenomenon)
    table = error_types_table(done.phenomenon or done.category, found, keys=bool(done.phenomenon))
    values = {**asdict(done), "error_types": error_types_values(found)}
    printout.show(Report("Lackmus: error types", (table,), values))
