"""Undo: a new change that ends what another began, and restores what it ended."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Table, and_, bindparam, literal, select, update

from lackmus.core.workspaces.history import LogEntry
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.rules.judging import rejudge
from lackmus.store.suites.suites import load_suite
from lackmus.store.workspaces.history import entries, entry_of, undoings_of
from lackmus.store.workspaces.people import need_admin, need_editor
from lackmus.store.workspaces.undo_conflicts import (
    Key,
    Row,
    keys_of,
    refuse_later,
    refuse_no_admin,
    refuse_orphans,
    refuse_taken,
    touched_by,
)

UNDO = "undo"
# Verdicts of rules are not restored but computed again. So texts that came after the change have the right
# verdict too, and edits of other rules are no obstacle.
STATES = tuple(
    table for table in schema.metadata.sorted_tables if "until" in table.c and table is not schema.verdicts
)


@dataclass(frozen=True)
class UndoneChange:
    """The effect of an undo."""

    number: int  # of the undoing change
    entry: LogEntry  # the undone change
    flips: Mapping[tuple[str, str], int]  # verdict before and after -> texts


@dataclass
class _Plan:
    """What to do to one table."""

    table: Table
    end: list[Key] = field(default_factory=list)
    begin: list[Row] = field(default_factory=list)  # former states to restore


def undo(change: Change, number: int | None = None) -> UndoneChange:
    """Undo a change: the named one, otherwise the person's last change that is not undone."""
    entry = _meant(change, number)
    undoings = undoings_of(change.connection)
    plans = [_plan(change, table, entry, undoings) for table in STATES]
    plans = [plan for plan in plans if plan.end or plan.begin]
    if not plans:
        raise LackmusError(f"{entry.named} changed nothing that could be undone.")
    if any(plan.table is schema.person_states for plan in plans):
        need_admin(change, "give roles")
    change.about = f"{entry.named}: {entry.about}" if entry.about else entry.named
    change.add(schema.undoings, ["change", "undoes"], [(change.number, entry.number)])
    for plan in plans:
        _end(change, plan)
    for plan in plans:
        refuse_taken(change, entry, plan.table, plan.begin)
        _begin(change, plan)
    refuse_orphans(change, entry)
    refuse_no_admin(change)
    return UndoneChange(change.number, entry, _judge(change, plans))


def _meant(change: Change, number: int | None) -> LogEntry:
    """The change to undo, if this person may."""
    people = schema.people
    query = select(people.c.name).where(people.c.id == change.person)
    person = str(change.connection.execute(query).scalar())
    if number is None:
        latest = next(_undoable(change, person), None)
        if latest is None:
            raise LackmusError(
                f"There is nothing of {person} to undo.",
                code="nothing-to-undo",
            )
        entry = latest
    else:
        named = entry_of(change.connection, number)
        if named is None or named.number == change.number:
            raise LackmusError(f"There is no change #{number}.", code="no-such-change")
        entry = named
    if entry.undone_by is not None:
        again = entry.undone_by
        raise LackmusError(
            f"{entry.named} is undone already.",
            code="undone-already",
            again=again,
        )
    if entry.person != person:
        need_editor(change, f"undo what others did, and {entry.named} was done by {entry.person}")
    templates = schema.templates
    made = change.connection.execute(
        select(templates.c.token).where(templates.c.made == entry.number)
    ).scalar()
    if made is not None:
        raise LackmusError(
            f"{entry.named} made template {made}, which others may have by now. Name another change."
        )
    return entry


def _undoable(change: Change, person: str) -> Iterator[LogEntry]:
    """A person's changes that are not undone, newest first, without undos: two undos go back twice."""
    for entry in entries(change.connection, person):
        if entry.number < change.number and entry.undoes is None and entry.undone_by is None:
            of_others = schema.person_states.c.person != change.person  # they are added by the way
            for table in (*STATES, schema.templates):
                touched = select(literal(1)).select_from(table).where(touched_by(table, entry.number))
                if table is schema.person_states:
                    touched = touched.where(of_others)
                if change.connection.execute(touched.limit(1)).first():
                    yield entry
                    break


def _plan(change: Change, table: Table, entry: LogEntry, undoings: Mapping[int, int]) -> _Plan:
    """What undoing a change means for one table; an error if later changes depend on it."""
    keys = keys_of(table)
    touched = select(*keys).where(touched_by(table, entry.number)).distinct().subquery()
    query = select(table).join(touched, and_(*(touched.c[key.name] == key for key in keys)))
    names = [column.name for column in table.columns]
    key_at = [names.index(key.name) for key in keys]
    since, until = names.index("since"), names.index("until")
    states: dict[Key, list[Row]] = {}
    for row in bulk.fetch(change.connection, query):
        states.setdefault(tuple(row[at] for at in key_at), []).append(row)
    if table is schema.person_states:
        _forget_entering(change, entry, states, until)
    plan = _Plan(table)
    for key, rows in states.items():
        events = sorted({row[at] for row in rows for at in (since, until) if row[at] is not None})
        refuse_later(change, entry, events, undoings)
        plan.end += [key for row in rows if row[until] is None]
        plan.begin += [row for row in rows if row[until] == entry.number and row[since] < entry.number]
    return plan


def _forget_entering(change: Change, entry: LogEntry, states: dict[Key, list[Row]], until: int) -> None:
    """Keep people who were added with the change: they stay."""
    changes = schema.changes
    actor = tuple(
        change.connection.execute(select(changes.c.person).where(changes.c.id == entry.number)).one()
    )
    if actor in states and not any(row[until] == entry.number for row in states[actor]):
        del states[actor]


def _end(change: Change, plan: _Plan) -> None:
    if plan.end:
        keys = keys_of(plan.table)
        ending = update(plan.table).where(
            holds(plan.table), *(key == bindparam(f"of_{key.name}") for key in keys)
        )
        rows = [{f"of_{key.name}": value for key, value in zip(keys, one, strict=True)} for one in plan.end]
        change.connection.execute(ending.values(until=change.number), rows)
        change.written = True


def _begin(change: Change, plan: _Plan) -> None:
    """Copies of the old states hold again."""
    names = [column.name for column in plan.table.columns]
    kept = [name for name in names if name not in ("since", "until")]
    at = [names.index(name) for name in kept]
    change.add(plan.table, kept, [tuple(row[one] for one in at) for row in plan.begin])


def _judge(change: Change, plans: Sequence[_Plan]) -> dict[tuple[str, str], int]:
    """Judge again all texts of items whose rules or marks were affected.

    Restored items too: other undos may have affected their rules meanwhile. Texts whose marks changed with
    their hand-in are no flips, since their outputs changed, too.
    """
    rules = {
        number
        for plan in plans
        if plan.table is schema.rule_states
        for number in (*(key[0] for key in plan.end), *(row[0] for row in plan.begin))
    }
    back = {
        number
        for plan in plans
        if plan.table is schema.item_states
        for number in {row[0] for row in plan.begin}.difference(key[0] for key in plan.end)
    }
    marked = {
        number
        for plan in plans
        if plan.table is schema.marks
        for number in (*(key[0] for key in plan.end), *(row[0] for row in plan.begin))
    }
    of_items = select(schema.items.c.suite, schema.items.c.id)
    of_rules = of_items.join(schema.rules, schema.rules.c.item == schema.items.c.id)
    of_texts = of_items.join(schema.texts, schema.texts.c.item == schema.items.c.id)
    items: dict[int, set[int]] = {}
    for query in (
        *(of_rules.where(schema.rules.c.id.in_(numbers)) for numbers in bulk.parts(sorted(rules))),
        *(of_items.where(schema.items.c.id.in_(numbers)) for numbers in bulk.parts(sorted(back))),
        *(of_texts.where(schema.texts.c.id.in_(numbers)) for numbers in bulk.parts(sorted(marked))),
    ):
        for suite, item in bulk.fetch(change.connection, query):
            items.setdefault(suite, set()).add(item)
    flips: Counter[tuple[str, str]] = Counter()
    for suite, found in items.items():
        for numbers in bulk.parts(sorted(found)):
            before, after = rejudge(change, load_suite(change.connection, suite, only=numbers))
            said = zip(before["text_id"], before["verdict"], after["verdict"], strict=True)
            flips.update((old, new) for text, old, new in said if old != new and text not in marked)
    return dict(flips)
