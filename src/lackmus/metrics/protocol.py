"""The one small protocol of all metrics, and the door by which they come in."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from lackmus.core.metrics import About, Need, Segment
from lackmus.errors import LackmusError
from lackmus.machine.options import Option, checked
from lackmus.plugins import Door, named, names


class Metric(ABC):
    """Gives numbers to translations. One object scores one challenge, one batch after another."""

    LABEL: ClassVar[str] = ""  # as people call it, and as a report does; else the name of its entry point
    ABOUT: ClassVar[str] = ""  # one line for lists
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    NEEDS: ClassVar[tuple[Need, ...]] = (Need.REFERENCE,)
    HIGHER: ClassVar[bool] = True  # higher is better
    GROUP: ClassVar[str] = ""  # in which it is ranked; else what follows from what it needs
    BATCH: ClassVar[int] = 1000  # segments that are handed over at a time, unless the user says otherwise

    def __init__(self, options: Mapping[str, str], device: str = "cpu") -> None:
        """Options are checked already, and each has its value or its default.

        Whatever is missing (a package, a model) must show here or in `about`, before anything is scored.
        """
        self.options = dict(options)
        self.device = device

    @abstractmethod
    def score(self, segments: Sequence[Segment]) -> Sequence[float]:
        """A number for every segment, in their order. What the metric does not need is empty in them."""

    def about(self, name: str) -> About:
        """What it declares, under the name that it has in this ranking."""
        return About(name, self.NEEDS, self.HIGHER, self.GROUP, self.signature())

    def signature(self) -> str:
        """How its numbers are made, in one line: a package with its version, a model, options."""
        return ""

    def identity(self) -> Mapping[str, str]:
        """What the numbers depend on: two metrics with the same identity share what was scored."""
        counting = {one.name: self.options[one.name] for one in self.OPTIONS if one.counts}
        return {"signature": self.signature(), **counting}

    def close(self) -> None:  # noqa: B027  (most have nothing to let go of)
        """Let go of models and programs."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def metric_names() -> list[str]:
    """All metrics there are, ours and those of others."""
    return names(Door.METRIC)


def metric_class(name: str) -> type[Metric]:
    """A metric by the name of its entry point."""
    if name not in metric_names():
        known = ", ".join(metric_names())
        raise LackmusError(f"there is no metric {name}. There are {known}.", option="--metric")
    found = named(Door.METRIC, name)
    if not (isinstance(found, type) and issubclass(found, Metric)):
        raise LackmusError(f"The plug-in {name} is no metric: it must name a class that is a Metric.")
    return found


def open_metric(name: str, given: Mapping[str, str] | None = None, device: str = "cpu") -> Metric:
    """A metric, ready to score, with what a user said about it."""
    kind = metric_class(name)
    return kind(checked(name, kind.OPTIONS, given or {}, "--metric"), device)
