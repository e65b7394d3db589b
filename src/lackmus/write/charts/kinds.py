"""What can be drawn, and on what: light, so that the command line can offer it before anything is loaded."""

from enum import StrEnum


class ChartKind(StrEnum):
    """What a chart shows."""

    HEATMAP = "heatmap"  # systems × categories
    PHENOMENA = "phenomena"  # accuracies per phenomenon, sorted
    VERDICTS = "verdicts"  # pass, warning and fail per system
    TREND = "trend"  # campaigns over time
    CHECKPOINTS = "checkpoints"  # one model over time, category by category
    AGREEMENT = "agreement"  # how often two systems get the same verdict


class RankingKind(StrEnum):
    """What a chart of metrics shows."""

    SORTED = "sorted"  # accuracies of all phenomena, hardest first, a panel for each language pair
    HEATMAP = "heatmap"  # metrics × categories
    SPEED = "speed"  # accuracy against segments a second


class TendencyKind(StrEnum):
    """What a chart of grammatical contrasts shows."""

    SYSTEMS = "systems"  # shares of Good: a small panel for each system, over contrasts
    CONTRASTS = "contrasts"  # a small panel for each contrast, over systems
    CORRELATION = "correlation"  # mean share against overall scores


class Theme(StrEnum):
    """What a chart is drawn on: paper, a dark slide, or a page that brings its own colours."""

    LIGHT = "light"
    DARK = "dark"
    PAGE = "page"


ENDINGS = (".svg", ".png", ".pdf")  # of pictures
ALSO = (".html", ".json")  # a page with the picture, and its declaration in Vega-Lite
