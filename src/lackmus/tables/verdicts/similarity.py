"""Similarity of systems as a table: on how many items two get the same verdict."""

from collections.abc import Mapping
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.similarity import likeness, side_by_side
from lackmus.tables.table import Column, Row, Table, Unit


def likeness_table(evaluation: SuiteEvaluation, labels: Mapping[str, str] | None = None) -> Table | None:
    """Percent of the fair items, similar systems side by side; None if there is nothing to show."""
    alike = likeness(evaluation.verdicts, evaluation.systems)
    if not alike:
        return None
    order = side_by_side(evaluation.systems, alike)
    names = [(labels or {}).get(system, system) for system in order]
    fair = evaluation.fairness.fair
    return Table(
        title="Same verdict, in percent",
        columns=(Column("System"), *(Column(name, Unit.PERCENT, heat=True) for name in names)),
        rows=tuple(
            Row.of(name, *(alike.get((one, other)) for other in order))
            for name, one in zip(names, order, strict=True)
        ),
        signature=evaluation.signature,
        notes=(
            f"On how many of {counted(fair, 'item')} settled for all systems two of them get the same "
            "verdict. Similar systems stand side by side.",
        ),
    )


def likeness_values(evaluation: SuiteEvaluation) -> dict[str, Any]:
    """Every pair of systems: percent and number of items with the same verdict."""
    alike, fair = likeness(evaluation.verdicts, evaluation.systems), evaluation.fairness.fair
    order = side_by_side(evaluation.systems, alike) if alike else list(evaluation.systems)
    pairs = [(one, other) for place, one in enumerate(order) for other in order[place + 1 :]]
    return {
        "signature": evaluation.signature,
        "systems": order,
        "n": fair,
        "pairs": [
            {
                "one": one,
                "other": other,
                "percent": alike[one, other],
                "same": round(alike[one, other] * fair / 100),
            }
            for one, other in pairs
            if (one, other) in alike
        ],
    }
