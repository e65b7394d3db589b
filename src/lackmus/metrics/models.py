"""What metrics with a model in a folder share: options, the device, one-line errors, rounding."""

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from lackmus.core.base.signatures import signature
from lackmus.errors import LackmusError
from lackmus.machine.files import files_in, fingerprint
from lackmus.machine.options import Option, whole
from lackmus.machine.packages import in_short, model_name, needed, quiet, version_of
from lackmus.metrics.protocol import Metric

DEVICES = ("cpu", "cuda", "mps", "auto")
# Scores of models differ in their last digits between machines. They are rounded to these digits, so that
# equal scores are ties everywhere.
DIGITS = 6
_TOGETHER = 32  # texts at once on a graphics card

# The path does not count, the content does (see `identity`).
MODEL = Option("model", "folder of the model", required=True, trusted=True, counts=False)
# Texts in one batch are padded to one length, which changes the last digits. One by one, a score never
# depends on other texts.
BATCH = Option(
    "batch",
    "texts computed at a time, without it 1 on cpu and 32 elsewhere; more are quicker, and may change the "
    "last digit",
)


class Learned(Metric):
    """A metric with a trained model, a folder or file of this machine; nothing is downloaded."""

    PACKAGE: ClassVar[str]  # that computes the model
    EXTRA: ClassVar[str]  # our extra that installs the package
    BATCH = 200  # small, so that progress shows after seconds

    def __init__(self, options: Mapping[str, str], device: str = "cpu") -> None:
        super().__init__(options, device_found(device, self.EXTRA))
        # Texts per batch, by the option or the device.
        usual = 1 if self.device == "cpu" else _TOGETHER
        self.together = whole(options, "batch", 1, 10_000, said_in="metric") if options["batch"] else usual
        self.model = self.found()

    @abstractmethod
    def found(self) -> Path:
        """The model, if it is there; otherwise an error."""

    def files(self) -> Mapping[str, Path]:
        """The files that define the model, by names that do not depend on its folder."""
        return files_in(self.model)

    @property
    def package(self) -> str:
        """The package that computes the model."""
        return self.PACKAGE

    @cached_property
    def fingerprint(self) -> str:
        """The fingerprint of the model's files."""
        return fingerprint(self.files())

    def called(self) -> str:
        """The usual name of the model."""
        return model_name(self.model.absolute())

    def counting(self) -> dict[str, str]:
        """Options that affect scores and were set."""
        counts = {one.name for one in self.OPTIONS if one.counts}
        return {name: said for name, said in self.options.items() if name in counts and said}

    def signature(self) -> str:
        """Package, model name and fingerprint, and other relevant options."""
        return signature(
            {
                "package": version_of(self.package, self.EXTRA),
                "model": self.called(),
                "fingerprint": self.fingerprint,
                **self.counting(),
            }
        )

    def identity(self) -> Mapping[str, str]:
        """Independent of the model's path and of the version of Lackmus."""
        package = version_of(self.package, self.EXTRA)
        return {"package": package, "model": self.fingerprint, **self.counting()}


def device_found(device: str, extra: str) -> str:
    """The device to compute on: as requested, if it exists; `auto` takes the fastest."""
    if device not in DEVICES:
        raise LackmusError(f"there is no {device}. Choose {', '.join(DEVICES)}.", argument="device")
    if device == "cpu":  # always there; importing torch takes seconds
        return device
    torch = needed("torch", "torch", extra)
    there = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    if device == "auto":
        return next(name for name, found in there.items() if found)
    if not there[device]:
        raise LackmusError(f"this machine has no {device}.", "Choose cpu or auto.", argument="device")
    return device


@contextmanager
def computing(label: str) -> Iterator[None]:
    """Turn a lack of memory into a one-line error."""
    try:
        with quiet():
            yield
    except (RuntimeError, MemoryError) as problem:
        raise LackmusError(
            f"{label} cannot compute this ({in_short(problem)}).",
            "If the memory is too small, choose a smaller batch or the device cpu.",
            code="memory-short",
        ) from None


def rounded(label: str, numbers: Iterable[float]) -> list[float]:
    """Rounded scores; NaN from a broken model is an error."""
    found = [round(float(one), DIGITS) + 0.0 for one in numbers]  # -0.0 and 0.0 are the same
    if not all(map(math.isfinite, found)):
        raise LackmusError(f"{label} gave something that is no number.", "Its model may be broken.")
    return found
