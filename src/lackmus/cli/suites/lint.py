"""`lackmus suite lint`: find what is wrong with a suite, and write a fixed copy."""

import sys
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import printing, say, show
from lackmus.cli.commands import group
from lackmus.cli.options import (
    JSON,
    TERMINAL,
    AllowLargeOption,
    FormatOption,
    OutOption,
    PairOption,
    format_of,
)
from lackmus.cli.suites.suites import FormOption, SuitesArg
from lackmus.core.base.texts import printable
from lackmus.core.lint import MENDED, Severity
from lackmus.errors import LackmusError
from lackmus.flows.suites import suites
from lackmus.flows.suites.suites import FixedSuite, chosen_findings, lint_report
from lackmus.plugins import PluginGroup, named
from lackmus.write.files import write_file

suite_app = group("suite")


_PACKED = (".gz", ".xz")


@suite_app.command("lint")
def lint(
    files: SuitesArg,
    pair: PairOption = None,
    min_items: Annotated[
        int, typer.Option("--min-items", min=1, help="So many items a phenomenon should have.")
    ] = 5,
    level: Annotated[
        str, typer.Option(help="The lowest level that is shown: error, warning or info.")
    ] = "info",
    code: Annotated[
        list[str] | None,
        typer.Option("--code", help="Only findings with this code (repeatable).", show_default=False),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", help="No findings with this code (repeatable).", show_default=False),
    ] = None,
    shown: Annotated[
        int, typer.Option("--show", min=0, help="So many findings of each code are shown.")
    ] = 10,
    everything: Annotated[bool, typer.Option("--all", help="All findings are shown.")] = False,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix",
            help="Fix harmless findings in a copy (FILE.fixed.json, or -o), and print the difference.",
        ),
    ] = False,
    form: FormOption = None,
    format: FormatOption = None,
    output: OutOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Find what is wrong with suites before they are used.

    Every finding has a code, a level, the item and a remedy; docs/lint.md lists all codes. Ends with 1 if
    there is a finding of level error.
    """
    codes, lowest = chosen_findings(level, code or (), ignore or ())
    chosen = format_of(format, None if fix else output)
    copies = _copies(files, output) if fix else {}
    linted = suites.lint(files, pair, min_items, form)
    found, mended, target = linted.lint, [], output
    for note in (note for draft in linted.drafts.values() for note in draft.not_kept):
        say(note)
    if fix:
        fixed, found = suites.fix(linted, copies, pair, codes & MENDED)
        mended = [_written(file, copies[file], one, linted.forms[file]) for file, one in fixed.items()]
        target = None
    answer = found.chosen(codes, lowest)
    if chosen != JSON:
        for one in mended:
            _tell(one, aside=chosen != TERMINAL)
    show(lint_report(answer, chosen, None if everything else shown, mended), chosen, target)
    if answer.levels[Severity.ERROR]:
        raise typer.Exit(1)


def _copies(files: list[Path], output: Path | None) -> dict[Path, Path]:
    """The path of the fixed copy of each file: beside it, never over it."""
    if output is not None and len(files) > 1:
        raise LackmusError(
            "-o names one file, but several are to be fixed. Leave it out: copies go beside them."
        )
    copies = {file: output or _beside(file) for file in files}
    first: dict[Path, Path] = {}
    for file, copy in copies.items():
        if first.setdefault(copy.resolve(), file) != file:
            raise LackmusError(
                f"{first[copy.resolve()]} and {file} would both be copied to {copy}. Fix one at a time."
            )
    for file in files:
        for copy in copies.values():
            if file.resolve() == copy.resolve():
                raise LackmusError(
                    f"{copy}: the copy would replace a file that is to be fixed. Choose another -o."
                )
    return copies


def _beside(file: Path) -> Path:
    bare = file.with_suffix("") if file.suffix.lower() in _PACKED else file
    return bare.with_name(f"{bare.stem}.fixed{bare.suffix}")


def _written(file: Path, copy: Path, fixed: FixedSuite, form: str) -> dict[str, object]:
    """Write the copy if anything was fixed; returns what was done, and the difference."""

    told: dict[str, object] = {"file": str(file), "copy": None, "done": list(fixed.done), "difference": ""}
    if fixed.done:
        writer = named(PluginGroup.WRITE_SUITE, form)
        # Both are written by us, so that they differ only in what was fixed.
        before, after = (
            writer.write(draft).splitlines(keepends=True) for draft in (fixed.before, fixed.after)
        )
        write_file(copy, "".join(after))
        told["copy"] = str(copy)
        told["difference"] = "".join(unified_diff(before, after, str(file), str(copy), n=1))
    return told


def _tell(told: Mapping[str, object], aside: bool) -> None:
    """Print the difference to standard output, or to standard error if `aside`."""
    lines = [printable(line) for line in str(told["difference"]).splitlines()]
    if lines:
        with printing():
            print(*lines, "", sep="\n", file=sys.stderr if aside else sys.stdout)
    done = told["done"]
    many = len(done) if isinstance(done, list) else 0
    say(f"{told['copy']}: {many:,} fixed." if told["copy"] else f"{told['file']}: nothing to fix.")
