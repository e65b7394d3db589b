"""Optional packages, folders and models: found, or an error that says what to install."""

import json
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Self

from lackmus.errors import LackmusError
from lackmus.machine.small_files import MOST_OF_A_MODEL, read_small, why_unread


class MissingPartError(LackmusError):
    """A required package, program or model is missing."""

    @classmethod
    def package(cls, name: str, extra: str) -> Self:
        """The error for a Python package of one of our extras."""
        return cls(f"This needs the package {name}. Install it: pip install 'lackmus[{extra}]'.")


def needed(module: str, package: str, extra: str) -> Any:
    """Import an optional package, or say how to install it."""
    try:
        return import_module(module)
    except ImportError as problem:
        if (problem.name or "").split(".")[0] == module.split(".")[0]:
            raise MissingPartError.package(package, extra) from None
        # The package is there, but one of its dependencies is missing: the message must say which.
        why = " ".join(str(problem).split())[:200]
        raise MissingPartError(
            f"The package {package} cannot be loaded ({why}).", f"Install: pip install 'lackmus[{extra}]'."
        ) from None


def version_of(package: str, extra: str) -> str:
    """Name and version of a package, without importing it."""
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        raise MissingPartError.package(package, extra) from None


def folder_of(written: str, *needs: str) -> Path:
    """The folder of a model; an error if it lacks required files."""
    folder = Path(written).expanduser()
    if not folder.is_dir():
        raise MissingPartError(
            f"{written} is no folder.", "Name the folder of a model with the option model."
        )
    for name in needs:
        if not (folder / name).is_file():
            raise MissingPartError(f"{written} holds no model of this kind: there is no {name} in it.")
    return folder


def settings_in(file: Path) -> dict[str, Any]:
    """A settings file that belongs to a model; empty if there is none."""
    if not file.is_file():
        return {}
    try:
        found = json.loads(read_small(file, MOST_OF_A_MODEL))
    except (OSError, ValueError) as problem:
        raise MissingPartError(f"{file}: it cannot be read ({why_unread(problem)}).") from None
    except RecursionError:
        raise MissingPartError(f"{file}: it cannot be read (it is nested too deeply).") from None
    return found if isinstance(found, dict) else {}
