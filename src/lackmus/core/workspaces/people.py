"""People who work in a workspace: what each may do, and what each has done."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.tables.table import Cell, Column, Row, Table, Unit


class Role(StrEnum):
    """What somebody may do; each may do all that those before may."""

    READER = "reader"  # look
    ANNOTATOR = "annotator"  # decide
    EDITOR = "editor"  # adjudicate; change rules, suites, campaigns
    ADMIN = "admin"  # enter people, give roles

    def may(self, least: "Role") -> bool:
        """Whether it includes another."""
        every = list(Role)
        return every.index(self) >= every.index(least)


@dataclass(frozen=True)
class Person:
    """Somebody who works in a workspace."""

    id: int
    name: str
    role: Role
    decisions: int  # that hold
    seen: str | None  # when they last changed anything, as in the log
    can_log_in: bool = False  # they have a password


@dataclass(frozen=True)
class Account:
    """Somebody who was let in."""

    name: str
    role: Role


@dataclass(frozen=True)
class Token:
    """A token as its owner sees it ever after; what it says is known to nobody else."""

    number: int
    person: str
    name: str  # what it is for
    made: str
    used: str | None  # the day on which it was last used


def people_table(people: Sequence[Person]) -> Table:
    """A line for everybody."""
    return Table(
        title="People",
        columns=(
            Column("Name"),
            Column("Role"),
            Column("Decisions", Unit.COUNT),
            Column("Last seen (UTC)"),
            Column("Can log in"),
        ),
        rows=tuple(
            Row(
                (
                    Cell(one.name),
                    Cell(one.role),
                    Cell(one.decisions),
                    Cell(_seen(one)),
                    Cell("yes" if one.can_log_in else "no"),
                )
            )
            for one in people
        ),
        signature=signature({"users": len(people)}),
    )


def _seen(one: Person) -> str | None:
    """To the minute: nobody asks for microseconds."""
    return one.seen[:16].replace("T", " ") if one.seen else None


def people_values(people: Sequence[Person]) -> dict[str, Any]:
    """The same as plain values."""
    return {"people": [person_values(one) for one in people]}


def person_values(one: Person) -> dict[str, Any]:
    """One of them."""
    return {"number" if name == "id" else name: value for name, value in asdict(one).items()}


def tokens_table(tokens: Sequence[Token]) -> Table:
    """A line for every token."""
    columns = (Column("Number", Unit.COUNT), *map(Column, ("Whose", "For", "Made", "Last used")))
    rows = ((one.number, one.person, one.name, one.made[:10], one.used) for one in tokens)
    return Table(
        title="Tokens",
        columns=columns,
        rows=tuple(Row(tuple(Cell(value) for value in row)) for row in rows),
        signature=signature({"tokens": len(tokens)}),
    )


def tokens_values(tokens: Sequence[Token]) -> dict[str, Any]:
    """The same as plain values."""
    return {"tokens": [asdict(one) for one in tokens]}
