"""What charts of contrasts show, in words: for readers who cannot see them."""

from collections.abc import Mapping

from lackmus.core.base.plurals import counted
from lackmus.core.contrasts.shares import Correlated, Tendencies
from lackmus.core.verdicts.many_systems import listed
from lackmus.tables.contrasts.sentences import correlation_said, leading_name


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
