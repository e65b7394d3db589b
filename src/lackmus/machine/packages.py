"""Optional packages, folders and models: found, or an error that says what to install."""

import json
import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Self

from lackmus.errors import LackmusError
from lackmus.machine.files import MOST_OF_A_MODEL, read_small, why_unread


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


def library(module: str, package: str, extra: str) -> Any:
    """Import a package for models, made silent and offline."""
    os.environ["HF_HUB_OFFLINE"] = "1"  # read when the libraries are imported
    with quiet():
        found = needed(module, package, extra)
        told = needed("transformers", "transformers", extra).utils.logging
        told.set_verbosity_error()
        told.disable_progress_bar()
    for name in ("pytorch_lightning", "lightning.pytorch", "lightning.fabric", "lightning_fabric", module):
        logging.getLogger(name).setLevel(logging.ERROR)
    return found


@contextmanager
def quiet() -> Iterator[None]:
    """Suppress messages of libraries, which are for people who train models and would end up in a report."""
    with warnings.catch_warnings(), Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        warnings.simplefilter("ignore")
        yield


@contextmanager
def loading(model: Path | str) -> Iterator[None]:
    """Turn errors of libraries about an invalid model folder into one line."""
    try:
        with quiet():
            yield
    except LackmusError:
        raise
    except Exception as problem:  # noqa: BLE001  (a broken file may cause anything; its name helps)
        raise LackmusError(f"{model}: the model cannot be loaded ({in_short(problem)}).") from None


def in_short(problem: BaseException) -> str:
    """The message of a library, shortened for one line."""
    said = " ".join(str(problem).split())
    return (said[:200] + " …" if len(said) > 200 else said) or type(problem).__name__


def model_name(folder: Path) -> str:
    """The name of a model by its folder, also inside a Hugging Face cache or a package."""
    if folder.parent.name == "snapshots":
        return folder.parent.parent.name.removeprefix("models--").replace("--", "/")
    return folder.parent.name if folder.name == "model" else folder.name
