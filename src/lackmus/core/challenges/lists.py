"""The challenges of a workspace as a list: what each holds, who built it, and which metrics scored it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.tables.table import Cell, Column, Row, Table, Unit


@dataclass(frozen=True)
class ChallengeShown:
    """All about a challenge but its tuples and scores."""

    number: int
    name: str
    signature: str
    about: Mapping[str, str]
    tuples: int
    items: int
    phenomena: int
    pairs: tuple[str, ...]
    metrics: tuple[str, ...]  # that have scored it, in the order in which they came
    person: str  # who built it or brought it in
    at: str

    @property
    def in_short(self) -> str:
        """“4,012 tuples of 970 items, de-en”."""
        return f"{counted(self.tuples, 'tuple')} of {counted(self.items, 'item')}, {', '.join(self.pairs)}"


def challenges_table(challenges: Sequence[ChallengeShown]) -> Table:
    """One line for each challenge."""
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
        () if challenges else ("There is none yet. Build one: lackmus challenge build SUITE.",),
    )


def challenges_values(challenges: Sequence[ChallengeShown]) -> dict[str, Any]:
    """The same as plain values."""
    return {"challenges": [asdict(one) for one in challenges]}
