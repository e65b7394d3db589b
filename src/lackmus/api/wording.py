"""Messages in the terms of Python: `systems=` instead of `--systems`, methods instead of commands.

Flows word remedies for the command line. Every public function of the API is `worded`, so that its errors
name arguments and methods, and its warnings point at the caller's line.
"""

import inspect
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import ParamSpec, TypeVar

from lackmus.api import remedies
from lackmus.core.outputs.fit import Suspicion
from lackmus.errors import LackmusError

P = ParamSpec("P")
T = TypeVar("T")

# Options whose arguments have other names here: `from` and `as` are Python keywords.
_ARGUMENTS = {"from": "form", "as": "person", "to": "format", "output": "file"}
_COMMANDS = {
    "lackmus suite import FILE": "Workspace.import_suite(FILE)",
    "lackmus outputs import FILES --campaign NAME": "Workspace.import_outputs(FILES, campaign=NAME)",
    "lackmus trend SUITE NAME=FOLDER…": "lackmus.trend(SUITE, {NAME: FOLDER, …})",
    "lackmus challenge score": "lackmus.score(CHALLENGE, metric=…)",
    "lackmus evaluate": "lackmus.evaluate",
    "lackmus log": "Workspace.log()",
    "lackmus judge": "lackmus judge at a terminal",
}
# An option and its value: NAME, cs-en, bleu,chrf, 0; or the name of a table.
_OPTION = re.compile(
    r"(?<![\w-])--([a-z][a-z-]*)"
    r"(?:(?P<colon>:)|[ ](?P<value>[A-Z]{2,}\b|\d+\b|[a-z]+(?:[-,][a-z]+)+|(?<=--table )[a-z]+))?"
)
_HYPHEN_O = re.compile(r"(?: with|:)? -o\b")


def in_python(message: str) -> str:
    """Return a message of the command line with Python arguments instead of options."""
    for command, call in _COMMANDS.items():
        message = re.sub(rf"{re.escape(command)}(?![\w ]*=)", call, message)
    return _HYPHEN_O.sub("", _OPTION.sub(_argument, message))


def _argument(option: re.Match[str]) -> str:
    name = _ARGUMENTS.get(option[1], option[1].replace("-", "_"))
    value = option["value"] or ""
    if option["colon"]:
        return f"{name}:"
    return f"{name}={value!r}" if value[:1].islower() else f"{name}={value}"


def worded(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with errors that name arguments instead of options."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except LackmusError as problem:
            raise problem.in_the_words_of(lambda one: in_python(remedies.in_python(one))) from None

    return call


def warn(message: str) -> None:
    """Warn at the line that called the API."""
    level, frame = 1, inspect.currentframe()
    while frame is not None and str(frame.f_globals.get("__name__", "")).startswith("lackmus."):
        frame = frame.f_back
        level += 1
    warnings.warn(in_python(message), UserWarning, stacklevel=level)


def warn_of(suspicions: Mapping[str, Sequence[Suspicion]], left_out: Mapping[str, str] | None = None) -> None:
    """Warn about suspicious files, and about systems that did not take part."""
    for system, found in suspicions.items():
        for suspicion in found:
            warn(suspicion.alarm(system))
    for system, reason in (left_out or {}).items():
        warn(f"{system} was left out: it did not take part ({reason}). Keep it with keep={system!r}.")
