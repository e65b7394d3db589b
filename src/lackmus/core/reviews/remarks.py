"""What people say about a text without deciding it: a comment, or a flag."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Remark:
    """A comment, or (without words) a flag."""

    person: str
    at: str  # UTC, as in the log
    comment: str = ""


def comments_values(remarks: Sequence[Remark]) -> list[dict[str, str]]:
    """Who said what about a text, and when."""
    return [{"person": one.person, "at": one.at, "comment": one.comment} for one in remarks]


def flags_values(remarks: Sequence[Remark]) -> list[dict[str, str]]:
    """Who wants to talk about a text, and since when."""
    return [{"person": one.person, "at": one.at} for one in remarks]
