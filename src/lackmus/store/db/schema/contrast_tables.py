"""Studies of contrasts: sentences, trees, verdicts, choices."""

from sqlalchemy import Column, ForeignKey, ForeignKeyConstraint, Index, Integer, Table, Text

from lackmus.store.db.schema.columns import (
    index_of_current,
    key,
    metadata,
    number,
    place,
    row_id,
    span,
    words,
)

studies = Table(
    "studies",
    metadata,
    row_id(),
    words("pair"),
    words("head"),  # JSON: contrasts with their queries, overall scores, how it was made
    words("digest"),  # of everything in it: the same again is no new study
    number("items"),  # counted once, since a study never changes; also the next two
    number("selected"),
    number("words"),
)
study_states = Table("study_states", metadata, key("study", "studies"), *span(), words("name"))
index_of_current("ix_study_states_now", study_states.c.name, unique=True)
study_systems = Table(  # systems, then references
    "study_systems",
    metadata,
    key("study", "studies"),
    place(),
    words("name"),
    number("reference"),  # 0 or 1
    words("targets"),  # JSON list: for each source the place of its target, -1 where there is none
)
study_values = Table(  # the distinct values of a tree column
    "study_values",
    metadata,
    key("study", "studies"),
    Column("side", Text, primary_key=True),  # source or target
    Column("attribute", Text, primary_key=True),  # form, lemma, upos …
    words("written"),  # JSON list
)
study_sentences = Table(
    "study_sentences",
    metadata,
    key("study", "studies"),
    Column("side", Text, primary_key=True),
    place(),
    words("name"),
    words("text"),
    words("words"),  # JSON: column by column, values by index
    words("links"),  # JSON list: source word, target word, source word …; empty for a source
)
study_items = Table(
    "study_items",
    metadata,
    key("study", "studies"),
    place(),
    words("item"),
    number("contrast"),  # its index in the head, which has category and phenomenon
    number("sentence"),
    number("keyword"),
    number("selected"),  # 0 or 1
    number("refined", optional=True),  # 0 or 1, as in the file; later choices are in study_choices
)
study_verdicts = Table(
    "study_verdicts",
    metadata,
    key("study", "studies"),
    place(),
    number("item"),
    number("system"),
    words("symmetry"),
    words("verdict"),
    words("reason", optional=True),
    words("found_by", optional=True),
    words("aligned"),  # JSON list
    number("clause", optional=True),
    sqlite_with_rowid=False,
)
study_choices = Table(  # kept and dropped items; undo lets an older choice hold again
    "study_choices",
    metadata,
    key("study", "studies"),
    place("item"),
    *span(),
    number("kept"),  # 0 or 1
    Column("said", Integer, ForeignKey("changes.id"), nullable=False),  # has person and time
    ForeignKeyConstraint(["study", "item"], ["study_items.study", "study_items.place"]),
    Index(None, "since"),
)
