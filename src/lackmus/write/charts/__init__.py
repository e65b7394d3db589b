"""Answers as pictures: declared with Altair, drawn by vl-convert without a browser or a network."""

from typing import TYPE_CHECKING

from lackmus.write.charts.charts import chart, embedded, ranking_chart, render, tendency_chart
from lackmus.write.charts.kinds import ENDINGS, ChartKind, RankingKind, TendencyKind, Theme

if TYPE_CHECKING:
    from lackmus.tables.table import Report

__all__ = [
    "ENDINGS",
    "ChartKind",
    "RankingKind",
    "TendencyKind",
    "Theme",
    "chart",
    "embedded",
    "ranking_chart",
    "render",
    "report_charts",
    "tendency_chart",
]


def report_charts(report: "Report") -> list[tuple[str, str, str]]:
    """What a page shows beside its tables: title, a text that says the same in words, and the SVG."""
    from lackmus.write.charts import page_charts  # light for the command line

    return page_charts.report_charts(report)
