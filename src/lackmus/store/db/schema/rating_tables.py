"""Blind ratings of translations."""

from sqlalchemy import ForeignKeyConstraint, Index, Table

from lackmus.store.db.schema.columns import (
    index_of_current,
    key,
    metadata,
    number,
    number_of,
    place,
    row_id,
    span,
    words,
)

rating_tasks = Table(
    "rating_tasks",
    metadata,
    row_id(),
    number_of("study", "studies"),  # whose translations are rated; a task stays if the study is replaced
    words("study_name"),  # its name at that time
    words("pair"),
    words("token"),  # random and secret: annotators' keys of texts are derived from it
    words("plan"),  # JSON: all settings
    number("texts"),  # counted once, since a task never changes; also the next
    number("sentences"),
)
rating_task_states = Table(
    "rating_task_states", metadata, key("task", "rating_tasks"), *span(), words("name")
)
index_of_current("ix_rating_task_states_now", rating_task_states.c.name, unique=True)
rating_sentences = Table(  # copies, so that rating needs no trees
    "rating_sentences",
    metadata,
    key("task", "rating_tasks"),
    place("sentence"),  # as in the study
    words("source"),
    words("marks"),  # JSON list: positions of keywords
)
rating_texts = Table(  # each distinct translation of a sentence once, in random order
    "rating_texts",
    metadata,
    key("task", "rating_tasks"),
    place(),
    number("sentence"),
    words("text"),
    words("systems"),  # JSON list: who wrote it, references among them
)
ratings = Table(
    "ratings",
    metadata,
    key("task", "rating_tasks"),
    place("text"),
    key("person", "people"),
    place("repeat"),  # 0, or 1 for the repeat
    *span(),
    number("value"),
    ForeignKeyConstraint(["task", "text"], ["rating_texts.task", "rating_texts.place"]),
    Index(None, "since"),
)
rating_claims = Table(  # who is looking at a text now; no history
    "rating_claims",
    metadata,
    key("task", "rating_tasks"),
    place("text"),
    key("person", "people"),
    words("expires"),  # UTC, as in the log
    ForeignKeyConstraint(["task", "text"], ["rating_texts.task", "rating_texts.place"]),
)
