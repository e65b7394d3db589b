"""Mean shares of systems against their overall scores: a point for each system, and what rho says."""

from collections.abc import Mapping, Sequence

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.contrasts.shares import Correlated, Tendencies
from lackmus.errors import NoAnswerError
from lackmus.tables.contrasts.chart_texts import correlated
from lackmus.tables.contrasts.sentences import correlation_said, leading_keywords
from lackmus.write.charts.drawing import Chart, Ink, Part, framed
from lackmus.write.charts.scatter import NAMES, STEPS, WIDE, Point, names_said, scatter, span_of
from lackmus.write.charts.text_widths import clean, shortened, wrapped

_HIGH = 280.0
_HEADING = 88  # letters in a line above a panel


def correlation(found: Tendencies, names: Mapping[str, str], ink: Ink) -> Chart:
    """A panel for each overall score, on the leading set."""
    drawn = correlated(found)
    if not drawn:
        raise NoAnswerError("No system has an overall score, so there is nothing to draw.")
    body = alt.vconcat(*(_panel(one, names, ink) for one in drawn), spacing=34)
    by = found.study.selected_by
    selected = f" selected by {names.get(by, by)}" if by else ""
    facts = (
        f"Up: the mean share of Good over {counted(len(found.phenomena), 'contrast')} in percent of Good and "
        f"Bad ({leading_keywords(found)}{selected}, links by {found.study.symmetry}): a tendency, not a "
        "count of errors. Right: the overall score. ρ: Spearman's rank correlation, with a bootstrap "
        "interval over systems and p by permutation."
        f"{circular_fact(drawn)}{names_said(max(len(one.points) for one in drawn), 'systems')}"
    )
    title = "Mean share of Good and overall scores"
    return framed(body, title, facts, found.signature, WIDE + 40, ink)


def circular_fact(drawn: Sequence[Correlated]) -> str:
    """What a reader must know of scores that rest on the selecting reference."""
    by = next((one.circular for one in drawn if one.circular), "")
    if not by:
        return ""
    return (
        f" Circular: the score rests on {clean(by)}, which also selected the keywords; likeness to it raises "
        "both."
    )


def _panel(one: Correlated, names: Mapping[str, str], ink: Ink) -> Part:
    shares, scores = zip(*one.points.values(), strict=True)
    shown = shortened([names.get(system, system) for system in one.points], NAMES)
    points = [
        Point(name, score, share) for name, (share, score) in zip(shown, one.points.values(), strict=True)
    ]
    (name,) = shortened([one.overall.name], NAMES)
    axis = alt.Axis(title=name if one.overall.higher else f"{name} (lower is better)", tickCount=STEPS)
    said = f"{name}: {correlation_said(one.correlation)}{', circular' if one.circular else ''}"
    part = scatter(points, span_of(scores), span_of(shares, (0.0, 100.0)), _HIGH, axis, [""], ink)
    return part.properties(title=wrapped(said, _HEADING))
