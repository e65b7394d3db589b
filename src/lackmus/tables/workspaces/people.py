"""People and their tokens as tables and as plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.workspaces.people import Person, Token
from lackmus.tables.table import Cell, Column, Row, Table, Unit


def people_table(people: Sequence[Person]) -> Table:
    """One row for each person."""
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
    """The time to the minute."""
    return one.seen[:16].replace("T", " ") if one.seen else None


def people_values(people: Sequence[Person]) -> dict[str, Any]:
    """The people as plain values."""
    return {"people": [person_values(one) for one in people]}


def person_values(one: Person) -> dict[str, Any]:
    """A person as plain values."""
    return {"number" if name == "id" else name: value for name, value in asdict(one).items()}


def tokens_table(tokens: Sequence[Token]) -> Table:
    """One row for each token."""
    columns = (Column("Number", Unit.COUNT), *map(Column, ("Whose", "For", "Made", "Last used")))
    rows = ((one.number, one.person, one.name, one.made[:10], one.used) for one in tokens)
    return Table(
        title="Tokens",
        columns=columns,
        rows=tuple(Row(tuple(Cell(value) for value in row)) for row in rows),
        signature=signature({"tokens": len(tokens)}),
    )


def tokens_values(tokens: Sequence[Token]) -> dict[str, Any]:
    """The tokens as plain values."""
    return {"tokens": [asdict(one) for one in tokens]}
