"""Suites as files: open, lint, fix."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lackmus.core.base.pairs import Pair
from lackmus.core.rules.patterns import TimeLeft, always
from lackmus.core.suites.suite import Draft
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import chosen_pair
from lackmus.plugins import PluginGroup, added
from lackmus.read import read_draft
from lackmus.read.files import File
from lackmus.read.formats import SuiteReader, suite_format

if TYPE_CHECKING:  # only lint needs these; evaluating should not wait for them
    from lackmus.core.lint import Code, LintReport, Severity
    from lackmus.tables.table import Report


def open_draft(file: Path, form: str | None = None, pair: str | None = None) -> Draft:
    """The content of a suite file, optionally of one language pair."""
    draft = read_draft(file, form)
    chosen = _pair(pair, {file: draft})
    return draft.for_pair(chosen) if chosen else draft


@dataclass(frozen=True)
class LintedFiles:
    """The findings in suite files, their contents, and their formats."""

    lint: "LintReport"
    drafts: Mapping[Path, Draft]
    forms: Mapping[Path, str]


def chosen_findings(
    level: str, codes: Sequence[str] = (), ignored: Sequence[str] = ()
) -> "tuple[frozenset[Code], Severity]":
    """Return the codes and the lowest level of the requested findings."""
    from lackmus.core.lint import Code, Severity

    lowest = Severity(_known("level", level, list(Severity)))
    known = list(Code)
    unwanted = {_known("ignore", value, known) for value in ignored}
    return frozenset(Code(_known("code", value, known)) for value in codes or known) - unwanted, lowest


def _known(argument: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise LackmusError(f"there is no {value}. There are {', '.join(known)}.", argument=argument)
    return value


def lint_report(
    lint: "LintReport", form: str, most: int | None = 10, mended: Sequence[dict[str, object]] = ()
) -> "Report":
    """Return findings as a report: for people by code, `most` of each; for other formats one per row."""
    from lackmus.tables.suites.lint import findings_table, grouped_table, in_short, lint_values
    from lackmus.tables.table import Report

    table = grouped_table(lint, most) if form == "terminal" else findings_table(lint)
    return Report("Lackmus: lint", (table,), lint_values(lint, mended), in_short(lint))


def lint(
    files: Sequence[Path | Draft],
    pair: str | None = None,
    min_items: int = 5,
    form: str | None = None,
    patient: TimeLeft = always,
) -> LintedFiles:
    """Find what is wrong with suites, in files or already read."""
    drafts: dict[Path, Draft] = {}
    forms: dict[Path, str] = {}
    for path in files:
        if isinstance(path, Draft):
            drafts[Path(path.name)], forms[Path(path.name)] = path, "yaml"
            continue
        file = File(path)  # one object for both questions: a pipe is read only once
        found = suite_format(file, form)
        drafts[path], forms[path] = found.read(file), form or _name_of(found)
    return LintedFiles(_looked_at(drafts, _pair(pair, drafts), min_items, patient), drafts, forms)


@dataclass(frozen=True)
class FixedSuite:
    """The content of a file, its fixed version, and what was done."""

    before: Draft
    after: Draft
    done: tuple[str, ...]


def fix(
    linted: LintedFiles,
    copies: Mapping[Path, Path],
    pair: str | None = None,
    codes: "Collection[Code] | None" = None,
) -> "tuple[dict[Path, FixedSuite], LintReport]":
    """Fix harmless findings in a copy of each file, and lint the copies again."""
    from lackmus.core.lint import MENDED
    from lackmus.core.lint import fix as mend

    chosen = _pair(pair, linted.drafts)
    fixed: dict[Path, FixedSuite] = {}
    for file, draft in linted.drafts.items():
        others = [one for name, one in linted.drafts.items() if name != file]
        after, done = mend(draft, others, MENDED if codes is None else codes, chosen)
        fixed[file] = FixedSuite(draft, after, tuple(done))
    left = {copies[file] if one.done else file: one.after for file, one in fixed.items()}
    return fixed, _looked_at(left, chosen, linted.lint.min_items)


def _looked_at(
    drafts: Mapping[Path, Draft], pair: Pair | None, min_items: int, patient: TimeLeft = always
) -> "LintReport":
    from lackmus.core.lint import lint as look_at

    return look_at(
        {str(file): draft.for_pair(pair) if pair else draft for file, draft in drafts.items()},
        min_items,
        patient=patient,
    )


def _pair(written: str | None, drafts: Mapping[Path, Draft]) -> Pair | None:
    return chosen_pair(written, {pair for draft in drafts.values() for pair in draft.pairs})


def _name_of(found: SuiteReader) -> str:
    """The format name of a suite."""
    return next(name for name, one in added(PluginGroup.READ_SUITE) if one is found)


def schema(lines: bool = False) -> dict[str, Any]:
    """The JSON Schema of our YAML suites, or of a line of our JSON Lines."""
    from lackmus.read.suites.schemas import item_schema, suite_schema

    return item_schema() if lines else suite_schema()
