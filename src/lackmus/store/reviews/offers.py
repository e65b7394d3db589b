"""All that a person needs to see of a text in order to judge it."""

from collections.abc import Sequence

import polars as pl
from sqlalchemy import Connection, select

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.offers import Occasion, Offer, OtherText
from lackmus.core.reviews.queue import queue
from lackmus.core.rules.judge import Reason
from lackmus.core.rules.spans import SPANS, Mark, marks_at
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.reviews.decisions import decisions_of
from lackmus.store.suites.suites import load_suite


def offers_of(
    connection: Connection, standing: pl.DataFrame, asked: Sequence[tuple[int, Occasion]], editor: bool
) -> list[Offer]:
    """The texts with their items, as these stand in a campaign (STANDING, and item_id)."""
    return [_offer(connection, standing, number, occasion, editor) for number, occasion in asked]


def _offer(
    connection: Connection, standing: pl.DataFrame, number: int, occasion: Occasion, editor: bool
) -> Offer:
    items, phenomena = schema.items, schema.phenomenon_states
    item_id = standing.filter(pl.col("text_id") == number)["item_id"][0]
    suite = connection.execute(select(items.c.suite).where(items.c.id == item_id)).scalar_one()
    stored = load_suite(connection, suite, only=[item_id])
    (item,) = stored.suite.items
    guideline = connection.execute(
        select(phenomena.c.guideline).where(
            phenomena.c.suite == suite,
            phenomena.c.category == item.category,
            phenomena.c.name == item.phenomenon,
            holds(phenomena),
        )
    ).scalar()
    rows = standing.filter(pl.col("item_id") == item_id)
    open_texts = queue(rows)
    texts = (
        rows.drop_nulls("text_id")
        .group_by("text_id", maintain_order=True)
        .agg(pl.col("text", "verdict", "reason").first(), pl.col("system").n_unique())
        .sort("system", "text_id", descending=[True, False])
    )
    own = texts.row(by_predicate=pl.col("text_id") == number, named=True)
    # Whoever gives a second opinion must not see the first; whoever adjudicates must see both.
    differ = editor and occasion is Occasion.OPEN and own["reason"] == Reason.DISPUTED
    others = texts.filter(pl.col("text_id") != number).select("text", "system", "verdict", "reason")
    return Offer(
        number=number,
        occasion=occasion,
        item=item,
        guideline=guideline or "",
        text=own["text"],
        marks=_marks(connection, number),
        reason=own["reason"] if occasion is Occasion.OPEN else None,
        opinions=_opinions(connection, item_id, number) if differ else {},
        systems=own["system"],
        rest=open_texts.filter(pl.col("text_id") != number).height,
        blocked=bool(open_texts["blocked"].any()) or bool(rows["text_id"].null_count()),
        others=tuple(
            OtherText(text, many, Verdict(verdict), reason)
            for text, many, verdict, reason in others.iter_rows()
        ),
    )


def _marks(connection: Connection, text: int) -> tuple[Mark, ...]:
    """What rules matched in the text."""
    verdicts = schema.verdicts
    spans = select(*(verdicts.c[name] for name in SPANS)).where(verdicts.c.text == text, holds(verdicts))
    return tuple(mark for found in bulk.fetch(connection, spans) for mark in marks_at(*found))


def _opinions(connection: Connection, item: int, text: int) -> dict[str, Verdict]:
    made = decisions_of(connection, items=[item]).filter(pl.col("text_id") == text)
    return {person: Verdict(verdict) for person, verdict in made.select("person", "verdict").iter_rows()}
