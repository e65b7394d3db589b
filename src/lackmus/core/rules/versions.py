"""The versions of an item's rules: what each change did to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lackmus.core.rules.wording_differences import Stretch, differences
from lackmus.core.workspaces.history import ItemEvent, LogEntry


@dataclass(frozen=True)
class RuleStep:
    """The effect of a change on one rule."""

    what: str  # “positive pattern 17 edited”
    side: str
    kind: str
    old: tuple[Stretch, ...]  # empty if it is new
    new: tuple[Stretch, ...]  # empty if it was retired
    rule: int  # the new one, or the retired one
    before: int | None  # the rule that can be restored


@dataclass(frozen=True)
class RuleVersion:
    """A change of the item's rules."""

    entry: LogEntry
    steps: tuple[RuleStep, ...]
    latest: bool  # its rules are the current ones


def rule_versions(events: Sequence[ItemEvent], log: Mapping[int, LogEntry]) -> list[RuleVersion]:
    """The versions of an item's rules, newest first, from its history."""
    by_change: dict[int, list[RuleStep]] = {}
    for event in events:
        if event.kind == "rule":
            by_change.setdefault(event.change, []).append(_step(event))
    last = max(by_change, default=None)
    return [
        RuleVersion(log[number], tuple(steps), number == last)
        for number, steps in sorted(by_change.items(), reverse=True)
    ]


def _step(event: ItemEvent) -> RuleStep:
    before, after = (None if value is None else str(value) for value in (event.before, event.after))
    if before is not None and after is not None:
        old, new = differences(before, after)
    else:
        old = (Stretch(before),) if before is not None else ()
        new = (Stretch(after),) if after is not None else ()
    rule, follows = event.details["rule"], event.details["follows"]
    gone = rule if after is None else follows
    return RuleStep(event.what, event.details["side"], event.details["rule_kind"], old, new, rule, gone)
