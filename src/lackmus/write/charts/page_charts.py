"""Charts for a page: each with its title, with words for readers who cannot see it, and as SVG."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.contrasts.shares import Tendencies
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.trend import CampaignTrend
from lackmus.tables.challenges import chart_texts as of_metrics
from lackmus.tables.contrasts import sentences as of_contrasts
from lackmus.tables.table import Report
from lackmus.tables.verdicts import chart_texts as of_systems
from lackmus.write.charts.charts import chart, embedded, ranking_chart, render, tendency_chart
from lackmus.write.charts.kinds import ChartKind, RankingKind, TendencyKind, Theme

if TYPE_CHECKING:
    from lackmus.write.charts.drawing import Chart


def report_charts(report: Report) -> list[tuple[str, str, str]]:
    """Title, text and SVG of each chart that fits the answer; the heat map is the page's own table."""
    answer, labels = report.answer, report.labels
    if isinstance(answer, MetricRanking):
        return [
            (title, text, _drawn(ranking_chart(kind, [answer], labels, Theme.PAGE)))
            for kind, (title, text) in _ranking_texts(answer, labels).items()
        ]
    if isinstance(answer, Tendencies):
        return [
            (title, text, _drawn(tendency_chart(kind, answer, labels, Theme.PAGE)))
            for kind, (title, text) in tendency_texts(answer, labels).items()
        ]
    if isinstance(answer, CampaignTrend) and answer.common:
        told = _trend_texts(answer, labels)
    elif isinstance(answer, SuiteEvaluation):
        told = _evaluation_texts(answer, labels)
    else:
        return []
    return [
        (title, text, _drawn(chart(kind, answer, labels, Theme.PAGE))) for kind, (title, text) in told.items()
    ]


def _drawn(drawing: "Chart") -> str:
    """As SVG: nothing before the element itself, and no names for links that are not there."""
    return embedded(render(drawing, ".svg")).replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "", 1)


def _evaluation_texts(
    evaluation: SuiteEvaluation, labels: Mapping[str, str]
) -> dict[ChartKind, tuple[str, str]]:
    told = {}
    if evaluation.systems:
        told[ChartKind.VERDICTS] = ("Verdicts by system", of_systems.verdicts_text(evaluation, labels))
    if evaluation.fairness.fair:
        told[ChartKind.PHENOMENA] = ("Accuracy by phenomenon", of_systems.phenomena_text(evaluation))
        if len(evaluation.systems) > 1:
            text = of_systems.agreement_text(evaluation, labels)
            told[ChartKind.AGREEMENT] = ("Agreement between systems", text)
    return told


def _trend_texts(one: CampaignTrend, labels: Mapping[str, str]) -> dict[ChartKind, tuple[str, str]]:
    if one.checkpoints:
        return {ChartKind.CHECKPOINTS: ("Checkpoints by category", of_systems.checkpoints_text(one, labels))}
    return {ChartKind.TREND: ("Campaigns over time", of_systems.trend_text(one, labels))}


def _ranking_texts(ranking: MetricRanking, labels: Mapping[str, str]) -> dict[RankingKind, tuple[str, str]]:
    told = {}
    if ranking.phenomena:
        text = of_metrics.sorted_text([ranking])
        told[RankingKind.SORTED] = ("Accuracy of metrics by phenomenon", text)
    text = of_metrics.metrics_text(ranking, labels)
    return {**told, RankingKind.HEATMAP: ("Accuracy of metrics by category", text)}


def tendency_texts(found: Tendencies, labels: Mapping[str, str]) -> dict[TendencyKind, tuple[str, str]]:
    """The charts that can be drawn of a study, each with its title and its words."""
    told = {}
    if found.leading.means:
        text = of_contrasts.systems_text(found, labels)
        told[TendencyKind.SYSTEMS] = ("Share of Good by system", text)
        text = of_contrasts.contrasts_text(found, labels)
        told[TendencyKind.CONTRASTS] = ("Share of Good by contrast", text)
    if of_contrasts.correlated(found):
        text = of_contrasts.correlation_text(found)
        told[TendencyKind.CORRELATION] = ("Mean share of Good and overall scores", text)
    return told
