"""People in a workspace: their roles, and counts of what they did."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a person may do; each role includes those before it."""

    READER = "reader"  # look
    ANNOTATOR = "annotator"  # decide
    EDITOR = "editor"  # adjudicate; change rules, suites, campaigns
    ADMIN = "admin"  # add people, assign roles

    def may(self, least: "Role") -> bool:
        """Whether the role includes another."""
        every = list(Role)
        return every.index(self) >= every.index(least)


@dataclass(frozen=True)
class Person:
    """A person in a workspace."""

    id: int
    name: str
    role: Role
    decisions: int  # that hold
    seen: str | None  # time of their last change, as in the log
    can_log_in: bool = False  # they have a password


@dataclass(frozen=True)
class Account:
    """The account of a person who has logged in."""

    name: str
    role: Role


@dataclass(frozen=True)
class Token:
    """A token as its owner sees it; the secret itself is shown only once."""

    number: int
    person: str
    name: str  # its purpose
    made: str
    used: str | None  # the day of its last use
