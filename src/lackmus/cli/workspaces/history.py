"""`lackmus log`, `lackmus history` and `lackmus undo`: all changes, and undoing them."""

from typing import Annotated

import typer

from lackmus.cli.answers import Printout, say
from lackmus.cli.commands import app
from lackmus.cli.desks import ReadingDesk
from lackmus.cli.options import (
    AsOption,
    CommentOption,
    PairOption,
    StoredSuiteOption,
    WorkspaceOption,
)
from lackmus.core.workspaces.history import flips_said
from lackmus.flows.workspaces.history import LogFilter, local
from lackmus.flows.workspaces.history import history as item_history
from lackmus.flows.workspaces.history import log as wanted_log
from lackmus.flows.workspaces.history import undo as undo_change
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.table import Report
from lackmus.tables.workspaces.history import history_table, history_values, log_table, log_values


@app.command("log")
def log(
    person: Annotated[
        str | None, typer.Option("--person", help="Only what this person did.", show_default=False)
    ] = None,
    verb: Annotated[
        str | None,
        typer.Option("--verb", help="Only this: rule, rule change, suite import, undo …", show_default=False),
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", help="From this day or time on.", show_default=False)
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", help="Up to this day or time.", show_default=False)
    ] = None,
    item: Annotated[
        str | None, typer.Option("--item", help="Only what concerned this item.", show_default=False)
    ] = None,
    most: Annotated[int, typer.Option("--n", "-n", min=0, help="At most so many; 0: all.")] = 50,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """Show who changed what in the workspace, and when; newest first."""
    found = wanted_log(desk, LogFilter(person, verb, since, until, item, suite, pair, most or None))
    printout.show(Report("Lackmus: log", (log_table(found, local),), log_values(found)))


@app.command("history")
def history(
    item: Annotated[
        str, typer.Argument(metavar="ITEM", help="An item by its id, or de-en:ID.", show_default=False)
    ],
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """Show the whole history of an item: its fields, rules, outputs, verdicts and decisions."""
    found = item_history(desk, item, suite, pair)
    table = history_table(found.item, found.events, found.log, local)
    values = history_values(found.item, found.events, found.log)
    printout.show(Report("Lackmus: history", (table,), values))


@app.command("undo")
def undo(
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="[NUMBER]", min=1, help="A change (lackmus log); else your latest.", show_default=False
        ),
    ] = None,
    person: AsOption = None,
    comment: CommentOption = "",
    workspace: WorkspaceOption = None,
) -> None:
    """Undo your latest change, or the one named; nothing is lost, and an undo can be undone."""
    undone = undo_change(Desk(workspace, person, comment), number)
    flips = flips_said(undone.flips)
    said = f"Undone: {undone.entry.named} by {undone.entry.person}"
    said += f": {undone.entry.about.rstrip('.')}." if undone.entry.about else "."
    say(f"{said}{f' {flips}.' if flips else ''} Do it again: lackmus undo {undone.number}.")
