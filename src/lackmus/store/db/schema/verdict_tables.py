"""Verdicts of rules, saved reports, and what is known of texts."""

from sqlalchemy import Column, ForeignKey, Integer, Table, Text

from lackmus.store.db.schema.columns import key, metadata, number, number_of, span, words

verdicts = Table(
    "verdicts",
    metadata,
    key("text", "texts"),
    *span(),
    words("verdict"),
    words("reason", optional=True),
    words("step", optional=True),
    number_of("right_rule", "rules", optional=True),
    number("right_start", optional=True),
    number("right_end", optional=True),
    number_of("wrong_rule", "rules", optional=True),
    number("wrong_start", optional=True),
    number("wrong_end", optional=True),
    sqlite_with_rowid=False,
)
marks = Table(  # texts of engines that look verbose or refused
    "marks",
    metadata,
    key("text", "texts"),
    key("hand_in", "hand_ins"),  # that brought the mark: another may bring the same
    *span(),
    words("mark"),
)
searches = Table(  # cached results of slow pattern searches
    "searches",
    metadata,
    key("text", "texts"),
    key("rule", "rules"),
    number("start", optional=True),  # -1: no answer in time; null: no match
    number("end", optional=True),
    sqlite_with_rowid=False,
)

saved_reports = Table(
    "saved_reports",
    metadata,
    Column("name", Text, primary_key=True),
    *span(),
    Column("revision", Integer, ForeignKey("changes.id"), nullable=False),  # its state of the workspace
    words("request"),  # JSON: what was asked
    words("signature"),
)
