"""Suites and outputs: read them, look for what is wrong with a suite, copy a bundled sample."""

from collections.abc import Iterable
from dataclasses import asdict
from os import PathLike
from pathlib import Path

import polars as pl

from lackmus.api.arguments import (
    Columns,
    OutputsArgument,
    PathArgument,
    Strings,
    SuiteArgument,
    asked,
    named_outputs,
    path,
    strings,
    suite_of,
    within,
)
from lackmus.api.results import TERMINAL, Result
from lackmus.api.wording import warn, warn_of, worded
from lackmus.core import lint as core
from lackmus.core.outputs.outputs import noted, outputs_of
from lackmus.core.suites.suite import Draft, DuplicateItemError, Suite
from lackmus.errors import LackmusError
from lackmus.flows.outputs import outputs as outputs_flow
from lackmus.flows.suites import samples
from lackmus.flows.suites import suites as suites_flow
from lackmus.flows.suites.samples import contrast_sample_files
from lackmus.flows.suites.suites import chosen_findings, lint_report
from lackmus.flows.verdicts.material import Request
from lackmus.flows.verdicts.requests import limited_reading
from lackmus.tables.table import Report
from lackmus.write.files import write_new_folder
from lackmus.write.reports.notebook import fragment

CONTRASTS = "contrasts"


@worded
def read_suite(
    file: PathArgument, *, pair: str | None = None, form: str | None = None, allow_large: bool = False
) -> Suite:
    """Return the suite in a file, in any format; with `pair`, only the items of that language pair."""
    with limited_reading(allow_large):
        draft = suites_flow.open_draft(path(file), form, pair)
    for note in draft.not_kept:
        warn(note)
    try:
        return Suite.of(draft)
    except DuplicateItemError as problem:
        raise LackmusError(f"{file}: {problem}. Give one of them another id.") from None


@worded
def read_outputs(
    suite: SuiteArgument,
    outputs: OutputsArgument | None = None,
    *,
    source: PathArgument | None = None,
    hyp: OutputsArgument | None = None,
    form: str | None = None,
    testsuite: str | None = None,
    collection: str | None = None,
    skip_unknown: bool = False,
    columns: Columns | None = None,
    pair: str | None = None,
    systems: Strings | None = None,
    exclude: Strings | None = None,
    allow_large: bool = False,
) -> pl.DataFrame:
    """Return what systems wrote for the items of a suite, as a frame with columns item, system and text.

    A repeated sentence has a row for each occurrence.
    """
    request = Request(
        suite_of(suite),
        named_outputs(outputs, hyp, source),
        asked(source, form, testsuite, collection, skip_unknown, columns),
        pair,
        strings(systems),
        strings(exclude),
    )
    with limited_reading(allow_large):
        found = outputs_flow.outputs(request)
    warn_of({one.system: one.suspicions for one in found})
    for note in noted({one.system: one.notes for one in found}):
        warn(note)
    if lost := sum(bool(one.marks[line]) for one in found if one.marks for _, line in one.places):
        warn(f"{lost:,} marks (verbose, refused, paragraphs) were left out. Only files keep them.")
    return outputs_of(found)


class Lint(Result):
    """Lint findings of suites."""

    def __init__(self, value: core.LintReport, show: int | None = 10) -> None:
        self.value = value  # as the core has it: findings with their codes and levels
        self._show = show

    def _report(self, form: str) -> Report:
        return lint_report(self.value, form, self._show)

    def _repr_html_(self) -> str:
        """Return the findings by code, as people read them at a terminal."""
        return fragment(self._report(TERMINAL))

    @property
    def findings(self) -> pl.DataFrame:
        """One row for each finding: level, code, file, pair, item, message, evidence, remedy."""
        names = ("level", "code", "file", "pair", "item", "message", "evidence", "remedy")
        rows = [asdict(one) for one in self.value.findings]
        return pl.DataFrame(
            {name: [None if row[name] is None else str(row[name]) for row in rows] for name in names},
            schema=dict.fromkeys(names, pl.String),
        )

    @property
    def errors(self) -> int:
        """How many findings have the level error."""
        return self.value.levels[core.Severity.ERROR]


@worded
def lint(
    suites: SuiteArgument | Iterable[SuiteArgument],
    *,
    pair: str | None = None,
    min_items: int = 5,
    level: str = "info",
    code: Strings | None = None,
    ignore: Strings | None = None,
    show: int | None = 10,
    form: str | None = None,
    allow_large: bool = False,
) -> Lint:
    """Return what is wrong with suites, each finding with a code, a level, the item and a remedy.

    `show` findings of each code are printed (None: all); frames and files have all of them.
    """
    within("min_items", min_items, 1)
    within("show", show, 0)
    codes, lowest = chosen_findings(level, strings(code), strings(ignore))
    several = [suites] if isinstance(suites, str | PathLike | Suite) else list(suites)
    given: list[Path | Draft] = [suite_of(one) for one in several]
    with limited_reading(allow_large):
        found = suites_flow.lint(given, pair, min_items, form).lint
    return Lint(found.chosen(codes, lowest), show)


@worded
def sample(folder: PathArgument, name: str = "de-en") -> Path:
    """Copy a bundled sample into a new folder and return its path.

    `name` is a language pair (a suite with outputs of invented systems), or "contrasts" (trees and links).
    """
    known = [*samples.samples(), CONTRASTS]
    if name not in known:
        raise LackmusError(f"name: there is no sample {name!r}. There are {', '.join(known)}.")
    target = path(folder)
    write_new_folder(target, contrast_sample_files() if name == CONTRASTS else samples.sample_files(name))
    return target
