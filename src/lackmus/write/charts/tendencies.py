"""Shares of Good: a small panel for each system over contrasts, and for each contrast over systems."""

from collections.abc import Iterator, Mapping

from lackmus.core.base.choices import Chosen
from lackmus.core.base.plurals import counted
from lackmus.core.contrasts.shares import Panel, Tendencies
from lackmus.core.verdicts.many_systems import ends_of, left_out
from lackmus.errors import NoAnswerError
from lackmus.tables.contrasts.sentences import leading_name, named, set_name
from lackmus.write.charts.drawing import Chart, Ink, framed
from lackmus.write.charts.panels import Bar, Small, drawn


def by_system(found: Tendencies, names: Mapping[str, str], ink: Ink) -> Chart:
    """Draw a panel for each system, in the order of their means, and for each reference.

    The diamond at a bar is the mean of that contrast over all systems (figure 2 of Cinková and Bojar 2018).
    """
    _check(found)
    means = {one: found.leading.mean_over(one, found.systems) for one in found.phenomena}
    panels = [
        Small(
            named(found, who, names),
            [_bar(found, phenomenon, who, means[phenomenon]) for phenomenon in found.phenomena],
            found.leading.means.get(who),
        )
        for who in shown(found)
    ]
    part, room = drawn(found.phenomena, panels, 0, ink)
    said = (
        "Behind each name: its mean over all contrasts. Diamond: the mean of that contrast over all systems"
    )
    facts = " ".join(_facts(found, names, said))
    return framed(part, "Share of Good by system", facts, found.signature, room, ink)


def by_contrast(found: Tendencies, names: Mapping[str, str], ink: Ink) -> Chart:
    """Draw a panel for each contrast, systems in the order of their means, references below them.

    The diamond at a bar is that system's own mean over all contrasts (figure 3 of Cinková and Bojar 2018).
    """
    _check(found)
    panels = [
        Small(
            phenomenon,
            [_bar(found, phenomenon, who, found.leading.means.get(who)) for who in shown(found)],
            found.leading.mean_over(phenomenon, found.systems),
        )
        for phenomenon in found.phenomena
    ]
    rows = [named(found, who, names) for who in shown(found)]
    part, room = drawn(rows, panels, len(ends_of(found.references)), ink)
    said = (
        "Behind each contrast: its mean over all systems. Diamond: that system's own mean over all contrasts"
    )
    facts = " ".join(_facts(found, names, said))
    return framed(part, "Share of Good by contrast", facts, found.signature, room, ink)


def shown(found: Tendencies) -> tuple[str, ...]:
    """Return the systems and references to be drawn: all, or of very many the first and the last."""
    return (*ends_of(found.systems), *ends_of(found.references))


def second_set(found: Tendencies) -> Panel | None:
    """What is drawn beside the refined set; hits are other sentences, and would only confuse."""
    if found.leading.chosen is Chosen.REFINED:
        return found.panels.get(Chosen.SELECTED)
    return None


def _check(found: Tendencies) -> None:
    if not found.leading.means:
        raise NoAnswerError("No verdict is known, so there is no share of Good to draw.")


def _bar(found: Tendencies, phenomenon: str, who: str, mean: float | None) -> Bar:
    other = second_set(found)
    tick = other.tally(phenomenon, who).share if other and not found.selecting(who, other.chosen) else None
    return Bar(
        found.leading.tally(phenomenon, who).share,
        best=len(found.systems) > 1 and who in found.leading.best(phenomenon),
        hollow=who in found.references,
        tick=tick,
        mean=mean,
    )


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
    if by in found.references and found.leading.chosen is not Chosen.HITS:
        yield f"{names.get(by, by)} selected the keywords and is Good by construction."
