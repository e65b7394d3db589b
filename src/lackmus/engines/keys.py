"""Keys of engines: from the environment, or from a file that nobody else can read, and from nowhere else."""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lackmus.engines.errors import KeyRefusedError
from lackmus.errors import LackmusError
from lackmus.machine.small_files import read_small, why_unread

VARIABLE = "LACKMUS_KEYS"  # where the file is, if it is not in its usual place
_HIDDEN = "(key)"
_SHORTEST = 6  # what is shorter is no key, and hiding it would garble messages


@dataclass(frozen=True)
class Key:
    """A secret that an engine needs, by the name that its provider's own tools give it."""

    name: str
    help: str
    required: bool = True


class Keys:
    """What is known of secrets. Nothing prints them: whatever leaves an engine is scrubbed of all of them."""

    def __init__(self, environment: Mapping[str, str] | None = None, file: Path | None = None) -> None:
        self._environment = os.environ if environment is None else environment
        self._file = file or usual_file(self._environment)
        self._from_file: dict[str, str] | None = None
        self._told: set[str] = set()

    def __repr__(self) -> str:
        return "Keys()"

    def get(self, name: str) -> str | None:
        """A secret, if there is one; the environment comes first."""
        found = self.beside(name)
        if found:
            self._told.add(found)
        return found

    def beside(self, name: str) -> str | None:
        """What stands where keys stand and is no secret, such as a region: nothing hides it."""
        found = (self._environment.get(name) or self._of_file().get(name) or "").strip()
        if not found.isascii() or not found.isprintable():
            raise KeyRefusedError(f"{name} has letters that no key has. Copy it again.")
        return found or None

    def need(self, name: str) -> str:
        """A secret that must be there."""
        found = self.get(name)
        if found is None:
            raise KeyRefusedError(
                f"There is no key {name}.",
                f"Put it into the environment, or as a line {name}=… into {self._file} (chmod 600).",
                page=f"Whoever runs the server puts {name} into its environment or its file of keys.",
            )
        return found

    def has(self, name: str) -> bool:
        """Whether there is such a secret."""
        return self.get(name) is not None

    def hide(self, secret: str) -> None:
        """A secret made from another, such as a token that a key has bought: hidden like the rest."""
        self._told.add(secret)

    def scrub(self, text: str) -> str:
        """A text without any secret that an engine was given, whole or in part."""
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
    """Where the file of keys is: as said, else among the user's settings."""
    if environment.get(VARIABLE):
        return Path(environment[VARIABLE])
    from platformdirs import user_config_path

    return user_config_path("lackmus") / "keys"


def _read(file: Path) -> dict[str, str]:
    """Lines of NAME=value; a file that others can read holds no secrets."""
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
