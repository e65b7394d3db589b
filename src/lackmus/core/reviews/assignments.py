"""Assign a share of the judged texts to a second person, to measure agreement."""

from collections.abc import Collection
from dataclasses import dataclass

from lackmus.core.suites.draws import Amount, dice, rounded, shuffled


@dataclass(frozen=True)
class Assigned:
    """The texts assigned to a person."""

    person: str
    campaign: str
    share: str  # as asked
    seed: int
    new: int
    before: int  # given earlier
    of: int  # texts that people judged or will judge
    change: int | None  # None if nothing new was assigned


@dataclass(frozen=True)
class Inbox:
    """Numbers of texts that wait for a person."""

    assigned: int  # to this person, who has not decided them yet
    disputed: int  # people differ, and no editor has adjudicated
    flagged: int  # by any person


def doubled(
    pool: Collection[int], given: Collection[int], judged: Collection[int], amount: Amount, seed: int
) -> list[int]:
    """Texts of the pool to assign to a person, apart from those already assigned or judged.

    The amount is the total in the end, so asking twice assigns nothing more. A person who has judged a text
    cannot be its second judge.
    """
    there = len(set(pool) & set(given))
    share = amount.share
    most = amount.of(len(pool), 0) if share is None else rounded(share * len(pool))
    free = [text for text in shuffled(sorted(pool), dice(seed)) if text not in {*given, *judged}]
    return sorted(free[: max(0, most - there)])
