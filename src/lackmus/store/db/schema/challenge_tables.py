"""Challenges for metrics: tuples and scores."""

from sqlalchemy import Column, Index, Integer, Table

from lackmus.store.db.schema.columns import (
    index_of_current,
    key,
    metadata,
    number,
    number_of,
    row_id,
    span,
    words,
)

challenges = Table(
    "challenges",
    metadata,
    row_id(),
    words("signature"),
    words("about"),  # JSON: the choices, in words
    number("tuples"),  # counted once, since tuples never change; also the next three
    number("items"),
    number("phenomena"),
    words("pairs"),  # JSON list
)
challenge_states = Table("challenge_states", metadata, key("challenge", "challenges"), *span(), words("name"))
index_of_current("ix_challenge_states_now", challenge_states.c.name, unique=True)
challenge_tuples = Table(  # columns as in core; texts are copies, so that edits of a suite do not affect them
    "challenge_tuples",
    metadata,
    key("challenge", "challenges"),
    Column("place", Integer, primary_key=True, autoincrement=False),  # from 0, in the challenge's order
    words("tuple"),
    words("item"),
    words("pair"),
    words("category"),
    words("phenomenon"),
    words("source"),
    words("reference"),
    words("better"),
    words("worse"),
    words("reference_from"),
    words("better_from"),
    words("worse_from"),
    words("worse_spans", optional=True),  # JSON: marked errors; null where none were marked
    words("better_grade", optional=True),
    words("worse_grade", optional=True),
)
challenge_scores = Table(  # of one metric, for all tuples
    "challenge_scores",
    metadata,
    row_id(),
    number_of("challenge", "challenges"),
    words("about"),  # JSON: what the metric declares, and the file of the scores
    words("better"),  # JSON list of numbers, a number a tuple
    words("worse"),
    words("seconds", optional=True),  # a number as text; null if unknown
    number("computed"),
    words("spans", optional=True),  # JSON list: errors that the metric marked in each worse text
    Index(None, "challenge"),
)
challenge_score_states = Table(
    "challenge_score_states",
    metadata,
    key("score", "challenge_scores"),
    *span(),
    words("name"),  # of the metric; unique in its challenge: checked under the write lock
    words("grp"),  # the ranking group; empty: by what it needs
)
