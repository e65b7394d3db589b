"""Marks on texts: outputs of engines that look verbose or refused."""

# A mark belongs to the text, for all systems that wrote it. It is stored with the hand-in that brought it:
# undoing that removes the mark, unless another hand-in brought it, too.

from collections.abc import Collection

import polars as pl
from sqlalchemy import Connection, select

from lackmus.core.base.columns import ColumnType
from lackmus.core.verdicts.judging import REASON
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds

MARKS: dict[str, ColumnType] = {"text_id": pl.Int64, "mark": REASON}


def marks_of(connection: Connection, texts: Collection[int], revision: int | None = None) -> pl.DataFrame:
    """The marks on these texts, now or at a revision (MARKS); where hand-ins differ, the latest counts."""
    marks = schema.marks
    query = select(marks.c.text, marks.c.mark).where(holds(marks, revision)).order_by(marks.c.hand_in)
    if len(texts) < bulk.FEW:  # otherwise all: few texts have marks
        query = query.where(marks.c.text.in_(texts))
    return bulk.frame(connection, query, MARKS).unique("text_id", keep="last", maintain_order=True)


def add_marks(change: Change, given: pl.DataFrame) -> list[int]:
    """Mark texts (hand_in, text_id, mark); returns the texts whose mark changed."""
    given = given.unique(["hand_in", "text_id"], keep="first", maintain_order=True).sort("text_id", "hand_in")
    texts, marks = given["text_id"].unique().to_list(), schema.marks
    before = dict(marks_of(change.connection, texts).iter_rows())
    known = {
        (text, hand_in): mark
        for some in bulk.parts(given["hand_in"].unique().to_list())
        for text, hand_in, mark in bulk.fetch(
            change.connection,
            select(marks.c.text, marks.c.hand_in, marks.c.mark).where(
                holds(marks), marks.c.hand_in.in_(some)
            ),
        )
    }
    new = []
    for text, hand_in, mark in given.select("text_id", "hand_in", "mark").iter_rows():
        if (text, hand_in) in known and known[text, hand_in] != mark:  # the same outputs with another mark
            change.retire(marks, marks.c.text == text, marks.c.hand_in == hand_in)
        if known.get((text, hand_in)) != mark:
            new.append((text, hand_in, mark))
    change.add(marks, ["text", "hand_in", "mark"], new)
    after = dict(marks_of(change.connection, texts).iter_rows())
    return [text for text in sorted(texts) if after[text] != before.get(text)]
