"""The versions of an item's rules: what each change made of them, and what it said before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lackmus.core.rules.wording_differences import Stretch, differences
from lackmus.core.workspaces.history import Entry, Event


@dataclass(frozen=True)
class RuleStep:
    """What a change did to one rule."""

    what: str  # “positive pattern 17 edited”
    side: str
    kind: str
    old: tuple[Stretch, ...]  # empty if it is new
    new: tuple[Stretch, ...]  # empty if it was retired
    rule: int  # that it became, or that was retired
    before: int | None  # the rule that can be brought back


@dataclass(frozen=True)
class RuleVersion:
    """A change that left the item with other rules."""

    entry: Entry
    steps: tuple[RuleStep, ...]
    latest: bool  # its rules are those of today


def rule_versions(events: Sequence[Event], log: Mapping[int, Entry]) -> list[RuleVersion]:
    """The versions of an item's rules, newest first, from what happened to it."""
    by_change: dict[int, list[RuleStep]] = {}
    for event in events:
        if event.kind == "rule":
            by_change.setdefault(event.change, []).append(_step(event))
    last = max(by_change, default=None)
    return [
        RuleVersion(log[number], tuple(steps), number == last)
        for number, steps in sorted(by_change.items(), reverse=True)
    ]


def _step(event: Event) -> RuleStep:
    before, after = (None if value is None else str(value) for value in (event.before, event.after))
    if before is not None and after is not None:
        old, new = differences(before, after)
    else:
        old = (Stretch(before),) if before is not None else ()
        new = (Stretch(after),) if after is not None else ()
    rule, follows = event.details["rule"], event.details["follows"]
    gone = rule if after is None else follows
    return RuleStep(event.what, event.details["side"], event.details["rule_kind"], old, new, rule, gone)
