"""A budget for unpacked data: every reader charges it with what it has read."""

# A few kilobytes of gzip, xz or Parquet can hold gigabytes, and a device never ends. So sizes on disk tell
# nothing: data is counted while it is unpacked.

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from lackmus.errors import LackmusError

_MB = 2**20


@dataclass(frozen=True)
class Weight:
    """The unpacked size of a file."""

    size: int = 0  # bytes
    lines: int = 0  # or rows, or elements: each takes memory beside its characters

    def __add__(self, other: "Weight") -> "Weight":
        return Weight(self.size + other.size, self.lines + other.lines)

    def __sub__(self, other: "Weight") -> "Weight":
        return Weight(self.size - other.size, self.lines - other.lines)

    def __str__(self) -> str:
        return f"{self.size / _MB:,.0f} MB or {self.lines:,} lines"

    def exceeds(self, most: "Weight") -> bool:
        """Whether it exceeds the limit in any respect."""
        return self.size > most.size or self.lines > most.lines

    def at_least(self, other: "Weight") -> "Weight":
        """The larger in each respect."""
        return Weight(max(self.size, other.size), max(self.lines, other.lines))


USUAL = Weight(512 * _MB, 10_000_000)  # of all files of a command: many times the largest campaign we know
MOST_IN_A_DOCUMENT = 64 * _MB  # characters parsed as one value, which takes twenty times the memory
MOST_IN_AN_ANSWER = 64 * _MB  # characters of sentences shown beside what was found in them


class TooHeavyError(LackmusError):
    """A file exceeds the budget."""


class Budget:
    """The limit for all files and what each has used; without a limit, everything is allowed."""

    def __init__(self, most: Weight | None = USUAL) -> None:
        self.most = most
        self.used = Weight()
        self._by_file: dict[Path, Weight] = {}

    def charge(self, path: Path, found: Weight) -> None:
        """Record that a file holds at least this; a file that is read again counts once."""
        before = self._by_file.get(path, Weight())
        now = before.at_least(found)
        self._by_file[path] = now
        self.used += now - before
        if self.most is not None and self.used.exceeds(self.most):
            so_far = f"{self.used.size / _MB:,.0f} MB and {self.used.lines:,} lines so far"
            also = ", with the files before it" if len(self._by_file) > 1 else ""
            raise TooHeavyError(
                f"{path} holds more than {self.most} when it is unpacked ({so_far}{also}).",
                code="too-heavy",
            )

    def refuse_document(self, length: int, place: str) -> None:
        """Refuse a text that is too long to be parsed as one value."""
        if self.most is not None and length > MOST_IN_A_DOCUMENT:
            most = f"{MOST_IN_A_DOCUMENT / _MB:,.0f} MB"
            raise TooHeavyError(
                f"{place}: a single value of {length / _MB:,.0f} MB, more than {most}.",
                code="too-heavy",
            )

    def refuse_answer(self, length: int, said: str) -> None:
        """Refuse to repeat a text until it fills the memory."""
        if self.most is not None and length > MOST_IN_AN_ANSWER:
            raise TooHeavyError(
                f"{said} {length / _MB:,.0f} MB of text, more than {MOST_IN_AN_ANSWER / _MB:,.0f} MB.",
                code="answer-too-long",
            )

    @contextmanager
    def held(self) -> Iterator["Budget"]:
        """Charge everything that is read inside the block to this budget."""
        token = _CURRENT.set(self)
        try:
            yield self
        finally:
            _CURRENT.reset(token)


_CURRENT: ContextVar[Budget | None] = ContextVar("budget", default=None)


def current() -> Budget:
    """The budget of the current command or upload; without one, every file gets its own."""
    return _CURRENT.get() or Budget()
