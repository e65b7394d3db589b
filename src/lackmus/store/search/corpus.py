"""Everything that can be searched in a workspace, read at once, which is quicker than keeping an index."""

from dataclasses import dataclass

import polars as pl
from sqlalchemy import Connection, and_, func, select

from lackmus.core.base.columns import ColumnType
from lackmus.core.search.corpus import CORPUS, WRITERS, SearchSystem
from lackmus.core.search.query import Place
from lackmus.core.verdicts.judging import REASON, VERDICT, with_decisions
from lackmus.core.verdicts.reserved import RESERVED
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.outputs.campaigns import aliases_of, campaigns_of, systems_of
from lackmus.store.outputs.hand_ins import written_in
from lackmus.store.reviews.decisions import decided_texts
from lackmus.store.suites.suites import suite_names
from lackmus.store.workspaces.history import last_touched

_ITEM: dict[str, ColumnType] = {
    "item_id": pl.Int64,
    "suite_id": pl.Int64,
    "pair": pl.String,
    "item": pl.String,
    "category": pl.String,
    "phenomenon": pl.String,
}
_TEXT: dict[str, ColumnType] = {
    "text_id": pl.Int64,
    "item_id": pl.Int64,
    "text": pl.String,
    "verdict": VERDICT,
    "reason": REASON,
}
_ABOVE = 2**40  # all numbers of texts: one number is compared faster than two


@dataclass(frozen=True, eq=False)
class StoredCorpus:
    """All that can be searched but what people said of texts, and who wrote it."""

    corpus: pl.DataFrame  # CORPUS
    writers: pl.DataFrame  # WRITERS
    systems: dict[int, SearchSystem]  # by campaign, in the order of creation
    aliases: dict[int, str]  # of the systems
    suites: dict[int, str]
    handed_in: pl.DataFrame  # system_id, suite_id, pair
    reserved: int  # items that are left out


def last_said(connection: Connection) -> str:
    """The token of the last decision or comment, and the last comment in the log."""
    _, token = last_touched(connection, (schema.decisions, schema.comments))
    noted = select(func.max(schema.changes.c.id)).where(schema.changes.c.comment != "")
    return f"{token} {connection.execute(noted).scalar()}"


def stored_corpus(connection: Connection, shows_reserved: bool) -> StoredCorpus:
    """All current texts but those of people: outputs with verdicts by rules, what items and suites say."""
    suites = {number: name for name, number in suite_names(connection).items()}
    items = _items(connection)
    hidden = 0
    if not shows_reserved:
        hidden = int(items["reserved"].sum())
        items = items.filter(pl.col("reserved") == 0)
    systems = {
        system.id: SearchSystem(system.id, campaign.name, system.name)
        for campaign in campaigns_of(connection)
        for system in systems_of(connection, campaign.id)
    }
    handed_in, writers = _writers(connection, systems)
    texts = _texts(connection).join(writers.select("text_id"), on="text_id", how="semi")
    parts = [
        _part(texts, items, Place.OUTPUT),
        _part(items.with_columns(text="source").select("item_id", "text"), items, Place.SOURCE),
        _part(items.filter(pl.col("prompt") != "").select("item_id", text="prompt"), items, Place.PROMPT),
        _part(_rules(connection), items, Place.RULE),
        _part(_plain_rules(items), items, Place.PLAIN_RULE),
        _guidelines(connection, suites),
        _part(_item_comments(items), items, Place.COMMENT),
    ]
    many = writers.group_by("system_id").len().rows()
    systems |= {
        number: SearchSystem(number, systems[number].campaign, systems[number].name, count)
        for number, count in many
    }
    return StoredCorpus(
        CORPUS.of(pl.concat(parts, rechunk=True)),
        writers,
        systems,
        aliases_of(connection),
        suites,
        handed_in,
        hidden,
    )


def _items(connection: Connection) -> pl.DataFrame:
    """Current items in their order: _ITEM, and source, comment, prompt, plain rules, reserved."""
    items, states = schema.items, schema.item_states
    query = (
        select(
            items.c.id,
            items.c.suite,
            items.c.pair,
            items.c.name,
            states.c.category,
            states.c.phenomenon,
            states.c.source,
            states.c.comment,
            states.c.prompt,
            states.c.plain_rules,
            states.c.reserved,
        )
        .join(states, states.c.item == items.c.id)
        .where(holds(states))
        .order_by(items.c.suite, states.c.place, items.c.id)
    )
    words = dict.fromkeys(("source", "comment", "prompt", "plain_rules"), pl.String)
    columns = {**_ITEM, **words, "reserved": pl.Int64}
    found = bulk.frame(connection, query, columns)
    return found.with_columns(pl.concat_str("pair", pl.lit(":"), "item").alias("item"))


def _texts(connection: Connection) -> pl.DataFrame:
    """Texts with the verdicts of the rules: _TEXT, and decided."""
    texts, verdicts = schema.texts, schema.verdicts
    query = select(
        texts.c.id, texts.c.item, texts.c.key, verdicts.c.verdict, verdicts.c.reason
    ).outerjoin_from(texts, verdicts, and_(verdicts.c.text == texts.c.id, holds(verdicts)))
    found = bulk.packed_frame(connection, query, _TEXT, texts.c.id)
    return found.sort("text_id").with_columns(decided=False)


def _writers(connection: Connection, systems: dict[int, SearchSystem]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The current hand-ins of systems (system_id, suite_id, pair), and who wrote which text (WRITERS)."""
    one, states = schema.hand_ins, schema.hand_in_states
    query = (
        select(one.c.id, one.c.system, one.c.suite, one.c.pair)
        .join(states, states.c.hand_in == one.c.id)
        .where(holds(states))
    )
    numbers = dict.fromkeys(("hand_in", "system_id", "suite_id"), pl.Int64)
    held = bulk.frame(connection, query, {**numbers, "pair": pl.String})
    held = held.filter(pl.col("system_id").is_in(list(systems)))
    written = written_in(connection, held["hand_in"].to_list(), "text").rename({"text": "text_id"})
    both = written.join(held, on="hand_in").select(pl.col("system_id") * _ABOVE + pl.col("text_id"))
    once = both.to_series().unique()
    writers = pl.DataFrame({"text_id": once % _ABOVE, "system_id": once // _ABOVE})
    return held.drop("hand_in").unique(maintain_order=True), WRITERS.of(writers)


def _rules(connection: Connection) -> pl.DataFrame:
    rules, states = schema.rules, schema.rule_states
    query = (
        select(rules.c.id, rules.c.item, states.c.place, rules.c.side, rules.c.kind, rules.c.value)
        .join(states, states.c.rule == rules.c.id)
        .where(holds(states))
    )
    numbers = dict.fromkeys(("rule", "item_id", "place"), pl.Int64)
    columns = {**numbers, **dict.fromkeys(("side", "kind", "text"), pl.String)}
    found = bulk.packed_frame(connection, query, columns, rules.c.id).sort("place", "rule")
    return found.select("item_id", "text", pl.concat_str("side", pl.lit(" "), "kind").alias("about"))


def _guidelines(connection: Connection, suites: dict[int, str]) -> pl.DataFrame:
    states = schema.phenomenon_states
    query = (
        select(states.c.suite, states.c.category, states.c.name, states.c.guideline)
        .where(holds(states), states.c.guideline != "")
        .order_by(states.c.suite, states.c.place)
    )
    columns = {"suite_id": pl.Int64, "category": pl.String, "phenomenon": pl.String, "text": pl.String}
    found = bulk.frame(connection, query, columns).filter(pl.col("suite_id").is_in(list(suites)))
    return _shaped(found, Place.GUIDELINE)


def _plain_rules(items: pl.DataFrame) -> pl.DataFrame:
    some = items.filter(pl.col("plain_rules") != "[]").select("item_id", "plain_rules")
    rules = pl.col("plain_rules").str.json_decode(pl.List(pl.String))
    return some.select("item_id", text=rules).explode("text")


def _item_comments(items: pl.DataFrame) -> pl.DataFrame:
    return items.filter(pl.col("comment") != "").select("item_id", text="comment")


def with_people(connection: Connection, stored: StoredCorpus) -> pl.DataFrame:
    """The corpus (CORPUS) with what people said: their verdicts, and their comments, also in the log."""
    people = decided_texts(connection)
    corpus = stored.corpus
    if people.height:
        decided = pl.col("text_id").is_in(people["text_id"].implode()).fill_null(False)
        corpus = with_decisions(corpus, people, ["text_id"]).with_columns(decided=decided)
    comments, persons = schema.comments, schema.people
    query = (
        select(comments.c.text, persons.c.name, comments.c.comment)
        .join(persons, persons.c.id == comments.c.person)
        .where(holds(comments), func.length(comments.c.comment) > 0)
        .order_by(comments.c.text, comments.c.since)
    )
    made = bulk.frame(connection, query, {"text_id": pl.Int64, "about": pl.String, "text": pl.String})
    outputs = corpus.filter(pl.col("place") == Place.OUTPUT).drop("text", "about", "place")
    said = made.join(outputs, on="text_id", maintain_order="left")
    noted = _log_comments(connection)
    if said.is_empty() and noted.is_empty():
        return corpus
    return pl.concat([corpus, _shaped(said, Place.COMMENT), _shaped(noted, Place.LOG)])


def _log_comments(connection: Connection) -> pl.DataFrame:
    """The comments of changes, without those that may quote a hidden item."""
    changes, persons = schema.changes, schema.people
    query = (
        select(changes.c.id, persons.c.name, changes.c.comment)
        .join(persons, persons.c.id == changes.c.person)
        .where(changes.c.comment != "")
        .order_by(changes.c.id)
    )
    found = bulk.frame(connection, query, {"change": pl.Int64, "about": pl.String, "text": pl.String})
    return found.filter(pl.col("text") != RESERVED)


def _part(texts: pl.DataFrame, items: pl.DataFrame, place: Place) -> pl.DataFrame:
    """Texts of current items as part of the corpus, in the order of the items."""
    of_items = items.select(*_ITEM).with_row_index("nth")
    found = texts.join(of_items, on="item_id", maintain_order="left").sort("nth", maintain_order=True)
    return _shaped(found.drop("nth"), place)


def _shaped(found: pl.DataFrame, place: Place) -> pl.DataFrame:
    """The columns of the corpus; those that are not there are null."""
    text = pl.col("text")
    if place is not Place.OUTPUT:  # texts of outputs are one line already
        text = text.str.normalize("NFC").str.replace_all(r"\s{2,}|[^\S ]", " ").str.strip_chars()
    lacking = {
        name: pl.lit(None, dtype=kind)
        for name, kind in CORPUS.items()
        if name not in found.columns and name != "place"
    }
    return found.with_columns(place=pl.lit(place, dtype=CORPUS["place"]), text=text, **lacking).select(
        *CORPUS
    )
