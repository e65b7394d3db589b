"""Outputs in a workspace: each hand-in is kept, each distinct text is stored once."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any, NamedTuple

import polars as pl
from sqlalchemy import Connection, and_, func, insert, literal, select

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Origin
from lackmus.core.outputs.fit import Damage, Suspicion
from lackmus.core.outputs.outputs import keys_of
from lackmus.core.suites.suite import RuleScope
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import digests, storable
from lackmus.store.outputs.marks import add_marks
from lackmus.store.rules.judging import judge_new, rejudge
from lackmus.store.suites.suites import StoredSuite, load_suite

# The outputs of one hand-in in line order: item key, and the original output.
LINES = {"item": pl.String, "text": pl.String}


def outputs_digest(lines: pl.DataFrame) -> str:
    """A digest of a system's outputs, independent of file format and item order."""
    # Most files share one order: sorted data is not sorted again.
    if not lines["item"].is_sorted():
        lines = lines.select("item", "text").sort("item", maintain_order=True)
    hashed = sha256()
    for name in ("item", "text"):
        hashed.update(lines[name].str.join("\x00").item().encode())  # no text has a NUL
    return hashed.hexdigest()


def lines_of(items: Sequence[str], texts: Sequence[str], whose: str) -> pl.DataFrame:
    """Outputs as LINES; a text that no database can store unchanged is an error that names its item."""
    try:
        lines = pl.DataFrame({"item": items, "text": texts}, schema=LINES)
    except UnicodeEncodeError:
        _refuse(items, texts, whose)
        raise
    if lines["text"].str.contains("\x00", literal=True).any():
        _refuse(items, texts, whose)
    return lines


def _refuse(items: Sequence[str], texts: Sequence[str], whose: str) -> None:
    for item, text in zip(items, texts, strict=True):
        storable(text, f"{whose}, item {item}: the output")


class NewHandIn(NamedTuple):
    """A new hand-in of a system."""

    system: int
    file: str
    lines: pl.DataFrame  # LINES
    suspicions: str = "[]"  # as JSON
    digest: str = ""  # of the lines, if already computed
    origin: Origin | None = None
    marks: Sequence[str] = ()  # of each line: verbose, refused or blank; may be empty


def add_hand_ins(
    change: Change,
    stored: StoredSuite,
    pair: Pair,
    handed_in: Sequence[NewHandIn | tuple[int, str, pl.DataFrame, str]],
) -> list[int]:
    """Store outputs; new texts are judged. Returns the numbers of the hand-ins."""
    if not handed_in:
        return []
    brought = [NewHandIn(*one) for one in handed_in]
    numbers = list(change.ids(schema.hand_ins, len(brought)))
    change.add(
        schema.hand_ins,
        ["id", "system", "suite", "pair", "file", "digest", "suspicions"],
        [
            (
                number,
                one.system,
                stored.id,
                str(pair),
                storable(one.file, "the file's name"),
                one.digest or outputs_digest(one.lines),
                one.suspicions,
            )
            for number, one in zip(numbers, brought, strict=True)
        ],
    )
    change.add(schema.hand_in_states, ["hand_in"], [(number,) for number in numbers])
    change.add(
        schema.origins,
        ["hand_in", "request", "about", "signature"],
        [
            (number, one.origin.request, one.origin.about, one.origin.signature)
            for number, one in zip(numbers, brought, strict=True)
            if one.origin is not None
        ],
    )
    lines = pl.concat(
        [_marked(number, one.lines, one.marks) for number, one in zip(numbers, brought, strict=True)]
    )
    _refuse_nul(lines)
    _add_outputs(change, _take_in(change, stored, lines))
    return numbers


def mark_again(
    change: Change, stored: StoredSuite, hand_in: int, lines: pl.DataFrame, marks: Sequence[str]
) -> None:
    """Add marks to the existing outputs (LINES) of a hand-in."""
    _take_in(change, stored, _marked(hand_in, lines, marks))


def _marked(hand_in: int, lines: pl.DataFrame, marks: Sequence[str]) -> pl.DataFrame:
    """Lines of a hand-in with their marks."""
    return lines.select(
        pl.lit(hand_in, dtype=pl.Int64).alias("hand_in"),
        "item",
        pl.col("text").alias("raw"),
        pl.Series("mark", marks, dtype=pl.String) if marks else pl.lit("").alias("mark"),
    )


def _refuse_nul(lines: pl.DataFrame) -> None:
    bad = lines.filter(pl.col("raw").str.contains("\x00", literal=True))
    for item, raw in bad.select("item", "raw").head(1).iter_rows():
        storable(raw, f"the output for item {item}")


def _item_ids(stored: StoredSuite, items: pl.Series) -> pl.Series:
    """Item numbers, as early as possible: later steps sort and join integers."""
    codes = items.cast(pl.Enum(list(stored.items))).to_physical()
    return pl.Series("item_id", list(stored.items.values()), dtype=pl.Int64).gather(codes)


def _take_in(change: Change, stored: StoredSuite, lines: pl.DataFrame) -> pl.DataFrame:
    """Every line with the number of its text; new texts are stored and judged."""
    lines = lines.with_columns(_item_ids(stored, lines["item"]), keys_of(lines["raw"]))
    found = lines.with_row_index("row").select(
        "row", pl.col("row").first().over("item_id", "text").alias("first")
    )
    first, new = found["first"], found["first"] == found["row"]
    distinct = lines.filter(new).select("item", "item_id", "text").with_row_index("place")
    distinct = distinct.with_columns(pl.Series("digest", digests(distinct["text"].to_list()), dtype=pl.Int64))
    known = _known_texts(change.connection, stored, distinct["item_id"].unique().to_list())
    distinct = distinct.join(known, on=["item_id", "digest"], how="left", maintain_order="left")
    # In the order of the index, so that each of its pages is written once.
    unseen = distinct.filter(pl.col("text_id").is_null()).sort("item_id", "digest")
    numbers = change.ids(schema.texts, unseen.height)
    unseen = unseen.with_columns(pl.Series("text_id", numbers, dtype=pl.Int64))
    rows = unseen.select("text_id", "item_id", "digest", "text").rows()
    change.add(schema.texts, ["id", "item", "digest", "key"], rows)
    # A known text without a verdict came with an import that was undone.
    silent = distinct.filter(pl.col("text_id").is_not_null() & pl.col("judged").is_null())
    text_ids = distinct["text_id"].scatter(unseen["place"], unseen["text_id"])
    lines = lines.with_columns(text_ids.gather((new.cum_sum() - 1).gather(first)).alias("text_id"))
    marked = lines.filter(pl.col("mark") != "")
    seen_otherwise = add_marks(change, marked) if marked.height else []
    unjudged = pl.concat([unseen, silent])
    judge_new(change, stored, unjudged.select("text_id", "item", "text"), lines)
    # A known text may be marked by now, or written with other paragraphs than before.
    marked = marked.filter(pl.col("text_id").is_in(seen_otherwise))
    scoped = [item.key for item in stored.suite.items if item.scope is RuleScope.PARAGRAPH]
    cut = lines.filter(pl.col("item").is_in(scoped)) if scoped else lines.clear()
    known = pl.concat([marked, cut]).join(unjudged, on="text_id", how="anti")
    for some in bulk.parts(known["item_id"].unique().sort().to_list()):
        rejudge(change, load_suite(change.connection, stored.id, only=some), lines=lines)
    return lines


def _known_texts(connection: Connection, stored: StoredSuite, items: Sequence[int]) -> pl.DataFrame:
    """The texts of these items by digest, and whether they are judged."""
    texts, there, verdicts = schema.texts, schema.items, schema.verdicts
    query = select(texts.c.item, texts.c.digest, texts.c.id, verdicts.c.text).outerjoin(
        verdicts, and_(verdicts.c.text == texts.c.id, holds(verdicts))
    )
    if len(items) < bulk.FEW:
        query = query.where(texts.c.item.in_(items))
    else:
        query = query.join(there, there.c.id == texts.c.item).where(there.c.suite == stored.id)
    columns = dict.fromkeys(("item_id", "digest", "text_id", "judged"), pl.Int64)
    return bulk.frame(connection, query, columns)


_BITS = 32  # bits of a text number, packed below the item number


def _add_outputs(change: Change, lines: pl.DataFrame) -> None:
    """Insert a row for every line, in the order of the table's key."""
    rows = lines.with_columns(
        pl.int_range(pl.len()).over("hand_in", "item_id").alias("repeat"),
        pl.when(pl.col("raw") != pl.col("text")).then(pl.col("raw")).alias("raw"),
    ).select("hand_in", "item_id", "repeat", "text_id", "raw")
    rows = rows.sort("hand_in", "item_id", "repeat")
    if change.connection.dialect.name == "sqlite":
        plain = rows["raw"].is_null() & (rows["repeat"] == 0)
        _add_plain(change, rows.filter(plain))
        rows = rows.filter(~plain)
    change.add(schema.outputs, ["hand_in", "item", "repeat", "text", "raw"], rows.rows())


def _add_plain(change: Change, rows: pl.DataFrame) -> None:
    """Insert outputs that equal their text's key and are no repeat, as nearly all are: two numbers each.

    SQLite reads them from a JSON list four times as fast as row by row.
    """
    packed = rows.select("hand_in", (pl.col("item_id") * 2**_BITS + pl.col("text_id")).alias("value"))
    for (hand_in,), part in packed.group_by("hand_in", maintain_order=True):
        values = part["value"].cast(pl.String).str.join(",").item()
        given = func.json_each(f"[{values}]").table_valued("value")
        both: Any = given.c.value
        change.connection.execute(
            insert(schema.outputs).from_select(
                ["hand_in", "item", "repeat", "text"],
                select(literal(hand_in), both.op(">>")(_BITS), literal(0), both.op("&")(2**_BITS - 1)),
            )
        )


def outputs_of_hand_ins(connection: Connection, hand_ins: Sequence[int]) -> pl.DataFrame:
    """The outputs of hand-ins: hand_in, item_id, repeat, text_id, and the original output."""
    outputs, texts = schema.outputs, schema.texts
    query = (
        select(
            outputs.c.hand_in,
            outputs.c.item,
            outputs.c.repeat,
            outputs.c.text,
            func.coalesce(outputs.c.raw, texts.c.key),
        )
        .join(texts, texts.c.id == outputs.c.text)
        .order_by(outputs.c.hand_in, outputs.c.item, outputs.c.repeat)
    )
    numbers = dict.fromkeys(("hand_in", "item_id", "repeat", "text_id"), pl.Int64)
    columns = {**numbers, "text": pl.String}
    parts = [
        bulk.frame(connection, query.where(outputs.c.hand_in.in_(some)), columns)
        for some in bulk.parts(hand_ins)
    ]
    return pl.concat([pl.DataFrame(schema=columns), *parts])


def written_in(
    connection: Connection, hand_ins: Sequence[int], *columns: str, first: bool = False
) -> pl.DataFrame:
    """Numbers (item, text) of all outputs of hand-ins, or of the first line of each item only."""
    outputs = schema.outputs
    # One long row per hand-in: half a million short ones would be several times slower.
    joined = (bulk.joined(outputs.c[name], ",") for name in columns)
    query = select(outputs.c.hand_in, *joined).group_by(outputs.c.hand_in)
    if first:
        query = query.where(outputs.c.repeat == 0)
    rows = [
        row
        for some in bulk.parts(hand_ins)
        for row in bulk.fetch(connection, query.where(outputs.c.hand_in.in_(some)))
    ]
    schema_of = pl.Schema({"hand_in": pl.Int64, **dict.fromkeys(columns, pl.String)})
    found = pl.DataFrame(rows, schema=schema_of, orient="row").sort("hand_in")
    lists = pl.col(*columns).str.split(",").cast(pl.List(pl.Int64))
    return found.with_columns(lists).explode(*columns)


def current_hand_ins(
    connection: Connection, campaign: int, revision: int | None = None
) -> list[tuple[int, int, int, str, str, str]]:
    """The current hand-ins of a campaign: (hand-in, system, suite, pair, file, suspicions)."""
    one, states, systems = schema.hand_ins, schema.hand_in_states, schema.systems
    query = (
        select(one.c.id, one.c.system, one.c.suite, one.c.pair, one.c.file, one.c.suspicions)
        .join(states, states.c.hand_in == one.c.id)
        .join(systems, systems.c.id == one.c.system)
        .where(systems.c.campaign == campaign, holds(states, revision))
        .order_by(one.c.id)
    )
    return bulk.fetch(connection, query)


def digests_of(connection: Connection, hand_ins: Sequence[int]) -> dict[int, str]:
    """The digests of these hand-ins."""
    one = schema.hand_ins
    found: dict[int, str] = {}
    for some in bulk.parts(hand_ins):
        query = select(one.c.id, one.c.digest).where(one.c.id.in_(some))
        found |= dict(bulk.fetch(connection, query))
    return found


def suspicions_json(suspicions: Sequence[Suspicion]) -> str:
    """Warnings about a file as JSON, to be stored with it."""
    return json.dumps([asdict(one) for one in suspicions], ensure_ascii=False)


def suspicions_from(written: str) -> list[Suspicion]:
    """The stored warnings about a file."""
    return [Suspicion(**{**one, "kind": Damage(one["kind"])}) for one in json.loads(written)]
