"""Find items of a workspace by id."""

from sqlalchemy import Connection, select

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import item_key
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds


def items_named(
    connection: Connection, suite: int, name: str, pair: Pair | None = None, revision: int | None = None
) -> dict[str, int]:
    """The items of a suite with this id, one for each pair, by key."""
    items, states = schema.items, schema.item_states
    query = (
        select(items.c.pair, items.c.id)
        .join(states, states.c.item == items.c.id)
        .where(items.c.suite == suite, items.c.name == name, holds(states, revision))
        .order_by(items.c.id)
    )
    if pair is not None:
        query = query.where(items.c.pair == str(pair))
    return {item_key(Pair.parse(of), name): number for of, number in bulk.fetch(connection, query)}


def key_of(connection: Connection, item: int) -> str:
    """The key of an item."""
    items = schema.items
    pair, name = connection.execute(select(items.c.pair, items.c.name).where(items.c.id == item)).one()
    return item_key(Pair.parse(pair), name)
