"""(source, text, reference) -> number: metrics, one file a family, one small protocol.

from lackmus.metrics import Segment, open_metric

with open_metric("chrf") as metric:
    print(metric.score([Segment("Es regnet.", "It is raining.", "It rains.")]))
"""

from lackmus.core.challenges.metrics import MetricInfo, Need, Scored, Segment
from lackmus.machine.options import Option
from lackmus.metrics.protocol import Metric, metric_class, metric_names, open_metric

__all__ = [
    "Metric",
    "MetricInfo",
    "Need",
    "Option",
    "Scored",
    "Segment",
    "metric_class",
    "metric_names",
    "open_metric",
]
