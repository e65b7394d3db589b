"""Compile the patterns of a suite; patterns that can run away get a time limit."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from lackmus.core.base.exceptions import Sendable
from lackmus.core.rules.pattern_notation import short, write
from lackmus.core.rules.pattern_parser import parsed, quietly
from lackmus.core.rules.pattern_sizes import Size, plainly_small, size_of, too_long
from lackmus.core.rules.runaways import harmless, risk_of
from lackmus.core.rules.search_steps import is_quick, reach_by_signs, reach_of

TIME_LIMIT = 0.25  # seconds for one search
_SENTENCE = 130  # characters: nearly all texts are shorter


class PatternError(Sendable, ValueError):
    """The pattern is not a regular expression; the message says why and where."""

    def __init__(self, said: str, position: int | None = None) -> None:
        super().__init__(said)
        self.position = position  # the character where parsing failed


class PatternTimeout(Exception):  # noqa: N818  (an event of one search, not a mistake in the pattern)
    """The search was given up: whether the pattern matches this text is unknown."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression with Python's meaning, on either of the two engines."""

    source: str
    risk: str | None  # why it can run away; None for an ordinary pattern
    # For short texts; None for a risky pattern. Two searches never compare equal.
    fast: Callable[..., re.Match[str] | None] | None = field(compare=False, repr=False)
    reach: int  # a text up to this length is short by a quick estimate; a closer one may allow more

    def timed(self, text: str) -> bool:
        """Whether the search runs under the time limit, so that its answer depends on the machine."""
        return self.fast is None or (len(text) > self.reach and len(text) > _reach(self.source))

    def search(self, text: str, start: int = 0) -> tuple[int, int] | None:
        """The span of the leftmost match, from a place on."""
        if self.fast is not None and (len(text) <= self.reach or not self.timed(text)):
            found = self.fast(text, start)
        else:
            try:
                # The search releases the GIL, so a server can answer other requests meanwhile.
                found = _timed(self.source)(text, start, timeout=TIME_LIMIT, concurrent=True)
            except TimeoutError:
                raise PatternTimeout(f"no answer within {TIME_LIMIT} s: {short(self.source)}") from None
            except RecursionError:  # the timed engine allows less nesting than `re`
                raise PatternTimeout(f"nested too deeply for a safe search: {short(self.source)}") from None
            except MemoryError:
                raise PatternTimeout(f"too large for a safe search: {short(self.source)}") from None
        return found.span() if found else None

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """The spans of all matches, from left to right, that do not overlap."""
        start = 0
        while start <= len(text) and (found := self.search(text, start)) is not None:
            yield found
            start = found[1] + (found[0] == found[1])


def compile_pattern(pattern: str) -> Pattern:
    """Compile a pattern. Thousands are compiled at every start, so only suspicious ones are analysed."""
    try:
        if not plainly_small(pattern):
            _refuse_large(pattern)
        search = quietly(re.compile, pattern).search
        risk, reach = (None, reach_by_signs(pattern)) if harmless(pattern) else _looked_at(pattern)
    except _TROUBLE as error:
        raise _pattern_error(error) from None
    return Pattern(pattern, risk, None if risk else search, reach)


def _refuse_large(pattern: str) -> None:
    problem = too_long(pattern)
    if not problem:
        size = _size(pattern)
        problem = size.too_large or (_trial(pattern) if size.costly else None)
    if problem:
        raise PatternError(problem)


# Compiles a costly pattern elsewhere first; returns why it cannot be compiled, or an empty string.
Trial = Callable[[str], str]


def _no_trial(pattern: str) -> str:
    return ""


_trial: Trial = _no_trial


def try_laborious(trial: Trial) -> None:
    """Have every costly pattern tried by this function before it is compiled.

    It is set once, when the program starts: processes are no business of the core, but no pattern that
    anything compiles may slip by.
    """
    global _trial
    _trial = trial


def compile_for_both(pattern: str) -> None:
    """Compile a pattern for both engines; raises if that is impossible."""
    compile_pattern(pattern)
    _compile_timed(pattern)


@lru_cache(maxsize=1024)
def _size(pattern: str) -> Size:
    tree = parsed(pattern)
    return size_of(tree, tree.state.flags)


# Whether there is time left for more searches; the caller has the clock.
TimeLeft = Callable[[], bool]


def always() -> bool:
    """Always say that there is time left."""
    return True


class NoTimeLeft(Exception):  # noqa: N818  (an event of one request, not a mistake)
    """The time for all patterns and searches of a request is over."""


# Results of searches under the time limit: (pattern, text) -> span, nothing, or GAVE_UP.
Memory = dict[tuple[str, str], tuple[int, int] | None]
GAVE_UP = (-1, -1)


def remembering(
    pattern: str, memory: Memory, patient: TimeLeft = always
) -> Callable[[str], tuple[int, int] | None]:
    """A search that repeats its earlier result, even if the machine is busier now.

    When `patient` runs out, searches under the time limit count as given up.
    """
    compiled = compile_pattern(pattern)

    def search(text: str) -> tuple[int, int] | None:
        if not compiled.timed(text):
            return compiled.search(text)
        known = (pattern, text)
        if known not in memory:
            try:
                memory[known] = compiled.search(text) if patient() else GAVE_UP
            except PatternTimeout:
                memory[known] = GAVE_UP
        found = memory[known]
        if found == GAVE_UP:
            raise PatternTimeout(f"no answer in time when it was first asked: {short(pattern)}")
        return found

    return search


def runaway(pattern: str) -> str | None:
    """Why a search for this pattern may take too long; None if it cannot."""
    try:
        _refuse_large(pattern)
        return _looked_at(pattern)[0]
    except _TROUBLE as error:
        raise _pattern_error(error) from None


@lru_cache(maxsize=8192)  # the same patterns return with every check of a suite
def _looked_at(pattern: str) -> tuple[str | None, int]:
    """Why the pattern can run away, if it can; and up to which length the fast engine may be used."""
    tree = parsed(pattern)
    risk = risk_of(tree)
    return risk, _SENTENCE if not risk and is_quick(tree, _SENTENCE) else 0


@lru_cache(maxsize=8192)
def _reach(pattern: str) -> int:
    """The longest text for the fast engine, if the pattern cannot run away."""
    return reach_of(parsed(pattern))


# Errors of Python when it cannot parse a pattern, and ours.
_TROUBLE = (re.error, ValueError, OverflowError, RecursionError)


def _pattern_error(error: Exception) -> PatternError:
    if isinstance(error, PatternError):
        return error
    if isinstance(error, RecursionError):
        return PatternError("nested too deeply")
    if "int_max_str_digits" in str(error):  # a number of thousands of digits
        return PatternError("the repetition number is too large")
    if isinstance(error, re.error) and error.pos is not None:
        return PatternError(f"{error.msg} at {error.pos}", error.pos)
    return PatternError(str(error))


def _timed(pattern: str) -> Callable[..., Any]:
    # A bounded cache: the largest patterns take 14 MB each.
    small = plainly_small(pattern) or not _size(pattern).costly
    return _kept(pattern) if small else _kept_large(pattern)


def _compile_timed(pattern: str) -> Callable[..., Any]:
    import regex  # late: most runs meet no pattern that needs it

    tree = parsed(pattern)
    written = write(tree, tree.state.flags, exact=True)
    search: Callable[..., Any] = regex.compile(written, regex.VERSION0, cache_pattern=False).search
    return search


_kept = lru_cache(maxsize=512)(_compile_timed)
_kept_large = lru_cache(maxsize=4)(_compile_timed)
