"""Lint findings as tables and as plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.rules.pattern_notation import short
from lackmus.core.suites.lint_findings import MEANINGS, LintFinding, LintReport, Severity
from lackmus.tables.table import Cell, Column, Level, Row, Table


def lint_signature(lint: LintReport) -> str:
    """The signature of a lint run: the suites and the checks."""
    return signature(
        {
            "lint": "+".join(file.rpartition("/")[2] for file in lint.files),
            "items": lint.items,
            "min-items": lint.min_items,
            "findings": len(lint.findings),
        }
    )


def in_short(lint: LintReport) -> str:
    """“2 files, 30 items: 1 error, 3 warnings, 2 info”."""
    many = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.INFO: "info"}
    said = ", ".join(counted(count, level, many[level]) for level, count in lint.levels.items() if count)
    files = counted(len(lint.files), "file")
    return f"{files}, {counted(lint.items, 'item')}: {said or 'nothing is wrong'}"


def findings_table(lint: LintReport) -> Table:
    """One row per finding with all details, for sorting and filtering."""
    columns = ("Level", "Code", "File", "Pair", "Item", "Finding", "Evidence", "Remedy")
    return Table(
        title=in_short(lint),
        columns=tuple(map(Column, columns)),
        rows=tuple(
            Row(
                tuple(Cell(value) for value in (one.level, one.code, one.file, one.pair, one.item))
                + _said(one)
            )
            for one in lint.findings
        ),
        signature=lint_signature(lint),
    )


def _said(one: LintFinding) -> tuple[Cell, ...]:
    return Cell(one.message), Cell(one.evidence), Cell(one.remedy)


def grouped_table(lint: LintReport, show: int | None = None) -> Table:
    """Findings by code, with meaning and remedy and the first findings of each."""
    several = len(lint.files) > 1
    rows: list[Row] = []
    for code, group in groupby(lint.findings, key=lambda one: one.code):
        found = list(group)
        meaning = MEANINGS[code]
        said = f"{meaning.what[0].upper()}{meaning.what[1:]}. {meaning.remedy}"
        rows.append(_row(code, meaning.level, len(found), said, Level.GROUP))
        shown = found[:show]
        for one in shown:
            where = one.item or ""
            message = f"{one.message} ({one.file})" if several else one.message
            message += f": {short(one.evidence)}" if one.evidence else ""
            rows.append(_row(where, None, None, message, Level.MEMBER, code))
        if len(found) > len(shown):
            rows.append(_row("…", None, None, f"{len(found) - len(shown):,} more", Level.MEMBER, code))
    return Table(
        title=in_short(lint),
        columns=(Column("Code, items"), Column("Level"), Column("n"), Column("What, and what to do")),
        rows=tuple(rows),
        signature=lint_signature(lint),
    )


def _row(name: str, level: str | None, n: int | None, said: str, place: Level, group: str = "") -> Row:
    return Row.of(name, level or "", "" if n is None else f"{n:,}", said, level=place, group=group)


def lint_values(lint: LintReport, fixed: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """All findings as plain values; `fixed` lists what was fixed in copies."""
    return {
        "signature": lint_signature(lint),
        "files": list(lint.files),
        "items": lint.items,
        "min_items": lint.min_items,
        "levels": dict(lint.levels),
        "counts": dict(lint.counts),
        "findings": [asdict(one) for one in lint.findings],
        "fixed": list(fixed),
    }
