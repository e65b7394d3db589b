"""Drawings of a study: charts of its shares, and single sentences as trees."""

from markupsafe import Markup

from lackmus.core.contrasts.shares import Tendencies
from lackmus.core.contrasts.study_sentences import SentenceView, in_words
from lackmus.core.trees.drawing import ROOM, drawing
from lackmus.errors import LackmusError
from lackmus.web.verdicts.charts import Picture, inlined
from lackmus.write.charts import render, tendency_chart
from lackmus.write.charts.kinds import TendencyKind, Theme
from lackmus.write.charts.page_charts import tendency_texts
from lackmus.write.tree_svg import measure, tree_svg


def tendency_kinds(found: Tendencies) -> dict[TendencyKind, str]:
    """What can be drawn of a study: correlation only where there are overall scores."""
    return {kind: title for kind, (title, _) in tendency_texts(found, {}).items()}


def tendency_picture(found: Tendencies, kind: TendencyKind) -> Picture:
    """A chart of a study for the page."""
    drawn = tendency_drawing(found, kind, ".svg", Theme.PAGE)
    title, words = tendency_texts(found, {})[kind]
    return Picture(kind, title, words, inlined(drawn))


def tendency_drawing(found: Tendencies, kind: TendencyKind, ending: str, theme: Theme) -> bytes:
    """A chart of a study as a file."""
    known = tendency_kinds(found)
    if kind not in known:
        there = ", ".join(known) or "none"
        raise LackmusError(f"There is no chart {kind} of this study. There are: {there}.")
    return render(tendency_chart(kind, found, {}, theme), ending)


def sentence_picture(view: SentenceView, whole: bool) -> tuple[Markup, bool]:
    """Both sentences as SVG, and whether words are left out."""
    drawn = drawing(view.above, view.below, view.links, measure, None if whole else ROOM)
    svg = tree_svg(drawn, view.above, view.below, view.evidence.verdict, Theme.PAGE)
    # All texts in it are escaped, and it has no script, style or link; this is tested.
    return Markup(svg), drawn.shortened  # noqa: S704


def sentence_drawing(view: SentenceView, whole: bool, ending: str, theme: Theme) -> bytes:
    """Both sentences as a file."""
    drawn = drawing(view.above, view.below, view.links, measure, None if whole else ROOM)
    told = in_words(view, view.evidence.system)
    svg = tree_svg(drawn, view.above, view.below, view.evidence.verdict, theme, told)
    if ending == ".svg":
        return svg.encode()
    import vl_convert

    if ending == ".pdf":
        return vl_convert.svg_to_pdf(svg)
    return vl_convert.svg_to_png(svg, scale=2)
