"""A rule of an item as lists show it: number, wording, and how often it decided."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RuleLine:
    """A current rule and its origin."""

    number: int
    side: str
    kind: str
    value: str
    texts: int  # whose verdict it decided
    by: str
    at: str  # UTC
    follows: int | None = None  # the rule that it replaced
    comment: str = ""  # the reason for it
