"""People's decisions, assignments, claims and remarks."""

from sqlalchemy import CheckConstraint, Column, Index, Table, Text

from lackmus.store.db.schema.columns import key, metadata, number, number_of, span, words

decisions = Table(
    "decisions",
    metadata,
    key("text", "texts"),
    key("person", "people"),
    *span(),
    words("verdict"),
    number("adjudicates"),  # 0 or 1
    words("proposed", optional=True),  # pass, fail, or none: the proposal that was shown; null: not recorded
    words("proposer", optional=True),  # the proposer and its version
    CheckConstraint("verdict IN ('pass', 'fail')", name="settled"),
    Index(None, "since"),
)


assignments = Table(  # texts that a person is to judge in any case
    "assignments", metadata, key("text", "texts"), key("person", "people"), *span()
)
phenomenon_assignments = Table(  # whose the open texts of a phenomenon are, also those that come later
    "phenomenon_assignments",
    metadata,
    key("campaign", "campaigns"),
    key("suite", "suites"),
    Column("pair", Text, primary_key=True),
    Column("category", Text, primary_key=True),
    Column("phenomenon", Text, primary_key=True),  # empty: the whole category
    *span(),
    number_of("person", "people"),
)
item_assignments = Table(  # whose the open texts of an item are, in every campaign
    "item_assignments", metadata, key("item", "items"), *span(), number_of("person", "people")
)
claims = Table(  # who is looking at a text now, so that others do not get it; no history
    "claims",
    metadata,
    key("text", "texts"),
    key("person", "people"),
    number("alone"),  # 1: judged independently of others, so it is not withheld from them
    words("expires"),  # UTC, as in the log
)
comments = Table(  # remarks on a text, with or without a decision
    "comments", metadata, key("text", "texts"), key("person", "people"), *span(), words("comment")
)
flags = Table(  # texts marked for discussion
    "flags", metadata, key("text", "texts"), key("person", "people"), *span()
)
