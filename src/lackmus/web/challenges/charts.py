"""Charts of a ranking: drawn on the server, each with a text alternative."""

from collections.abc import Sequence

from lackmus.core.challenges.ranking import MetricRanking
from lackmus.errors import LackmusError
from lackmus.tables.challenges.chart_texts import metrics_text, sorted_text, speed_text
from lackmus.web.verdicts.charts import Picture, inlined
from lackmus.write.charts import ranking_chart, render
from lackmus.write.charts.kinds import RankingKind, Theme

TITLES = {
    RankingKind.HEATMAP: "Heat map of categories",
    RankingKind.SORTED: "Phenomena, from the hardest to the easiest",
    RankingKind.SPEED: "Accuracy against speed",
}


def ranking_kinds(ranking: MetricRanking) -> dict[RankingKind, str]:
    """The possible charts of a ranking: speed only if known, phenomena only if shown."""
    there = {
        RankingKind.SORTED: bool(ranking.phenomena),
        RankingKind.SPEED: any(one.rate for one in ranking.scored),
    }
    return {kind: title for kind, title in TITLES.items() if there.get(kind, True)}


def ranking_picture(rankings: Sequence[MetricRanking], kind: RankingKind) -> Picture:
    """A chart of a ranking for the page; several rankings if each language pair has a panel."""
    drawn = ranking_drawing(rankings, kind, ".svg", Theme.PAGE)
    return Picture(kind, TITLES[kind], _words(rankings, kind), inlined(drawn))


def ranking_drawing(rankings: Sequence[MetricRanking], kind: RankingKind, ending: str, theme: Theme) -> bytes:
    """A chart of a ranking as a file."""
    known = ranking_kinds(rankings[0])
    if kind not in known:
        raise LackmusError(f"There is no chart {kind} of this ranking. There are {', '.join(known)}.")
    return render(ranking_chart(kind, rankings, {}, theme), ending)


def _words(rankings: Sequence[MetricRanking], kind: RankingKind) -> str:
    match kind:
        case RankingKind.SORTED:
            return sorted_text(rankings)
        case RankingKind.HEATMAP:
            return metrics_text(rankings[0], {})
        case RankingKind.SPEED:
            return speed_text(rankings[0], {})
