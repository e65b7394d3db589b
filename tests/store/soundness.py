"""What must hold of every workspace, whatever befell it: nothing torn, doubled or out of order."""

from collections.abc import Iterator
from itertools import pairwise

import polars as pl
from sqlalchemy import Connection, Table, select

from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.hand_ins import outputs_digest, outputs_of_hand_ins
from lackmus.store.rules.rejudging import stale_items

STATES = [table for table in schema.metadata.sorted_tables if {"since", "until"} <= set(table.c.keys())]


def faults(workspace: OpenWorkspace) -> list[str]:
    """Everything that is wrong with a workspace; nothing, if all is well."""
    with workspace.reading() as connection:
        found = [*log_gaps(connection), *torn_hand_ins(connection), *_unjudged(connection)]
        found += [f"item {item} is stale" for items in stale_items(connection).values() for item in items]
        for table in STATES:
            found += _overlaps(connection, table)
        if connection.dialect.name == "sqlite":
            found += [
                row[0] for row in connection.exec_driver_sql("PRAGMA integrity_check") if row[0] != "ok"
            ]
            found += [
                f"refers to nothing: {row}" for row in connection.exec_driver_sql("PRAGMA foreign_key_check")
            ]
    return found


def log_gaps(connection: Connection) -> list[str]:
    """The log counts 1, 2, 3 …, and time does not run backwards."""
    rows = bulk.fetch(connection, select(schema.changes.c.id, schema.changes.c.at))
    log = sorted(rows)
    found = []
    if [number for number, _ in log] != list(range(1, len(log) + 1)):
        found.append("the log has gaps")
    if any(after < before for (_, before), (_, after) in pairwise(log)):
        found.append("the log runs backwards")
    return found


def torn_hand_ins(connection: Connection) -> list[str]:
    """Every hand-in is there with all its lines, as its digest says, and with a state."""
    hand_ins, states, items = schema.hand_ins, schema.hand_in_states, schema.items
    digests = dict(bulk.fetch(connection, select(hand_ins.c.id, hand_ins.c.digest)))
    stated = {number for (number,) in bulk.fetch(connection, select(states.c.hand_in))}
    keys = {
        number: f"{pair}:{name}"
        for number, pair, name in bulk.fetch(connection, select(items.c.id, items.c.pair, items.c.name))
    }
    outputs = outputs_of_hand_ins(connection, list(digests))
    outputs = outputs.with_columns(
        pl.col("item_id").replace_strict(keys, return_dtype=pl.String).alias("item")
    )
    by_hand_in = {number: part for (number,), part in outputs.partition_by("hand_in", as_dict=True).items()}
    found = [f"hand-in {number} has no state" for number in digests.keys() - stated]
    for number, digest in digests.items():
        lines = by_hand_in.get(number)
        if lines is None or outputs_digest(lines) != digest:
            found.append(f"hand-in {number} is torn")
    return found


def _unjudged(connection: Connection) -> Iterator[str]:
    """Every text has one verdict that holds."""
    texts, verdicts = schema.texts, schema.verdicts
    judged = {text for (text,) in bulk.fetch(connection, select(verdicts.c.text).where(holds(verdicts)))}
    for (text,) in bulk.fetch(connection, select(texts.c.id)):
        if text not in judged:
            yield f"text {text} has no verdict"


def _overlaps(connection: Connection, table: Table) -> Iterator[str]:
    """The states of one thing follow each other; at most the last one holds."""
    key = [column for column in table.primary_key if column.name != "since"]
    rows = bulk.fetch(connection, select(*key, table.c.since, table.c.until))
    spans: dict[tuple[object, ...], list[tuple[int, int | None]]] = {}
    for *of, since, until in rows:
        spans.setdefault(tuple(of), []).append((since, until))
    for thing, states in spans.items():
        states.sort(key=lambda state: state[0])
        if any(until is not None and until <= since for since, until in states):
            yield f"{table.name} {thing}: a state ends before it begins"
        if any(until is None or until > since for (_, until), (since, _) in pairwise(states)):
            yield f"{table.name} {thing}: two states hold at once"
