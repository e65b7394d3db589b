"""Error types of a suite: read them, add, rename, move and retire them."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlalchemy import Connection, func, select

from lackmus.core.suites.error_types import ErrorType, ErrorTypesRevision, error_types_for, why_wrong
from lackmus.errors import LackmusError, NotFoundError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, Values, holds
from lackmus.store.db.identity import storable
from lackmus.store.suites.examples import phenomena_in

_STATES = schema.error_type_states
_SAID = ("label", "category", "name", "place")


def error_types_in(connection: Connection, suite: int, revision: int | None = None) -> list[ErrorType]:
    """The error types of a suite, in their order."""
    query = (
        select(*(_STATES.c[name] for name in _SAID))
        .where(_STATES.c.suite == suite, holds(_STATES, revision))
        .order_by(_STATES.c.rank, _STATES.c.place)
    )
    return [ErrorType(*row) for row in bulk.fetch(connection, query)]


def error_types_of(connection: Connection, items: Collection[int]) -> dict[int, tuple[ErrorType, ...]]:
    """The error types that can be chosen for the outputs of items, by their numbers, in the order of keys."""
    every = set(bulk.fetch(connection, select(_STATES.c.suite).where(holds(_STATES)).distinct()))
    suites = {suite: error_types_in(connection, suite) for (suite,) in every}
    if not suites:  # most workspaces have none, and lists of texts wait for this
        return {}
    of, states = schema.items, schema.item_states
    found = {}
    for some in bulk.parts(sorted(items)):
        query = (
            select(of.c.id, of.c.suite, states.c.category, states.c.phenomenon)
            .join(states, (states.c.item == of.c.id) & holds(states))
            .where(of.c.id.in_(some))
        )
        for item, suite, category, phenomenon in bulk.fetch(connection, query):
            found[item] = error_types_for(suites.get(suite, ()), category, phenomenon)
    return found


def error_labels(connection: Connection, revision: int | None = None) -> dict[tuple[int, int], str]:
    """The label of each error type, by suite and number; of a retired one, that which it had last."""
    query = select(_STATES.c.suite, _STATES.c.place, _STATES.c.label).order_by(_STATES.c.since)
    if revision is not None:
        query = query.where(_STATES.c.since <= revision)
    return {(suite, number): label for suite, number, label in bulk.fetch(connection, query)}


def storable_error_type(one: ErrorType, where: str = "the error type") -> ErrorType:
    """The error type in storable form: trimmed, its white space folded."""
    return replace(one, label=storable(" ".join(one.label.split()), f"{where}: its label"))


def add_error_types(change: Change, suite: int, added: Sequence[ErrorType]) -> list[int]:
    """Add error types behind those of a suite; returns their numbers. A retired one gets its number again."""
    if not added:
        return []
    held = error_types_in(change.connection, suite)
    new = [storable_error_type(one) for one in added]
    _refuse(change, suite, [*held, *new])
    query = select(_STATES.c.place, *(_STATES.c[name] for name in _SAID[:3])).where(_STATES.c.suite == suite)
    known = {tuple(said): number for number, *said in bulk.fetch(change.connection, query)}
    taken = {one.number for one in held}
    last = max(known.values(), default=0)
    rank = change.connection.execute(
        select(func.max(_STATES.c.rank)).where(_STATES.c.suite == suite, holds(_STATES))
    ).scalar()
    rows, numbers = [], []
    for one in new:
        number = known.get((one.label, *one.scope), 0)
        if not number or number in taken:
            number = last = last + 1
        taken.add(number)
        numbers.append(number)
        rank = 0 if rank is None else rank + 1
        rows.append((suite, number, one.category, one.phenomenon, rank, one.label))
    change.add(_STATES, ("suite", "place", "category", "name", "rank", "label"), rows)
    return numbers


def rename_error_type(change: Change, suite: int, number: int, label: str) -> ErrorType:
    """Give an error type another label, also where it was named before."""
    held = error_types_in(change.connection, suite)
    old = _the(held, number)
    new = storable_error_type(replace(old, label=label))
    if new != old:
        _refuse(change, suite, [new if one.number == number else one for one in held])
        _state(change, suite, new, _rank(change, suite, number))
    return new


def move_error_type(change: Change, suite: int, number: int) -> ErrorType:
    """Move an error type one place up among those of its scope."""
    held = error_types_in(change.connection, suite)
    one = _the(held, number)
    before = [other for other in held[: held.index(one)] if other.scope == one.scope]
    if before:
        mine, other = (_rank(change, suite, each.number) for each in (one, before[-1]))
        _state(change, suite, one, other)
        _state(change, suite, before[-1], mine)
    return one


def retire_error_type(change: Change, suite: int, number: int) -> ErrorType:
    """Retire an error type: decisions that name it keep it, and nobody can choose it any more."""
    gone = _the(error_types_in(change.connection, suite), number)
    change.retire(_STATES, _STATES.c.suite == suite, _STATES.c.place == number)
    return gone


def revise_error_types(change: Change, suite: int, revision: ErrorTypesRevision | None) -> None:
    """Apply what a file adds, retires and reorders."""
    if revision is None:
        return
    for one in error_types_in(change.connection, suite):
        change.retire(_STATES, _STATES.c.suite == suite, _STATES.c.place == one.number)
    add_error_types(change, suite, revision.after)


def _the(held: Sequence[ErrorType], number: int) -> ErrorType:
    for one in held:
        if one.number == number:
            return one
    raise NotFoundError(f"The suite has no error type {number}.", code="no-error-type")


def _refuse(change: Change, suite: int, error_types: Sequence[ErrorType]) -> None:
    wrong = why_wrong(error_types, phenomena_in(change.connection, suite))
    if wrong:
        raise LackmusError(f"{wrong} Nothing was changed.", argument="error_type")


def _rank(change: Change, suite: int, number: int) -> int:
    query = select(_STATES.c.rank).where(_STATES.c.suite == suite, _STATES.c.place == number, holds(_STATES))
    return change.connection.execute(query).scalar() or 0


def _state(change: Change, suite: int, one: ErrorType, rank: int) -> None:
    key: Values = {"suite": suite, "place": one.number}
    said: Values = {"category": one.category, "name": one.phenomenon, "rank": rank, "label": one.label}
    change.revise(_STATES, key, said)
