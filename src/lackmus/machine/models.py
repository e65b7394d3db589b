"""Load models from this machine, silently and without network; errors become one line."""

import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from lackmus.errors import LackmusError
from lackmus.machine.packages import needed


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
