"""Findings in sentences, as in a paper: highest, lowest, perfect everywhere, beyond a threshold."""

from collections.abc import Sequence
from dataclasses import dataclass

from lackmus.core.base.choices import THRESHOLD, Thresholds
from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import Score

_SHOWN = 3


@dataclass(frozen=True)
class Finding:
    """A category or phenomenon worth a sentence."""

    category: str
    phenomenon: str | None
    average: float  # over systems; of one system its accuracy
    n: int

    @property
    def name(self) -> str:
        """The name for readers."""
        return self.phenomenon or self.category


@dataclass(frozen=True)
class Findings:
    """What stands out in a report; each list starts with the most striking."""

    highest_categories: tuple[Finding, ...]
    lowest_categories: tuple[Finding, ...]
    highest_phenomena: tuple[Finding, ...]  # in JSON
    lowest_phenomena: tuple[Finding, ...]
    perfect: tuple[Finding, ...]  # phenomena in which every system passes every item
    below: tuple[Finding, ...]  # phenomena whose average is below the threshold
    threshold: float
    uncounted: int  # phenomena without a counted item
    small: int  # phenomena with too few items to be listed
    above: tuple[Finding, ...] = ()  # phenomena whose average is above the high threshold
    high: float | None = None
    min_items: int = Thresholds.min_items
    large: int = 0  # phenomena with enough items
    whole: bool = False  # the low threshold was chosen: all phenomena below it are listed

    @property
    def chosen(self) -> bool:
        """Whether thresholds were chosen."""
        return self.whole or self.high is not None


def findings(rows: Sequence[Score], thresholds: Thresholds | None = None) -> Findings:
    """The findings among rows with enough items."""
    chosen = thresholds or Thresholds()
    threshold = THRESHOLD if chosen.low is None else chosen.low
    min_items = chosen.min_items
    categories = _found([row for row in rows if row.phenomenon is None], min_items)
    phenomena = [row for row in rows if row.phenomenon is not None]
    found = _found(phenomena, min_items)
    perfect = {
        (row.category, row.phenomenon)
        for row in phenomena
        if row.accuracy and min(row.accuracy.values()) == 100
    }
    half = max(1, min(_SHOWN, len(categories) // 2))
    few = max(1, min(_SHOWN, len(found) // 2))
    imperfect = [finding for finding in found if (finding.category, finding.phenomenon) not in perfect]
    return Findings(
        highest_categories=tuple(categories[:half]),
        lowest_categories=tuple(reversed(categories[half:][-half:])),
        highest_phenomena=tuple(found[:few]),
        lowest_phenomena=tuple(reversed(imperfect[-few:])),
        perfect=tuple(finding for finding in found if (finding.category, finding.phenomenon) in perfect),
        below=tuple(finding for finding in reversed(found) if finding.average < threshold),
        threshold=threshold,
        uncounted=sum(row.n == 0 for row in phenomena),
        small=sum(0 < row.n < min_items for row in phenomena),
        above=tuple(one for one in found if chosen.high is not None and one.average > chosen.high),
        high=chosen.high,
        min_items=min_items,
        large=len(found),
        whole=chosen.low is not None,
    )


@dataclass(frozen=True)
class Extremes:
    """The phenomena of one system below or above the thresholds."""

    below: tuple[Finding, ...]  # from the lowest up
    above: tuple[Finding, ...]  # from the highest down


def extremes_of(rows: Sequence[Score], system: str, found: Findings) -> Extremes:
    """The phenomena of a report beyond its thresholds, by the accuracies of one system."""
    own = [
        Finding(row.category or "", row.phenomenon, row.accuracy[system], row.counts[system])
        for row in rows
        if row.phenomenon is not None and system in row.accuracy and row.counts[system] >= found.min_items
    ]
    own.sort(key=lambda finding: (-finding.average, -finding.n, finding.name))
    return Extremes(
        below=tuple(one for one in reversed(own) if one.average < found.threshold),
        above=tuple(one for one in own if found.high is not None and one.average > found.high),
    )


def _found(rows: Sequence[Score], min_items: int) -> list[Finding]:
    """Rows with enough items, highest average first."""
    found = [
        Finding(row.category or "", row.phenomenon, row.average, row.n)
        for row in rows
        if row.average is not None and row.n >= min_items
    ]
    return sorted(found, key=lambda finding: (-finding.average, -finding.n, finding.name))


def sentences(found: Findings, alone: bool = False, who: str = "system") -> list[str]:
    """The findings as sentences about `who`; `alone` if there is only one system."""
    said = []
    if found.highest_categories:
        said.append(f"Easiest: {_listed(found.highest_categories)}.")
    if found.lowest_categories:
        said.append(f"Hardest: {_listed(found.lowest_categories)}.")
    if found.perfect:
        they = "It" if alone else f"Every {who}"
        many = counted(len(found.perfect), "phenomenon", "phenomena")
        said.append(f"{they} is perfect on {many} ({_names(found.perfect)}).")
    mean = "" if alone else " on average"
    if found.high is not None:
        said.append(_beyond(found, found.above, f"above {found.high:g} %{mean}"))
    if found.whole:
        said.append(_beyond(found, found.below, f"below {found.threshold:g} %{mean}"))
    elif found.below:
        said.append(
            f"Below {found.threshold:g} % on average: {_listed(found.below[:_SHOWN])}"
            + (f" and {len(found.below) - _SHOWN} more." if len(found.below) > _SHOWN else ".")
        )
    elif {each.category for each in found.lowest_phenomena} - {
        each.category for each in found.lowest_categories
    }:
        said.append(f"The hardest phenomena are {_listed(found.lowest_phenomena)}.")
    if found.uncounted:
        many = counted(found.uncounted, "phenomenon has", "phenomena have")
        said.append(f"{many} no counted item and cannot be judged yet.")
    return said


def _beyond(found: Findings, those: Sequence[Finding], where: str) -> str:
    """All phenomena beyond a chosen threshold, with their numbers of items."""
    among = f"with at least {counted(found.min_items, 'item')}"
    if not those:
        return f"No phenomenon {among} is {where}."
    each = ", ".join(f"{one.name} ({one.average:.1f}, n = {one.n:,})" for one in those)
    many = f"{len(those):,} of {counted(found.large, 'phenomenon', 'phenomena')} {among}"
    return f"{many} {'is' if len(those) == 1 else 'are'} {where}: {each}."


def _listed(found: Sequence[Finding]) -> str:
    return ", ".join(f"{finding.name} ({finding.average:.1f})" for finding in found)


def _names(found: Sequence[Finding]) -> str:
    shown = ", ".join(finding.name for finding in found[:_SHOWN])
    return shown + (" …" if len(found) > _SHOWN else "")
