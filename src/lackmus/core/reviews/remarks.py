"""Remarks on a text that decide nothing: comments and flags."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Flag:
    """A person wants to discuss a text."""

    person: str
    at: str  # UTC, as in the log


@dataclass(frozen=True)
class Remark(Flag):
    """A comment."""

    comment: str
