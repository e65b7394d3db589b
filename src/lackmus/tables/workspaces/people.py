"""People and their tokens as tables and as plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.outputs.campaigns import day
from lackmus.core.workspaces.people import Person, Token
from lackmus.tables.table import Column, ColumnOf, Row, Table, Unit


def people_table(people: Sequence[Person]) -> Table:
    """One row for each person."""
    return Table.of(
        "People",
        people,
        (
            ColumnOf("Name", lambda one: one.name),
            ColumnOf("Role", lambda one: one.role),
            ColumnOf("Decisions", lambda one: one.decisions, Unit.COUNT),
            ColumnOf("Last seen (UTC)", lambda one: day(one.seen) if one.seen else None),
            ColumnOf("Can log in", lambda one: "yes" if one.can_log_in else "no"),
        ),
        signature({"users": len(people)}),
    )


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
        rows=tuple(Row.of(*row) for row in rows),
        signature=signature({"tokens": len(tokens)}),
    )


def tokens_values(tokens: Sequence[Token]) -> dict[str, Any]:
    """The tokens as plain values."""
    return {"tokens": [asdict(one) for one in tokens]}
