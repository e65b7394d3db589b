"""Remarks on a text that decide nothing: comments and flags."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Remark:
    """A comment, or (without words) a flag."""

    person: str
    at: str  # UTC, as in the log
    comment: str = ""


def comments_values(remarks: Sequence[Remark]) -> list[dict[str, str]]:
    """Comments on a text as plain values: person, words, time."""
    return [{"person": one.person, "at": one.at, "comment": one.comment} for one in remarks]


def flags_values(remarks: Sequence[Remark]) -> list[dict[str, str]]:
    """Flags on a text as plain values: person and time."""
    return [{"person": one.person, "at": one.at} for one in remarks]
