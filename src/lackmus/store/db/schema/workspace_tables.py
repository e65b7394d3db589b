"""The workspace: its log, its people, and what lets them in."""

from sqlalchemy import Column, Index, Table, Text, UniqueConstraint

from lackmus.store.db.schema.columns import key, metadata, number_of, row_id, span, words

workspace = Table(
    "workspace",
    metadata,
    row_id(),
    words("token"),  # random id of the workspace
    words("created"),
    words("version"),  # of the Lackmus that created this schema
)
people = Table("people", metadata, row_id(), words("name"), UniqueConstraint("name"))
changes = Table(
    "changes",
    metadata,
    row_id(),  # 1, 2, 3 …: the revision of the workspace
    words("token"),  # random: diverged copies of a workspace never share one
    words("at"),  # UTC, ISO 8601 with microseconds; never earlier than the change before
    number_of("person", "people"),
    words("verb"),  # what was done: “suite import”, “rule change”, “decide” …
    words("about"),  # what it was done to, in words, for the log
    words("comment"),
    Index(None, "person"),
)
undoings = Table(  # a change that undoes another, which may itself be an undo
    "undoings", metadata, key("change", "changes"), number_of("undoes", "changes")
)
person_states = Table("person_states", metadata, key("person", "people"), *span(), words("role"))

# What lets people in: no history, and never in an export.
passwords = Table(
    "passwords",
    metadata,
    key("person", "people"),
    words("hash"),  # Argon2
    words("at"),  # when it was set
)
tokens = Table(  # for scripts
    "tokens",
    metadata,
    row_id(),
    number_of("person", "people"),
    words("name"),  # its purpose
    words("digest"),  # of the secret, which only its owner has
    words("made"),
    words("used", optional=True),  # the day of its last use
    UniqueConstraint("digest"),
)
sessions = Table(  # of browsers
    "sessions",
    metadata,
    Column("digest", Text, primary_key=True),  # of the cookie
    number_of("person", "people"),
    words("expires"),
)
