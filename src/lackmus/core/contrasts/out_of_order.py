"""Find the numbers of a column that break the order of its rows."""

from collections.abc import Mapping, Sequence
from enum import StrEnum


class Deviation(StrEnum):
    """How a number that is out of order differs from its neighbours."""

    HIGHER = "higher"
    LOWER = "lower"


def out_of_order(column: Mapping[str, float | None], rising: bool = False) -> dict[str, Deviation]:
    """Return the rows that are out of order, and whether they are higher or lower than their place.

    As few rows as possible: without them the numbers never rise from row to row, or never fall if `rising`.
    Rows without a number are ignored.
    """
    known = {row: -value if rising else value for row, value in column.items() if value is not None}
    rows, values = list(known), list(known.values())
    kept = _falling(values)
    above, below = (Deviation.LOWER, Deviation.HIGHER) if rising else (Deviation.HIGHER, Deviation.LOWER)
    found: dict[str, Deviation] = {}
    for place, row in enumerate(rows):
        if place not in kept:
            before = [values[one] for one in kept if one < place]
            found[row] = above if before and values[place] > before[-1] else below
    return found


def _falling(values: Sequence[float]) -> list[int]:
    """Indices of the longest run that never rises; of equally long ones the first."""
    runs: dict[int, list[int]] = {}  # from each place on
    for place in reversed(range(len(values))):
        after = [runs[one] for one in range(place + 1, len(values)) if values[one] <= values[place]]
        runs[place] = [place, *max(after, key=len, default=[])]
    return max((runs[place] for place in range(len(values))), key=len, default=[])
