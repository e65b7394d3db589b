"""Texts that are not testable, as a table and as plain values."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.untestable import Untestable
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit


def untestable_table(evaluation: SuiteEvaluation, labels: Mapping[str, str] | None = None) -> Table:
    """The share of each system's texts that are not testable, by phenomenon and for all items."""
    labels = labels or {}
    systems = evaluation.systems

    def row(name: str, n: int, found: Mapping[str, Untestable], level: Level) -> Row:
        many = sum(one.count for one in found.values())
        return Row((Cell(name), Cell(n), Cell(many), *(Cell(found[one].share) for one in systems)), level)

    return Table(
        title="Not testable",
        columns=(
            Column("Phenomenon"),
            Column("Items", Unit.COUNT),
            Column("Texts", Unit.COUNT),
            *(Column(labels.get(system, system), Unit.PERCENT) for system in systems),
        ),
        rows=(
            *(row(one.phenomenon, one.n, one.systems, Level.BODY) for one in evaluation.untestable_phenomena),
            row("All items", evaluation.fairness.total, evaluation.untestable, Level.AVERAGE),
        ),
        signature=evaluation.signature,
        notes=(
            "Percent of what a system wrote that avoids the phenomenon or is unusable for it, as people say. "
            "These texts are neither right nor wrong: their items count for no accuracy.",
        ),
        systems_in="columns",
    )


def untestable_values(evaluation: SuiteEvaluation) -> dict[str, Any]:
    """The keys of JSON."""
    return {
        "untestable": {system: asdict(one) for system, one in evaluation.untestable.items()},
        "untestable_phenomena": [asdict(one) for one in evaluation.untestable_phenomena],
    }
