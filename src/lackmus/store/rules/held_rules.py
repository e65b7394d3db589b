"""The rules of items: current ones in order, and adding others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from lackmus.core.suites.suite import Kind, Rule, Side, place_of
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import digest, storable


@dataclass(frozen=True, slots=True)
class HeldRule:
    """A current rule, with its number and its place among the rules of its item."""

    number: int
    place: int
    rule: Rule


def held_rules(
    connection: Connection, items: Sequence[int], revision: int | None = None
) -> dict[int, list[HeldRule]]:
    """The current rules of some items, in order."""
    rules, states = schema.rules, schema.rule_states
    found: dict[int, list[HeldRule]] = {}
    for some in bulk.parts(items):
        query = (
            select(rules.c.item, rules.c.id, states.c.place, rules.c.side, rules.c.kind, rules.c.value)
            .join(states, states.c.rule == rules.c.id)
            .where(rules.c.item.in_(some), holds(states, revision))
            .order_by(rules.c.item, states.c.place, rules.c.id)
        )
        for item, number, place, side, kind, value in bulk.fetch(connection, query):
            held = HeldRule(number, place, Rule(Side(side), Kind(kind), value))
            found.setdefault(item, []).append(held)
    for held_ones in found.values():
        held_ones.sort(key=lambda one: place_of(one.rule))
    return found


PlacedRule = tuple[int, int, Rule, int | None]  # item, place, rule, the replaced rule


def add_rules(change: Change, added: Iterable[PlacedRule]) -> list[int]:
    """Add rules; one that the item had before gets its old number. Returns the numbers."""
    added = list(added)
    if not added:
        return []
    keys = [
        (item, rule.side.value, rule.kind.value, digest(storable(rule.value, "a rule")))
        for item, _, rule, _ in added
    ]
    known = _known_rules(change, {item for item, _, _, _ in added})
    new = [key for key in dict.fromkeys(keys) if key not in known]
    known |= dict(zip(new, change.ids(schema.rules, len(new)), strict=True))
    values = dict(zip(keys, (rule.value for _, _, rule, _ in added), strict=True))
    change.add(
        schema.rules,
        ["id", "item", "side", "kind", "digest", "value"],
        [(known[key], *key, values[key]) for key in new],
    )
    numbers = [known[key] for key in keys]
    states = {
        number: (number, place, follows)
        for number, (_, place, _, follows) in zip(reversed(numbers), reversed(added), strict=True)
    }
    change.add(schema.rule_states, ["rule", "place", "follows"], list(reversed(states.values())))
    return numbers


def _known_rules(change: Change, items: set[int]) -> dict[tuple[int, str, str, int], int]:
    rules = schema.rules
    query = select(rules.c.item, rules.c.side, rules.c.kind, rules.c.digest, rules.c.id)
    if len(items) < bulk.FEW:
        query = query.where(rules.c.item.in_(items))
    return {tuple(key): number for *key, number in bulk.fetch(change.connection, query)}
