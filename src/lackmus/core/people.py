"""People who work in a workspace: what each may do, and what each has done."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from lackmus.core.signatures import signature
from lackmus.core.tables import Cell, Column, Row, Table, Unit


class Role(StrEnum):
    """What somebody may do: editors also adjudicate and give roles."""

    ANNOTATOR = "annotator"
    EDITOR = "editor"


@dataclass(frozen=True)
class Person:
    """Somebody who works in a workspace."""

    id: int
    name: str
    role: Role
    decisions: int  # that hold
    seen: str | None  # when they last changed anything, as in the log


def people_table(people: Sequence[Person]) -> Table:
    """A line for everybody."""
    return Table(
        title="People",
        columns=(Column("Name"), Column("Role"), Column("Decisions", Unit.COUNT), Column("Last seen (UTC)")),
        rows=tuple(
            Row((Cell(one.name), Cell(one.role), Cell(one.decisions), Cell(_seen(one)))) for one in people
        ),
        signature=signature({"users": len(people)}),
    )


def _seen(one: Person) -> str | None:
    """To the minute: nobody asks for microseconds."""
    return one.seen[:16].replace("T", " ") if one.seen else None


def people_values(people: Sequence[Person]) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "people": [{name: value for name, value in asdict(one).items() if name != "id"} for one in people]
    }
