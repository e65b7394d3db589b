"""Reports with very many systems: the first and the last are shown, and a sentence names the rest."""

# Data formats (CSV, JSON, Excel, Parquet) contain all systems; what people read is limited.

from collections.abc import Sequence
from typing import TypeVar

DRAWN = 40  # systems in a chart
LISTED = 100  # systems in a table
ENDS = 15  # shown at either end if there are more
ROWS = 10_000  # rows of a table with a row for each output
NAMED = 20  # systems named in a sentence
FIRST = 5  # named if there are more

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
