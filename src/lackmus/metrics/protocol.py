"""The one small protocol of all metrics, and the door by which they come in."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from lackmus.core.challenges.metrics import About, Need, Segment
from lackmus.machine.options import checked
from lackmus.machine.plugged import Plugged
from lackmus.plugins import Door, class_named, names


class Metric(Plugged):
    """Gives numbers to translations. One object scores one challenge, one batch after another."""

    NEEDS: ClassVar[tuple[Need, ...]] = (Need.REFERENCE,)
    HIGHER: ClassVar[bool] = True  # higher is better
    GROUP: ClassVar[str] = ""  # in which it is ranked; else what follows from what it needs
    BATCH: ClassVar[int] = 1000  # segments that are handed over at a time, unless the user says otherwise

    def __init__(self, options: Mapping[str, str], device: str = "cpu") -> None:
        """`device` is where a model computes. What is missing may also show in `about`."""
        super().__init__(options)
        self.device = device

    @abstractmethod
    def score(self, segments: Sequence[Segment]) -> Sequence[float]:
        """A number for every segment, in their order. What the metric does not need is empty in them."""

    def about(self, name: str) -> About:
        """What it declares, under the name that it has in this ranking."""
        return About(name, self.NEEDS, self.HIGHER, self.GROUP, self.signature())


def metric_names() -> list[str]:
    """All metrics there are, ours and those of others."""
    return names(Door.METRIC)


def metric_class(name: str) -> type[Metric]:
    """A metric by the name of its entry point."""
    return class_named(Door.METRIC, name, Metric, "--metric")  # type: ignore[type-abstract]


def open_metric(name: str, given: Mapping[str, str] | None = None, device: str = "cpu") -> Metric:
    """A metric, ready to score, with what a user said about it."""
    kind = metric_class(name)
    return kind(checked(name, kind.OPTIONS, given or {}, "--metric"), device)
