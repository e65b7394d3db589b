"""The log of a workspace and the history of an item, as values and as tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lackmus.core.base.plurals import counted

Clock = Callable[[str], str]  # formats a log time in the reader's time zone


@dataclass(frozen=True)
class LogEntry:
    """An entry of the log."""

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
        """The name of the change in messages."""
        return f"#{self.number} ({self.verb})"


@dataclass(frozen=True)
class Subject:
    """The thing that a change was about."""

    kind: str  # item, suite, report, challenge, study, rating
    number: int | None
    name: str


@dataclass(frozen=True)
class ItemEvent:
    """An effect of a change on an item."""

    change: int
    kind: str  # item, rule, verdicts, decision, comment, flag, outputs, mark
    what: str
    before: str | int | float | None = None
    after: str | int | float | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


def flips_said(flips: Mapping[tuple[str, str], int]) -> str:
    """“3 verdicts flipped (2 fail → pass, 1 warning → pass)”; empty if none did."""
    if not flips:
        return ""
    each = ", ".join(f"{many:,} {old} → {new}" for (old, new), many in sorted(flips.items()))
    return f"{counted(sum(flips.values()), 'verdict')} flipped ({each})"
