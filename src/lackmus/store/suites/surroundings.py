"""The context of one item: its suite, guideline, neighbours, and all rules it ever had."""

from dataclasses import dataclass

from sqlalchemy import Connection, select

from lackmus.core.suites.examples import GuidelineExample
from lackmus.core.suites.suite import Item, Kind, Rule, Side
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.rules.held_rules import HeldRule, held_rules
from lackmus.store.suites.catalogue import StoredItem
from lackmus.store.suites.examples import examples_in


@dataclass(frozen=True)
class Surroundings:
    """The context of an item."""

    suite: str  # its name; empty if the suite was removed
    guideline: str
    examples: tuple[GuidelineExample, ...]
    neighbours: tuple[int, ...]  # the items of its phenomenon, including itself
    before: int | None
    after: int | None


def surroundings(connection: Connection, stored: StoredItem, shows_reserved: bool = True) -> Surroundings:
    """The current context of an item; a retired one has no neighbours."""
    suites, phenomena = schema.suite_states, schema.phenomenon_states
    name = connection.execute(
        select(suites.c.name).where(suites.c.suite == stored.suite, holds(suites))
    ).scalar()
    guideline = connection.execute(
        select(phenomena.c.guideline).where(
            phenomena.c.suite == stored.suite,
            phenomena.c.category == stored.item.category,
            phenomena.c.name == stored.item.phenomenon,
            holds(phenomena),
        )
    ).scalar()
    named = (stored.item.category, stored.item.phenomenon)
    near = (
        _neighbours(connection, stored.suite, stored.item, shows_reserved) if stored.held else [stored.number]
    )
    place = near.index(stored.number)
    return Surroundings(
        name or "",
        guideline or "",
        tuple(one.example for one in examples_in(connection, stored.suite, phenomenon=named)),
        tuple(near),
        near[place - 1] if place else None,
        near[place + 1] if place + 1 < len(near) else None,
    )


def _neighbours(connection: Connection, suite: int, item: Item, shows_reserved: bool) -> list[int]:
    """The items of the same pair and phenomenon, in the order of the suite."""
    items, states = schema.items, schema.item_states
    query = (
        select(items.c.id)
        .join(states, states.c.item == items.c.id)
        .where(
            items.c.suite == suite,
            items.c.pair == str(item.pair),
            states.c.category == item.category,
            states.c.phenomenon == item.phenomenon,
            holds(states),
            *(() if shows_reserved or item.reserved else (states.c.reserved == 0,)),
        )
        .order_by(states.c.place, items.c.id)
    )
    return [number for (number,) in bulk.fetch(connection, query)]


def standing_for(connection: Connection, item: int) -> dict[int, HeldRule | None]:
    """For every rule that the item ever had, its current successor: itself, another, or None."""
    rules, states = schema.rules, schema.rule_states
    query = (
        select(states.c.rule, states.c.follows)
        .join(rules, rules.c.id == states.c.rule)
        .where(rules.c.item == item)
        .order_by(states.c.since, states.c.rule)
    )
    followed: dict[int, int] = {}  # rule -> the one that last replaced it
    every: set[int] = set()
    for rule, follows in bulk.fetch(connection, query):
        every.add(rule)
        if follows is not None:
            followed[follows] = rule
    held = {one.number: one for one in held_rules(connection, [item]).get(item, ())}
    found: dict[int, HeldRule | None] = {}
    for rule in every:
        now, seen = rule, {rule}
        # Restored rules may follow each other in a cycle.
        while now not in held and now in followed and followed[now] not in seen:
            now = followed[now]
            seen.add(now)
        found[rule] = held.get(now)
    return found


def rule_wordings(connection: Connection, item: int) -> dict[int, Rule]:
    """Every rule that the item ever had, by number."""
    rules = schema.rules
    query = select(rules.c.id, rules.c.side, rules.c.kind, rules.c.value).where(rules.c.item == item)
    return {
        number: Rule(Side(side), Kind(kind), value)
        for number, side, kind, value in bulk.fetch(connection, query)
    }
