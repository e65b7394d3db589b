"""The result of checking outputs, as a table and as plain values."""

from collections.abc import Sequence
from dataclasses import asdict

from lackmus.core.base.plurals import counted
from lackmus.core.outputs.checks import Checked, checks_signature
from lackmus.core.outputs.outputs import noted
from lackmus.tables.table import ColumnOf, Table, Unit


def checks_table(checks: Sequence[Checked]) -> Table:
    """One row per file, with its problems."""
    bad = sum(bool(checked.problems) for checked in checks)
    return Table.of(
        f"{counted(len(checks), 'file')} checked, {bad or 'none'} with problems",
        checks,
        (
            ColumnOf("File", lambda checked: checked.file),
            ColumnOf("Lines", lambda checked: checked.lines, Unit.COUNT),
            ColumnOf("Blank", lambda checked: checked.blank, Unit.COUNT),
            ColumnOf("Copies of the source", lambda checked: checked.copied, Unit.COUNT),
            ColumnOf("Length correlation", lambda checked: checked.fit.length_correlation, Unit.RATIO),
            ColumnOf(
                "Names and numbers kept",
                lambda checked: None if checked.fit.copied is None else 100 * checked.fit.copied,
                Unit.PERCENT,
            ),
            ColumnOf("Fit to hand in", lambda checked: "no" if checked.problems else "yes"),
        ),
        checks_signature(checks),
        (
            *(_told(checked.file, problem) for checked in checks for problem in checked.problems),
            *noted({checked.file: checked.notes for checked in checks}),
        ),
    )


def _told(file: str, problem: str) -> str:
    """A problem with its file, which those with a line name already."""
    return f"{problem}." if problem.startswith(f"{file}, ") else f"{file}: {problem}."


def checks_values(checks: Sequence[Checked]) -> dict[str, object]:
    """Each file with its figures and problems, as plain values."""
    return {"signature": checks_signature(checks), "files": [asdict(checked) for checked in checks]}
