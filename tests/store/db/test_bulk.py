"""Answers of the database as frames, however many rows they have."""

import polars as pl
import pytest
from sqlalchemy import select

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
