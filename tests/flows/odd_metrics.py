"""Metrics of somebody else: one that is slow and can be watched, and some that misbehave."""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lackmus.core.challenges.metrics import Need
from lackmus.metrics import Metric, Option, Segment

PACKAGE = "lackmus-odd"


class Watched(Metric):
    """How long a text is; it writes down what it scores, and after some batches it waits for ever."""

    OPTIONS = (
        Option("log", "where", counts=False),
        Option("batches", "after which it waits", counts=False),
        Option("kind", "which"),
    )

    def score(self, segments: Sequence[Segment]) -> list[float]:
        """A line for every batch."""
        log = Path(self.options["log"])
        before = log.read_text().splitlines() if log.exists() else []
        if self.options["batches"] and len(before) >= int(self.options["batches"]):
            log.with_suffix(".waiting").touch()
            time.sleep(600)
        with log.open("a") as file:
            file.write("|".join(one.hypothesis for one in segments) + "\n")
        return [len(one.hypothesis) / 7 for one in segments]

    def close(self) -> None:
        """Also written down."""
        if self.options["log"]:
            with Path(self.options["log"]).with_suffix(".closed").open("a") as file:
                file.write("closed\n")


class SourceOnly(Watched):
    """Sees no reference."""

    LABEL = "Source only"
    NEEDS = (Need.SOURCE,)

    def score(self, segments: Sequence[Segment]) -> list[float]:
        """What it does not need is empty."""
        assert all(one.reference == "" and one.source for one in segments)
        return super().score(segments)


_SAYS: dict[str, Callable[[Sequence[Segment]], Any]] = {
    "few": lambda some: [1.0] * (len(some) - 1),
    "none at all": lambda _: None,
    "None": lambda some: [1.0] * (len(some) - 1) + [None],
    "nan": lambda some: [1.0] * (len(some) - 1) + [float("nan")],
    "inf": lambda some: [float("inf")] * len(some),
    "huge": lambda some: [10**400] * len(some),
    "beyond words": lambda some: [10**5000] * len(some),  # which Python does not write out
    "talk": lambda some: [print("I am scoring"), *map(float, range(len(some)))][1:],
    "text": lambda some: ["0.5"] * len(some),
    "raise": lambda some: dict[str, float]()["key\nerror"],
    "exit": lambda _: sys.exit("bye"),
    "integers": lambda some: range(len(some)),
    "generator": lambda some: (0.25 for _ in some),
}


class Odd(Metric):
    """Answers with what it is told, and can fail wherever a metric can fail."""

    OPTIONS = (Option("says", "what", "raise"), Option("fails", "where"))

    def __init__(self, options: Any, device: str = "cpu") -> None:
        super().__init__(options, device)
        self._fail("opening")

    def score(self, segments: Sequence[Segment]) -> Any:
        """As told; in numbers of numpy, too."""
        if self.options["says"] == "numpy":
            import numpy

            return numpy.arange(len(segments), dtype=numpy.float32)
        return _SAYS[self.options["says"]](segments)

    def signature(self) -> str:
        """May fail."""
        self._fail("signing")
        return ""

    def close(self) -> None:
        """May fail."""
        self._fail("closing")

    def _fail(self, where: str) -> None:
        if self.options["fails"] == where:
            raise RuntimeError(f"no {where}")
