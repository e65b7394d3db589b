"""The sentences a paper would write: highest, lowest, perfect everywhere, below a threshold."""

from collections.abc import Sequence
from dataclasses import dataclass

from lackmus.core.scores import Score
from lackmus.core.tables import counted

THRESHOLD = 50.0
MIN_ITEMS = 5  # an average over fewer items is an anecdote
_SHOWN = 3


@dataclass(frozen=True)
class Finding:
    """A category or phenomenon worth a sentence."""

    category: str
    phenomenon: str | None
    average: float
    n: int

    @property
    def name(self) -> str:
        """As a reader would call it."""
        return self.phenomenon or self.category


@dataclass(frozen=True)
class Findings:
    """What stands out in a report; each list is ordered from the most striking on."""

    highest_categories: tuple[Finding, ...]
    lowest_categories: tuple[Finding, ...]
    highest_phenomena: tuple[Finding, ...]
    lowest_phenomena: tuple[Finding, ...]
    perfect: tuple[Finding, ...]  # phenomena in which every system passes every item
    below: tuple[Finding, ...]  # phenomena whose average is below the threshold
    threshold: float
    uncounted: int  # phenomena without a single counted item
    small: int  # phenomena with too few items to be named here


def findings(rows: Sequence[Score], threshold: float = THRESHOLD, min_items: int = MIN_ITEMS) -> Findings:
    """What stands out among the rows with enough items."""
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
    )


def _found(rows: Sequence[Score], min_items: int) -> list[Finding]:
    """From the highest average down."""
    found = [
        Finding(row.category or "", row.phenomenon, row.average, row.n)
        for row in rows
        if row.average is not None and row.n >= min_items
    ]
    return sorted(found, key=lambda finding: (-finding.average, -finding.n, finding.name))


def sentences(found: Findings, alone: bool = False, who: str = "system") -> list[str]:
    """The findings in words; `who` they are about, `alone` when there is only one."""
    said = []
    if found.highest_categories:
        said.append(f"Easiest: {_listed(found.highest_categories)}.")
    if found.lowest_categories:
        said.append(f"Hardest: {_listed(found.lowest_categories)}.")
    if found.perfect:
        they = "It" if alone else f"Every {who}"
        many = counted(len(found.perfect), "phenomenon", "phenomena")
        said.append(f"{they} is perfect on {many} ({_names(found.perfect)}).")
    if found.below:
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


def _listed(found: Sequence[Finding]) -> str:
    return ", ".join(f"{finding.name} ({finding.average:.1f})" for finding in found)


def _names(found: Sequence[Finding]) -> str:
    shown = ", ".join(finding.name for finding in found[:_SHOWN])
    return shown + (" …" if len(found) > _SHOWN else "")
