"""Campaigns in which an item becomes fair, or is no longer fair, after a change of verdicts."""

from collections.abc import Collection

import polars as pl
from sqlalchemy import Connection, and_, select

from lackmus.core.verdicts.judging import SETTLED, with_decisions
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.rules.rejudging import VerdictChanges

Texts = dict[int, list[int | None]]  # campaign -> the item's text of each system; None if missing


def fairness_changes(
    connection: Connection, suite: int, item: int, heard: VerdictChanges
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Campaigns in which the item has become fair, and in which it is no longer fair.

    It reads only the item and the hand-ins of its suite, so it is as fast in a large suite as in a small one.
    """
    before, now = (
        set(with_decisions(ruled, heard.decided).filter(pl.col("verdict").is_in(SETTLED))["text_id"])
        for ruled in (heard.before, heard.after)
    )
    if before == now:
        return (), ()
    texts = _texts(connection, suite, item)
    is_fair, was_fair = (_fair(texts, settled) for settled in (now, before))
    names = _names(connection, is_fair ^ was_fair)
    return (
        tuple(names[one] for one in sorted(is_fair - was_fair)),
        tuple(names[one] for one in sorted(was_fair - is_fair)),
    )


def _fair(texts: Texts, settled: Collection[int]) -> set[int]:
    """Campaigns in which every system has a settled text."""
    return {campaign for campaign, written in texts.items() if all(text in settled for text in written)}


def _texts(connection: Connection, suite: int, item: int) -> Texts:
    """The texts of each campaign's systems for the item, first lines only."""
    handed, states, systems, items = schema.hand_ins, schema.hand_in_states, schema.systems, schema.items
    outputs = schema.outputs
    line = and_(outputs.c.hand_in == handed.c.id, outputs.c.item == item, outputs.c.repeat == 0)
    query = (
        select(systems.c.campaign, outputs.c.text)
        .select_from(states)
        .join(handed, handed.c.id == states.c.hand_in)
        .join(systems, systems.c.id == handed.c.system)
        .outerjoin(outputs, line)
        .where(
            holds(states),
            handed.c.suite == suite,
            handed.c.pair == select(items.c.pair).where(items.c.id == item).scalar_subquery(),
        )
    )
    found: Texts = {}
    for campaign, text in bulk.fetch(connection, query):
        found.setdefault(campaign, []).append(text)
    return found


def _names(connection: Connection, campaigns: Collection[int]) -> dict[int, str]:
    if not campaigns:
        return {}
    states = schema.campaign_states
    query = select(states.c.campaign, states.c.name).where(states.c.campaign.in_(campaigns), holds(states))
    return {one: f"campaign {one}" for one in campaigns} | dict(bulk.fetch(connection, query))
