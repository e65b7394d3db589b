"""A rule of an item as it is listed: its number, what it says, and how often it decided."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RuleLine:
    """A rule that holds, and where it comes from."""

    number: int
    side: str
    kind: str
    value: str
    texts: int  # on whose verdict it spoke
    by: str
    at: str  # UTC
    follows: int | None = None  # the rule whose place it took
    comment: str = ""  # why
