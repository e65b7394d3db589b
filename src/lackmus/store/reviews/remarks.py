"""Comments and flags on texts, revealed systems, and a person's last action in review."""

from collections.abc import Collection

from sqlalchemy import Connection, or_, select

from lackmus.core.reviews.remarks import Remark
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import storable
from lackmus.store.workspaces.history import undoings_of, undone_by

COMMENT, FLAG, UNFLAG, REVEAL, RULE, ERROR_TYPE = (
    "review comment",
    "review flag",
    "review unflag",
    "review reveal",
    "review rule",
    "review error type",
)
# Verbs that a person in review can undo by one key.
REVIEW_VERBS = (
    *("review decide", "review adjudicate", "review withdraw"),
    *(COMMENT, FLAG, UNFLAG, RULE, ERROR_TYPE),
)
LONGEST = 10_000  # characters of a comment


def text_of(connection: Connection, text: int) -> tuple[int, int, str, str]:
    """The suite, the item (number and key) and the wording of a text."""
    texts, items = schema.texts, schema.items
    query = (
        select(items.c.suite, items.c.id, items.c.pair, items.c.name, texts.c.key)
        .join(items, items.c.id == texts.c.item)
        .where(texts.c.id == text)
    )
    found = connection.execute(query).first()
    if found is None:
        raise LackmusError(f"There is no text {text}. Texts have the numbers that the review shows.")
    suite, item, pair, name, key = found
    return suite, item, f"{pair}:{name}", key


def comment(change: Change, text: int, said: str) -> None:
    """Set a person's comment on a text, replacing the earlier one; an empty one removes it."""
    said = storable(said.strip(), "the comment")
    if len(said) > LONGEST:
        raise LackmusError(f"A comment has {LONGEST:,} characters at most; this has {len(said):,}.")
    _, _, key, _ = text_of(change.connection, text)
    table = schema.comments
    own = (table.c.text == text, table.c.person == change.person)
    before = change.connection.execute(select(table.c.comment).where(*own, holds(table))).scalar()
    if said == (before or ""):
        return
    if said:
        change.revise(table, {"text": text, "person": change.person}, {"comment": said})
    else:
        change.retire(table, *own)
    change.about = f"text {text} of item {key}: {_short(said) if said else 'comment taken away'}"


def comments_on(connection: Connection, texts: Collection[int]) -> dict[int, tuple[Remark, ...]]:
    """What people say about these texts now, in order of time."""
    table, people, changes = schema.comments, schema.people, schema.changes
    query = (
        select(table.c.text, people.c.name, changes.c.at, table.c.comment)
        .join(people, people.c.id == table.c.person)
        .join(changes, changes.c.id == table.c.since)
        .where(holds(table))
        .order_by(table.c.since)
    )
    found: dict[int, tuple[Remark, ...]] = {}
    for some in bulk.parts(sorted(texts)):
        for text, *said in bulk.fetch(connection, query.where(table.c.text.in_(some))):
            found[text] = (*found.get(text, ()), Remark(*said))
    return found


def flag(change: Change, text: int) -> None:
    """Flag a text for discussion."""
    _, _, key, _ = text_of(change.connection, text)
    table = schema.flags
    own = (table.c.text == text, table.c.person == change.person)
    if change.connection.execute(select(table.c.text).where(*own, holds(table))).first() is None:
        change.add(table, ["text", "person"], [(text, change.person)])
    change.about = f"text {text} of item {key}"


def unflag(change: Change, text: int) -> None:
    """Remove all flags of a text."""
    _, _, key, _ = text_of(change.connection, text)
    change.retire(schema.flags, schema.flags.c.text == text)
    change.about = f"text {text} of item {key}"


def reveal(change: Change, text: int) -> None:
    """Record that a person looked up the systems of a text."""
    _, _, key, _ = text_of(change.connection, text)
    change.about = f"text {text} of item {key}"
    change.written = True  # the log entry is the only effect


def last_review_change(connection: Connection, person: int) -> int | None:
    """A person's last action in review that is not undone."""
    changes = schema.changes
    query = (
        select(changes.c.id)
        .where(changes.c.person == person, changes.c.verb.in_(REVIEW_VERBS))
        .order_by(changes.c.id.desc())
    )
    undone = undone_by(undoings_of(connection))
    return next((number for number in connection.execute(query).scalars() if number not in undone), None)


def texts_touched(connection: Connection, number: int) -> list[int]:
    """The texts that an action in review concerned."""
    found: Collection[int] = set()
    for table in (
        schema.decisions,
        schema.decision_errors,
        schema.known_answers,
        schema.comments,
        schema.flags,
    ):
        touched = select(table.c.text).where(or_(table.c.since == number, table.c.until == number))
        found = {*found, *(text for (text,) in bulk.fetch(connection, touched))}
    rules, states, texts = schema.rules, schema.rule_states, schema.texts
    sentences = (
        select(texts.c.id)
        .join(rules, (rules.c.item == texts.c.item) & (rules.c.value == texts.c.key))
        .join(states, states.c.rule == rules.c.id)
        .where(states.c.since == number)
    )
    return sorted({*found, *(text for (text,) in bulk.fetch(connection, sentences))})


def _short(said: str, most: int = 200) -> str:
    return said if len(said) <= most else f"{said[: most - 1]}…"
