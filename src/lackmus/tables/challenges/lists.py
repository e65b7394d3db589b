"""The challenges of a workspace as a table and as plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.challenges.lists import ChallengeShown
from lackmus.tables.table import Cell, Column, Row, Table, Unit


def challenges_table(challenges: Sequence[ChallengeShown], hint: str = "") -> Table:
    """One row for each challenge."""
    return Table(
        "Challenges of the workspace",
        (
            Column("Challenge"),
            Column("Pairs"),
            Column("Tuples", Unit.COUNT),
            Column("Items", Unit.COUNT),
            Column("Phenomena", Unit.COUNT),
            Column("Metrics"),
            Column("Made (UTC)"),
            Column("By"),
        ),
        tuple(
            Row(
                (
                    Cell(one.name),
                    Cell(", ".join(one.pairs)),
                    Cell(one.tuples),
                    Cell(one.items),
                    Cell(one.phenomena),
                    Cell(", ".join(one.metrics) or None),
                    Cell(one.at[:16].replace("T", " ")),
                    Cell(one.person),
                )
            )
            for one in challenges
        ),
        signature({"challenges": len(challenges)}),
        () if challenges else (f"There is none yet. {hint}".strip(),),
    )


def challenges_values(challenges: Sequence[ChallengeShown]) -> dict[str, Any]:
    """The challenges as plain values."""
    return {"challenges": [asdict(one) for one in challenges]}
