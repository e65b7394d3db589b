"""Charts of evaluations, trends, rankings and studies, and their files."""

# Altair takes a moment to import, and the command line only wants to know what there is: hence late imports.

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lackmus.errors import LackmusError
from lackmus.write.charts.kinds import Kind, RankingKind, TendencyKind, Theme

if TYPE_CHECKING:
    import altair as alt

    from lackmus.core.challenges.ranking import Ranking
    from lackmus.core.contrasts.shares import Tendencies
    from lackmus.core.verdicts.evaluation import Evaluation
    from lackmus.core.verdicts.trend import Trend


def chart(
    kind: Kind,
    answer: "Evaluation | Trend",
    labels: Mapping[str, str] | None = None,
    theme: Theme = Theme.LIGHT,
) -> "alt.VConcatChart":
    """A chart of an evaluation, or of a trend; `labels` are short names of systems."""
    from altair.utils.schemapi import debug_mode

    from lackmus.core.verdicts.trend import Trend
    from lackmus.write.charts import lines
    from lackmus.write.charts.agreement import agreement
    from lackmus.write.charts.drawing import INKS
    from lackmus.write.charts.heatmap import heatmap
    from lackmus.write.charts.phenomena import phenomena
    from lackmus.write.charts.verdicts import verdicts

    drawers = {
        Kind.HEATMAP: heatmap,
        Kind.PHENOMENA: phenomena,
        Kind.VERDICTS: verdicts,
        Kind.AGREEMENT: agreement,
    }
    over_time = {Kind.TREND: lines.trend, Kind.CHECKPOINTS: lines.checkpoints}
    ink = INKS[theme]
    if isinstance(answer, Trend) is not (kind in over_time):
        raise LackmusError(f"The chart {kind} draws {'a trend' if kind in over_time else 'an evaluation'}.")
    # Altair would look every mark up in its schema, which takes longer than drawing it.
    with debug_mode(False):
        if isinstance(answer, Trend):
            return over_time[kind](answer, labels or {}, ink)
        names = {system: (labels or {}).get(system, system) for system in answer.systems}
        return drawers[kind](answer, names, ink)


def ranking_chart(
    kind: RankingKind,
    rankings: "Sequence[Ranking]",
    labels: Mapping[str, str] | None = None,
    theme: Theme = Theme.LIGHT,
) -> "alt.VConcatChart":
    """A chart of metrics: SORTED has a panel for each ranking, the others draw the first of them."""
    from altair.utils.schemapi import debug_mode

    from lackmus.write.charts import rankings as drawers
    from lackmus.write.charts.drawing import INKS
    from lackmus.write.charts.speed import speed

    ink, names = INKS[theme], labels or {}
    with debug_mode(False):  # as above
        match kind:
            case RankingKind.SORTED:
                return drawers.sorted_phenomena(rankings, names, ink)
            case RankingKind.HEATMAP:
                return drawers.heatmap(rankings[0], names, ink)
            case RankingKind.SPEED:
                return speed(rankings[0], names, ink)


def tendency_chart(
    kind: TendencyKind,
    found: "Tendencies",
    labels: Mapping[str, str] | None = None,
    theme: Theme = Theme.LIGHT,
) -> "alt.VConcatChart":
    """A chart of grammatical contrasts."""
    from altair.utils.schemapi import debug_mode

    from lackmus.write.charts.correlations import correlation
    from lackmus.write.charts.drawing import INKS
    from lackmus.write.charts.tendencies import by_contrast, by_system

    drawers = {
        TendencyKind.SYSTEMS: by_system,
        TendencyKind.CONTRASTS: by_contrast,
        TendencyKind.CORRELATION: correlation,
    }
    with debug_mode(False):  # as above
        return drawers[kind](found, labels or {}, INKS[theme])


def render(chart: "alt.VConcatChart", ending: str) -> bytes:
    """The chart as a file with this ending: .svg, .png or .pdf."""
    from lackmus.write.charts import drawing

    return drawing.render(chart, ending)


def embedded(drawn: bytes) -> str:
    """Return an SVG file as an element of a page; screen readers read the words beside it, not its marks."""
    svg = drawn.decode()
    return svg[svg.index("<svg") :].replace("<svg ", '<svg aria-hidden="true" ', 1)
