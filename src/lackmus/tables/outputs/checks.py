"""The result of checking outputs, as a table and as plain values."""

from collections.abc import Sequence
from dataclasses import asdict

from lackmus.core.base.plurals import counted
from lackmus.core.outputs.checks import Checked, checks_signature
from lackmus.core.outputs.outputs import noted
from lackmus.tables.table import Cell, Column, Row, Table, Unit


def checks_table(checks: Sequence[Checked]) -> Table:
    """One row per file, with its problems."""
    bad = sum(bool(checked.problems) for checked in checks)
    return Table(
        title=f"{counted(len(checks), 'file')} checked, {bad or 'none'} with problems",
        columns=(
            Column("File"),
            Column("Lines", Unit.COUNT),
            Column("Blank", Unit.COUNT),
            Column("Copies of the source", Unit.COUNT),
            Column("Length correlation", Unit.RATIO),
            Column("Names and numbers kept", Unit.PERCENT),
            Column("Fit to hand in"),
        ),
        rows=tuple(
            Row(
                (
                    Cell(checked.file),
                    Cell(checked.lines),
                    Cell(checked.blank),
                    Cell(checked.copied),
                    Cell(checked.fit.length_correlation),
                    Cell(None if checked.fit.copied is None else 100 * checked.fit.copied),
                    Cell("no" if checked.problems else "yes"),
                )
            )
            for checked in checks
        ),
        signature=checks_signature(checks),
        notes=(
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
