"""Rules in a workspace: list and edit those of an item, and judge again."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import polars as pl
from sqlalchemy import Connection

from lackmus.core.base.plurals import counted
from lackmus.core.rules.lines import RuleLine
from lackmus.core.suites.suite import Kind, Rule, place_of
from lackmus.errors import LackmusError
from lackmus.flows.workspaces.workspaces import Desk, the_item, the_revision, the_suite
from lackmus.store.rules.edits import (
    Add,
    Edit,
    Edited,
    Reorder,
    Replace,
    Retire,
    edit_rules,
    item_of_rule,
    quoted,
    rule_origins,
)
from lackmus.store.rules.held_rules import held_rules
from lackmus.store.rules.judging import stored_verdicts
from lackmus.store.rules.rejudging import Rejudged, all_items, forget_timeouts, rejudge_items, stale_items
from lackmus.store.rules.trials import trying
from lackmus.store.suites.items import key_of


def list_rules(
    desk: Desk, item: str, suite: str | None = None, pair: str | None = None, as_of: str | None = None
) -> tuple[str, list[RuleLine]]:
    """The key of an item, and its rules with their origins."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        number = the_item(connection, the_suite(connection, suite, revision), item, pair, revision)
        held = held_rules(connection, [number], revision).get(number, [])
        origins = rule_origins(connection, [one.number for one in held], revision)
        spoken = _spoken(connection, number, revision)
        lines = []
        for one in held:
            event, comment, follows = origins[one.number]
            said = (str(one.rule.side), str(one.rule.kind), one.rule.value)
            lines.append(
                RuleLine(one.number, *said, spoken[one.number], event.person, event.at, follows, comment)
            )
        return key_of(connection, number), lines


def _spoken(connection: Connection, item: int, revision: int | None) -> Counter[int]:
    """How many texts each rule decided."""
    said = stored_verdicts(connection, [item], revision)
    return Counter(rule for name in ("right_rule", "wrong_rule") for rule in said[name].drop_nulls())


@dataclass(frozen=True, eq=False)
class RuleEdit:
    """The effect of editing a rule."""

    item: str
    edited: Edited
    change: int | None = None  # in the log; None if nothing was written


def add_rule(
    desk: Desk,
    item: str,
    rule: Rule,
    suite: str | None = None,
    pair: str | None = None,
    dry_run: bool = False,
) -> RuleEdit:
    """Add a rule to an item."""

    def meant(connection: Connection) -> tuple[int, int, Edit]:
        number = the_suite(connection, suite)
        return number, the_item(connection, number, item, pair), Add(rule)

    return _edit(desk, "rule add", meant, f"{quoted(rule)} added", dry_run)


def change_rule(desk: Desk, number: int, value: str, dry_run: bool = False) -> RuleEdit:
    """Change the wording of a rule; the history keeps the old one."""

    def meant(connection: Connection) -> tuple[int, int, Edit]:
        suite, item, old = item_of_rule(connection, number)
        return suite, item, Replace(number, Rule(old.side, old.kind, value))

    return _edit(desk, "rule change", meant, f"rule {number} is now “{value}”", dry_run)


def retire_rule(desk: Desk, number: int, dry_run: bool = False) -> RuleEdit:
    """Retire a rule; the history keeps it."""

    def meant(connection: Connection) -> tuple[int, int, Edit]:
        suite, item, _ = item_of_rule(connection, number)
        return suite, item, Retire(number)

    return _edit(desk, "rule retire", meant, f"rule {number} retired", dry_run)


def move_rule(desk: Desk, number: int, place: int, dry_run: bool = False) -> RuleEdit:
    """Move a rule to a place, from 1, among the rules of its side and kind."""

    def meant(connection: Connection) -> tuple[int, int, Edit]:
        suite, item, rule = item_of_rule(connection, number)
        held = [one.rule for one in held_rules(connection, [item]).get(item, ())]
        if rule not in held:
            raise LackmusError(f"Rule {number} is retired, so it has no place.")
        others = [one for one in held if place_of(one) == place_of(rule) and one != rule]
        if not 1 <= place <= (last := len(others) + 1):
            kind = "pattern" if rule.kind is Kind.PATTERN else "fixed string"
            raise LackmusError(
                f"{place}: there is no such place. The item has {counted(last, f'{rule.side} {kind}')}."
            )
        others.insert(place - 1, rule)
        return suite, item, Reorder(tuple(others))

    return _edit(desk, "rule change", meant, f"rule {number} moved to place {place}", dry_run)


Meant = Callable[[Connection], tuple[int, int, Edit]]  # suite, item, what to do


def _edit(desk: Desk, verb: str, meant: Meant, about: str, dry_run: bool) -> RuleEdit:
    with desk.open() as workspace:
        if dry_run:
            with workspace.reading() as connection:
                suite, item, edit = meant(connection)
                key = key_of(connection, item)
            with trying(workspace, desk.who, verb, item) as change:
                return RuleEdit(key, edit_rules(change, suite, item, [edit]))
        with workspace.writing(desk.who, verb, comment=desk.comment) as change:
            suite, item, edit = meant(change.connection)
            key = key_of(change.connection, item)
            change.about = f"item {key}: {_short(about)}"
            edited = edit_rules(change, suite, item, [edit])
        return RuleEdit(key, edited, change.number if change.written else None)


def _short(text: str, most: int = 200) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


@dataclass(frozen=True, eq=False)
class JudgedAgain:
    """The effect of judging again."""

    items: int
    texts: int
    flips: pl.DataFrame
    contradicted: pl.DataFrame
    retried: int  # items with a search that had given up
    change: int | None


def judge_again(
    desk: Desk, suite: str | None = None, everything: bool = False, retry_timeouts: bool = False
) -> JudgedAgain:
    """Judge texts whose rules have changed since they were last judged, or all texts.

    Results of slow searches are reused, except those that gave up if `retry_timeouts`.
    """
    with desk.open() as workspace:
        with workspace.writing(desk.who, "judge", comment=desk.comment) as change:
            number = None if suite is None else the_suite(change.connection, suite)
            retried = forget_timeouts(change, number) if retry_timeouts else {}
            stale = stale_items(change.connection, number)
            found = all_items(change.connection, number) if everything else stale
            parts = [
                rejudge_items(change, one, [*found.get(one, ()), *retried.get(one, ())])
                for one in sorted(found.keys() | retried.keys())
            ]
            judged = _together(parts, sum(map(len, retried.values())))
            change.written = change.written or bool(stale)  # record that they are judged
            change.about = _told(judged)
        return replace(judged, change=change.number if change.written else None)


def _together(parts: list[Rejudged], retried: int) -> JudgedAgain:
    whole = [Rejudged(), *parts]
    return JudgedAgain(
        sum(one.items for one in whole),
        sum(one.texts for one in whole),
        pl.concat([one.flips for one in whole]),
        pl.concat([one.contradicted for one in whole]),
        retried,
        None,
    )


def _told(judged: JudgedAgain) -> str:
    said = f"{counted(judged.items, 'item')} judged again, {counted(judged.flips.height, 'text')} flipped"
    if judged.retried:
        said += f"; searches that had given up were asked again ({counted(judged.retried, 'item')})"
    return said
