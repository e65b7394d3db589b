"""Output for the user: tables, files, messages, a progress bar."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import typer

from lackmus.cli.options import TERMINAL, FormatOption, OutOption, format_of
from lackmus.core.base.texts import printable, visible
from lackmus.core.outputs.fit import Suspicion, alarms
from lackmus.errors import LackmusError

if TYPE_CHECKING:
    from lackmus.flows.verdicts.requests import Progress
    from lackmus.tables.table import Report


@dataclass(frozen=True)
class Printout:
    """Where the answer of a command goes, and in which format: --format and --output."""

    format: FormatOption = None
    output: OutOption = None

    def __post_init__(self) -> None:
        """Refuse an unknown format before any work is done."""
        _ = self.form

    @property
    def form(self) -> str:
        """The format that was asked for, otherwise the one of the file's ending."""
        return format_of(self.format, self.output)

    def show(self, report: "Report") -> None:
        """Write a report."""
        show(report, self.form, self.output)


def show(report: "Report", format: str, output: Path | None) -> None:
    """Write a report in the chosen format, to a file or to standard output."""
    if format == TERMINAL and output is None and sys.stdout.isatty():
        from io import StringIO

        from rich.console import Console

        from lackmus.write.reports.terminal import print_tables

        # Rendered first and printed by us: Rich handles a closed pipe differently.
        drawn = StringIO()
        print_tables(report.warned_tables, Console(file=drawn, force_terminal=True))
        put(drawn.getvalue(), output, drawn=True)
    else:
        from lackmus.write.reports import written

        content = written(report, format)
        if isinstance(content, bytes) and output is None and sys.stdout.isatty():
            raise LackmusError(f"{format} is no text that a terminal could show. Name a file: -o.")
        put(content, output)


def put(content: str | bytes | Iterable[str], output: Path | None, drawn: bool = False) -> None:
    """Write content (or its pieces) to a file unchanged, or to a terminal without control characters.

    Texts come from unknown files and may contain control characters; only our own rendering may use them.
    """
    if output is None:
        with printing():
            if isinstance(content, bytes):
                sys.stdout.buffer.write(content)
            else:
                steers = sys.stdout.isatty() and not drawn
                for piece in [content] if isinstance(content, str) else content:
                    sys.stdout.write(visible(piece) if steers else piece)
    else:
        from lackmus.write.files import write_file

        write_file(output, content)
        say(f"Written: {output}")


@contextmanager
def printing() -> Iterator[None]:
    """Handle a closed pipe or a full disk on standard output."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise typer.Exit from None  # the reader (head, less) has closed the pipe
    except OSError as problem:
        raise LackmusError(f"The answer cannot be printed ({problem.strerror or problem}).") from None


def say(message: str) -> None:
    """Print a message to standard error, so that it never mixes with data."""
    # One line, also if it quotes names and ids.
    print(f"lackmus: {printable(message)}", file=sys.stderr)


def warn(suspicions: Mapping[str, Sequence[Suspicion]]) -> None:
    """Print a warning about files, in every output format."""
    for system, suspected in suspicions.items():
        for told in alarms(system, suspected):
            say(told)


def tell_left_out(left_out: Mapping[str, str]) -> None:
    """Name systems that did not take part, and the option that keeps them."""
    for system, reason in left_out.items():
        say(f"{system} was left out: it did not take part ({reason}). Keep it with --keep {quote(system)}.")


def tell_notes(notes: Sequence[str]) -> None:
    """Print the most important notes; the report has them on its first table."""
    for note in notes:
        say(note)


@contextmanager
def watched() -> "Iterator[Progress]":
    """A progress bar on a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda stage, done, total: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """A rate per second."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f}/s" if task.speed else "", style="progress.data.speed")

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Reading", total=None)
        shown = "Reading"

        def advance(stage: str, done: int, total: int) -> None:
            nonlocal shown
            if stage != shown:  # each stage has its own rate
                bar.reset(task)
                shown = stage
            bar.update(task, description=stage, completed=done, total=total)

        yield advance
