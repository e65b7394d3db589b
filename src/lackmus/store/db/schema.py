"""The tables of a workspace: facts that never change, and states that hold from one change until another.

A *fact* (an item's name, a text, an output, a rule's wording) is written once. A *state* says what holds of a
fact: it has `since`, the change that brought it, and `until`, the change that ended it (null while it holds).
Nothing is ever overwritten but an empty `until`, so every past state of the workspace can be read.

Only integers and text are used, so that SQLite and PostgreSQL hold the very same values; lists are JSON.
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id() -> Column[int]:
    """Row numbers are assigned by us under the write lock, so that every copy has the same."""
    return Column("id", Integer, primary_key=True, autoincrement=False)


def _key(name: str, of: str) -> Column[int]:
    return Column(name, Integer, ForeignKey(f"{of}.id"), primary_key=True, autoincrement=False)


def _of(name: str, of: str, optional: bool = False) -> Column[int]:
    return Column(name, Integer, ForeignKey(f"{of}.id"), nullable=optional)


def _span() -> tuple[Column[int], Column[int]]:
    """The change that began a state, and the one that ended it."""
    return (
        Column("since", Integer, ForeignKey("changes.id"), primary_key=True, autoincrement=False),
        Column("until", Integer, ForeignKey("changes.id")),
    )


def _text(name: str, optional: bool = False) -> Column[str]:
    return Column(name, Text, nullable=optional)


def _plain_text(name: str) -> Column[str]:
    """A text that earlier workspaces did not have: empty there."""
    return Column(name, Text, nullable=False, server_default="")


def _number(name: str, optional: bool = False) -> Column[int]:
    return Column(name, Integer, nullable=optional)


def _now(name: str, *columns: Column[int] | Column[str], unique: bool = False) -> Index:
    """An index of current states."""
    holds = text("until IS NULL")
    return Index(name, *columns, unique=unique, sqlite_where=holds, postgresql_where=holds)


# -- the workspace and its log -----------------------------------------------------------------------------

workspace = Table(
    "workspace",
    metadata,
    _id(),
    _text("token"),  # random id of the workspace
    _text("created"),
    _text("version"),  # of the Lackmus that created this schema
)
people = Table("people", metadata, _id(), _text("name"), UniqueConstraint("name"))
changes = Table(
    "changes",
    metadata,
    _id(),  # 1, 2, 3 …: the revision of the workspace
    _text("token"),  # random: diverged copies of a workspace never share one
    _text("at"),  # UTC, ISO 8601 with microseconds; never earlier than the change before
    _of("person", "people"),
    _text("verb"),  # what was done: “suite import”, “rule change”, “decide” …
    _text("about"),  # what it was done to, in words, for the log
    _text("comment"),
    Index(None, "person"),
)
undoings = Table(  # a change that undoes another, which may itself be an undo
    "undoings", metadata, _key("change", "changes"), _of("undoes", "changes")
)
person_states = Table("person_states", metadata, _key("person", "people"), *_span(), _text("role"))

# -- what lets people in: no history, and never in an export ------------------------------------------------

passwords = Table(
    "passwords",
    metadata,
    _key("person", "people"),
    _text("hash"),  # Argon2
    _text("at"),  # when it was set
)
tokens = Table(  # for scripts
    "tokens",
    metadata,
    _id(),
    _of("person", "people"),
    _text("name"),  # its purpose
    _text("digest"),  # of the secret, which only its owner has
    _text("made"),
    _text("used", optional=True),  # the day of its last use
    UniqueConstraint("digest"),
)
sessions = Table(  # of browsers
    "sessions",
    metadata,
    Column("digest", Text, primary_key=True),  # of the cookie
    _of("person", "people"),
    _text("expires"),
)

# -- suites ------------------------------------------------------------------------------------------------

suites = Table("suites", metadata, _id())
suite_states = Table(
    "suite_states", metadata, _key("suite", "suites"), *_span(), _text("name"), _text("comment")
)
_now("ix_suite_states_now", suite_states.c.name, unique=True)
phenomenon_states = Table(
    "phenomenon_states",
    metadata,
    _key("suite", "suites"),
    Column("category", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    *_span(),
    _number("place"),
    _text("guideline"),
)
items = Table(
    "items",
    metadata,
    _id(),
    _of("suite", "suites"),
    _text("pair"),
    _text("name"),  # its id in files
    _number("judged"),  # the change up to which its texts are judged; not history
    UniqueConstraint("suite", "pair", "name"),
)
item_states = Table(
    "item_states",
    metadata,
    _key("item", "items"),
    *_span(),
    _number("place"),  # in its suite
    _text("category"),
    _text("phenomenon"),
    _text("source"),
    _text("paradigm", optional=True),
    _text("comment"),
    _text("tags"),  # JSON list
    _number("reserved"),  # 0 or 1
    _plain_text("prompt"),
    _plain_text("stretch"),  # words of the source
    Column("occurrence", Integer, nullable=False, server_default="1"),  # of these words, from 1
    Column("scope", Text, nullable=False, server_default="text"),  # what its rules look at
    Column("plain_rules", Text, nullable=False, server_default="[]"),  # JSON list
)
rules = Table(
    "rules",
    metadata,
    _id(),
    _of("item", "items"),
    _text("side"),
    _text("kind"),
    Column("digest", BigInteger, nullable=False),  # of the value: long texts cannot be indexed
    _text("value"),
    UniqueConstraint("item", "side", "kind", "digest"),
)
rule_states = Table(
    "rule_states",
    metadata,
    _key("rule", "rules"),
    *_span(),
    _number("place"),  # among the rules of its item
    _of("follows", "rules", optional=True),  # the rule that it replaced
    Index(None, "since"),
)

# -- campaigns ---------------------------------------------------------------------------------------------

campaigns = Table("campaigns", metadata, _id())
campaign_states = Table(
    "campaign_states",
    metadata,
    _key("campaign", "campaigns"),
    *_span(),
    _text("name"),
    _number("year", optional=True),
    _text("tags"),  # JSON list
    _text("comment"),
)
_now("ix_campaign_states_now", campaign_states.c.name, unique=True)
systems = Table("systems", metadata, _id(), _of("campaign", "campaigns"), Index(None, "campaign"))
system_states = Table(
    "system_states",
    metadata,
    _key("system", "systems"),
    *_span(),
    _text("name"),  # unique in its campaign: checked when it is given, under the write lock
    _text("label"),  # short; empty: the name
    _text("tags"),  # JSON list
    _text("comment"),
)
hand_ins = Table(
    "hand_ins",
    metadata,
    _id(),
    _of("system", "systems"),
    _of("suite", "suites"),
    _text("pair"),
    _text("file"),
    _text("digest"),  # of items and texts: the same outputs in another format have the same
    _text("suspicions"),  # JSON list: warnings about the file
    Index(None, "system"),
)
hand_in_states = Table("hand_in_states", metadata, _key("hand_in", "hand_ins"), *_span())
_now("ix_hand_in_states_now", hand_in_states.c.hand_in)
texts = Table(
    "texts",
    metadata,
    _id(),
    _of("item", "items"),
    Column("digest", BigInteger, nullable=False),  # of the key
    _text("key"),
    UniqueConstraint("item", "digest"),
)
outputs = Table(
    "outputs",
    metadata,
    _key("hand_in", "hand_ins"),
    Column("item", Integer, primary_key=True, autoincrement=False),  # of the text, unchecked
    Column("repeat", Integer, primary_key=True, autoincrement=False),  # 0 for the first line of a sentence
    _of("text", "texts"),
    _text("raw", optional=True),  # as handed in, where that is not the text's key
    sqlite_with_rowid=False,
)

# -- what was fetched from engines -------------------------------------------------------------------------

requests = Table(  # requests to engines; nothing is asked twice
    "requests",
    metadata,
    _id(),
    _text("digest"),  # of all that follows
    _text("engine"),
    _text("pair"),
    _text("identity"),  # JSON: options and everything else that translations depend on
    UniqueConstraint("digest"),
)
leases = Table(  # current fetches, so that no one pays twice for the same; no history
    "leases", metadata, _key("request", "requests"), _text("holder"), _text("renewed")
)
replies = Table(  # stored at once; no history
    "replies",
    metadata,
    _key("request", "requests"),
    Column("digest", BigInteger, primary_key=True, autoincrement=False),  # of the source and what is before
    _text("source"),
    _text("before"),  # JSON list
    _text("text"),
    _text("raw", optional=True),  # the reply before cleaning, if it was cleaned
    _text("mark", optional=True),
    _text("cleaned"),  # JSON list: the cleaning rules applied
    _text("model"),
    _number("billed", optional=True),
    _text("at"),
    sqlite_with_rowid=False,
)
origins = Table(  # the engine that wrote a hand-in
    "origins",
    metadata,
    _key("hand_in", "hand_ins"),
    _of("request", "requests"),
    _text("about"),  # JSON: what the engine said about itself
    _text("signature"),
)
fetches = Table(  # fetches started on pages; no history
    "fetches",
    metadata,
    _id(),
    _text("token"),
    _of("person", "people"),
    _text("asked"),  # JSON
    _text("state"),
    _text("at"),  # when it was asked for
    _text("changed"),  # time of its last report
    _text("stage"),
    _number("done"),
    _number("total"),
    _text("said"),  # its result, or what it waits for
    UniqueConstraint("token"),
)

# -- judging and deciding ----------------------------------------------------------------------------------

verdicts = Table(
    "verdicts",
    metadata,
    _key("text", "texts"),
    *_span(),
    _text("verdict"),
    _text("reason", optional=True),
    _text("step", optional=True),
    _of("right_rule", "rules", optional=True),
    _number("right_start", optional=True),
    _number("right_end", optional=True),
    _of("wrong_rule", "rules", optional=True),
    _number("wrong_start", optional=True),
    _number("wrong_end", optional=True),
    sqlite_with_rowid=False,
)
marks = Table(  # texts of engines that look verbose or refused
    "marks",
    metadata,
    _key("text", "texts"),
    _key("hand_in", "hand_ins"),  # that brought the mark: another may bring the same
    *_span(),
    _text("mark"),
)
searches = Table(  # cached results of slow pattern searches
    "searches",
    metadata,
    _key("text", "texts"),
    _key("rule", "rules"),
    _number("start", optional=True),  # -1: no answer in time; null: no match
    _number("end", optional=True),
    sqlite_with_rowid=False,
)
decisions = Table(
    "decisions",
    metadata,
    _key("text", "texts"),
    _key("person", "people"),
    *_span(),
    _text("verdict"),
    _number("adjudicates"),  # 0 or 1
    _text("proposed", optional=True),  # pass, fail, or none: the proposal that was shown; null: not recorded
    _text("proposer", optional=True),  # the proposer and its version
    CheckConstraint("verdict IN ('pass', 'fail')", name="settled"),
    Index(None, "since"),
)

# -- reviewing, templates, saved reports -------------------------------------------------------------------

assignments = Table(  # texts that a person is to judge in any case
    "assignments", metadata, _key("text", "texts"), _key("person", "people"), *_span()
)
claims = Table(  # who is looking at a text now, so that others do not get it; no history
    "claims",
    metadata,
    _key("text", "texts"),
    _key("person", "people"),
    _number("alone"),  # 1: judged independently of others, so it is not withheld from them
    _text("expires"),  # UTC, as in the log
)
comments = Table(  # remarks on a text, with or without a decision
    "comments", metadata, _key("text", "texts"), _key("person", "people"), *_span(), _text("comment")
)
flags = Table(  # texts marked for discussion
    "flags", metadata, _key("text", "texts"), _key("person", "people"), *_span()
)
templates = Table(
    "templates",
    metadata,
    _id(),
    _text("token"),  # in the name of its file; random, so that it does not reveal how many there are
    _of("suite", "suites"),
    _text("pair"),
    Column("made", Integer, ForeignKey("changes.id"), nullable=False),
    _number("seed"),
    _text("drawn"),  # how its items were drawn, in words
    _number("public"),  # 0 or 1: public ones have no reserved items
    UniqueConstraint("token"),
)
template_lines = Table(
    "template_lines",
    metadata,
    _key("template", "templates"),
    Column("line", Integer, primary_key=True, autoincrement=False),  # from 1
    _text("source"),
    _text("items"),  # JSON list of numbers of items; empty for a distractor
)
saved_reports = Table(
    "saved_reports",
    metadata,
    Column("name", Text, primary_key=True),
    *_span(),
    Column("revision", Integer, ForeignKey("changes.id"), nullable=False),  # its state of the workspace
    _text("request"),  # JSON: what was asked
    _text("signature"),
)

# -- challenges for metrics --------------------------------------------------------------------------------

challenges = Table(
    "challenges",
    metadata,
    _id(),
    _text("signature"),
    _text("about"),  # JSON: the choices, in words
    _number("tuples"),  # counted once, since tuples never change; also the next three
    _number("items"),
    _number("phenomena"),
    _text("pairs"),  # JSON list
)
challenge_states = Table(
    "challenge_states", metadata, _key("challenge", "challenges"), *_span(), _text("name")
)
_now("ix_challenge_states_now", challenge_states.c.name, unique=True)
challenge_tuples = Table(  # columns as in core; texts are copies, so that edits of a suite do not affect them
    "challenge_tuples",
    metadata,
    _key("challenge", "challenges"),
    Column("place", Integer, primary_key=True, autoincrement=False),  # from 0, in the challenge's order
    _text("tuple"),
    _text("item"),
    _text("pair"),
    _text("category"),
    _text("phenomenon"),
    _text("source"),
    _text("reference"),
    _text("better"),
    _text("worse"),
    _text("reference_from"),
    _text("better_from"),
    _text("worse_from"),
)
challenge_scores = Table(  # of one metric, for all tuples
    "challenge_scores",
    metadata,
    _id(),
    _of("challenge", "challenges"),
    _text("about"),  # JSON: what the metric declares, and the file of the scores
    _text("better"),  # JSON list of numbers, a number a tuple
    _text("worse"),
    _text("seconds", optional=True),  # a number as text; null if unknown
    _number("computed"),
    Index(None, "challenge"),
)
challenge_score_states = Table(
    "challenge_score_states",
    metadata,
    _key("score", "challenge_scores"),
    *_span(),
    _text("name"),  # of the metric; unique in its challenge: checked under the write lock
    _text("grp"),  # the ranking group; empty: by what it needs
)

# -- studies of contrasts ----------------------------------------------------------------------------------


def _place(name: str = "place") -> Column[int]:
    """An index within the study, from 0."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


studies = Table(
    "studies",
    metadata,
    _id(),
    _text("pair"),
    _text("head"),  # JSON: contrasts with their queries, overall scores, how it was made
    _text("digest"),  # of everything in it: the same again is no new study
    _number("items"),  # counted once, since a study never changes; also the next two
    _number("selected"),
    _number("words"),
)
study_states = Table("study_states", metadata, _key("study", "studies"), *_span(), _text("name"))
_now("ix_study_states_now", study_states.c.name, unique=True)
study_systems = Table(  # systems, then references
    "study_systems",
    metadata,
    _key("study", "studies"),
    _place(),
    _text("name"),
    _number("reference"),  # 0 or 1
    _text("targets"),  # JSON list: for each source the place of its target, -1 where there is none
)
study_values = Table(  # the distinct values of a tree column
    "study_values",
    metadata,
    _key("study", "studies"),
    Column("side", Text, primary_key=True),  # source or target
    Column("attribute", Text, primary_key=True),  # form, lemma, upos …
    _text("written"),  # JSON list
)
study_sentences = Table(
    "study_sentences",
    metadata,
    _key("study", "studies"),
    Column("side", Text, primary_key=True),
    _place(),
    _text("name"),
    _text("text"),
    _text("words"),  # JSON: column by column, values by index
    _text("links"),  # JSON list: source word, target word, source word …; empty for a source
)
study_items = Table(
    "study_items",
    metadata,
    _key("study", "studies"),
    _place(),
    _text("item"),
    _number("contrast"),  # its index in the head, which has category and phenomenon
    _number("sentence"),
    _number("keyword"),
    _number("selected"),  # 0 or 1
    _number("refined", optional=True),  # 0 or 1, as in the file; later choices are in study_choices
)
study_verdicts = Table(
    "study_verdicts",
    metadata,
    _key("study", "studies"),
    _place(),
    _number("item"),
    _number("system"),
    _text("symmetry"),
    _text("verdict"),
    _text("reason", optional=True),
    _text("found_by", optional=True),
    _text("aligned"),  # JSON list
    _number("clause", optional=True),
    sqlite_with_rowid=False,
)
study_choices = Table(  # kept and dropped items; undo lets an older choice hold again
    "study_choices",
    metadata,
    _key("study", "studies"),
    _place("item"),
    *_span(),
    _number("kept"),  # 0 or 1
    Column("said", Integer, ForeignKey("changes.id"), nullable=False),  # has person and time
    ForeignKeyConstraint(["study", "item"], ["study_items.study", "study_items.place"]),
    Index(None, "since"),
)

# -- blind ratings of translations --------------------------------------------------------------------------

rating_tasks = Table(
    "rating_tasks",
    metadata,
    _id(),
    _of("study", "studies"),  # whose translations are rated; a task stays if the study is replaced
    _text("study_name"),  # its name at that time
    _text("pair"),
    _text("token"),  # random and secret: annotators' keys of texts are derived from it
    _text("plan"),  # JSON: all settings
    _number("texts"),  # counted once, since a task never changes; also the next
    _number("sentences"),
)
rating_task_states = Table(
    "rating_task_states", metadata, _key("task", "rating_tasks"), *_span(), _text("name")
)
_now("ix_rating_task_states_now", rating_task_states.c.name, unique=True)
rating_sentences = Table(  # copies, so that rating needs no trees
    "rating_sentences",
    metadata,
    _key("task", "rating_tasks"),
    _place("sentence"),  # as in the study
    _text("source"),
    _text("marks"),  # JSON list: positions of keywords
)
rating_texts = Table(  # each distinct translation of a sentence once, in random order
    "rating_texts",
    metadata,
    _key("task", "rating_tasks"),
    _place(),
    _number("sentence"),
    _text("text"),
    _text("systems"),  # JSON list: who wrote it, references among them
)
ratings = Table(
    "ratings",
    metadata,
    _key("task", "rating_tasks"),
    _place("text"),
    _key("person", "people"),
    _place("repeat"),  # 0, or 1 for the repeat
    *_span(),
    _number("value"),
    ForeignKeyConstraint(["task", "text"], ["rating_texts.task", "rating_texts.place"]),
    Index(None, "since"),
)
rating_claims = Table(  # who is looking at a text now; no history
    "rating_claims",
    metadata,
    _key("task", "rating_tasks"),
    _place("text"),
    _key("person", "people"),
    _text("expires"),  # UTC, as in the log
    ForeignKeyConstraint(["task", "text"], ["rating_texts.task", "rating_texts.place"]),
)

REVISIONS = (
    "0001",
    "0002",
    "0003",
    "0004",
    "0005",
    "0006",
    "0007",
    "0008",
    "0009",
    "0010",
    "0011",
)  # store/db/migrations/versions, oldest first; the last is this schema
