"""Compile the patterns of a suite, and put those that can run away under a time limit."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from lackmus.core.notation import parsed, quietly, short, write
from lackmus.core.runaways import harmless, risk_of

TIME_LIMIT = 0.25  # seconds for one search
# The worst of the ordinary patterns, such as \w*\w*!, are cubic: 500 characters cost them 0.15 s, 5,000
# would cost them minutes. Sentences are shorter; what is longer is searched under the time limit.
LONG_TEXT = 500


class PatternError(ValueError):
    """The pattern is not a regular expression; the message says why and where."""

    def __init__(self, said: str, position: int | None = None) -> None:
        super().__init__(said)
        self.position = position  # the character where reading it failed


class PatternTimeout(Exception):  # noqa: N818  (an event of one search, not a mistake in the pattern)
    """The search was given up: whether the pattern matches this text is not known."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression with Python's meaning, whichever of the two engines searches."""

    source: str
    risk: str | None  # why it can run away; None for an ordinary pattern
    # For texts up to LONG_TEXT; None for a risky pattern. Two searches never compare equal.
    fast: Callable[[str], re.Match[str] | None] | None = field(compare=False, repr=False)
    repeats: bool  # whether the time grows faster than the text, so that a long one needs the limit

    def timed(self, text: str) -> bool:
        """Whether the search runs under the time limit, so that its answer depends on the machine."""
        return self.fast is None or (self.repeats and len(text) > LONG_TEXT)

    def search(self, text: str) -> tuple[int, int] | None:
        """The span of the leftmost match."""
        if self.fast is not None and (len(text) <= LONG_TEXT or not self.repeats):
            found = self.fast(text)
        else:
            try:
                found = _timed(self.source)(text, timeout=TIME_LIMIT)
            except TimeoutError:
                raise PatternTimeout(f"no answer within {TIME_LIMIT} s: {short(self.source)}") from None
            except RecursionError:  # the timed engine allows less nesting than `re`
                raise PatternTimeout(f"nested too deeply for a safe search: {short(self.source)}") from None
        return found.span() if found else None


def compile_pattern(pattern: str) -> Pattern:
    """Thousands are compiled at every start, so all but suspicious patterns pay for `re.compile` only."""
    try:
        search = quietly(re.compile, pattern).search
        risk = None if harmless(pattern) else _risk(pattern)
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        raise _pattern_error(error) from None
    repeats = "*" in pattern or "+" in pattern or "{" in pattern
    return Pattern(pattern, risk, None if risk else search, repeats)


# What searches under the time limit have said: (pattern, text) -> span, nothing, or GAVE_UP.
Memory = dict[tuple[str, str], tuple[int, int] | None]
GAVE_UP = (-1, -1)


def remembering(pattern: str, memory: Memory) -> Callable[[str], tuple[int, int] | None]:
    """A search that says again what it once said, however busy the machine is by now."""
    compiled = compile_pattern(pattern)

    def search(text: str) -> tuple[int, int] | None:
        if not compiled.timed(text):
            return compiled.search(text)
        known = (pattern, text)
        if known not in memory:
            try:
                memory[known] = compiled.search(text)
            except PatternTimeout:
                memory[known] = GAVE_UP
        found = memory[known]
        if found == GAVE_UP:
            raise PatternTimeout(f"no answer in time when it was first asked: {short(pattern)}")
        return found

    return search


def runaway(pattern: str) -> str | None:
    """Why a search for this pattern, if it compiles, may take longer than anyone can wait; or None."""
    try:
        return _risk(pattern)
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        raise _pattern_error(error) from None


@lru_cache(maxsize=8192)  # the same patterns come again with every look at a suite
def _risk(pattern: str) -> str | None:
    return risk_of(parsed(pattern))


def _pattern_error(error: Exception) -> PatternError:
    if isinstance(error, RecursionError):
        return PatternError("nested too deeply")
    if isinstance(error, re.error) and error.pos is not None:
        return PatternError(f"{error.msg} at {error.pos}", error.pos)
    return PatternError(str(error))


@lru_cache(maxsize=1024)
def _timed(pattern: str) -> Callable[..., Any]:
    import regex  # late: most runs meet no pattern that needs it

    tree = parsed(pattern)
    written = write(tree, tree.state.flags, exact=True)
    search: Callable[..., Any] = regex.compile(written, regex.VERSION0, cache_pattern=False).search
    return search
