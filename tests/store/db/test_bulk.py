"""Answers of the database as frames, however many rows they have."""

import polars as pl
import pytest
from sqlalchemy import select, update

from lackmus.store.db import bulk, schema
from lackmus.store.db.workspaces import OpenWorkspace
from tests.store.filled import fill

TEXTS = {"text_id": pl.Int64, "text": pl.String}


@pytest.mark.parametrize("batch", [1, 7, 20_000])
def test_a_frame_has_all_rows_in_their_order(
    workspace: OpenWorkspace, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    """Rows come in batches, and none is lost between them."""
    monkeypatch.setattr(bulk, "_AT_ONCE", batch)
    fill(workspace)
    texts = schema.texts
    query = select(texts.c.id, texts.c.key).order_by(texts.c.id.desc())
    with workspace.reading() as connection:
        found = bulk.frame(connection, query, TEXTS)
        assert found.rows() == bulk.fetch(connection, query)
        assert found.height > 7
        nothing = bulk.frame(connection, query.where(texts.c.id < 0), TEXTS)
    assert nothing.is_empty() and nothing.schema == found.schema == pl.Schema(TEXTS)


@pytest.mark.parametrize("part", [1, 4, 200_000])
def test_a_packed_frame_has_all_rows(
    workspace: OpenWorkspace, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    """Numbers that are null stay so, and a text may hold what stands between the packed ones."""
    monkeypatch.setattr(bulk, "_PACKED", part)
    fill(workspace)
    texts, verdicts = schema.texts, schema.verdicts
    joined = (verdicts.c.text == texts.c.id) & (texts.c.id > 2)
    query = select(texts.c.id, verdicts.c.since, texts.c.key).outerjoin_from(texts, verdicts, joined)
    columns = {"text_id": pl.Int64, "since": pl.Int64, "text": pl.String}
    with workspace.writing("Ada", "test") as change:
        change.written = True
        change.connection.execute(update(texts).where(texts.c.id == 3).values(key="one\x1ftwo"))
    with workspace.reading() as connection:
        found = bulk.packed_frame(connection, query, columns, texts.c.id).sort("text_id")
        plain = bulk.frame(connection, query, columns).sort("text_id")
        nothing = bulk.packed_frame(connection, query.where(texts.c.id < 0), columns, texts.c.id)
    assert found.equals(plain)
    assert found["since"].null_count() == 2 and "one\x1ftwo" in found["text"]
    assert nothing.is_empty() and nothing.schema == found.schema
