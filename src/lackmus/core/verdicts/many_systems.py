"""Very many systems for readers: the first and the last of them, and a sentence about those left out."""

# Data formats (CSV, JSON, Excel, Parquet) have all systems; what people read or look at has its limits.

from collections.abc import Sequence
from typing import TypeVar

DRAWN = 40  # systems that a chart shows one by one
LISTED = 100  # systems that a table shows one by one
ENDS = 15  # of more than that, so many at either end
ROWS = 10_000  # rows that people get of a table with a row for each output
NAMED = 20  # systems that a sentence names one by one
FIRST = 5  # of more than that, so many

_T = TypeVar("_T")


def ends_of(systems: Sequence[_T], most: int = DRAWN) -> tuple[_T, ...]:
    """Return all systems, or of more than `most` the first and the last in their order."""
    return tuple(systems) if len(systems) <= most else (*systems[:ENDS], *systems[-ENDS:])


def left_out(systems: int, shown: int, more: str = "", what: str = "systems") -> str:
    """Return a sentence that says which systems are shown and how many are not; nothing where all are."""
    if systems == shown:
        return ""
    return (
        f"The first {ENDS} and the last {ENDS} of {systems:,} {what}, in their order; "
        f"{systems - shown:,} are not shown{more}."
    )


def listed(names: Sequence[str]) -> str:
    """Return names for a sentence: all of them, or of very many the first and how many more there are."""
    if len(names) <= NAMED:
        return ", ".join(names)
    return f"{', '.join(names[:FIRST])} and {len(names) - FIRST:,} more"
