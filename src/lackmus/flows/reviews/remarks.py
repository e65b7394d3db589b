"""Actions on a text beside deciding: comment, flag, reveal systems, make a rule, undo."""

from dataclasses import dataclass

import polars as pl

from lackmus.core.base.verdict import Verdict
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.errors import LackmusError
from lackmus.flows.workspaces.history import undo
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.reviews import decision_errors
from lackmus.store.reviews import remarks as stored
from lackmus.store.rules.edits import Add, Edited, edit_rules, quoted
from lackmus.store.workspaces.people import number_of
from lackmus.store.workspaces.undoing import UndoneChange

_SIDES = {Verdict.PASS: Side.POSITIVE, Verdict.FAIL: Side.NEGATIVE}


def comment(desk: Desk, text: int, said: str) -> None:
    """Set one's comment on a text, replacing the earlier one; an empty one removes it."""
    with desk.open() as workspace, workspace.writing(desk.who, stored.COMMENT) as change:
        stored.comment(change, text, said)


def flag(desk: Desk, text: int, flagged: bool = True) -> None:
    """Add or remove a flag for discussion."""
    verb = stored.FLAG if flagged else stored.UNFLAG
    with desk.open() as workspace, workspace.writing(desk.who, verb) as change:
        (stored.flag if flagged else stored.unflag)(change, text)


def name_error(desk: Desk, text: int, error_type: str) -> int:
    """Say what is wrong with a text that one decided so; returns the number of the error type, or 0.

    It is meant by its label or its key; empty takes it away.
    """
    with desk.open() as workspace, workspace.writing(desk.who, stored.ERROR_TYPE) as change:
        return decision_errors.name_error(change, text, error_type)


def reveal(desk: Desk, text: int) -> None:
    """Record in the log that a person looked up the systems of a text."""
    with desk.open() as workspace, workspace.writing(desk.who, stored.REVEAL) as change:
        stored.reveal(change, text)


@dataclass(frozen=True, eq=False)
class MadeRule:
    """A sentence that became a rule; no change if it was one already."""

    rule: int
    flips: pl.DataFrame  # FLIPS
    fair: tuple[str, ...]  # campaigns in which the item now counts
    change: int | None


def make_rule(desk: Desk, text: int, verdict: Verdict) -> MadeRule:
    """Make a whole sentence a fixed rule of its item, positive or negative; this is no decision."""
    if verdict not in _SIDES:
        raise LackmusError(f"A rule says pass or fail, not {verdict}.")
    with desk.open() as workspace:
        with workspace.writing(desk.who, stored.RULE, comment=desk.comment) as change:
            suite, item, key, words = stored.text_of(change.connection, text)
            rule = Rule(_SIDES[verdict], Kind.FIXED, words)
            edited: Edited = edit_rules(change, suite, item, [Add(rule)])
            change.about = f"text {text} of item {key}: {quoted(rule)} added"
        (made,) = (one.number for one in edited.after if one.rule == rule)
        return MadeRule(made, edited.flips, edited.fair, change.number if change.written else None)


@dataclass(frozen=True)
class UndoneReview:
    """A person's last action in review, now undone."""

    undone: UndoneChange
    texts: tuple[int, ...]


def take_back(desk: Desk) -> UndoneReview:
    """Undo a person's last action in review, even if they did other things since."""
    with desk.open() as workspace, workspace.reading() as connection:
        person = number_of(connection, desk.who)
        number = None if person is None else stored.last_review_change(connection, person)
        texts = [] if number is None else stored.texts_touched(connection, number)
    if number is None:
        raise LackmusError("There is nothing to undo: you have done nothing in review, or it is undone.")
    return UndoneReview(undo(desk, number), tuple(texts))
