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
from lackmus.machine.fingerprints import files_in, fingerprint
from lackmus.machine.models import in_short, model_name, quiet
from lackmus.machine.options import Option, whole
from lackmus.machine.packages import needed, version_of
from lackmus.metrics.protocol import Metric

DEVICES = ("cpu", "cuda", "mps", "auto")
# Whoever computes a model gets other last digits on another machine, and these decide nothing: what is equal
# up to here is a tie.
DIGITS = 6
_TOGETHER = 32  # on a graphics card, which would else be idle

# Where it lies does not count: what is in it does (see `identity`).
MODEL = Option("model", "folder of the model", required=True, trusted=True, counts=False)
# Texts that are computed together are padded to one length, which changes the last digits of their numbers.
# Alone they always come out the same, whatever else is scored.
BATCH = Option(
    "batch",
    "texts computed at a time, without it 1 on cpu and 32 elsewhere; more are quicker, and may change the "
    "last digit",
)


class Learned(Metric):
    """A metric that somebody trained. Its model is a folder or a file of this machine; none is downloaded."""

    PACKAGE: ClassVar[str]  # by which models are computed
    EXTRA: ClassVar[str]  # of ours, with which the package comes
    BATCH = 200  # seconds, not minutes, until something is to be seen

    def __init__(self, options: Mapping[str, str], device: str = "cpu") -> None:
        super().__init__(options, device_found(device, self.EXTRA))
        # How many texts are computed at a time, by the option or by the device.
        usual = 1 if self.device == "cpu" else _TOGETHER
        self.together = whole(options, "batch", 1, 10_000, said_in="--metric") if options["batch"] else usual
        self.model = self.found()

    @abstractmethod
    def found(self) -> Path:
        """The model, if it is there."""

    def files(self) -> Mapping[str, Path]:
        """What makes the model what it is, by names that are the same wherever it lies."""
        return files_in(self.model)

    @property
    def package(self) -> str:
        """By which the model is computed."""
        return self.PACKAGE

    @cached_property
    def fingerprint(self) -> str:
        """What is in the model."""
        return fingerprint(self.files())

    def called(self) -> str:
        """The model by the name that people know it by."""
        return model_name(self.model.absolute())

    def counting(self) -> dict[str, str]:
        """Options that count and were chosen."""
        counts = {one.name for one in self.OPTIONS if one.counts}
        return {name: said for name, said in self.options.items() if name in counts and said}

    def signature(self) -> str:
        """The package, the model by its name and its content, and what else counts."""
        return signature(
            {
                "package": version_of(self.package, self.EXTRA),
                "model": self.called(),
                "fingerprint": self.fingerprint,
                **self.counting(),
            }
        )

    def identity(self) -> Mapping[str, str]:
        """The same model is the same under any name, and for any version of Lackmus."""
        package = version_of(self.package, self.EXTRA)
        return {"package": package, "model": self.fingerprint, **self.counting()}


def device_found(device: str, extra: str) -> str:
    """Where it is computed: as a user says, if there is such a thing; `auto` takes the quickest there is."""
    if device not in DEVICES:
        raise LackmusError(f"there is no {device}. Choose {', '.join(DEVICES)}.", option="--device")
    if device == "cpu":  # which is there; torch takes seconds to load
        return device
    torch = needed("torch", "torch", extra)
    there = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    if device == "auto":
        return next(name for name, found in there.items() if found)
    if not there[device]:
        raise LackmusError(f"this machine has no {device}.", "Choose cpu or auto.", option="--device")
    return device


@contextmanager
def computing(label: str) -> Iterator[None]:
    """A machine that is too small says so in one line."""
    try:
        with quiet():
            yield
    except (RuntimeError, MemoryError) as problem:
        raise LackmusError(
            f"{label} cannot compute this ({in_short(problem)}).",
            "If the memory is too small, choose a smaller batch or --device cpu.",
        ) from None


def rounded(label: str, numbers: Iterable[float]) -> list[float]:
    """Scores up to the digits that mean something; a model that is broken gives none."""
    found = [round(float(one), DIGITS) + 0.0 for one in numbers]  # -0.0 and 0.0 are the same
    if not all(map(math.isfinite, found)):
        raise LackmusError(f"{label} gave something that is no number.", "Its model may be broken.")
    return found
