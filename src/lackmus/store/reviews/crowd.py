"""Answers of annotators as decisions: each in the name of its person, all in one change."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection, select

from lackmus.core.reviews.crowd import text_digest
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds


@dataclass(frozen=True)
class KnownText:
    """A text of a suite."""

    number: int
    text: str  # its key
    retired: bool  # its item is no longer in the suite


def known_texts(
    connection: Connection, suite: int, items: Collection[str]
) -> dict[str, dict[str, KnownText]]:
    """The texts of these items by the item's key and the text's digest."""
    texts, places, states = schema.texts, schema.items, schema.item_states
    found: dict[str, dict[str, KnownText]] = {}
    numbered = bulk.fetch(
        connection, select(places.c.id, places.c.pair, places.c.name).where(places.c.suite == suite)
    )
    numbers = [number for number, pair, name in numbered if f"{pair}:{name}" in items]
    for some in bulk.parts(numbers):
        query = (
            select(places.c.pair, places.c.name, texts.c.id, texts.c.key, states.c.item)
            .join(texts, texts.c.item == places.c.id)
            .outerjoin(states, (states.c.item == places.c.id) & holds(states))
            .where(places.c.id.in_(some))
        )
        for pair, name, number, key, state in bulk.fetch(connection, query):
            known = KnownText(number, key, state is None)
            found.setdefault(f"{pair}:{name}", {})[text_digest(key)] = known
    return found


@contextmanager
def in_the_name_of(change: Change, person: int) -> Iterator[None]:
    """What is written meanwhile is said by this person; the change stays that of its author."""
    author, change.person, about = change.person, person, change.about
    try:
        yield
    finally:
        change.person, change.about = author, about
