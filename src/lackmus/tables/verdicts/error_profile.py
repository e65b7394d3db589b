"""The error profile of systems, as a table and as plain values."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from lackmus.core.verdicts.error_profile import ErrorProfileRow
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit

NOT_NAMED = "(none named)"


def error_profile_table(evaluation: SuiteEvaluation, labels: Mapping[str, str] | None = None) -> Table:
    """How often people name each error type for each system, by phenomenon and for all items."""
    labels = labels or {}

    def row(one: ErrorProfileRow) -> Row:
        found = [one.systems[system] for system in evaluation.systems]
        return Row(
            (
                Cell("All items" if one.phenomenon is None else one.phenomenon),
                Cell(one.error_type or NOT_NAMED),
                Cell(sum(each.count for each in found)),
                *(Cell(value) for each in found for value in (each.count, each.share)),
            ),
            Level.BODY if one.phenomenon is not None else Level.AVERAGE,
        )

    return Table(
        title="Error profile",
        columns=(
            Column("Phenomenon"),
            Column("Error type"),
            Column("Outputs", Unit.COUNT),
            *(
                Column(name, unit, group=labels.get(system, system))
                for system in evaluation.systems
                for name, unit in (("n", Unit.COUNT), ("%", Unit.PERCENT))
            ),
        ),
        rows=tuple(map(row, evaluation.error_profile)),
        signature=evaluation.signature,
        notes=(
            "What is wrong with the outputs that fail or are not testable, as people say who decided them; "
            "percent of these outputs of the system. Outputs that rules settle have no error type.",
        ),
        systems_in="columns",
    )


def error_profile_values(evaluation: SuiteEvaluation) -> dict[str, Any]:
    """The key of JSON."""
    return {"error_profile": [asdict(one) for one in evaluation.error_profile]}
