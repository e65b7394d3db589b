"""Shares of Good: a small panel for each system over contrasts, and for each contrast over systems."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any

import altair as alt

from lackmus.core.base.choices import ItemSet
from lackmus.core.base.plurals import counted
from lackmus.core.contrasts.shares import Correlated, Panel, Tendencies
from lackmus.core.verdicts.many_systems import ends_of, left_out
from lackmus.errors import NoAnswerError
from lackmus.tables.contrasts.sentences import (
    correlated,
    correlation_said,
    leading_keywords,
    leading_name,
    named,
    set_name,
)
from lackmus.write.charts.drawing import LETTER, SIZE, Chart, Ink, Part, at_x, data, framed, named_rows
from lackmus.write.charts.scatter import NAMES, STEPS, WIDE, Point, names_said, scatter, span_of
from lackmus.write.charts.text_widths import clean, longest, shortened, wrapped

_NAMES = 42  # letters of the name of a row
_TITLE = 27  # letters in a line above a panel
_WIDE = 116.0  # of the bars: from 0 to 100 percent
_NUMBER = 36.0  # beside them
_APART = 24.0  # between panels
_STRIDE = _WIDE + _NUMBER + _APART
_WIDEST = 1110.0  # all of it
_MANY = 16  # more rows than this are lower


def by_system(found: Tendencies, names: Mapping[str, str], ink: Ink) -> Chart:
    """Draw a panel for each system, in the order of their means, and for each reference.

    The diamond at a bar is the mean of that contrast over all systems (figure 2 of Cinková and Bojar 2018).
    """
    _check(found)
    means = {one: found.leading.mean_over(one, found.systems) for one in found.phenomena}
    rows = shortened(found.phenomena, _NAMES)
    titles = _titles([(named(found, who, names), found.leading.means.get(who)) for who in shown(found)])
    records = [
        {"panel": title, "row": row, **_bar(found, phenomenon, who, means[phenomenon])}
        for title, who in zip(titles, shown(found), strict=True)
        for row, phenomenon in zip(rows, found.phenomena, strict=True)
    ]
    said = (
        "Behind each name: its mean over all contrasts. Diamond: the mean of that contrast over all systems"
    )
    body, room = _panels(records, titles, rows, ink)
    facts = " ".join(_facts(found, names, said))
    return framed(body, "Share of Good by system", facts, found.signature, room, ink)


def by_contrast(found: Tendencies, names: Mapping[str, str], ink: Ink) -> Chart:
    """Draw a panel for each contrast, systems in the order of their means, references below them.

    The diamond at a bar is that system's own mean over all contrasts (figure 3 of Cinková and Bojar 2018).
    """
    _check(found)
    rows = shortened([named(found, who, names) for who in shown(found)], _NAMES)
    titles = _titles([(one, found.leading.mean_over(one, found.systems)) for one in found.phenomena])
    records = [
        {"panel": title, "row": row, **_bar(found, phenomenon, who, found.leading.means.get(who))}
        for title, phenomenon in zip(titles, found.phenomena, strict=True)
        for row, who in zip(rows, shown(found), strict=True)
    ]
    said = (
        "Behind each contrast: its mean over all systems. Diamond: that system's own mean over all contrasts"
    )
    apart = len(rows) - len(ends_of(found.references))
    body, room = _panels(
        records, titles, [*rows[:apart], *([""] if rows[apart:] else []), *rows[apart:]], ink
    )
    facts = " ".join(_facts(found, names, said))
    return framed(body, "Share of Good by contrast", facts, found.signature, room, ink)


def _titles(panels: Sequence[tuple[str, float | None]]) -> list[str]:
    """Names of panels with their means, in lines; a number is not torn from its sign."""
    names = shortened([name for name, _ in panels], _TITLE * 4)
    means = ("" if mean is None else f" {mean:.1f}\u00a0%" for _, mean in panels)
    return ["\n".join(wrapped(name + mean, _TITLE)) for name, mean in zip(names, means, strict=True)]


def _panels(
    records: Sequence[Mapping[str, Any]], titles: Sequence[str], rows: Sequence[str], ink: Ink
) -> tuple[alt.FacetChart, float]:
    """Small bar charts side by side, with the same rows in all of them; and how wide it all is."""
    left = longest(rows) * LETTER + 10
    fit = max(1, floor((_WIDEST + _APART - left) / _STRIDE))
    columns = ceil(len(titles) / ceil(len(titles) / fit))
    step = 17 if len(rows) <= _MANY else 14
    bar, edge = step * 0.68, ink.on("#ffffff", "#000000")
    base = alt.Chart().encode(y=named_rows("row", rows, labelPadding=10))
    weight = alt.ExprRef("datum.best ? 'bold' : 'normal'")
    bars = base.mark_bar(
        height=bar,
        fill=alt.ExprRef(f"datum.hollow ? '{ink.hollow}' : '{ink.passed}'"),
        stroke=alt.ExprRef(f"datum.hollow ? '{ink.quiet}' : null"),
    )
    # Marks with an edge are seen on the bar as well as beside it, and in a grey print.
    diamond = base.mark_point(
        shape="diamond", size=62, opacity=1, fill=ink.failed, stroke=edge, strokeWidth=1
    )
    layers = [bars.encode(x=_percent("value", ink))]
    if any(record["tick"] is not None for record in records):
        for colour, thick in ((edge, 3.4), (ink.text, 1.4)):
            tick = base.mark_tick(color=colour, thickness=thick, size=bar + 3)
            layers.append(tick.encode(x=_percent("tick", ink)))
    layers.append(diamond.encode(x=_percent("mean", ink)))
    number = base.mark_text(align="right", dx=_NUMBER, fontWeight=weight)
    layers.append(number.encode(x=at_x("width"), text="text:N"))
    header = alt.Header(title=None, labelAnchor="start", labelAlign="left", labelBaseline="bottom")
    header.labelExpr = r"split(datum.label, '\n')"
    header.labelPadding = 0
    body = (
        alt.layer(*layers, data=data(records), width=_WIDE, height=alt.Step(step))
        .facet(
            facet=alt.Facet("panel:N", sort=list(titles), header=header),
            columns=columns,
            spacing={"row": 20, "column": _APART},
        )
        .resolve_axis(x="independent")
    )
    return body, left + columns * _STRIDE


def _percent(field: str, ink: Ink) -> alt.X:
    axis = alt.Axis(values=[0, 50, 100], labelColor=ink.quiet, labelFontSize=SIZE - 1)
    return alt.X(f"{field}:Q", title=None, scale=alt.Scale(domain=[0, 100], nice=False), axis=axis)


def shown(found: Tendencies) -> tuple[str, ...]:
    """Return the systems and references to be drawn: all, or of very many the first and the last."""
    return (*ends_of(found.systems), *ends_of(found.references))


def second_set(found: Tendencies) -> Panel | None:
    """What is drawn beside the refined set; hits are other sentences, and would only confuse."""
    if found.leading.chosen is ItemSet.REFINED:
        return found.panels.get(ItemSet.SELECTED)
    return None


def _check(found: Tendencies) -> None:
    if not found.leading.means:
        raise NoAnswerError("No verdict is known, so there is no share of Good to draw.")


def _bar(found: Tendencies, phenomenon: str, who: str, mean: float | None) -> dict[str, Any]:
    """A share; `mean` is one to compare it with, `tick` the same share of the second set."""
    other, share = second_set(found), found.leading.tally(phenomenon, who).share
    tick = other.tally(phenomenon, who).share if other and not found.selecting(who, other.chosen) else None
    return {
        "value": share,
        "text": "–" if share is None else f"{share:.1f}",
        "best": share is not None and len(found.systems) > 1 and who in found.leading.best(phenomenon),
        "hollow": who in found.references,
        "tick": tick if share is not None else None,
        "mean": mean if share is not None else None,
    }


def _facts(found: Tendencies, names: Mapping[str, str], means: str) -> Iterator[str]:
    size = counted(found.study.chosen(found.leading.chosen).height, f"{leading_name(found)} keyword")
    yield f"Good in percent of Good and Bad, {size}: a tendency, not a count of errors."
    yield f"Systems in the order of their mean shares. {means}."
    if other := second_set(found):
        many = found.study.chosen(other.chosen).height
        yield f"Upright line: the share of {many:,} {set_name(found, other.chosen)} keywords."
    if said := left_out(len(found.systems), len(ends_of(found.systems)), ", but count in the means"):
        yield said
    if said := left_out(len(found.references), len(ends_of(found.references)), what="references"):
        yield said
    if len(found.systems) > 1:
        yield "Bold: among the significantly best of the contrast."
    if found.references:
        yield "Hollow: references."
    by = found.study.selected_by
    if by in found.references and found.leading.chosen is not ItemSet.HITS:
        yield f"{names.get(by, by)} selected the keywords and is Good by construction."


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
