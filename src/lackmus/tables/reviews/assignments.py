"""Texts assigned to a second judge, as a table."""

from lackmus.core.base.signatures import signature
from lackmus.core.reviews.assignments import Assigned
from lackmus.tables.table import Cell, Column, Row, Table, Unit


def assigned_table(one: Assigned) -> Table:
    """The assignment, in one row."""
    return Table(
        title="Texts for a second opinion",
        columns=(
            Column("Person"),
            Column("New", Unit.COUNT),
            Column("Given before", Unit.COUNT),
            Column("Of", Unit.COUNT),
        ),
        rows=(Row((Cell(one.person), Cell(one.new), Cell(one.before), Cell(one.of))),),
        signature=signature(
            {
                "review": "assign",
                "campaign": one.campaign,
                "double": one.share,
                "seed": one.seed,
                "change": one.change,
            }
        ),
        notes=("Of: texts of the campaign that people judged or will judge.",),
    )
