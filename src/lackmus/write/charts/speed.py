"""What accuracy costs: metrics by how often they are right and how many segments they score in a second."""

from collections.abc import Mapping
from math import ceil, floor, log10

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.many_systems import listed
from lackmus.errors import NoAnswerError
from lackmus.write.charts.drawing import Chart, Ink, framed
from lackmus.write.charts.scatter import NAMES, WIDE, Point, Span, names_said, scatter
from lackmus.write.charts.text_widths import clean, shortened

_HIGH = 340.0


def speed(ranking: MetricRanking, names: Mapping[str, str], ink: Ink) -> Chart:
    """Right is fast, up is accurate; the axis of speed is logarithmic: metrics differ by powers of ten."""
    rates = {one.about.name: one.rate for one in ranking.scored if one.rate}
    if not rates:
        raise NoAnswerError("How fast these metrics are is not known: their scores were not computed here.")
    accuracy = ranking.averages[Average.MICRO].accuracy
    shown = shortened([names.get(metric, metric) for metric in rates], NAMES)
    points = [
        Point(name, rate, accuracy[metric], clean(ranking.groups[metric]))
        for name, (metric, rate) in zip(shown, rates.items(), strict=True)
    ]
    slow, fast = floor(log10(min(rates.values()))), ceil(log10(max(rates.values())))
    fast = max(fast, slow + 1)
    # Whole fives around all that is drawn, with room for marks and labels at the ends.
    low = max(0, 5 * floor((min(point.y for point in points) - 1) / 5))
    high = min(100, 5 * ceil((max(point.y for point in points) + 1) / 5))
    axis = alt.Axis(
        title="segments per second, logarithmic",
        values=[10.0**power for power in range(slow, fast + 1)],
        format=",~r",
    )
    used = {point.group for point in points}
    groups = [clean(group) for group in ranking.members if clean(group) in used]
    right = Span(10.0**slow, 10.0**fast, log=True)
    body = scatter(points, right, Span(low, high), _HIGH, axis, groups, ink)
    missing = [names.get(metric, metric) for metric in ranking.metrics if metric not in rates]
    said = f" Speed not known: {listed(missing)}." if missing else ""
    facts = (
        f"Percent of {counted(ranking.challenge.tuples.height, 'tuple')} whose better translation gets the "
        f"better score, and how many segments a metric scored in a second.{said}"
        f"{names_said(len(points), 'metrics')}"
    )
    return framed(body, "Accuracy and speed of metrics", facts, ranking.signature, WIDE + 100, ink)
