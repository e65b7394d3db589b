"""Phenomena below and above chosen accuracies, system by system: as a table, and as plain values."""

from collections.abc import Mapping, Sequence
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.findings import Extremes, Finding, extremes_of
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit


def thresholds_table(evaluation: SuiteEvaluation, labels: Mapping[str, str] | None = None) -> Table:
    """Systems in rows, each with its phenomena beyond the thresholds; the mean is the last row."""
    labels, found = labels or {}, evaluation.findings
    below, above = found.whole or found.high is None, found.high is not None
    sides = [
        *([f"Below {found.threshold:g} %"] if below else []),
        *([f"Above {found.high:g} %"] if above else []),
    ]

    def row(name: str, beyond: Extremes, level: Level = Level.BODY) -> Row:
        lists = [*([beyond.below] if below else []), *([beyond.above] if above else [])]
        return Row.of(name, *(cell for those in lists for cell in _cells(those)), level=level)

    rows = [
        row(labels.get(system, system), extremes_of(evaluation.rows, system, found))
        for system in evaluation.systems
    ]
    if len(evaluation.systems) > 1:
        rows.append(row("Mean of the systems", Extremes(found.below, found.above), Level.AVERAGE))
    return Table(
        title=f"Phenomena {' and '.join(side.lower() for side in sides)}",
        columns=(
            Column("System"),
            *(
                column
                for side in sides
                for column in (Column("Phenomena", Unit.COUNT, group=side), Column("Which", group=side))
            ),
        ),
        rows=tuple(rows),
        signature=evaluation.signature,
        notes=(
            f"Of {counted(found.large, 'phenomenon', 'phenomena')} with at least "
            f"{counted(found.min_items, 'item')} that count. In brackets: accuracy in percent.",
        ),
        systems_in="rows",
    )


def _cells(found: Sequence[Finding]) -> tuple[Cell, Cell]:
    """Number and names of phenomena."""
    return Cell(len(found)), Cell(", ".join(f"{one.name} ({one.average:.1f})" for one in found) or None)


def thresholds_values(evaluation: SuiteEvaluation) -> dict[str, Any] | None:
    """All phenomena beyond the thresholds, for JSON; None without thresholds."""
    found = evaluation.findings
    if not found.chosen:
        return None
    return {
        "low": found.threshold if found.whole else None,
        "high": found.high,
        "min_items": found.min_items,
        "phenomena": found.large,
        **_values(Extremes(found.below, found.above), found.whole),
        "systems": {
            system: _values(extremes_of(evaluation.rows, system, found), found.whole)
            for system in evaluation.systems
        },
    }


def _values(beyond: Extremes, whole: bool) -> dict[str, list[dict[str, Any]]]:
    return {
        "below": [_value(one) for one in beyond.below] if whole else [],
        "above": [_value(one) for one in beyond.above],
    }


def _value(one: Finding) -> dict[str, Any]:
    return {"category": one.category, "phenomenon": one.phenomenon, "n": one.n, "accuracy": one.average}
