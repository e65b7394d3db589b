"""What happened: the log of a workspace and the history of an item, as values and as tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lackmus.core.base.plurals import counted

Clock = Callable[[str], str]  # a time of the log as people read it where they are


@dataclass(frozen=True)
class Entry:
    """A line of the log."""

    number: int
    at: str  # UTC
    person: str
    verb: str
    about: str
    comment: str
    undoes: int | None = None
    undone_by: int | None = None

    @property
    def named(self) -> str:
        """How messages call it."""
        return f"#{self.number} ({self.verb})"


@dataclass(frozen=True)
class Subject:
    """The one thing that a change was about."""

    kind: str  # item, suite, report, challenge, study, rating
    number: int | None
    name: str


@dataclass(frozen=True)
class Event:
    """Something that a change did to an item."""

    change: int
    kind: str  # item, rule, verdicts, decision, comment, flag, outputs, mark
    what: str
    before: str | int | float | None = None
    after: str | int | float | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


def flips_said(flips: Mapping[tuple[str, str], int]) -> str:
    """“3 verdicts flipped (2 fail → pass, 1 warning → pass)”; nothing if none did."""
    if not flips:
        return ""
    each = ", ".join(f"{many:,} {old} → {new}" for (old, new), many in sorted(flips.items()))
    return f"{counted(sum(flips.values()), 'verdict')} flipped ({each})"
