"""Suites: items, phenomena, rules."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text, UniqueConstraint

from lackmus.store.db.schema.columns import (
    index_of_current,
    key,
    later_words,
    metadata,
    number,
    number_of,
    place,
    row_id,
    span,
    words,
)

suites = Table("suites", metadata, row_id())
suite_states = Table(
    "suite_states", metadata, key("suite", "suites"), *span(), words("name"), words("comment")
)
index_of_current("ix_suite_states_now", suite_states.c.name, unique=True)
phenomenon_states = Table(
    "phenomenon_states",
    metadata,
    key("suite", "suites"),
    Column("category", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    *span(),
    number("place"),
    words("guideline"),
)
example_states = Table(  # examples in the guideline of a phenomenon
    "example_states",
    metadata,
    key("suite", "suites"),
    place(),  # its number in the suite, from 1
    *span(),
    words("category"),
    words("name"),
    words("source"),
    words("translation"),
    words("verdict"),
    words("note"),
    number_of("item", "items", optional=True),  # that it was made from
)
error_type_states = Table(  # what can be wrong with outputs, chosen by number keys
    "error_type_states",
    metadata,
    key("suite", "suites"),
    place(),  # its number in the suite, from 1
    *span(),
    words("category"),  # empty: of the whole suite
    words("name"),  # of the phenomenon; empty: of the whole category
    number("rank"),  # among those of the suite
    words("label"),
)
items = Table(
    "items",
    metadata,
    row_id(),
    number_of("suite", "suites"),
    words("pair"),
    words("name"),  # its id in files
    number("judged"),  # the change up to which its texts are judged; not history
    UniqueConstraint("suite", "pair", "name"),
)
item_states = Table(
    "item_states",
    metadata,
    key("item", "items"),
    *span(),
    number("place"),  # in its suite
    words("category"),
    words("phenomenon"),
    words("source"),
    words("paradigm", optional=True),
    words("comment"),
    words("tags"),  # JSON list
    number("reserved"),  # 0 or 1
    later_words("prompt"),
    later_words("stretch"),  # words of the source
    Column("occurrence", Integer, nullable=False, server_default="1"),  # of these words, from 1
    Column("scope", Text, nullable=False, server_default="text"),  # what its rules look at
    Column("plain_rules", Text, nullable=False, server_default="[]"),  # JSON list
)
rules = Table(
    "rules",
    metadata,
    row_id(),
    number_of("item", "items"),
    words("side"),
    words("kind"),
    Column("digest", BigInteger, nullable=False),  # of the value: long texts cannot be indexed
    words("value"),
    UniqueConstraint("item", "side", "kind", "digest"),
)
rule_states = Table(
    "rule_states",
    metadata,
    key("rule", "rules"),
    *span(),
    number("place"),  # among the rules of its item
    number_of("follows", "rules", optional=True),  # the rule that it replaced
    Index(None, "since"),
)
