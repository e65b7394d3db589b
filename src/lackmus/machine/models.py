"""Models of this machine: loaded without a word and without the net, and what goes wrong is one line."""

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
    """A package for models, which then is silent and looks nothing up."""
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
    """Advice for whoever trains models is for nobody here, and what is printed would be part of a report."""
    with warnings.catch_warnings(), Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        warnings.simplefilter("ignore")
        yield


@contextmanager
def loading(model: Path | str) -> Iterator[None]:
    """Whatever the libraries say to a folder that holds no such model, in one line."""
    try:
        with quiet():
            yield
    except LackmusError:
        raise
    except Exception as problem:  # noqa: BLE001  (a broken file may cause anything; its name helps)
        raise LackmusError(f"{model}: the model cannot be loaded ({in_short(problem)}).") from None


def in_short(problem: BaseException) -> str:
    """What a library says, as part of a line."""
    said = " ".join(str(problem).split())
    return (said[:200] + " …" if len(said) > 200 else said) or type(problem).__name__


def model_name(folder: Path) -> str:
    """As its folder is called, or what that is in: a cache of Hugging Face, a package for one model."""
    if folder.parent.name == "snapshots":
        return folder.parent.parent.name.removeprefix("models--").replace("--", "/")
    return folder.parent.name if folder.name == "model" else folder.name
