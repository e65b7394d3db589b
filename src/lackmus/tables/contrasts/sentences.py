"""The results of a study in sentences: summary, names, and the meaning of correlations."""

from collections.abc import Iterator, Mapping

from lackmus.core.base.choices import ItemSet, Test, Testing
from lackmus.core.base.correlations import SAMPLES, SEED, Correlation
from lackmus.core.base.plurals import counted
from lackmus.core.contrasts.shares import TENDENCY, Correlated, Panel, Tendencies
from lackmus.core.verdicts.many_systems import listed
from lackmus.tables.table import Cell, Unit, shown

Labels = Mapping[str, str]  # short names of systems

_TESTS = {
    Test.Z: "a one-tailed Z-test",
    Test.MCNEMAR: "exact one-tailed McNemar on the keywords known for all systems",
    Test.BOOTSTRAP: "a paired bootstrap on the keywords known for all systems",
}


def lead(found: Tendencies, labels: Labels | None = None) -> str:
    """The summary, as a paragraph."""
    labels = labels or {}
    said = [TENDENCY, _size(found), _shares(found, labels), _unknown(found, labels)]
    leading = found.leading.chosen
    said += [correlation_sentence(one, found.testing) for one in found.correlated if one.chosen is leading]
    return " ".join(filter(None, said))


def named(found: Tendencies, who: str, labels: Labels) -> str:
    """The name of a row: a system, or a reference marked as such."""
    name = labels.get(who, who)
    if who not in found.references:
        return name
    return f"{name} ({'selecting ' if who == found.study.selected_by else ''}reference)"


def title_of(found: Tendencies) -> str:
    """The title, with the pair unless the study's name has it."""
    return ", ".join(dict.fromkeys((found.study.name, found.study.pair)))


def set_name(found: Tendencies, chosen: ItemSet) -> str:
    """The name of a set of items for readers."""
    return str(ItemSet.HITS if chosen is ItemSet.SELECTED and not found.study.selected_by else chosen)


def leading_name(found: Tendencies) -> str:
    """The name of the set by which systems are ordered."""
    return set_name(found, found.leading.chosen)


def leading_keywords(found: Tendencies) -> str:
    """The keywords of the leading set, for titles."""
    name = leading_name(found)
    return "all keywords" if name == ItemSet.HITS else f"{name} keywords"


def selection(found: Tendencies, labels: Labels) -> Iterator[str]:
    """Sentences on what the rows of references mean."""
    by = found.study.selected_by
    others = [labels.get(one, one) for one in found.references if one != by]
    if by:
        name = labels.get(by, by)
        said = "the reference" if name == "reference" else f"reference {name}"
        sets = " and ".join(set_name(found, one) for one in found.panels if one is not ItemSet.HITS)
        yield (
            f"The keywords ({sets}) were selected by what {said} has for them. So it is Good there by "
            "construction, and not compared."
        )
    if others:
        chose = "another human translator chose" if by else "human translators chose"
        hand = "" if by else " Where sentences were selected by hand, it should reach 100 %."
        yield (
            f"{', '.join(others)}: what {chose}, as far as parser, alignment and test can tell: such a row "
            f"measures the detector.{hand}"
        )


def best_note(testing: Testing) -> str:
    """What “best in a contrast” means."""
    level = f"{100 * (1 - testing.alpha):g} %"
    return (
        "Best of a contrast (bold, or with a star): systems whose share cannot be told from the highest by "
        f"{_TESTS[testing.test]} at {level}."
    )


def correlation_said(one: Correlation) -> str:
    """Rho with p-value and interval, or why there is none."""
    if one.rho is None or one.p_value is None:
        return f"no ρ: {one.why_not}"
    p_value = shown(Cell(one.p_value), Unit.P)
    p_value = f"p {p_value}" if p_value.startswith("<") else f"p = {p_value}"
    ends = [ratio(end) for end in one.interval or ()]
    interval = f"95 % interval {ends[0]} to {ends[1]}" if ends else "no interval: all resamples agree"
    return f"ρ = {ratio(one.rho)} ({interval}), {p_value}, {counted(one.n, 'system')}"


def ratio(value: float) -> str:
    """Two decimals, with a proper minus."""
    return shown(Cell(value), Unit.RATIO).replace("-", "−")


def correlation_sentence(one: Correlated, testing: Testing) -> str:
    """How to read a correlation."""
    found, name = one.correlation, one.overall.name
    told = f"Mean share and {name}: {correlation_said(found)}"
    if found.rho is None or found.p_value is None:
        return f"{told}."
    if one.circular:
        return f"{told}; {circular_said(one)}."
    if found.p_value > testing.alpha:
        return f"{told}; that may well be chance."
    more = "more" if (found.rho > 0) is one.overall.higher else "less"
    return f"{told}; systems that are better by {name} choose the counterpart {more} often."


def circular_said(one: Correlated) -> str:
    """Why a correlation with the selecting reference is weaker evidence."""
    return (
        f"circular, because {one.overall.name} rests on {one.circular}, which selected the keywords: "
        "likeness to it raises both"
    )


def correlation_notes(found: Tendencies) -> Iterator[str]:
    """Notes on correlations: their basis and their limits."""
    yield (
        "ρ: Spearman's rank correlation of the systems' mean shares with their overall scores; 1 if both "
        "order systems alike, −1 if one order is the other turned round. p: two-tailed, the part of all "
        f"orders whose ρ is as far from 0. ρ low, ρ high: the middle 95 % of {SAMPLES:,} resamples of the "
        f"systems (seed {SEED}); of few systems they lie far apart."
    )
    study = found.study
    by = f"keywords selected by {study.selected_by}" if study.selected_by else "all hits"
    tried = ", ".join(study.fallbacks) or "none"
    yield (
        f"These are correlations for {by}, links by {study.symmetry}, fall-backs: {tried}. Another reference "
        "or another alignment may well give another ρ."
    )
    if any(one.correlation.rho is not None and one.correlation.interval is None for one in found.correlated):
        yield "Where all resamples have the same ρ, they tell nothing about its uncertainty: look at p."
    circular = [one for one in found.correlated if one.circular]
    if circular:
        names = ", ".join(dict.fromkeys(one.overall.name for one in circular))
        yield (
            f"Circular: {names} rests on {circular[0].circular}, the reference that selected the keywords. "
            "Likeness to it raises the share and the score alike, so this ρ is no evidence of quality. Score "
            "by another reference, by another test set, or by what people thought of the systems."
        )
    for overall in study.scores:
        lower = "" if overall.higher else " (lower is better, so a negative ρ is agreement)"
        if overall.signature or lower:
            yield f"{overall.name}{lower}{': ' if overall.signature else ''}{overall.signature}"


def _size(found: Tendencies) -> str:
    leading = found.leading
    sizes = {chosen: found.study.chosen(chosen).height for chosen in found.panels}
    others = [f"{many:,} {set_name(found, one)}" for one, many in sizes.items() if one is not leading.chosen]
    more = f"; {', '.join(others)}" if others else ""
    return (
        f"{counted(sizes[leading.chosen], 'keyword')} ({leading_name(found)}{more}) of "
        f"{counted(len(found.phenomena), 'contrast')}, {counted(len(found.systems), 'system')}."
    )


def _shares(found: Tendencies, labels: Labels) -> str:
    means = found.leading.means
    known = [one for one in found.systems if one in means]
    if not known:
        return "No verdict is known, so there is no share of Good."

    def said(system: str) -> str:
        return f"{means[system]:.1f} % ({labels.get(system, system)})"

    if len(known) == 1:
        return f"Mean share of Good: {said(known[0])}."
    return f"Mean share of Good: from {said(known[0])} to {said(known[-1])}."


def _unknown(found: Tendencies, labels: Labels) -> str:
    parts = {
        one: share for one in found.systems if (share := unknown_percent(found.leading, one)) is not None
    }
    if not parts:
        return ""
    low, high = min(parts, key=parts.__getitem__), max(parts, key=parts.__getitem__)
    if f"{parts[low]:.1f}" == f"{parts[high]:.1f}":
        return f"Unknown: {parts[low]:.1f} % of a system's keywords."
    return (
        f"Unknown: from {parts[low]:.1f} % ({labels.get(low, low)}) to {parts[high]:.1f} % "
        f"({labels.get(high, high)}) of a system's keywords."
    )


def unknown_percent(panel: Panel, who: str) -> float | None:
    """The share of Unknown verdicts of a system, over all contrasts."""
    total = panel.total(who)
    return total.percent(total.unknown)


def correlated(found: Tendencies) -> list[Correlated]:
    """What there is to draw: scores of the leading set."""
    return [one for one in found.correlated if one.chosen is found.leading.chosen and one.points]


def systems_text(found: Tendencies, labels: Mapping[str, str]) -> str:
    """Return everybody's mean share, highest first, and the diamonds: the means of contrasts over systems."""
    means = found.leading.means
    over = ((one, found.leading.mean_over(one, found.systems)) for one in found.phenomena)
    diamonds = listed([f"{name} {mean:.1f} %" for name, mean in over if mean is not None])
    each = [f"{labels.get(one, one)} {means[one]:.1f} %" for one in found.systems if one in means]
    others = [f"{labels.get(one, one)} {means[one]:.1f} %" for one in found.references if one in means]
    said = f"References: {listed(others)}." if others else ""
    return (
        f"Bars of the share of Good in {counted(len(found.phenomena), 'contrast')} ({leading_name(found)} "
        f"keywords), a panel for each system. Mean shares: {listed(each) or 'none'}. {said}".rstrip()
        + (f" Diamonds, the means of contrasts over all systems: {diamonds}." if diamonds else "")
    )


def contrasts_text(found: Tendencies, labels: Mapping[str, str]) -> str:
    """Return each contrast's mean, highest and lowest share, and the diamonds: systems' own means."""
    said = []
    for phenomenon in found.phenomena:
        shares = {one: found.leading.tally(phenomenon, one).share for one in found.systems}
        known = {one: share for one, share in shares.items() if share is not None}
        if not known:
            said.append(f"{phenomenon}: nothing is known.")
            continue
        best, worst = max(known, key=known.__getitem__), min(known, key=known.__getitem__)
        ends = f"highest {labels.get(best, best)} ({known[best]:.1f} %)"
        ends += f", lowest {labels.get(worst, worst)} ({known[worst]:.1f} %)" if len(known) > 1 else ""
        mean = found.leading.mean_over(phenomenon, found.systems)
        said.append(f"{phenomenon}: mean {mean:.1f} %, {ends}.")
    means = found.leading.means
    own = listed([f"{labels.get(one, one)} {means[one]:.1f} %" for one in found.everybody if one in means])
    return (
        f"Bars of the share of Good of {counted(len(found.systems), 'system')}. {' '.join(said)} "
        f"Diamonds, each one's own mean over all contrasts: {own}."
    )


def correlation_text(found: Tendencies) -> str:
    """What is said above each panel."""
    each = (f"{one.overall.name}: {correlation_said(one.correlation)}." for one in correlated(found))
    return f"Points of systems: mean share of Good against overall scores. {' '.join(each)}"
