"""`lackmus outputs fetch`: translations from engines."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Annotated

import typer

from lackmus.cli.answers import say, show, watched
from lackmus.cli.commands import group
from lackmus.cli.options import (
    AsOption,
    CampaignOption,
    CommentOption,
    FormatOption,
    OutOption,
    PairOption,
    StoredSuiteOption,
    WorkspaceOption,
    format_of,
)
from lackmus.cli.outputs.outputs import DryRunOption, ReplaceOption, YearOption, tell
from lackmus.cli.remedies import worded
from lackmus.core.fetching.fetch import FetchResult
from lackmus.errors import LackmusError
from lackmus.flows.fetching.fetching import estimate, fetch, remarks
from lackmus.flows.fetching.plans import Fetch
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.fetching.fetches import estimate_table, estimate_values, fetched_values
from lackmus.tables.table import Report

outputs_app = group("outputs")


EngineOption = Annotated[
    str, typer.Option("--engine", help="Engine, or a name from engines.toml; lackmus engine list.")
]
EngineOptions = Annotated[
    list[str] | None,
    typer.Option("--option", help="Something about the engine: NAME=VALUE (repeatable).", show_default=False),
]
_INTERRUPTED = 130  # the exit code of Ctrl-C


@outputs_app.command("fetch")
def fetch_outputs(
    engine: EngineOption,
    campaign: CampaignOption = None,
    option: EngineOptions = None,
    system: Annotated[
        str | None,
        typer.Option("--system", help="Name of the system; else that of the engine.", show_default=False),
    ] = None,
    year: YearOption = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    template: Annotated[
        str | None,
        typer.Option("--template", help="The lines of this template, distractors too.", show_default=False),
    ] = None,
    context: Annotated[
        int,
        typer.Option("--context", min=0, max=20, help="Sentences before each that the engine sees, too."),
    ] = 0,
    document: Annotated[
        bool, typer.Option("--document", help="Lines of a template as they follow each other, in one text.")
    ] = False,
    round_: Annotated[
        str,
        typer.Option(
            "--round",
            help="A name for asking again: answers of other rounds are not used.",
            show_default=False,
        ),
    ] = "",
    in_flight: Annotated[
        int | None,
        typer.Option(
            "--in-flight", min=1, max=64, help="Requests at the same time, at most.", show_default=False
        ),
    ] = None,
    with_reserved: Annotated[
        bool, typer.Option("--with-reserved", help="Send items that are kept secret, too.")
    ] = False,
    partial: Annotated[
        bool, typer.Option("--partial", help="Store what is there even if not all could be fetched.")
    ] = False,
    price: Annotated[
        float | None,
        typer.Option(
            "--price",
            min=0,
            help="Price of a million characters, if the engine's list is out of date.",
            show_default=False,
        ),
    ] = None,
    replace: ReplaceOption = False,
    dry_run: DryRunOption = False,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Fetch the translations of a suite from an engine into a campaign; each sentence is asked only once.

    Every answer is stored at once: if interrupted, run it again; it resumes. Sentences are sent one by one,
    unless --context or --document is given. Keys come from the environment or from a file that only you can
    read; lackmus engine show NAME lists them.
    """
    chosen = format_of(format, output)
    desk = Desk(workspace, person, comment, words=worded)
    if document and template is None:
        raise LackmusError(
            "the lines of a document are those of a template. Name it: --template.", argument="document"
        )
    wanted = Fetch(
        engine, options_of(option), campaign, year, system, suite, pair, template, context, document,
        round_, in_flight, with_reserved, replace, partial, price,
    )  # fmt: skip
    if dry_run:
        told = estimate(desk, wanted)
        say(
            f"Nothing was sent (--dry-run). {told.left:,} of {told.sentences:,} sentences would be; "
            f"cost: {told.said_cost}."
        )
        show(Report("Lackmus: fetch", (estimate_table(told),), estimate_values(told)), chosen, output)
        return
    with _stoppable() as stop, watched() as progress:
        fetched = fetch(desk, wanted, progress, stop)
    _tell(fetched, chosen, output)


@contextmanager
def _stoppable() -> Iterator[Event]:
    """The first Ctrl-C waits for running requests and stores their answers; the second does not wait."""
    stop = Event()
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    there = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {one: signal.getsignal(one) for one in there}
    signals = [one for one in there if before[one] is not signal.SIG_IGN]  # such as with nohup

    def heard(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            for one in signals:
                signal.signal(one, before[one])
            signal.raise_signal(number)
        stop.set()

    for one in signals:
        signal.signal(one, heard)
    try:
        yield stop
    finally:
        for one in signals:
            signal.signal(one, before[one])


def _tell(fetched: FetchResult, format: str, output: Path | None) -> None:
    """Print what was fetched, its problems, and the result of the import."""
    say(f"{fetched.in_short}.")
    for remark in remarks(fetched, "--with-reserved"):
        say(remark)
    if fetched.imported is None:
        say("Stopped. What was fetched is kept; run the command again to resume.")
        raise typer.Exit(_INTERRUPTED)
    tell([fetched.imported], format, output, fetched_values(fetched))


def options_of(given: list[str] | None) -> dict[str, str]:
    """Options of an engine as NAME=VALUE."""
    found: dict[str, str] = {}
    for part in given or []:
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise LackmusError(f"write NAME=VALUE, not {part}.", argument="option")
        if name.strip() in found:
            raise LackmusError(f"{name.strip()} is said twice.", argument="option")
        found[name.strip()] = value
    return found
