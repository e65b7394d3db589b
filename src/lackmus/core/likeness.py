"""How often two systems get the same verdict, and an order in which those that do stand side by side."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import polars as pl

from lackmus.core.judges import Verdict
from lackmus.core.scores import counted_rows

Likeness = Mapping[tuple[str, str], float]  # (one, other), both ways round: percent


def likeness(verdicts: pl.DataFrame, systems: Sequence[str]) -> dict[tuple[str, str], float]:
    """The share of fair items on which two systems get the same verdict; empty when no item is fair."""
    counted = counted_rows(verdicts)
    places = {item: place for place, item in enumerate(counted["item"].unique(maintain_order=True))}
    # The passes of a system as the bits of one number: comparing two systems is then a single step.
    passes = dict.fromkeys(systems, 0)
    passed = counted.filter(pl.col("verdict") == Verdict.PASS).select("system", "item")
    for system, items in passed.group_by("system").agg("item").iter_rows():
        passes[system] = sum(1 << places[item] for item in items)
    found: dict[tuple[str, str], float] = {}
    if places:
        for one, other in combinations(systems, 2):
            differing = (passes[one] ^ passes[other]).bit_count()
            found[one, other] = found[other, one] = 100 * (len(places) - differing) / len(places)
    return found


def side_by_side(systems: Sequence[str], alike: Likeness) -> list[str]:
    """The systems in an order in which similar ones are neighbours.

    Rows of systems are joined, the most alike first (by the mean over their members), with those ends
    together that are most alike. Of two directions the one is taken in which the first given is nearer
    to the start.
    """
    rows: list[tuple[str, ...]] = [(system,) for system in systems]
    while len(rows) > 1:
        one, other = max(combinations(rows, 2), key=lambda two: _mean(two[0], two[1], alike))
        turned = [(left, right) for left in (one, one[::-1]) for right in (other, other[::-1])]
        left, right = max(turned, key=lambda two: alike.get((two[0][-1], two[1][0]), 0.0))
        rows = [left + right if row is one else row for row in rows if row is not other]
    order = list(rows[0]) if rows else []
    if order and 2 * order.index(systems[0]) >= len(order):
        order.reverse()
    return order


def _mean(one: Sequence[str], other: Sequence[str], alike: Likeness) -> float:
    shares = [alike.get((left, right), 0.0) for left in one for right in other]
    return sum(shares) / len(shares)
