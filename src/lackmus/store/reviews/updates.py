"""What has changed in a workspace since a revision, so that only that is read again."""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, bindparam, or_, select

from lackmus.store.db import bulk, schema
from lackmus.store.reviews.review_records import clicks_since

Numbers = frozenset[int]

# Verbs that only add decisions, or only write the log.
_DECIDING = frozenset({"review decide", "review adjudicate", "review error type"})
_SILENT = frozenset({"review reveal"})
MANY = 500  # items: reading more of them one by one is slower than reading all


@dataclass(frozen=True)
class ReviewUpdates:
    """The changes since a revision."""

    revision: int
    token: str
    everything: bool = False  # another history: nothing known is valid any more
    people: bool = False
    decisions: Numbers = frozenset()  # texts, also the next three
    assignments: Numbers = frozenset()
    owners: bool = False  # to whom phenomena or items are assigned
    controls: bool = False  # control texts, or answers to them
    comments: Numbers = frozenset()
    flags: Numbers = frozenset()
    clicks: tuple[tuple[int, str], ...] = ()  # persons and times of decisions
    items: Numbers = frozenset()  # that were judged again
    suites: Numbers = field(default=frozenset())  # whose items changed
    campaigns: Numbers = field(default=frozenset())  # whose systems or outputs changed


_LOG = (
    select(schema.changes.c.id, schema.changes.c.token, schema.changes.c.verb)
    .where(schema.changes.c.id >= bindparam("seen"))
    .order_by(schema.changes.c.id)
)


def updates_since(connection: Connection, revision: int, token: str) -> ReviewUpdates | None:
    """The changes since a revision; None if there are none."""
    log = list(connection.execute(_LOG, {"seen": revision}))
    if [one.token for one in log] == ([token] if token else []):
        return None
    if not log or log[0].id != revision or log[0].token != token:
        last = log[-1] if log else None
        return ReviewUpdates(last.id if last else 0, last.token if last else "", everything=True)
    last, verbs = log[-1], {one.verb for one in log[1:]}
    if verbs <= _SILENT:
        return ReviewUpdates(last.id, last.token)
    clicks = tuple(clicks_since(connection, revision))
    decided = schema.decisions
    if verbs <= _DECIDING | _SILENT:
        texts = _numbers(connection, select(decided.c.text).where(decided.c.since > revision))
        texts |= _touched(connection, schema.decision_errors, "text", revision)
        controls = _answered(connection, revision)
        return ReviewUpdates(last.id, last.token, decisions=texts, clicks=clicks, controls=controls)
    suites = _suites(connection, revision)
    judged = select(schema.items.c.id).where(schema.items.c.judged > revision)
    items = _numbers(connection, judged)
    if len(items) > MANY:
        of_them = select(schema.items.c.suite).where(schema.items.c.judged > revision)
        suites, items = suites | _numbers(connection, of_them), frozenset()
    return ReviewUpdates(
        last.id,
        last.token,
        people=bool(_touched(connection, schema.person_states, "person", revision)),
        decisions=_touched(connection, decided, "text", revision)
        | _touched(connection, schema.decision_errors, "text", revision),
        assignments=_touched(connection, schema.assignments, "text", revision),
        owners=bool(
            _touched(connection, schema.phenomenon_assignments, "campaign", revision)
            or _touched(connection, schema.item_assignments, "item", revision)
        ),
        controls=_answered(connection, revision)
        or any(
            _touched(connection, table, "set", revision)
            for table in (schema.known_set_states, schema.known_texts, schema.known_people)
        ),
        comments=_touched(connection, schema.comments, "text", revision),
        flags=_touched(connection, schema.flags, "text", revision),
        clicks=clicks,
        items=items,
        suites=suites,
        campaigns=_campaigns(connection, revision),
    )


def first_updates(connection: Connection) -> ReviewUpdates:
    """The changes for a first read: everything."""
    changes = schema.changes
    query = select(changes.c.id, changes.c.token).order_by(changes.c.id.desc()).limit(1)
    last = connection.execute(query).first()
    return ReviewUpdates(last[0] if last else 0, last[1] if last else "", everything=True)


def _answered(connection: Connection, seen: int) -> bool:
    return bool(_touched(connection, schema.known_answers, "set", seen))


def _suites(connection: Connection, seen: int) -> Numbers:
    """Suites whose name, phenomena or items changed."""
    items, states = schema.items, schema.item_states
    of_items = select(items.c.suite).join(states, states.c.item == items.c.id).where(_new(states, seen))
    found = _numbers(connection, of_items)
    for table in (
        schema.suite_states,
        schema.phenomenon_states,
        schema.example_states,
        schema.error_type_states,
    ):
        found |= _touched(connection, table, "suite", seen)
    return found


def _campaigns(connection: Connection, seen: int) -> Numbers:
    """Campaigns whose name, systems or outputs changed."""
    systems, named = schema.systems, schema.system_states
    handed, states = schema.hand_ins, schema.hand_in_states
    of_systems = select(systems.c.campaign).join(named, named.c.system == systems.c.id)
    of_hand_ins = (
        select(systems.c.campaign)
        .join(handed, handed.c.system == systems.c.id)
        .join(states, states.c.hand_in == handed.c.id)
    )
    return (
        _touched(connection, schema.campaign_states, "campaign", seen)
        | _numbers(connection, of_systems.where(_new(named, seen)))
        | _numbers(connection, of_hand_ins.where(_new(states, seen)))
    )


def _touched(connection: Connection, table: Table, column: str, seen: int) -> Numbers:
    """The subjects of states that began or ended since then."""
    return _numbers(connection, select(table.c[column]).where(_new(table, seen)))


def _new(table: Table, seen: int) -> ColumnElement[bool]:
    return or_(table.c.since > seen, table.c.until > seen)


def _numbers(connection: Connection, query: Select[Any]) -> Numbers:
    return frozenset(number for (number,) in bulk.fetch(connection, query.distinct()))
