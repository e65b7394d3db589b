"""People's decisions, assignments, claims and remarks."""

from sqlalchemy import CheckConstraint, Column, Index, Table, Text

from lackmus.store.db.schema.columns import key, metadata, number, number_of, row_id, span, words

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
    CheckConstraint("verdict IN ('pass', 'fail', 'untestable')", name="settled"),
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
decision_errors = Table(  # what is wrong with a text, as the person says who decided it
    "decision_errors",
    metadata,
    key("text", "texts"),
    key("person", "people"),
    *span(),
    number("error_type"),  # its number in the suite
    Index(None, "since"),
)
comments = Table(  # remarks on a text, with or without a decision
    "comments", metadata, key("text", "texts"), key("person", "people"), *span(), words("comment")
)
flags = Table(  # texts marked for discussion
    "flags", metadata, key("text", "texts"), key("person", "people"), *span()
)

known_sets = Table(  # texts whose verdict is known: training sets, and the control texts of a campaign
    "known_sets",
    metadata,
    row_id(),
    words("kind"),  # training or control
    number_of("suite", "suites"),
    number_of("campaign", "campaigns", optional=True),  # of control texts
)
known_set_states = Table(
    "known_set_states",
    metadata,
    key("set", "known_sets"),
    *span(),
    words("name"),
    number("required"),  # 1: review offers it first, until it is done
    words("rate"),  # of control texts, such as 5%; empty for a training set
    number("seed"),  # of the draw of texts, or of the places of control texts
    words("about"),  # how it was made, for the signature
)
known_texts = Table(
    "known_texts",
    metadata,
    key("set", "known_sets"),
    key("text", "texts"),
    *span(),
    words("verdict"),
    words("origin"),  # adjudicated, unanimous or given
)
known_people = Table(  # who judges a set; control texts without anybody are for all annotators
    "known_people", metadata, key("set", "known_sets"), key("person", "people"), *span()
)
known_answers = Table(  # they are no decisions
    "known_answers",
    metadata,
    key("set", "known_sets"),
    key("text", "texts"),
    key("person", "people"),
    *span(),
    words("verdict"),
    Index(None, "since"),
)
control_offers = Table(  # which control texts a person was shown; no history
    "control_offers",
    metadata,
    key("person", "people"),
    key("text", "texts"),
    key("set", "known_sets"),
)
