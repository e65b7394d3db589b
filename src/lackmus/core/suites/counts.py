"""Counts of the suites in a workspace, and the reserved share of each phenomenon."""

from collections.abc import Collection
from dataclasses import dataclass

from lackmus.core.suites.suite import Draft


def only_plain_rules(suite: Draft) -> tuple[str, ...]:
    """A sentence on items whose rules are all in plain language; nothing if there are none."""
    many = sum(bool(item.plain_rules) and not item.rules for item in suite.items)
    if not many:
        return ()
    said = "item has only rules" if many == 1 else "items have only rules"
    return (
        f"{many:,} {said} in plain language, which settle nothing: people decide their texts, in review.",
    )


@dataclass(frozen=True)
class SuiteCount:
    """What a stored suite contains, as counts."""

    name: str
    pairs: tuple[str, ...]
    items: int
    reserved: int
    phenomena: int
    rules: int
    changed: str  # time of its last change, in UTC
    by: str


@dataclass(frozen=True)
class Share:
    """How much of a phenomenon is reserved."""

    pair: str
    category: str
    phenomenon: str
    items: int
    reserved: int
    new: int  # newly reserved


def shares(suite: Draft, reserved: Collection[str]) -> list[Share]:
    """The reserved share of each phenomenon, in the order of the suite."""
    counts: dict[tuple[str, str, str], list[int]] = {}
    for item in suite.items:
        count = counts.setdefault((str(item.pair), item.category, item.phenomenon), [0, 0, 0])
        secret = item.key in reserved
        count[0] += 1
        count[1] += secret
        count[2] += secret and not item.reserved
    return [Share(*key, *count) for key, count in counts.items()]
