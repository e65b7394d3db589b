"""How texts were written before white space was folded: only that tells where their paragraphs are."""

from collections.abc import Collection

from sqlalchemy import Connection, func, select

from lackmus.store.db import bulk, schema


def raw_forms(connection: Connection, suite: int, items: Collection[int]) -> dict[int, dict[str, set[str]]]:
    """All forms in which the texts of items were ever handed in, by item and key."""
    handed, outputs, texts = schema.hand_ins, schema.outputs, schema.texts
    query = (
        select(outputs.c.item, texts.c.key, func.coalesce(outputs.c.raw, texts.c.key))
        .select_from(handed)
        .join(outputs, outputs.c.hand_in == handed.c.id)
        .join(texts, texts.c.id == outputs.c.text)
        .where(handed.c.suite == suite)
        .distinct()
    )
    found: dict[int, dict[str, set[str]]] = {}
    for some in bulk.parts(sorted(items)):
        for item, key, raw in bulk.fetch(connection, query.where(outputs.c.item.in_(some))):
            found.setdefault(item, {}).setdefault(key, set()).add(raw)
    return found
