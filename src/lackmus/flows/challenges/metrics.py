"""The available metrics, also those of plug-ins."""

from lackmus.core.challenges.metric_lists import MetricShown
from lackmus.core.challenges.metrics import MetricInfo
from lackmus.core.engines.listing import OptionShown
from lackmus.errors import LackmusError
from lackmus.metrics import Metric, metric_class, metric_names


def metrics() -> list[MetricShown]:
    """All metrics by name; one that cannot be loaded has the reason."""
    shown = []
    for name in metric_names():
        try:
            shown.append(_shown(name, metric_class(name)))
        except LackmusError as problem:
            shown.append(MetricShown(MetricInfo(name), name, problem=str(problem)))
    return shown


def metric(name: str) -> MetricShown:
    """One metric; the error for an unknown name lists the known ones."""
    return _shown(name, metric_class(name))


def _shown(name: str, kind: type[Metric]) -> MetricShown:
    return MetricShown(
        MetricInfo(kind.LABEL or name, kind.NEEDS, kind.HIGHER, kind.GROUP),
        name,
        kind.ABOUT,
        tuple(
            OptionShown(one.name, one.help, one.default, one.choices, one.required, one.counts, one.trusted)
            for one in kind.OPTIONS
        ),
    )
