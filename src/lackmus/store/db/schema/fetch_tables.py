"""What was fetched from engines."""

from sqlalchemy import BigInteger, Column, Table, UniqueConstraint

from lackmus.store.db.schema.columns import key, metadata, number, number_of, row_id, words

requests = Table(  # requests to engines; nothing is asked twice
    "requests",
    metadata,
    row_id(),
    words("digest"),  # of all that follows
    words("engine"),
    words("pair"),
    words("identity"),  # JSON: options and everything else that translations depend on
    UniqueConstraint("digest"),
)
leases = Table(  # current fetches, so that no one pays twice for the same; no history
    "leases", metadata, key("request", "requests"), words("holder"), words("renewed")
)
replies = Table(  # stored at once; no history
    "replies",
    metadata,
    key("request", "requests"),
    Column("digest", BigInteger, primary_key=True, autoincrement=False),  # of the source and what is before
    words("source"),
    words("before"),  # JSON list
    words("text"),
    words("raw", optional=True),  # the reply before cleaning, if it was cleaned
    words("mark", optional=True),
    words("cleaned"),  # JSON list: the cleaning rules applied
    words("model"),
    number("billed", optional=True),
    words("at"),
    sqlite_with_rowid=False,
)
origins = Table(  # the engine that wrote a hand-in
    "origins",
    metadata,
    key("hand_in", "hand_ins"),
    number_of("request", "requests"),
    words("about"),  # JSON: what the engine said about itself
    words("signature"),
)
fetches = Table(  # fetches started on pages; no history
    "fetches",
    metadata,
    row_id(),
    words("token"),
    number_of("person", "people"),
    words("asked"),  # JSON
    words("state"),
    words("at"),  # when it was asked for
    words("changed"),  # time of its last report
    words("stage"),
    number("done"),
    number("total"),
    words("said"),  # its result, or what it waits for
    UniqueConstraint("token"),
)
