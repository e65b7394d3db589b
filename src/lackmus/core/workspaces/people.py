"""People who work in a workspace: what each may do, and what each has done."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What somebody may do; each may do all that those before may."""

    READER = "reader"  # look
    ANNOTATOR = "annotator"  # decide
    EDITOR = "editor"  # adjudicate; change rules, suites, campaigns
    ADMIN = "admin"  # enter people, give roles

    def may(self, least: "Role") -> bool:
        """Whether it includes another."""
        every = list(Role)
        return every.index(self) >= every.index(least)


@dataclass(frozen=True)
class Person:
    """Somebody who works in a workspace."""

    id: int
    name: str
    role: Role
    decisions: int  # that hold
    seen: str | None  # when they last changed anything, as in the log
    can_log_in: bool = False  # they have a password


@dataclass(frozen=True)
class Account:
    """Somebody who was let in."""

    name: str
    role: Role


@dataclass(frozen=True)
class Token:
    """A token as its owner sees it ever after; what it says is known to nobody else."""

    number: int
    person: str
    name: str  # what it is for
    made: str
    used: str | None  # the day on which it was last used
