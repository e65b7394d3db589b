"""A campaign's outputs and verdicts as core evaluates them, at any revision."""

from collections.abc import Sequence

import polars as pl
from sqlalchemy import Connection, select

from lackmus.core.base.columns import ColumnType
from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.outputs import items_of
from lackmus.core.reviews.decisions import errors_held
from lackmus.core.verdicts.evaluation import JUDGED
from lackmus.core.verdicts.judging import DECIDED
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.outputs.campaigns import systems_of
from lackmus.store.outputs.hand_ins import current_hand_ins, suspicions_from
from lackmus.store.reviews.decision_errors import with_errors
from lackmus.store.reviews.decisions import decided_texts, decisions_of
from lackmus.store.rules.judging import STORED, judged_texts
from lackmus.store.suites.suites import StoredSuite
from lackmus.store.workspaces.history import last_touched

_OUTPUTS: dict[str, ColumnType] = {
    "hand_in": pl.Int64,
    "text_id": pl.Int64,
    "raw": pl.String,
}


def judged_outputs(
    connection: Connection, campaign: int, stored: StoredSuite, pair: Pair, revision: int | None = None
) -> pl.DataFrame:
    """Every output of the campaign on the suite with its verdict by rules (JUDGED).

    By system in the order of creation, repeats in line order, without outputs for items that the suite no
    longer has.
    """
    names = {one.id: one.name for one in systems_of(connection, campaign, revision)}
    hand_ins = [
        (number, system, names[system])
        for number, system, suite, of, *_ in current_hand_ins(connection, campaign, revision)
        if suite == stored.id and of == str(pair) and system in names
    ]
    hand_ins.sort(key=lambda one: (one[1], one[0]))  # replaced outputs keep a system's place
    written = _outputs(connection, [number for number, *_ in hand_ins])
    texts = _texts(connection, stored, pair, revision, written["text_id"])
    places = pl.DataFrame(
        [(number, place, name) for place, (number, _, name) in enumerate(hand_ins)],
        schema={"hand_in": pl.Int64, "of": pl.UInt32, "system": pl.String},
        orient="row",
    )
    # Sorting is stable: repeats of an item stay in line order.
    written = (
        written.join(places, on="hand_in", maintain_order="left")
        .sort("of", maintain_order=True)
        .select("text_id", "system", "raw")
    )
    return JUDGED.of(written.join(texts, on="text_id", maintain_order="left"))


def last_judging(connection: Connection) -> str:
    """The token of the last change that affects `judged_outputs`; decisions do not."""
    _, token = last_touched(
        connection,
        (
            schema.suite_states,
            schema.phenomenon_states,
            schema.item_states,
            schema.rule_states,
            schema.campaign_states,
            schema.system_states,
            schema.hand_in_states,
            schema.verdicts,
        ),
    )
    return token


def _outputs(connection: Connection, hand_ins: Sequence[int]) -> pl.DataFrame:
    """The outputs of hand-ins by item number, repeats in line order."""
    outputs = schema.outputs
    query = select(outputs.c.hand_in, outputs.c.text, outputs.c.raw)
    parts = [
        bulk.frame(
            connection,
            query.where(outputs.c.hand_in.in_(some)).order_by(
                outputs.c.hand_in, outputs.c.item, outputs.c.repeat
            ),
            _OUTPUTS,
        )
        for some in bulk.parts(hand_ins)
    ]
    return pl.concat([pl.DataFrame(schema=_OUTPUTS), *parts])


def _texts(
    connection: Connection, stored: StoredSuite, pair: Pair, revision: int | None, written: pl.Series
) -> pl.DataFrame:
    """The texts of the suite's items: text_id, and the columns of JUDGED that do not depend on the system."""
    texts, items, verdicts = schema.texts, schema.items, schema.verdicts
    # A text whose verdict was undone with its first import is still there, without a verdict.
    query = (
        select(texts.c.id, texts.c.item, texts.c.key, *(verdicts.c[name] for name in STORED))
        .join(items, items.c.id == texts.c.item)
        .outerjoin(verdicts, (verdicts.c.text == texts.c.id) & holds(verdicts, revision))
        .where(items.c.suite == stored.id, items.c.pair == str(pair))
    )
    columns = {"text_id": pl.Int64, "item_id": pl.Int64, "text": pl.String, **STORED}
    found = bulk.frame(connection, query, columns).join(stored.item_numbers, on="item_id")
    found = found.select("text_id", "item", "text", *STORED)
    silent = found["verdict"].is_null()
    if silent.any():  # most had no output by then
        known, unheard = found.filter(~silent), found.filter(silent)
        unheard = unheard.filter(pl.col("text_id").is_in(written.unique().to_list()))
        if unheard.height:
            known = pl.concat([known, judged_texts(connection, stored, unheard, revision=revision)])
        found = known
    names = items_of(stored.suite).select("item", "category", "phenomenon")
    return _with_places(found, stored).join(names, on="item")


def _with_places(texts: pl.DataFrame, stored: StoredSuite) -> pl.DataFrame:
    """Evidence with rules by their place in the item; a retired rule has none."""
    numbers = stored.rule_numbers
    for side in ("right", "wrong"):
        rule = f"{side}_rule"
        named = numbers.select(pl.col("rule_id").alias(rule), pl.col("place").alias("found"))
        texts = texts.join(named, on=rule, how="left").with_columns(
            pl.col("found").alias(rule), pl.col(f"{side}_start", f"{side}_end").cast(pl.UInt32)
        )
        texts = texts.drop("found")
    return texts


def decided(
    connection: Connection, stored: StoredSuite, pair: Pair, revision: int | None = None
) -> pl.DataFrame | None:
    """People's decisions on texts of the suite (DECIDED, and error_type); None if there are none."""
    found = decided_texts(connection, stored.id, pair, revision=revision)
    if found.is_empty():
        return None
    made = with_errors(connection, decisions_of(connection, stored.id, pair, revision=revision), revision)
    return DECIDED.of(found).join(errors_held(made), on=["item", "text"], how="left", maintain_order="left")


def suspicions_of(
    connection: Connection, campaign: int, suite: int, pair: Pair, revision: int | None = None
) -> dict[str, list[Suspicion]]:
    """Warnings about the files of a campaign's systems at import."""
    names = {one.id: one.name for one in systems_of(connection, campaign, revision)}
    found: dict[str, list[Suspicion]] = {}
    for _, system, of, written, _, suspicions in current_hand_ins(connection, campaign, revision):
        if of == suite and written == str(pair) and system in names:
            found.setdefault(names[system], []).extend(suspicions_from(suspicions))
    return {system: told for system, told in found.items() if told}
