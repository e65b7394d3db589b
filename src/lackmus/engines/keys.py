"""Keys of engines, only from the environment or from a file that no one else can read."""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lackmus.engines.errors import KeyRefusedError
from lackmus.errors import LackmusError
from lackmus.machine.files import read_small, why_unread

VARIABLE = "LACKMUS_KEYS"  # the path of the file, if not the default
_HIDDEN = "(key)"
_SHORTEST = 6  # shorter values are no keys, and hiding them would garble messages


@dataclass(frozen=True)
class Key:
    """A secret of an engine, by the variable name of its provider's tools."""

    name: str
    help: str
    required: bool = True


class Keys:
    """The known secrets. They are never printed: everything that leaves an engine is scrubbed."""

    def __init__(self, environment: Mapping[str, str] | None = None, file: Path | None = None) -> None:
        self._environment = os.environ if environment is None else environment
        self._file = file or usual_file(self._environment)
        self._from_file: dict[str, str] | None = None
        self._told: set[str] = set()

    def __repr__(self) -> str:
        return "Keys()"

    def get(self, name: str) -> str | None:
        """A secret, if set; the environment comes first."""
        found = self.beside(name)
        if found:
            self._told.add(found)
        return found

    def beside(self, name: str) -> str | None:
        """A value stored with keys that is no secret, such as a region."""
        found = (self._environment.get(name) or self._of_file().get(name) or "").strip()
        if not found.isascii() or not found.isprintable():
            raise KeyRefusedError(f"{name} has letters that no key has. Copy it again.")
        return found or None

    def need(self, name: str) -> str:
        """A secret that must be set; otherwise an error."""
        found = self.get(name)
        if found is None:
            raise KeyRefusedError(
                f"There is no key {name}.",
                f"Put it into the environment, or as a line {name}=… into {self._file} (chmod 600).",
                code="for-the-keeper",
                task=f"puts {name} into its environment or its file of keys",
            )
        return found

    def has(self, name: str) -> bool:
        """Whether the secret is set."""
        return self.get(name) is not None

    def hide(self, secret: str) -> None:
        """Scrub a derived secret too, such as an access token."""
        self._told.add(secret)

    def scrub(self, text: str) -> str:
        """The text without any secret or part of one."""
        for secret in sorted(self._told, key=len, reverse=True):
            if len(secret) >= _SHORTEST:
                text = text.replace(secret, _HIDDEN)
            half = len(secret) // 2
            if half >= _SHORTEST:  # some providers quote a part of the key in their errors
                text = text.replace(secret[:half], _HIDDEN).replace(secret[-half:], _HIDDEN)
        return text

    def _of_file(self) -> dict[str, str]:
        if self._from_file is None:
            self._from_file = _read(self._file) if self._file.exists() else {}
        return self._from_file


def usual_file(environment: Mapping[str, str]) -> Path:
    """The path of the key file: by variable, otherwise in the user's settings folder."""
    if environment.get(VARIABLE):
        return Path(environment[VARIABLE])
    from platformdirs import user_config_path

    return user_config_path("lackmus") / "keys"


def _read(file: Path) -> dict[str, str]:
    """Read lines of NAME=value; a file that others can read is refused."""
    try:
        with file.open("rb") as opened:
            mode = os.fstat(opened.fileno()).st_mode
            if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
                raise LackmusError(f"{file}: others can read it. Close it to them: chmod 600 {file}.")
            lines = read_small(opened).splitlines()
    except (OSError, ValueError) as problem:
        raise LackmusError(f"{file}: the keys cannot be read ({why_unread(problem)}).") from None
    found = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, equals, value = line.partition("=")
        if not equals or not name.strip().isidentifier():
            raise LackmusError(f"{file}, line {number}: write NAME=value.")
        found[name.strip()] = value.strip().strip("\"'")
    return found
