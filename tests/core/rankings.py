"""Small challenges for tests, and metrics drawn as a person would draw them on paper."""

from collections.abc import Sequence

import polars as pl

from lackmus.core.challenges.challenge import TUPLES, ChallengeSet
from lackmus.core.challenges.metrics import MetricInfo, Need, Scored

# A metric that finds higher scores better: + prefers the better text, - the worse one, = neither.
SIGNS = {"+": (2.0, 1.0), "-": (1.0, 2.0), "=": (1.5, 1.5)}


def challenge_of(*phenomena: str, pairs: Sequence[str] = ("de-en",), per_item: int = 1) -> ChallengeSet:
    """A tuple for each `Category/Phenomenon`; so many of them in a row share an item."""
    rows = []
    for place, name in enumerate(phenomena):
        category, _, phenomenon = name.partition("/")
        names = pairs[place % len(pairs)], category, phenomenon or category
        number = place // per_item
        texts = f"Er wartet {number} Tage.", f"He waits {number} days.", f"He is waiting {place} days.", "He."
        rows.append((f"t{place:04}", f"i{number:04}", *names, *texts, "", "", ""))
    tuples = pl.DataFrame(rows, schema=TUPLES.schema, orient="row")
    return ChallengeSet("drawn", tuples, "challenge:drawn|seed:7|tuples:99|version:0.0", {"seed": "7"})


def metric_of(
    name: str, signs: str, higher: bool = True, group: str = "", needs: tuple[Need, ...] = (Need.REFERENCE,)
) -> Scored:
    """One sign per tuple: which text it prefers."""
    sign = 1 if higher else -1
    better, worse = ([sign * SIGNS[one][side] for one in signs] for side in (0, 1))
    return Scored(MetricInfo(name, needs, higher, group), pl.Series(better), pl.Series(worse))
