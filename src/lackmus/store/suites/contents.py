"""The contents of a suite by name: categories with their phenomena, and item numbers."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from lackmus.core.base.pairs import Pair
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds


def phenomena_of(
    connection: Connection, suite: int, pair: Pair, revision: int | None = None
) -> dict[str, list[str]]:
    """The phenomena of each category with items, sorted."""
    items, states = schema.items, schema.item_states
    query = (
        select(states.c.category, states.c.phenomenon)
        .join(items, items.c.id == states.c.item)
        .where(items.c.suite == suite, items.c.pair == str(pair), holds(states, revision))
        .group_by(states.c.category, states.c.phenomenon)
    )
    found: dict[str, list[str]] = {}
    for category, phenomenon in sorted(bulk.fetch(connection, query)):
        found.setdefault(category, []).append(phenomenon)
    return found


def item_numbers(connection: Connection, suite: int, pair: Pair, ids: Sequence[str]) -> dict[str, int]:
    """The numbers of items by id, also retired ones."""
    items = schema.items
    query = select(items.c.name, items.c.id).where(
        items.c.suite == suite, items.c.pair == str(pair), items.c.name.in_(ids)
    )
    return dict(bulk.fetch(connection, query))
