"""Edit the rules of one item: an edit retires a rule and adds its successor."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import polars as pl
from sqlalchemy import Connection, select

from lackmus.core.reviews.rule_conflicts import CONFLICTS, FLIPS
from lackmus.core.rules.judge import pattern_of
from lackmus.core.rules.patterns import Memory, PatternError, compile_pattern
from lackmus.core.suites.suite import Kind, Rule, Side, place_of
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import storable
from lackmus.store.rules.held_rules import HeldRule, add_rules, held_rules
from lackmus.store.rules.rejudging import rejudge_texts
from lackmus.store.suites.suite_changes import end_states
from lackmus.store.verdicts.fairness import fairness_changes


@dataclass(frozen=True, slots=True)
class Add:
    """A rule to add."""

    rule: Rule


@dataclass(frozen=True, slots=True)
class Replace:
    """A rule to replace by another wording."""

    number: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class Retire:
    """A rule to retire."""

    number: int


@dataclass(frozen=True, slots=True)
class Reorder:
    """The rules in the order in which they are to stand, within each side and kind; others come last."""

    rules: tuple[Rule, ...]


Edit = Add | Replace | Retire | Reorder


@dataclass(frozen=True, slots=True)
class RuleEditOrigin:
    """Who changed a rule, and when."""

    person: str
    at: str
    change: int


@dataclass(frozen=True, slots=True)
class RuleSuccessor:
    """The current state of a former rule: its successor, or nothing."""

    now: HeldRule | None
    event: RuleEditOrigin  # that added it, or removed the last one


class RuleConflict(LackmusError):  # noqa: N818  (two people at once: no mistake)
    """Another person changed the rule meanwhile; nothing is written, and both versions are in the error."""

    def __init__(self, edit: Replace | Retire, meant: Rule, standing: RuleSuccessor) -> None:
        self.edit, self.meant, self.standing = edit, meant, standing
        event, now = standing.event, standing.now
        day = event.at[:16].replace("T", " ")
        became = f"retired it ({day} UTC)"
        if now is not None and now.number == edit.number:
            became = f"put it back ({day} UTC), after what you saw"
        elif now is not None:
            became = f"put rule {now.number} in its place ({day} UTC): {quoted(now.rule)}"
        if isinstance(edit, Replace):
            wanted = f"You wanted {quoted(edit.rule)}"
            still = f"change {now.number}" if now else "add"
        else:
            wanted = "You wanted to retire it"
            still = f"retire {now.number}" if now else ""
        super().__init__(
            f"Rule {edit.number}, {quoted(meant)}, is not what it was: {event.person} {became}. {wanted}. "
            f"Nothing was changed{'' if still else ' or is left to do'}.",
            code="rule-still-wanted" if still else "",
            still=still,
        )


def quoted(rule: Rule) -> str:
    """A rule in full, for a message."""
    return f"{rule.side} {'pattern' if rule.kind is Kind.PATTERN else 'fixed string'} “{rule.value}”"


@dataclass(frozen=True, eq=False)
class Edited:
    """The effect of edits on an item."""

    item: int
    before: tuple[HeldRule, ...]
    after: tuple[HeldRule, ...]
    texts: int = 0  # judged again
    flips: pl.DataFrame = field(default_factory=FLIPS.empty)
    contradicted: pl.DataFrame = field(default_factory=CONFLICTS.empty)  # decisions, which still count
    fair: tuple[str, ...] = ()  # campaigns in which the item now counts
    unfair: tuple[str, ...] = ()  # campaigns in which it no longer counts
    warnings: tuple[str, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether anything changed."""
        return self.before != self.after


def edit_rules(
    change: Change,
    suite: int,
    item: int,
    edits: Sequence[Edit],
    base: int | None = None,
    asked: Memory | None = None,
) -> Edited:
    """Edit rules of an item, judge its texts again, and return the effects.

    A rule to replace or retire must still hold, and must have held at `base`, the revision that the editor
    saw. Otherwise nothing is written (RuleConflict). `asked` are results of slow searches, computed before
    the write lock was taken.
    """
    warnings = [
        warning for edit in edits if isinstance(edit, Add | Replace) for warning in _checked(edit.rule)
    ]
    _refuse_unclear(change.connection, item, edits)
    before = tuple(held_rules(change.connection, [item]).get(item, ()))
    seen = before if base is None else held_rules(change.connection, [item], base).get(item, ())
    slots = [_EditedRule(one.rule, one.place, one.number) for one in before]
    for edit in edits:
        slots = _edited(change.connection, item, slots, edit, {one.number for one in seen})
    kept = {slot.number for slot in slots if slot.number is not None}
    new = [slot for slot in slots if slot.number is None]
    gone = [one.number for one in before if one.number not in kept]
    places = {one.number: one.place for one in before}
    moved = [slot for slot in slots if slot.number in places and slot.place != places[slot.number]]
    if not new and not gone and not moved:
        return Edited(item, before, before, warnings=tuple(warnings))
    end_states(change, schema.rule_states.c.rule, gone)
    _move(change, moved)
    numbers = iter(add_rules(change, [(item, slot.place, slot.rule, slot.follows) for slot in new]))
    after = [HeldRule(slot.number or next(numbers), slot.place, slot.rule) for slot in slots]
    heard = rejudge_texts(change, suite, [item], asked)
    fair, unfair = fairness_changes(change.connection, suite, item, heard)
    return Edited(
        item,
        before,
        tuple(sorted(after, key=lambda one: (place_of(one.rule), one.place, one.number))),
        heard.after.height,
        heard.flips,
        heard.contradicted,
        fair,
        unfair,
        tuple(warnings),
    )


@dataclass(frozen=True, slots=True)
class _EditedRule:
    """A rule of the item during the edit."""

    rule: Rule
    place: int
    number: int | None = None  # None: not stored yet
    follows: int | None = None


def _edited(
    connection: Connection, item: int, slots: list[_EditedRule], edit: Edit, seen: set[int]
) -> list[_EditedRule]:
    there = [slot.rule for slot in slots]
    if isinstance(edit, Reorder):
        return _reordered(slots, edit.rules)
    if isinstance(edit, Add):
        if edit.rule in there:  # another person has added the same
            return slots
        return [*slots, _EditedRule(edit.rule, max((slot.place for slot in slots), default=-1) + 1)]
    old = next((slot for slot in slots if slot.number == edit.number), None)
    if old is None or edit.number not in seen:
        if isinstance(edit, Replace) and edit.rule in there:  # it already has this wording
            _rule(connection, item, edit.number)
            return slots
        raise _conflict(connection, item, edit)
    if isinstance(edit, Retire):
        return [slot for slot in slots if slot is not old]
    if edit.rule == old.rule:
        return slots
    if edit.rule in there:  # two rules become one
        return [slot for slot in slots if slot is not old]
    successor = _EditedRule(edit.rule, old.place, follows=edit.number)
    return [successor if slot is old else slot for slot in slots]


def _reordered(slots: list[_EditedRule], rules: Sequence[Rule]) -> list[_EditedRule]:
    """The rules in this order, with other places only if it is another one."""
    order = {rule: place for place, rule in enumerate(rules)}
    now = sorted(slots, key=lambda slot: (place_of(slot.rule), slot.place))
    wanted = sorted(now, key=lambda slot: (place_of(slot.rule), order.get(slot.rule, len(order))))
    return slots if wanted == now else [replace(slot, place=place) for place, slot in enumerate(wanted)]


def _move(change: Change, moved: Sequence[_EditedRule]) -> None:
    states = schema.rule_states
    query = select(states.c.rule, states.c.follows).where(
        states.c.rule.in_([slot.number for slot in moved]), holds(states)
    )
    follows = dict(bulk.fetch(change.connection, query)) if moved else {}
    for slot in moved:
        change.revise(
            states, {"rule": slot.number}, {"place": slot.place, "follows": follows.get(slot.number)}
        )


def _refuse_unclear(connection: Connection, item: int, edits: Sequence[Edit]) -> None:
    """Refuse two edits of one rule, and edits of a hidden item."""
    numbers = [edit.number for edit in edits if isinstance(edit, Replace | Retire)]
    for number in numbers:
        if numbers.count(number) > 1:
            raise LackmusError(f"Rule {number} is edited twice at once. Edit it once.")
    states = schema.item_states
    if not connection.execute(select(states.c.item).where(states.c.item == item, holds(states))).first():
        raise LackmusError(
            "The item was retired.",
            "Import a suite that has it, then edit its rules.",
            code="item-retired",
        )


def _checked(rule: Rule) -> list[str]:
    """Warnings about a rule; one that can never work is refused."""
    storable(rule.value, "the rule")
    if not rule.value.strip():
        raise LackmusError("A rule needs a wording, or it says nothing about any translation.")
    if rule.kind is Kind.FIXED:
        return []
    try:
        risk = compile_pattern(pattern_of(rule)).risk
    except PatternError as problem:
        raise LackmusError(
            f"The pattern “{rule.value}” does not compile ({problem}). Mend it; nothing was changed."
        ) from None
    if risk is None:
        return []
    return [f"The pattern “{rule.value}” can run away: {risk}. It is searched under a time limit."]


# -- who did what ------------------------------------------------------------------------------------------


def item_of_rule(connection: Connection, number: int) -> tuple[int, int, Rule]:
    """The suite, the item and the wording of a rule."""
    rules, items = schema.rules, schema.items
    found = connection.execute(
        select(items.c.suite, items.c.id, rules.c.side, rules.c.kind, rules.c.value)
        .join(items, items.c.id == rules.c.item)
        .where(rules.c.id == number)
    ).first()
    if found is None:
        raise LackmusError(
            f"There is no rule {number}.",
            code="no-such-rule",
        )
    suite, item, side, kind, value = found
    return suite, item, Rule(Side(side), Kind(kind), value)


def _rule(connection: Connection, item: int, number: int) -> Rule:
    _, of, rule = item_of_rule(connection, number)
    if of != item:
        raise LackmusError(
            f"Rule {number} belongs to another item.",
            code="rule-of-another",
        )
    return rule


def _conflict(connection: Connection, item: int, edit: Replace | Retire) -> RuleConflict:
    meant = _rule(connection, item, edit.number)
    rules, states = schema.rules, schema.rule_states
    query = (
        select(states.c.rule, states.c.since, states.c.until, states.c.follows)
        .join(rules, rules.c.id == states.c.rule)
        .where(rules.c.item == item)
        .order_by(states.c.since)
    )
    all_states = bulk.fetch(connection, query)
    # From the last time that the rule held, follow its successors to the current one.
    number, since, until = max(
        (rule, since, until) for rule, since, until, _ in all_states if rule == edit.number
    )
    while until is not None:
        follower = [one for one in all_states if one[3] == number and one[1] == until]
        if not follower:
            break
        number, since, until, _ = follower[0]
    held = {one.number: one for one in held_rules(connection, [item]).get(item, ())}
    event = events(connection, [since if until is None else until])
    return RuleConflict(edit, meant, RuleSuccessor(held.get(number), next(iter(event.values()))))


def events(connection: Connection, numbers: Iterable[int]) -> dict[int, RuleEditOrigin]:
    """Person and time of these changes."""
    changes, people = schema.changes, schema.people
    query = (
        select(changes.c.id, people.c.name, changes.c.at)
        .join(people, people.c.id == changes.c.person)
        .where(changes.c.id.in_(sorted(set(numbers))))
    )
    return {
        number: RuleEditOrigin(person, at, number) for number, person, at in bulk.fetch(connection, query)
    }


def rule_origins(
    connection: Connection, numbers: Sequence[int], revision: int | None = None
) -> dict[int, tuple[RuleEditOrigin, str, int | None]]:
    """Who added each rule, when and why, and the rule it replaced."""
    states, changes, people = schema.rule_states, schema.changes, schema.people
    query = (
        select(states.c.rule, people.c.name, changes.c.at, changes.c.id, changes.c.comment, states.c.follows)
        .join(changes, changes.c.id == states.c.since)
        .join(people, people.c.id == changes.c.person)
        .where(states.c.rule.in_(numbers), holds(states, revision))
    )
    return {
        rule: (RuleEditOrigin(person, at, change), comment, follows)
        for rule, person, at, change, comment, follows in bulk.fetch(connection, query)
    }
