"""What a workspace holds of its suites, counted, and which share of each phenomenon is reserved."""

from collections.abc import Collection
from dataclasses import dataclass

from lackmus.core.suites.suite import Draft


@dataclass(frozen=True)
class SuiteCount:
    """What a stored suite holds."""

    name: str
    pairs: tuple[str, ...]
    items: int
    reserved: int
    phenomena: int
    rules: int
    changed: str  # when it last was, in UTC
    by: str


@dataclass(frozen=True)
class Share:
    """How much of a phenomenon is kept secret."""

    pair: str
    category: str
    phenomenon: str
    items: int
    reserved: int
    new: int  # of the reserved ones, those that were not before


def shares(suite: Draft, reserved: Collection[str]) -> list[Share]:
    """Phenomenon by phenomenon, in the order of the suite."""
    counts: dict[tuple[str, str, str], list[int]] = {}
    for item in suite.items:
        count = counts.setdefault((str(item.pair), item.category, item.phenomenon), [0, 0, 0])
        secret = item.key in reserved
        count[0] += 1
        count[1] += secret
        count[2] += secret and not item.reserved
    return [Share(*key, *count) for key, count in counts.items()]
