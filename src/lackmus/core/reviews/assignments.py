"""A share of the texts that people judge, given to a second person, so that agreement can be measured."""

from collections.abc import Collection
from dataclasses import dataclass

from lackmus.core.suites.draws import Amount, dice, rounded, shuffled


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
