"""The command line: each command asks a flow and hands the answer to a writer."""

# Nothing heavy is imported up here: `lackmus --help` must answer at once.

import gc
import os
import shlex
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from io import StringIO, TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from lackmus import __version__
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

if TYPE_CHECKING:
    from rich.console import Console

    from lackmus.core.misalignment import Suspicion
    from lackmus.core.tables import Table
    from lackmus.flows import Progress, Request

app = typer.Typer(
    name="lackmus",
    help="Find out what a machine translation system can and cannot translate, phenomenon by phenomenon.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
outputs_app = typer.Typer(
    help="What systems wrote: check files before they are handed in.", no_args_is_help=True
)
app.add_typer(outputs_app, name="outputs")


class Format(StrEnum):
    """How an answer is written."""

    TERMINAL = "terminal"
    JSON = "json"
    CSV = "csv"
    HTML = "html"


_SUFFIXES = {
    ".json": Format.JSON,
    ".csv": Format.CSV,
    ".html": Format.HTML,
    ".htm": Format.HTML,
    ".txt": Format.TERMINAL,
}

SuiteArg = Annotated[
    Path, typer.Argument(help="The suite: DFKI items.json, perhaps packed (.gz, .xz).", show_default=False)
]
SourceOption = Annotated[
    Path | None,
    typer.Option(
        "--source", help="Source file, when outputs are translations of its lines.", show_default=False
    ),
]
PairOption = Annotated[
    str | None, typer.Option("--pair", help="Language pair of the suite, such as de-en.", show_default=False)
]
ExcludeOption = Annotated[
    list[str] | None,
    typer.Option("--exclude", help="Leave these systems out (commas or repeated).", show_default=False),
]
KeepOption = Annotated[
    list[str] | None,
    typer.Option(
        "--keep",
        help="Keep these systems although they look as if they did not take part.",
        show_default=False,
    ),
]
SemanticsOption = Annotated[
    Semantics, typer.Option(help="How texts are judged; classic is TQ-AutoTest's way.")
]
RepeatsOption = Annotated[
    Repeats,
    typer.Option(help="Where a sentence repeats in the source file: judge its first line, or all of them."),
]
UnknownOption = Annotated[bool, typer.Option("--skip-unknown", help="Skip ids that are not in the suite.")]
FormatOption = Annotated[
    Format | None,
    typer.Option(
        "--format", "-f", help="terminal unless -o names a file with another ending.", show_default=False
    ),
]
OutOption = Annotated[
    Path | None, typer.Option("-o", "--output", help="Write to this file.", show_default=False)
]
SamplesOption = Annotated[int, typer.Option(min=100, max=1_000_000, help="Resamples of the bootstrap.")]
SeedOption = Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")]


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", is_eager=True)
    ] = False,
) -> None:
    """Find out what a machine translation system can and cannot translate, phenomenon by phenomenon."""
    if version:
        print(f"lackmus {__version__}")
        raise typer.Exit


@app.command()
def evaluate(
    suite: SuiteArg,
    outputs: Annotated[
        list[str] | None,
        typer.Argument(
            help="Outputs: files of id⇥text, a folder or a glob of them, one system each.", show_default=False
        ),
    ] = None,
    source: SourceOption = None,
    hyp: Annotated[
        list[str] | None,
        typer.Option(
            "--hyp", help="Outputs line by line beside --source: files, folders or globs.", show_default=False
        ),
    ] = None,
    by: Annotated[By, typer.Option(help="What the rows are.")] = By.CATEGORY,
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
    from lackmus.core.reports import accuracies_table, systems_table
    from lackmus.write.json import evaluation_json

    if hyp and source is None:
        raise LackmusError("--hyp names translations of the lines of a source file. Name it too: --source.")
    request = _request(
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
            _names(keep),
            Testing(test, correction, intervals, samples=samples, seed=seed),
        ),
    )
    labels, chosen = _labels(label), _format(format, output)
    with _watched() as progress:
        evaluated = flows.evaluate(request, progress)
    evaluation = evaluated.evaluation
    _check_labels(labels, [*evaluation.systems, *evaluation.left_out])
    _warn(evaluated.suspicions)
    for system, reason in evaluation.left_out.items():
        _say(f"{system} was left out: it did not take part ({reason}). Keep it with --keep {system}.")
    tables = [accuracies_table(evaluation, by, labels), systems_table(evaluation, labels)]
    if chosen is Format.JSON:
        _put(evaluation_json(evaluation, evaluated.suspicions, labels), output)
    else:
        _show(tables, chosen, output, title=f"Lackmus: {evaluation.suite.name}", lead=evaluation.in_short)
    if not evaluation.fairness.fair:
        prices = ", ".join(f"{system} {n:,}" for system, n in evaluation.fairness.prices.items())
        _say(f"No item is settled for all systems. So many would be without each of them: {prices}.")
        raise typer.Exit(1)


@app.command()
def compare(
    suite: SuiteArg,
    first: Annotated[str, typer.Argument(metavar="A", help="Outputs of one system.", show_default=False)],
    second: Annotated[str, typer.Argument(metavar="B", help="Outputs of the other.", show_default=False)],
    source: SourceOption = None,
    pair: PairOption = None,
    keep: KeepOption = None,
    semantics: SemanticsOption = Semantics.DEFAULT,
    repeats: RepeatsOption = Repeats.FIRST,
    show: Annotated[int, typer.Option(min=0, help="So many differing items are shown.")] = 20,
    samples: SamplesOption = 1000,
    seed: SeedOption = 1,
    skip_unknown: UnknownOption = False,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Compare two systems item by item: what both pass, both fail, and what only one wins."""
    from lackmus import flows
    from lackmus.core.comparisons import comparison_table, differences_table
    from lackmus.write.json import comparison_json

    chosen = _format(format, output)
    choices = Choices(semantics, repeats, keep=_names(keep), testing=Testing(samples=samples, seed=seed))
    request = _request(suite, [first, second], source, pair, None, None, skip_unknown, choices)
    with _watched() as progress:
        comparison, evaluated = flows.compare(request, progress)
    _warn(evaluated.suspicions)
    if chosen is Format.JSON:
        _put(comparison_json(comparison), output)
    else:
        tables = [comparison_table(comparison)]
        if show:
            tables.append(differences_table(comparison, show))
        _show(tables, chosen, output, title=f"Lackmus: {comparison.first} and {comparison.second}")
    if not comparison.total.n:
        _say("No item is settled for both systems.")
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
    from lackmus.core.trends import trend_table
    from lackmus.write.json import trend_json

    chosen = _format(format, output)
    choices = Choices(semantics, repeats, keep=_names(keep))
    request = _request(suite, [], None, pair, systems, exclude, skip_unknown, choices)
    with _watched() as progress:
        followed = flows.trend(request, campaigns, progress)
    _warn(followed.suspicions)
    if chosen is Format.JSON:
        _put(trend_json(followed.trend), output)
    else:
        _show([trend_table(followed.trend)], chosen, output, title="Lackmus: trend")


@outputs_app.command("check")
def check(
    outputs: Annotated[list[str], typer.Argument(help="Output files, folders or globs.", show_default=False)],
    source: SourceOption = None,
    suite: Annotated[
        Path | None,
        typer.Option("--suite", help="Suite whose items the files translate.", show_default=False),
    ] = None,
    pair: PairOption = None,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Is this file fit to be handed in? Looks for lost, shifted, shuffled, blank and copied lines."""
    from lackmus import flows
    from lackmus.core.checks import checks_table
    from lackmus.write.json import checks_json

    chosen = _format(format, output)
    with _watched() as progress:
        checks = flows.check(outputs, source, suite, pair, progress)
    if chosen is Format.JSON:
        _put(checks_json(checks), output)
    else:
        _show([checks_table(checks)], chosen, output, title="Lackmus: check of outputs")
    if any(checked.problems for checked in checks):
        raise typer.Exit(1)


@app.command()
def demo(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the report.")] = Path(
        "lackmus-demo"
    ),
) -> None:
    """Show the whole thing on the bundled German–English sample."""
    from lackmus import flows
    from lackmus.core.reports import accuracies_table, systems_table
    from lackmus.write.files import make_folder, write_file
    from lackmus.write.html import page

    with _watched() as progress:
        shown = flows.demo(progress)
    evaluation = shown.evaluated.evaluation
    tables = [accuracies_table(evaluation), systems_table(evaluation)]
    _show(tables, Format.TERMINAL, None, title="")
    make_folder(output)
    tables[1:1] = [accuracies_table(evaluation, By.PHENOMENON)]
    write_file(output / "report.html", page("Lackmus: the bundled sample", tables, evaluation.in_short))
    command = [_command(), "evaluate", str(_short(shown.suite)), str(_short(shown.outputs))]
    with _printing():
        print(
            f"\nThe report is in {output / 'report.html'}. Try next, on the same sample or on your own files:"
        )
        print(f"  {shlex.join(command)} --by phenomenon")


def _command() -> str:
    """How this very program is called from here."""
    import shutil

    called = Path(sys.argv[0])
    return "lackmus" if shutil.which("lackmus") == str(called) else str(_short(called))


def _short(path: Path) -> Path:
    """The path as a person would type it here."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _request(
    suite: Path,
    outputs: list[str],
    source: Path | None,
    pair: str | None,
    systems: list[str] | None,
    exclude: list[str] | None,
    skip_unknown: bool,
    choices: Choices,
) -> "Request":
    from lackmus.flows import Request

    return Request(suite, outputs, source, pair, _names(systems), _names(exclude), skip_unknown, choices)


def _names(given: list[str] | None) -> tuple[str, ...]:
    return tuple(name.strip() for part in given or [] for name in part.split(",") if name.strip())


def _labels(given: list[str] | None) -> dict[str, str]:
    labels = {}
    for part in given or []:
        name, equals, short = part.partition("=")
        if not equals or not short:
            raise LackmusError(f"--label {part}: write NAME=LABEL.")
        labels[name] = short
    return labels


def _check_labels(labels: Mapping[str, str], systems: list[str]) -> None:
    for name in labels:
        if name not in systems:
            raise LackmusError(f"--label: there is no system {name}. There are {', '.join(systems)}.")
    shown = [labels.get(system, system) for system in systems]
    for label in labels.values():
        if shown.count(label) > 1:
            raise LackmusError(f"--label: two systems would be named {label}. Give them different labels.")


def _format(asked: Format | None, output: Path | None) -> Format:
    """What was asked for, else what the file's ending says."""
    if asked is not None:
        return asked
    if output is None:
        return Format.TERMINAL
    if output.suffix.lower() not in _SUFFIXES:
        raise LackmusError(
            f"{output}: no format has this ending. Use {', '.join(_SUFFIXES)}, or say --format."
        )
    return _SUFFIXES[output.suffix.lower()]


def _show(tables: "list[Table]", format: Format, output: Path | None, title: str, lead: str = "") -> None:
    if format is Format.CSV:
        from lackmus.write.csv import table_csv

        _put(table_csv(tables[0]), output)
    elif format is Format.HTML:
        from lackmus.write.html import page

        _put(page(title, tables, lead), output)
    else:
        from lackmus.write.terminal import print_tables

        # Drawn first and put out by us: Rich has its own idea of how to end when nobody reads any more.
        drawn = StringIO()
        print_tables(tables, _console(drawn, for_file=output is not None))
        _put(drawn.getvalue(), output)


def _put(content: str, output: Path | None) -> None:
    if output is None:
        with _printing():
            sys.stdout.write(content)
    else:
        from lackmus.write.files import write_file

        write_file(output, content)
        _say(f"Written: {output}")


@contextmanager
def _printing() -> Iterator[None]:
    """Standard output may be a pipe that nobody reads any more, or a file on a full disk."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise typer.Exit from None  # whoever read our output (head, less) has seen enough
    except OSError as problem:
        raise LackmusError(f"The answer cannot be printed ({problem.strerror or problem}).") from None


def _console(drawn: StringIO, *, for_file: bool) -> "Console":
    """Draws as for standard output, or for a file."""
    from rich.console import Console

    terminal = sys.stdout.isatty() and not for_file
    return Console(
        file=drawn,
        # A file is plain; what goes through a pipe is too, unless the user's FORCE_COLOR says otherwise.
        force_terminal=True if terminal else False if for_file else None,
        # A file or a pipe has no width: nothing is cut to fit it.
        width=None if terminal else 10_000,
    )


def _say(message: str) -> None:
    """What a user must know goes to standard error, so that it never mixes with data."""
    # One line, whatever names and ids it quotes.
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in message)
    print(f"lackmus: {shown}", file=sys.stderr)


def _warn(suspicions: "Mapping[str, list[Suspicion]]") -> None:
    for system, suspected in suspicions.items():
        for suspicion in suspected:
            _say(f"WARNING: {system} looks misaligned ({suspicion.kind}): {suspicion.evidence}")


@contextmanager
def _watched() -> "Iterator[Progress]":
    """A progress bar for people; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda stage, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Reading", total=None)
        yield lambda stage, done, total: bar.update(task, description=stage, completed=done, total=total)


def _stop(signum: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(_STOPPED)


_STOPPED = 130


def main() -> None:
    """Run the command line; a user's mistake is one line, never a traceback."""
    signal.signal(signal.SIGINT, _stop)
    _speak_utf8()
    gc.disable()  # a command lives for seconds and throws little away: a tenth of its time is saved
    code: int | str | None = 0
    try:
        app()
    except SystemExit as end:
        code = end.code
        if code == _STOPPED:
            if sys.stderr.isatty():
                print(file=sys.stderr)  # below the ^C
            _say("stopped; nothing was written.")
    except LackmusError as problem:
        _say(str(problem))
        code = problem.exit_code
    _leave(code if isinstance(code, int) else 0)


def _leave(code: int) -> NoReturn:
    """End at once: everything is written, and taking a million objects apart would take a while."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        pass
    except OSError:
        code = code or 2
    os._exit(code)


def _speak_utf8() -> None:
    """A file or a pipe gets UTF-8, wherever we run; a terminal gets what it can show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


if __name__ == "__main__":
    main()
