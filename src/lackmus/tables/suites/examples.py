"""Examples in guidelines as a table and as plain values."""

from collections.abc import Sequence
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.suites.examples import GuidelineExample, PlacedExample
from lackmus.tables.table import Cell, Column, Row, Table, Unit


def examples_table(suite: str, examples: Sequence[PlacedExample]) -> Table:
    """All examples, in the order of their numbers."""
    return Table(
        title=f"{suite}: examples" if suite else "Examples",
        columns=(
            Column("Number", Unit.COUNT),
            *map(Column, ("Category", "Phenomenon", "Verdict", "Source", "Translation", "Why", "Item")),
        ),
        rows=tuple(
            Row(
                tuple(
                    map(
                        Cell,
                        (
                            one.number,
                            placed.category,
                            placed.phenomenon,
                            one.verdict.value,
                            one.source,
                            one.translation,
                            one.note or None,
                            one.item,
                        ),
                    )
                )
            )
            for placed in examples
            for one in [placed.example]
        ),
        signature=signature({"suite": suite or None, "examples": len(examples)}),
    )


def examples_values(examples: Sequence[PlacedExample]) -> list[dict[str, Any]]:
    """The examples as plain values."""
    return [
        {"category": one.category, "phenomenon": one.phenomenon, **example_values(one.example)}
        for one in examples
    ]


def example_values(one: GuidelineExample) -> dict[str, Any]:
    """One example as plain values."""
    return {
        "number": one.number,
        "source": one.source,
        "translation": one.translation,
        "verdict": one.verdict.value,
        "note": one.note,
        "item": one.item,
    }
