"""The challenges of a workspace as a table and as plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.challenges.lists import ChallengeShown
from lackmus.core.outputs.campaigns import day
from lackmus.tables.table import ColumnOf, Table, Unit


def challenges_table(challenges: Sequence[ChallengeShown], hint: str = "") -> Table:
    """One row for each challenge."""
    return Table.of(
        "Challenges of the workspace",
        challenges,
        (
            ColumnOf("Challenge", lambda one: one.name),
            ColumnOf("Pairs", lambda one: ", ".join(one.pairs)),
            ColumnOf("Tuples", lambda one: one.tuples, Unit.COUNT),
            ColumnOf("Items", lambda one: one.items, Unit.COUNT),
            ColumnOf("Phenomena", lambda one: one.phenomena, Unit.COUNT),
            ColumnOf("Metrics", lambda one: ", ".join(one.metrics) or None),
            ColumnOf("Made (UTC)", lambda one: day(one.at)),
            ColumnOf("By", lambda one: one.person),
        ),
        signature({"challenges": len(challenges)}),
        () if challenges else (f"There is none yet. {hint}".strip(),),
    )


def challenges_values(challenges: Sequence[ChallengeShown]) -> dict[str, Any]:
    """The challenges as plain values."""
    return {"challenges": [asdict(one) for one in challenges]}
