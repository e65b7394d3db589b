"""Charts of evaluations, trends, rankings and studies, and their files."""

# Altair takes a moment to import, and the command line only wants to know what there is: hence late imports.

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from lackmus.errors import LackmusError
from lackmus.write.charts.kinds import ChartKind, RankingKind, TendencyKind, Theme

if TYPE_CHECKING:
    import altair as alt

    from lackmus.core.challenges.ranking import MetricRanking
    from lackmus.core.contrasts.shares import Tendencies
    from lackmus.core.verdicts.evaluation import SuiteEvaluation
    from lackmus.core.verdicts.trend import CampaignTrend
    from lackmus.write.charts.drawing import Ink

_Answer = TypeVar("_Answer")


def chart(
    kind: ChartKind,
    answer: "SuiteEvaluation | CampaignTrend",
    labels: Mapping[str, str] | None = None,
    theme: Theme = Theme.LIGHT,
) -> "alt.VConcatChart":
    """A chart of an evaluation, or of a trend; `labels` are short names of systems."""
    from lackmus.core.verdicts.trend import CampaignTrend
    from lackmus.write.charts import agreement, heatmap, lines, phenomena, verdicts

    drawers = {
        ChartKind.HEATMAP: heatmap.heatmap,
        ChartKind.PHENOMENA: phenomena.phenomena,
        ChartKind.VERDICTS: verdicts.verdicts,
        ChartKind.AGREEMENT: agreement.agreement,
    }
    over_time = {ChartKind.TREND: lines.trend, ChartKind.CHECKPOINTS: lines.checkpoints}
    if isinstance(answer, CampaignTrend) is not (kind in over_time):
        raise LackmusError(f"The chart {kind} draws {'a trend' if kind in over_time else 'an evaluation'}.")
    if isinstance(answer, CampaignTrend):
        return _drawn(over_time[kind], answer, labels or {}, theme)
    names = {system: (labels or {}).get(system, system) for system in answer.systems}
    return _drawn(drawers[kind], answer, names, theme)


def ranking_chart(
    kind: RankingKind,
    rankings: "Sequence[MetricRanking]",
    labels: Mapping[str, str] | None = None,
    theme: Theme = Theme.LIGHT,
) -> "alt.VConcatChart":
    """A chart of metrics: SORTED has a panel for each ranking, the others draw the first of them."""
    from lackmus.write.charts import heatmap, scatter, sorted_phenomena

    if kind is RankingKind.SORTED:
        return _drawn(sorted_phenomena.sorted_phenomena, rankings, labels or {}, theme)
    drawers = {RankingKind.HEATMAP: heatmap.metrics_heatmap, RankingKind.SPEED: scatter.speed}
    return _drawn(drawers[kind], rankings[0], labels or {}, theme)


def tendency_chart(
    kind: TendencyKind,
    found: "Tendencies",
    labels: Mapping[str, str] | None = None,
    theme: Theme = Theme.LIGHT,
) -> "alt.VConcatChart":
    """A chart of grammatical contrasts."""
    from lackmus.write.charts import tendencies

    drawers = {
        TendencyKind.SYSTEMS: tendencies.by_system,
        TendencyKind.CONTRASTS: tendencies.by_contrast,
        TendencyKind.CORRELATION: tendencies.correlation,
    }
    return _drawn(drawers[kind], found, labels or {}, theme)


def _drawn(
    drawer: "Callable[[_Answer, Mapping[str, str], Ink], alt.VConcatChart]",
    answer: _Answer,
    names: Mapping[str, str],
    theme: Theme,
) -> "alt.VConcatChart":
    from altair.utils.schemapi import debug_mode

    from lackmus.write.charts.drawing import INKS

    # Altair would look every mark up in its schema, which takes longer than drawing it.
    with debug_mode(False):
        return drawer(answer, names, INKS[theme])


def render(chart: "alt.VConcatChart", ending: str) -> bytes:
    """The chart as a file with this ending: .svg, .png or .pdf."""
    from lackmus.write.charts import drawing

    return drawing.render(chart, ending)


def embedded(drawn: bytes) -> str:
    """Return an SVG file as an element of a page; screen readers read the words beside it, not its marks."""
    svg = drawn.decode()
    return svg[svg.index("<svg") :].replace("<svg ", '<svg aria-hidden="true" ', 1)
