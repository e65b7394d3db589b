"""The state of a campaign's outputs: current verdicts of rules and people, and what is open."""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl
from sqlalchemy import ColumnElement, Connection, and_, select

from lackmus.core.base.columns import ColumnType
from lackmus.core.base.pairs import Pair
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import absences, keys_of
from lackmus.core.reviews.queue import STANDING
from lackmus.core.rules.judge import Reason
from lackmus.core.verdicts.judging import REASON, VERDICT, with_decisions
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.outputs.hand_ins import written_in
from lackmus.store.reviews.decisions import decided_texts
from lackmus.store.rules.judging import judged_texts
from lackmus.store.suites.suites import load_suite

# Numbers in addition to STANDING.
_OUTPUTS: dict[str, ColumnType] = {
    "campaign": pl.Int64,
    "system": pl.String,
    "item_id": pl.Int64,
    "text_id": pl.Int64,
}
_ITEMS: dict[str, ColumnType] = {
    "item_id": pl.Int64,
    "pair": pl.String,
    "name": pl.String,
    "category": pl.String,
    "phenomenon": pl.String,
    "source": pl.String,
}


@dataclass(frozen=True)
class CampaignVerdicts:
    """The current verdicts of one campaign."""

    outputs: pl.DataFrame  # STANDING, and item_id
    left_out: Mapping[str, str]  # systems that did not take part, with the reason


def campaign_verdicts(
    connection: Connection,
    campaign: int,
    suite: int,
    pair: Pair | None = None,
    revision: int | None = None,
) -> CampaignVerdicts:
    """The state of a suite's items in a campaign, without systems that did not take part.

    Of repeated sentences the first line counts, as in reports.
    """
    asked = [schema.systems.c.campaign == campaign, schema.hand_ins.c.suite == suite]
    if pair is not None:
        asked.append(schema.hand_ins.c.pair == str(pair))
    hand_ins = _hand_ins(connection, asked, revision)
    items = _items(connection, [schema.items.c.suite == suite], revision)
    ruled = _ruled(connection, suite, items, revision)
    people = decided_texts(connection, suite, pair, revision=revision)
    texts = with_decisions(ruled, people, ["text_id"])
    written = _outputs(connection, hand_ins).join(items.select("item_id", "pair"), on="item_id")
    left_out: dict[str, str] = {}
    parts = []
    for of_pair in written["pair"].unique().sort():
        outputs = written.filter(pl.col("pair") == of_pair)
        absent = _absences(outputs, items, texts)
        left_out |= absent
        there = outputs.filter(~pl.col("system").is_in(list(absent))) if absent else outputs
        parts += [there.select(*_OUTPUTS), _missing(there)]
    whole = pl.concat([pl.DataFrame(schema=_OUTPUTS), *parts])
    return CampaignVerdicts(_told(whole, items, texts).select(*STANDING, "item_id"), left_out)


@dataclass(frozen=True)
class ItemVerdicts:
    """The state of one item in all its campaigns."""

    outputs: pl.DataFrame  # STANDING, and campaign, item_id
    ruled: pl.DataFrame  # verdicts of the rules alone on its texts: text_id, text, verdict, reason
    texts: pl.DataFrame  # the verdicts with people's decisions


def item_verdicts(connection: Connection, item: int) -> ItemVerdicts:
    """The state of one item in all campaigns.

    It reads only this item, so it is fast in large workspaces.
    """
    suite, pair = connection.execute(
        select(schema.items.c.suite, schema.items.c.pair).where(schema.items.c.id == item)
    ).one()
    items = _items(connection, [schema.items.c.id == item])
    hand_ins = _hand_ins(connection, [schema.hand_ins.c.suite == suite, schema.hand_ins.c.pair == pair])
    ruled = _ruled(connection, suite, items, None, item)
    texts = with_decisions(ruled, decided_texts(connection, items=[item]), ["text_id"])
    outputs = _outputs_of(connection, hand_ins, item)
    # A campaign has the item if any of its systems translated it.
    there = outputs.drop_nulls("text_id")["campaign"].unique()
    outputs = outputs.filter(pl.col("campaign").is_in(there.implode()))
    rows = _told(outputs, items, texts).select(*STANDING, "campaign", "item_id")
    return ItemVerdicts(rows, ruled, texts)


def _hand_ins(
    connection: Connection, conditions: list[ColumnElement[bool]], revision: int | None = None
) -> pl.DataFrame:
    """Current hand-ins, with campaign and system name."""
    one, states, systems, named = (
        schema.hand_ins,
        schema.hand_in_states,
        schema.systems,
        schema.system_states,
    )
    query = (
        select(one.c.id, systems.c.campaign, named.c.name)
        .join(states, states.c.hand_in == one.c.id)
        .join(systems, systems.c.id == one.c.system)
        .join(named, named.c.system == systems.c.id)
        .where(holds(states, revision), holds(named, revision), *conditions)
        .order_by(one.c.id)
    )
    columns = {"hand_in": pl.Int64, "campaign": pl.Int64, "system": pl.String}
    return bulk.frame(connection, query, columns)


def _outputs(connection: Connection, hand_ins: pl.DataFrame) -> pl.DataFrame:
    """The first line of every item in these hand-ins."""
    found = written_in(connection, hand_ins["hand_in"].to_list(), "item", "text", first=True)
    found = found.rename({"item": "item_id", "text": "text_id"})
    return found.join(hand_ins, on="hand_in", maintain_order="left").select(*_OUTPUTS)


def _outputs_of(connection: Connection, hand_ins: pl.DataFrame, item: int) -> pl.DataFrame:
    """The first line of one item in each of these hand-ins; null if there is none."""
    outputs = schema.outputs
    query = select(outputs.c.hand_in, outputs.c.text).where(outputs.c.item == item, outputs.c.repeat == 0)
    numbers = hand_ins["hand_in"].to_list()
    rows = []
    for some in bulk.parts(numbers):
        rows += bulk.fetch(connection, query.where(outputs.c.hand_in.in_(some)))
    found = pl.DataFrame(rows, schema={"hand_in": pl.Int64, "text_id": pl.Int64}, orient="row")
    whole = hand_ins.join(found, on="hand_in", how="left", maintain_order="left")
    return whole.with_columns(pl.lit(item, dtype=pl.Int64).alias("item_id")).select(*_OUTPUTS)


def _items(
    connection: Connection, conditions: list[ColumnElement[bool]], revision: int | None = None
) -> pl.DataFrame:
    items, states = schema.items, schema.item_states
    query = (
        select(
            items.c.id, items.c.pair, items.c.name, states.c.category, states.c.phenomenon, states.c.source
        )
        .join(states, states.c.item == items.c.id)
        .where(holds(states, revision), *conditions)
        .order_by(items.c.id)
    )
    found = bulk.frame(connection, query, _ITEMS)
    return found.with_columns(pl.concat_str("pair", pl.lit(":"), "name").alias("item")).drop("name")


def _ruled(
    connection: Connection, suite: int, items: pl.DataFrame, revision: int | None, item: int | None = None
) -> pl.DataFrame:
    """Verdicts of the rules on texts of these items: text_id, item_id, text, verdict, reason."""
    texts, verdicts = schema.texts, schema.verdicts
    query = select(
        texts.c.id, texts.c.item, texts.c.key, verdicts.c.verdict, verdicts.c.reason
    ).outerjoin_from(texts, verdicts, and_(verdicts.c.text == texts.c.id, holds(verdicts, revision)))
    if item is not None:
        query = query.where(texts.c.item == item)
    columns: dict[str, ColumnType] = {
        "text_id": pl.Int64,
        "item_id": pl.Int64,
        "text": pl.String,
        "verdict": VERDICT,
        "reason": REASON,
    }
    found = bulk.frame(connection, query, columns).join(items, on="item_id", how="semi")
    silent = found.filter(pl.col("verdict").is_null())
    if silent.is_empty():
        return found
    # The import that first brought a text was undone with its verdict, but another system has it now.
    numbers = silent["item_id"].unique().to_list()
    stored = load_suite(connection, suite, revision, only=numbers if len(numbers) < bulk.FEW else None)
    named = silent.join(stored.item_numbers, on="item_id").select("text_id", "item", "text", "item_id")
    afresh = named.select("item_id").hstack(judged_texts(connection, stored, named, revision=revision))
    return pl.concat([found.filter(pl.col("verdict").is_not_null()), afresh.select(*columns)])


def _told(outputs: pl.DataFrame, items: pl.DataFrame, texts: pl.DataFrame) -> pl.DataFrame:
    """Outputs with their verdicts; missing ones are warnings."""
    rows = outputs.join(items, on="item_id", maintain_order="left").join(
        texts.drop("item_id"), on="text_id", how="left", maintain_order="left"
    )
    missing = pl.col("text_id").is_null()
    return rows.with_columns(
        pl.when(missing).then(pl.lit(Verdict.WARNING, dtype=VERDICT)).otherwise("verdict").alias("verdict"),
        pl.when(missing).then(pl.lit(Reason.MISSING, dtype=REASON)).otherwise("reason").alias("reason"),
    )


def _missing(outputs: pl.DataFrame) -> pl.DataFrame:
    """A row without text for every system that lacks an item that others have."""
    items, systems = outputs.select("item_id").unique(), outputs.select("campaign", "system").unique()
    if outputs.height == items.height * systems.height:
        return pl.DataFrame(schema=_OUTPUTS)
    absent = items.join(systems, how="cross").join(outputs, on=["item_id", "system"], how="anti")
    return absent.with_columns(pl.lit(None, dtype=pl.Int64).alias("text_id")).select(*_OUTPUTS)


def _absences(outputs: pl.DataFrame, items: pl.DataFrame, texts: pl.DataFrame) -> dict[str, str]:
    """Systems that did not take part, with the reason; checked closely only if it is possible."""
    sources = items.select("item_id", "source").with_columns(keys_of(items["source"]).alias("source"))
    idle = texts.join(sources, on="item_id", maintain_order="left").select(
        "text_id",
        ((pl.col("text") == "") | (pl.col("text") == pl.col("source"))).alias("idle"),
        pl.col("text").rank("dense").alias("wording"),
    )
    lines = outputs.join(idle, on="text_id")
    counts = lines.group_by("system").agg(pl.len().alias("lines"), pl.col("idle").sum())
    repeats = lines.group_by("system", "wording").len().group_by("system").agg(pl.col("len").max())
    covered = outputs["item_id"].n_unique()
    nothing = pl.col("idle") + pl.col("len") + covered - pl.col("lines")
    if counts.join(repeats, on="system").filter(2 * nothing <= covered).height == counts.height:
        return {}
    whole = lines.join(items, on="item_id").join(texts.select("text_id", "text"), on="text_id")
    there = items.join(outputs, on="item_id", how="semi")  # other suites may have items with the same ids
    found = absences(whole.select("item", "system", "text"), there.select("item", "source"))
    return {system: absence.reason for system, absence in found.items()}


def idle_systems(connection: Connection, written: pl.DataFrame, revision: int | None = None) -> pl.DataFrame:
    """Systems that did not take part, for many campaigns at once: part, system.

    `written` are the first lines that count (part, system, item_id, text_id); a part is a campaign's outputs
    for a suite and a pair.
    """
    items = _items(connection, [], revision)
    texts = bulk.frame(
        connection,
        select(schema.texts.c.id, schema.texts.c.item, schema.texts.c.key),
        {"text_id": pl.Int64, "item_id": pl.Int64, "text": pl.String},
    )
    idle = [
        (part, int(system))
        for (part,), outputs in written.with_columns(pl.col("system").cast(pl.String)).group_by("part")
        for system in _absences(outputs, items, texts.join(outputs, on="text_id", how="semi"))
    ]
    return pl.DataFrame(idle, schema={"part": pl.Int64, "system": pl.Int64}, orient="row")


def campaign_texts(connection: Connection, campaign: int, revision: int | None = None) -> pl.DataFrame:
    """The texts (text_id) that count in a campaign."""
    hand_ins = _hand_ins(connection, [schema.systems.c.campaign == campaign], revision)
    found = written_in(connection, hand_ins["hand_in"].to_list(), "text", first=True)
    return found.select(pl.col("text").alias("text_id")).unique()


def ruled_texts(connection: Connection, texts: pl.DataFrame) -> pl.DataFrame:
    """Current verdicts of the rules alone on these texts (text_id, item, text): JUDGED."""
    verdicts = schema.verdicts
    query = select(verdicts.c.text, verdicts.c.verdict, verdicts.c.reason).where(holds(verdicts))
    numbers = texts["text_id"].to_list()
    if len(numbers) < bulk.FEW:
        query = query.where(verdicts.c.text.in_(numbers))
    ruled = bulk.frame(connection, query, {"text_id": pl.Int64, "verdict": VERDICT, "reason": REASON})
    return texts.select("text_id", "item", "text").join(ruled, on="text_id", maintain_order="left")
