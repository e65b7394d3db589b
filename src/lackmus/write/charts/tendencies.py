"""Shares of Good: a small panel for each system over contrasts, and for each contrast over systems."""

from collections.abc import Iterator, Mapping

from lackmus.core.choices import Chosen
from lackmus.core.tables import counted
from lackmus.core.tendencies import Panel, Tendencies
from lackmus.core.tendency_words import leading_name, named, set_name
from lackmus.errors import NoAnswerError
from lackmus.write.charts.drawing import Chart, Ink, framed
from lackmus.write.charts.panels import Bar, Small, drawn


def by_system(found: Tendencies, names: Mapping[str, str], ink: Ink) -> Chart:
    """A panel for each system, in the order of their means, and for each reference."""
    _check(found)
    panels = [
        Small(
            named(found, who, names),
            [_bar(found, phenomenon, who) for phenomenon in found.phenomena],
            found.leading.means.get(who),
        )
        for who in found.everybody
    ]
    mean = "mean over contrasts"
    part, room = drawn(found.phenomena, panels, mean, 0, ink)
    facts = " ".join(_facts(found, names, mean))
    return framed(part, "Share of Good by system", facts, found.signature, room, ink)


def by_contrast(found: Tendencies, names: Mapping[str, str], ink: Ink) -> Chart:
    """A panel for each contrast, systems in the order of their means, references below them."""
    _check(found)
    panels = [
        Small(
            phenomenon,
            [_bar(found, phenomenon, who) for who in found.everybody],
            found.leading.mean_over(phenomenon, found.systems),
        )
        for phenomenon in found.phenomena
    ]
    rows = [named(found, who, names) for who in found.everybody]
    mean = "mean over systems"
    part, room = drawn(rows, panels, mean, len(found.references), ink)
    facts = " ".join(_facts(found, names, mean))
    return framed(part, "Share of Good by contrast", facts, found.signature, room, ink)


def second_set(found: Tendencies) -> Panel | None:
    """What is drawn beside the refined set; hits are other sentences, and would only confuse."""
    if found.leading.chosen is Chosen.REFINED:
        return found.panels.get(Chosen.SELECTED)
    return None


def _check(found: Tendencies) -> None:
    if not found.leading.means:
        raise NoAnswerError("No verdict is known, so there is no share of Good to draw.")


def _bar(found: Tendencies, phenomenon: str, who: str) -> Bar:
    other = second_set(found)
    tick = other.tally(phenomenon, who).share if other and not found.selecting(who, other.chosen) else None
    return Bar(
        found.leading.tally(phenomenon, who).share,
        best=len(found.systems) > 1 and who in found.leading.best(phenomenon),
        hollow=who in found.references,
        tick=tick,
    )


def _facts(found: Tendencies, names: Mapping[str, str], mean: str) -> Iterator[str]:
    size = counted(found.study.chosen(found.leading.chosen).height, f"{leading_name(found)} keyword")
    yield f"Good in percent of Good and Bad, {size}: a tendency, not a count of errors."
    yield f"Systems in the order of their mean shares. Diamond: the {mean}."
    if other := second_set(found):
        many = found.study.chosen(other.chosen).height
        yield f"Upright line: the share of {many:,} {set_name(found, other.chosen)} keywords."
    if len(found.systems) > 1:
        yield "Bold: among the significantly best of the contrast."
    if found.references:
        yield "Hollow: references."
    by = found.study.selected_by
    if by in found.references and found.leading.chosen is not Chosen.HITS:
        yield f"{names.get(by, by)} selected the keywords and is Good by construction."
