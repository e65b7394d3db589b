"""Frames of verdicts with enumerations instead of strings: ten times smaller and faster to count."""

from collections.abc import Mapping
from itertools import accumulate

import polars as pl

NAMES = ("item", "category", "phenomenon", "system")


def compact(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame with its names of items, categories, phenomena and systems as enumerations.

    Their order is alphabetical, so that sorting gives the same as with strings, and rows read the same.
    """
    return frame.with_columns(_enumerated(frame[name]) for name in NAMES if name in frame.columns)


def compact_together(frames: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Return frames of the same columns, compact by the same enumerations, so that they can be joined."""
    whole = compact(pl.concat(frames.values()))
    ends = accumulate(frame.height for frame in frames.values())
    return {
        name: whole.slice(end - frame.height, frame.height)
        for (name, frame), end in zip(frames.items(), ends, strict=True)
    }


def numbers(names: pl.Series) -> pl.Series:
    """Return the place of every name in the alphabetical order of all that occur."""
    return _enumerated(names).to_physical().cast(pl.UInt32)


def _enumerated(names: pl.Series) -> pl.Series:
    if names.dtype != pl.String:
        return names
    return names.cast(pl.Enum(names.unique().sort()))


def names_of(enumerated: pl.Series) -> list[str]:
    """Return the names behind the numbers of a compact column, whether or not they still occur."""
    assert isinstance(enumerated.dtype, pl.Enum)
    names: list[str] = enumerated.dtype.categories.to_list()
    return names
