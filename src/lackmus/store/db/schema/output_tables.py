"""Campaigns, systems, hand-ins, texts, outputs, templates."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, UniqueConstraint

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

campaigns = Table("campaigns", metadata, row_id())
campaign_states = Table(
    "campaign_states",
    metadata,
    key("campaign", "campaigns"),
    *span(),
    words("name"),
    number("year", optional=True),
    words("tags"),  # JSON list
    words("comment"),
)
index_of_current("ix_campaign_states_now", campaign_states.c.name, unique=True)
systems = Table("systems", metadata, row_id(), number_of("campaign", "campaigns"), Index(None, "campaign"))
system_states = Table(
    "system_states",
    metadata,
    key("system", "systems"),
    *span(),
    words("name"),  # unique in its campaign: checked when it is given, under the write lock
    words("label"),  # short; empty: the name
    words("tags"),  # JSON list
    words("comment"),
)
hand_ins = Table(
    "hand_ins",
    metadata,
    row_id(),
    number_of("system", "systems"),
    number_of("suite", "suites"),
    words("pair"),
    words("file"),
    words("digest"),  # of items and texts: the same outputs in another format have the same
    words("suspicions"),  # JSON list: warnings about the file
    Index(None, "system"),
)
hand_in_states = Table("hand_in_states", metadata, key("hand_in", "hand_ins"), *span())
index_of_current("ix_hand_in_states_now", hand_in_states.c.hand_in)
texts = Table(
    "texts",
    metadata,
    row_id(),
    number_of("item", "items"),
    Column("digest", BigInteger, nullable=False),  # of the key
    words("key"),
    UniqueConstraint("item", "digest"),
)
outputs = Table(
    "outputs",
    metadata,
    key("hand_in", "hand_ins"),
    Column("item", Integer, primary_key=True, autoincrement=False),  # of the text, unchecked
    Column("repeat", Integer, primary_key=True, autoincrement=False),  # 0 for the first line of a sentence
    number_of("text", "texts"),
    words("raw", optional=True),  # as handed in, where that is not the text's key
    sqlite_with_rowid=False,
)

templates = Table(
    "templates",
    metadata,
    row_id(),
    words("token"),  # in the name of its file; random, so that it does not reveal how many there are
    number_of("suite", "suites"),
    words("pair"),
    Column("made", Integer, ForeignKey("changes.id"), nullable=False),
    number("seed"),
    words("drawn"),  # how its items were drawn, in words
    number("public"),  # 0 or 1: public ones have no reserved items
    UniqueConstraint("token"),
)
template_lines = Table(
    "template_lines",
    metadata,
    key("template", "templates"),
    Column("line", Integer, primary_key=True, autoincrement=False),  # from 1
    words("source"),
    words("items"),  # JSON list of numbers of items; empty for a distractor
)
