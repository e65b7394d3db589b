"""Restore old rules of an item: one, or all as they were, by a new edit."""

from dataclasses import replace

from sqlalchemy import Connection

from lackmus.errors import LackmusError
from lackmus.flows.rules.lab import Impact, RuleDraft, edit
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.rules.held_rules import held_rules
from lackmus.store.suites.catalogue import stored_item
from lackmus.store.suites.surroundings import rule_wordings, standing_for
from lackmus.store.workspaces.history import last_revision


def restore(desk: Desk, item: int, rule: int | None = None, revision: int | None = None) -> Impact:
    """Restore one old rule, or all rules of a revision, by a new edit."""
    with desk.open() as workspace, workspace.reading() as connection:
        stored_item(connection, item)
        base = last_revision(connection)
        if rule is not None:
            wanted = _with_rule(connection, item, rule)
        elif revision is not None and 0 < revision <= base:
            wanted = _as_of(connection, item, revision)
        else:
            raise LackmusError("Say which rule, or which change, is to come back; the history lists them.")
    return edit(desk, item, wanted, base, verb="rule restore")


def _with_rule(connection: Connection, item: int, rule: int) -> list[RuleDraft]:
    wordings = rule_wordings(connection, item)
    if rule not in wordings:
        raise LackmusError(f"The item never had a rule {rule}. Its history lists those it had.")
    successor = standing_for(connection, item).get(rule)
    held = [RuleDraft(one.rule, one.number) for one in held_rules(connection, [item]).get(item, ())]
    if successor is None:
        return [*held, RuleDraft(wordings[rule])]
    return [replace(one, rule=wordings[rule]) if one.number == successor.number else one for one in held]


def _as_of(connection: Connection, item: int, revision: int) -> list[RuleDraft]:
    """The rules of a revision, each in the place of its successor."""
    standing = standing_for(connection, item)
    taken: set[int] = set()
    wanted = []
    for one in held_rules(connection, [item], revision).get(item, ()):
        successor = standing.get(one.number)
        number = successor.number if successor and successor.number not in taken else None
        if number is not None:
            taken.add(number)
        wanted.append(RuleDraft(one.rule, number))
    return wanted
