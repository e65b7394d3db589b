"""The history of warnings: the verdict at import, the verdict now, and all decisions with their times."""

from datetime import datetime

import polars as pl
from sqlalchemy import Connection, func, select

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.effort import MADE, WARNING_HISTORY
from lackmus.core.verdicts.judging import VERDICT
from lackmus.store.db import bulk, schema
from lackmus.store.outputs.hand_ins import written_in
from lackmus.store.reviews.daily_progress import outcomes_at_midnight
from lackmus.store.reviews.decisions import decided_texts
from lackmus.store.reviews.queue import campaign_verdicts
from lackmus.store.reviews.review_records import read_review_records
from lackmus.store.workspaces.undoing import UNDO

_NO_DECISIONS = (UNDO, "review withdraw")  # they restore earlier decisions, which are not made again


def decisions_made(connection: Connection) -> pl.DataFrame:
    """Every decision ever made (MADE), also those changed later."""
    decisions, changes, people = schema.decisions, schema.changes, schema.people
    query = (
        select(decisions.c.text, people.c.name, changes.c.at)
        .select_from(decisions)
        .join(changes, changes.c.id == decisions.c.since)
        .join(people, people.c.id == decisions.c.person)
        .where(changes.c.verb.not_in(_NO_DECISIONS))
        .order_by(decisions.c.since, decisions.c.text)
    )
    rows = [
        (text, person, datetime.fromisoformat(at).replace(tzinfo=None))
        for text, person, at in bulk.fetch(connection, query)
    ]
    return pl.DataFrame(rows, schema=pl.Schema(MADE), orient="row")


def warning_history(connection: Connection, campaign: int, suite: int) -> pl.DataFrame:
    """The outputs of a campaign on a suite (COURSE), without absent systems, as in reviews."""
    outputs = campaign_verdicts(connection, campaign, suite).outputs.drop_nulls("text_id")
    came = _came(connection, campaign, suite)
    decided = decided_texts(connection, suite)
    said = pl.col("verdict") != Verdict.WARNING
    people = decided.filter(said).select("text_id", pl.lit(True).alias("decided"))
    first = pl.col("came").fill_null(pl.lit(Verdict.WARNING, dtype=VERDICT))
    return WARNING_HISTORY.of(
        outputs.select("text_id", pl.col("verdict").alias("now"))
        .join(came, on="text_id", how="left", maintain_order="left")
        .join(people, on="text_id", how="left", maintain_order="left")
        .with_columns(pl.col("decided").fill_null(False), first)
    )


def _came(connection: Connection, campaign: int, suite: int) -> pl.DataFrame:
    """The verdict of the rules on each text of a campaign at its first import: text_id, came."""
    handed, states = schema.hand_ins, schema.hand_in_states
    systems, items, verdicts, texts = schema.systems, schema.items, schema.verdicts, schema.texts
    # Including replaced outputs: a text that a later file repeats is not newer.
    brought = (
        select(handed.c.id, func.min(states.c.since))
        .join(states, states.c.hand_in == handed.c.id)
        .join(systems, systems.c.id == handed.c.system)
        .where(systems.c.campaign == campaign, handed.c.suite == suite)
        .group_by(handed.c.id)
    )
    since = dict(bulk.fetch(connection, brought))
    if not since:
        return pl.DataFrame(schema={"text_id": pl.Int64, "came": VERDICT})
    written = written_in(connection, list(since), "text").rename({"text": "text_id"})
    first = (
        written.with_columns(pl.col("hand_in").replace_strict(since, return_dtype=pl.Int64).alias("first"))
        .group_by("text_id")
        .agg(pl.col("first").min())
    )
    said = bulk.frame(
        connection,
        select(verdicts.c.text, verdicts.c.since, verdicts.c.until, verdicts.c.verdict)
        .join(texts, texts.c.id == verdicts.c.text)
        .join(items, items.c.id == texts.c.item)
        .where(items.c.suite == suite),
        {"text_id": pl.Int64, "since": pl.Int64, "until": pl.Int64, "came": VERDICT},
    )
    held = pl.col("until").is_null() | (pl.col("until") > pl.col("first"))
    return (
        said.join(first, on="text_id")
        # The verdict that held then; for a text whose import was undone meanwhile, its next one.
        .filter(held)
        .sort("since")
        .unique("text_id", keep="first", maintain_order=True)
        .select("text_id", "came")
    )


def decided_since(connection: Connection, revision: int) -> dict[str, int]:
    """How many texts each person has decided after a revision, most first."""
    decisions, changes, people = schema.decisions, schema.changes, schema.people
    query = (
        select(people.c.name, func.count(decisions.c.text.distinct()))
        .select_from(decisions)
        .join(changes, changes.c.id == decisions.c.since)
        .join(people, people.c.id == decisions.c.person)
        .where(decisions.c.since > revision, changes.c.verb.not_in(_NO_DECISIONS))
        .group_by(people.c.name)
    )
    found = bulk.fetch(connection, query)
    return dict(sorted(found, key=lambda one: (-one[1], one[0])))


def judged_after(connection: Connection, revision: int) -> bool:
    """Whether a decision, a rule or an item was changed after a revision, apart from imports."""
    changes = schema.changes
    others = select(changes.c.id).where(changes.c.id > revision, changes.c.verb != "suite import")
    for table in (schema.decisions, schema.rule_states, schema.item_states):
        for when in (table.c.since, table.c.until):
            query = select(when).where(when > revision, when.in_(others)).limit(1)
            if connection.execute(query).first() is not None:
                return True
    return False


def verdicts_at_midnight(connection: Connection, suite: int, now: datetime) -> pl.DataFrame:
    """The state at the beginning of the day (UTC) of a suite's texts whose verdict has changed since.

    Item, text and verdict; a text that came later counts as it was at import.
    """
    before = outcomes_at_midnight(connection, read_review_records(connection), now)
    texts, items = schema.texts, schema.items
    query = (
        select(texts.c.id, items.c.pair, items.c.name, texts.c.key)
        .join(items, items.c.id == texts.c.item)
        .where(items.c.suite == suite)
    )
    rows = [
        (f"{pair}:{name}", key, before[number][0])
        for some in bulk.parts(sorted(before))
        for number, pair, name, key in bulk.fetch(connection, query.where(texts.c.id.in_(some)))
    ]
    return pl.DataFrame(rows, schema={"item": pl.String, "text": pl.String, "verdict": VERDICT}, orient="row")
