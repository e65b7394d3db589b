"""The protocol of all metrics, and how they are opened by name."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from lackmus.core.challenges.metrics import MetricInfo, Need, Segment
from lackmus.machine.options import Plugin, checked
from lackmus.plugins import PluginGroup, class_named, names


class Metric(Plugin):
    """Scores translations, batch by batch."""

    NEEDS: ClassVar[tuple[Need, ...]] = (Need.REFERENCE,)
    HIGHER: ClassVar[bool] = True  # higher is better
    GROUP: ClassVar[str] = ""  # in rankings; default: by what it needs
    BATCH: ClassVar[int] = 1000  # segments per call, unless the user sets it

    def __init__(self, options: Mapping[str, str], device: str = "cpu") -> None:
        """`device` is where a model computes. Missing packages and models may also show in `about`."""
        super().__init__(options)
        self.device = device

    @abstractmethod
    def score(self, segments: Sequence[Segment]) -> Sequence[float]:
        """A score for every segment, in order; inputs that the metric does not need are empty."""

    def about(self, name: str) -> MetricInfo:
        """What it declares, under its name in this ranking."""
        return MetricInfo(name, self.NEEDS, self.HIGHER, self.GROUP, self.signature())


def metric_names() -> list[str]:
    """Names of all metrics, also those of plug-ins."""
    return names(PluginGroup.METRIC)


def metric_class(name: str) -> type[Metric]:
    """A metric class by the name of its entry point."""
    return class_named(PluginGroup.METRIC, name, Metric, "metric")  # type: ignore[type-abstract]


def open_metric(name: str, given: Mapping[str, str] | None = None, device: str = "cpu") -> Metric:
    """Open a metric with the given options."""
    kind = metric_class(name)
    return kind(checked(name, kind.OPTIONS, given or {}, "metric"), device)
