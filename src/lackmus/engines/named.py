"""Named engines: options under a name, kept in a settings file.

[our-llama]
engine = "chat"
url = "http://127.0.0.1:8080/v1"
model = "llama"
"""

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path

from lackmus.errors import LackmusError
from lackmus.machine.files import read_small, why_unread

VARIABLE = "LACKMUS_ENGINES"  # the path of the file, if not the default


@dataclass(frozen=True)
class NamedEngine:
    """The engine and options behind a name."""

    name: str
    engine: str
    options: dict[str, str]


def named_engines() -> dict[str, NamedEngine]:
    """The named engines of this machine's owner."""
    file = _file()
    if not file.exists():
        return {}
    try:
        text = read_small(file)
    except (OSError, ValueError) as problem:
        raise LackmusError(f"{file}: it cannot be read ({why_unread(problem)}).") from None
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise LackmusError(f"{file}: it is no TOML (nested too deeply).") from None
    except ValueError as problem:  # also a number with thousands of digits
        why = problem if isinstance(problem, tomllib.TOMLDecodeError) else "a number is too long"
        raise LackmusError(f"{file}: it is no TOML ({why}).") from None
    return {name: _named(file, name, table) for name, table in found.items()}


def _named(file: Path, name: str, table: object) -> NamedEngine:
    if not isinstance(table, dict) or not isinstance(table.get("engine"), str):
        raise LackmusError(f'{file}, [{name}]: write engine = "…" and its options below it.')
    options = {}
    for option, value in table.items():
        if not isinstance(value, str | int | float) or isinstance(value, bool):
            raise LackmusError(f"{file}, [{name}]: {option} must be a text or a number.")
        options[option] = str(value)
    return NamedEngine(name, options.pop("engine"), options)


def _file() -> Path:
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE])
    from platformdirs import user_config_path

    return user_config_path("lackmus") / "engines.toml"
