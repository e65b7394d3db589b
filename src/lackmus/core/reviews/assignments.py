"""A share of the texts that people judge, given to a second person, so that agreement can be measured."""

from collections.abc import Collection
from dataclasses import dataclass

from lackmus.core.base.signatures import signature
from lackmus.core.suites.draws import Amount, dice, rounded, shuffled
from lackmus.tables.table import Cell, Column, Row, Table, Unit


@dataclass(frozen=True)
class Assigned:
    """What a person was given to judge."""

    person: str
    campaign: str
    share: str  # as asked
    seed: int
    new: int
    before: int  # given earlier
    of: int  # texts that people judged or will judge
    change: int | None  # none if nothing new was given


def doubled(
    pool: Collection[int], given: Collection[int], judged: Collection[int], amount: Amount, seed: int
) -> list[int]:
    """Texts of the pool to be given to a person, who has been given some and has judged some.

    The amount is what they will have in the end, so that asking twice gives nothing more. Who has judged a
    text already cannot be the second to do so.
    """
    there = len(set(pool) & set(given))
    share = amount.share
    most = amount.of(len(pool), 0) if share is None else rounded(share * len(pool))
    free = [text for text in shuffled(sorted(pool), dice(seed)) if text not in {*given, *judged}]
    return sorted(free[: max(0, most - there)])


def assigned_table(one: Assigned) -> Table:
    """What was given, in a line."""
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
