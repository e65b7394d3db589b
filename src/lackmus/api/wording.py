"""Messages in the terms of Python: `systems=` instead of `--systems`, methods instead of commands.

Every public function of the API is `worded`: its errors have the remedies of `remedies.py`, and its warnings
point at the caller's line.
"""

import inspect
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import ParamSpec, TypeVar

from lackmus.api.remedies import in_python
from lackmus.core.outputs.fit import Suspicion, alarms
from lackmus.errors import LackmusError

P = ParamSpec("P")
T = TypeVar("T")


def worded(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with errors that name arguments instead of options."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except LackmusError as problem:
            raise problem.in_the_words_of(in_python) from None

    return call


def warn(message: str) -> None:
    """Warn at the line that called the API."""
    level, frame = 1, inspect.currentframe()
    while frame is not None and str(frame.f_globals.get("__name__", "")).startswith("lackmus."):
        frame = frame.f_back
        level += 1
    warnings.warn(message, UserWarning, stacklevel=level)


def warn_of(suspicions: Mapping[str, Sequence[Suspicion]], left_out: Mapping[str, str] | None = None) -> None:
    """Warn about suspicious files, and about systems that did not take part."""
    for system, found in suspicions.items():
        for told in alarms(system, found):
            warn(told)
    for system, reason in (left_out or {}).items():
        warn(f"{system} was left out: it did not take part ({reason}). Keep it with keep={system!r}.")
