"""What prevents an undo: later changes that depend on the change."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, or_, select

from lackmus.core.workspaces.history import LogEntry
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.workspaces.history import entry_of

Row = tuple[Any, ...]
Key = tuple[Any, ...]


def keys_of(table: Table) -> list[Column[Any]]:
    """The key columns of a state: one state per key holds at a time."""
    return [column for column in table.primary_key.columns if column.name != "since"]


def touched_by(table: Table, number: int) -> ColumnElement[bool]:
    """The rows that a change began or ended; templates are only ever created."""
    if table is schema.templates:
        return table.c.made == number
    return or_(table.c.since == number, table.c.until == number)


def refuse_later(change: Change, entry: LogEntry, events: Sequence[int], undoings: Mapping[int, int]) -> None:
    """Refuse unless all later changes of the same thing are undone: undo goes in reverse order."""
    then, now = in_force(events, undoings, entry.number), in_force(events, undoings)
    if then != now:
        others = [number for number in now if number not in then]
        raise _in_the_way(change, entry, (others or events)[-1], "changed the same")


def in_force(events: Iterable[int], undoings: Mapping[int, int], until: int | None = None) -> list[int]:
    """The changes of a thing that are not undone, in order: now, or right after one of them."""
    found: list[int] = []
    for event in events:
        if until is not None and event > until:
            break
        origin, undone = event, False
        while origin in undoings:  # undoing an undo redoes the change
            origin, undone = undoings[origin], not undone
        if undone:
            found = [number for number in found if number != origin]
        else:
            found.append(origin)
    return found


# Things of which only one may hold: the fact of a state, and the columns of both.
_PLACES: dict[Table, tuple[Table, tuple[str, ...]]] = {
    schema.suite_states: (schema.suites, ("name",)),
    schema.campaign_states: (schema.campaigns, ("name",)),
    schema.system_states: (schema.systems, ("campaign", "name")),
    schema.hand_in_states: (schema.hand_ins, ("system", "suite", "pair")),
    schema.challenge_states: (schema.challenges, ("name",)),
    schema.challenge_score_states: (schema.challenge_scores, ("challenge", "name")),
    schema.study_states: (schema.studies, ("name",)),
    schema.rating_task_states: (schema.rating_tasks, ("name",)),
}


def refuse_taken(change: Change, entry: LogEntry, table: Table, begin: Sequence[Row]) -> None:
    """Refuse if a name, or the place of a system's outputs, is taken."""
    if table not in _PLACES or not begin:
        return
    facts, columns = _PLACES[table]
    key = keys_of(table)[0]
    place = [facts.c[name] if name in facts.c else table.c[name] for name in columns]
    held = select(*place, table.c.since).join_from(table, facts, facts.c.id == key).where(holds(table))
    taken = {tuple(where): since for *where, since in bulk.fetch(change.connection, held)}
    names = [column.name for column in table.columns]
    of_fact = [name for name in columns if name in facts.c]
    known = {
        number: dict(zip(of_fact, values, strict=True))
        for number, *values in bulk.fetch(
            change.connection, select(facts.c.id, *(facts.c[name] for name in of_fact))
        )
    }
    for row in begin:
        state = dict(zip(names, row, strict=True))
        wanted = {**state, **known[state[key.name]]}
        later = taken.get(tuple(wanted[name] for name in columns))
        if later is not None:
            what = f"took the name {wanted['name']}" if "name" in columns else "brought other outputs"
            raise _in_the_way(change, entry, later, what)


# Dependencies: a state, its fact, the fact's column, and the state that must hold too.
_STANDS_ON = (
    (schema.hand_in_states, schema.hand_ins, "suite", schema.suite_states),
    (schema.hand_in_states, schema.hand_ins, "system", schema.system_states),
    (schema.system_states, schema.systems, "campaign", schema.campaign_states),
    (schema.item_states, schema.items, "suite", schema.suite_states),
    (schema.challenge_score_states, schema.challenge_scores, "challenge", schema.challenge_states),
    (schema.study_choices, schema.studies, "id", schema.study_states),
    (schema.ratings, schema.rating_tasks, "id", schema.rating_task_states),
)


def refuse_orphans(change: Change, entry: LogEntry) -> None:
    """Refuse orphans, such as outputs without a system, or scores without a challenge."""
    for states, facts, column, parents in _STANDS_ON:
        parent = keys_of(parents)[0]
        ended = parents.alias()
        held = select(parents.c.since).where(parent == facts.c[column], holds(parents)).exists()
        query = (
            select(states.c.since, ended.c.until)
            .join_from(states, facts, facts.c.id == keys_of(states)[0])
            .join(ended, ended.c[parent.name] == facts.c[column])
            .where(
                holds(states),
                ended.c.until.is_not(None),
                or_(ended.c.until == change.number, states.c.since == change.number),
                ~held,
            )
            .order_by(states.c.since.desc())
            .limit(1)
        )
        for since, until in change.connection.execute(query):
            later = since if until == change.number else until
            raise _in_the_way(change, entry, later, "rests on it")


def refuse_no_admin(change: Change) -> None:
    """Refuse if no admin would be left, unless there was none before."""
    states = schema.person_states
    admins = select(states.c.person).where(states.c.role == Role.ADMIN.value).limit(1)
    took = change.connection.execute(admins.where(states.c.until == change.number)).first()
    if took and not change.connection.execute(admins.where(holds(states))).first():
        raise LackmusError(
            "There would be no admin any more.",
            code="no-admin",
        )


def _in_the_way(change: Change, entry: LogEntry, number: int, what: str) -> LackmusError:
    later = entry_of(change.connection, number)
    named = f"{later.named} by {later.person}" if later else f"#{number}"
    return LackmusError(f"{entry.named} cannot be undone: {named} {what} since. Undo #{number} first.")
