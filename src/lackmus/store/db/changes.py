"""A change: who did what and when. All writes to a workspace go through it."""

import logging
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, func, or_, select, update

from lackmus.core.rules.patterns import TimeLeft, always
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.identity import name as checked_name
from lackmus.store.db.identity import storable

Values = Mapping[str, str | int | None]


def now() -> str:
    """The current time in UTC to the microsecond, as a sortable string."""
    return stamp(datetime.now(UTC))


def new_token() -> str:
    """A random unique name."""
    return secrets.token_hex(8)


def stamp(time: datetime) -> str:
    """A time in the format of the log."""
    with suppress(OverflowError, ValueError):  # the first or the last day: any zone will do
        time = time.astimezone(UTC)
    # Not strftime, which does not pad the year 999 to four digits.
    return f"{time.replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def holds(table: Table, revision: int | None = None) -> ColumnElement[bool]:
    """The condition for states that held at a revision; by default, that hold now."""
    if revision is None:
        return table.c.until.is_(None)
    return and_(table.c.since <= revision, or_(table.c.until.is_(None), table.c.until > revision))


@dataclass
class Change:
    """A change in progress. States that it ends and begins have its number."""

    connection: Connection
    number: int
    person: int
    verb: str
    about: str
    comment: str
    at: str
    written: bool = field(default=False)
    patient: TimeLeft = always  # whether there is time for slow searches: others wait for the lock

    def ids(self, table: Table, count: int) -> range:
        """Numbers for new facts; the write lock makes them unique."""
        last = self.connection.execute(select(func.max(table.c.id))).scalar() or 0
        return range(last + 1, last + 1 + count)

    def add(self, table: Table, columns: Sequence[str], rows: Iterable[Sequence[str | int | None]]) -> None:
        """Insert facts or states; the `since` of a state is this change."""
        rows = list(rows)
        if not rows:
            return
        self.written = True
        if "since" in table.c and "since" not in columns:
            columns = [*columns, "since"]
            rows = [(*row, self.number) for row in rows]
        bulk.insert(self.connection, table, columns, rows)

    def retire(self, table: Table, *conditions: ColumnElement[bool]) -> int:
        """End the current states that match the conditions."""
        ended = self.connection.execute(
            update(table).where(holds(table), *conditions).values(until=self.number)
        ).rowcount
        self.written = self.written or ended > 0
        return ended

    def revise(self, table: Table, key: Values, values: Values) -> None:
        """End the current state of this key, if any, and begin the new one."""
        self.retire(table, *(table.c[name] == value for name, value in key.items()))
        state = {**key, **values}
        self.add(table, list(state), [tuple(state.values())])

    def close(self) -> None:
        """Write the entry of the log, last, because its text may only be known at the end."""
        self.connection.execute(
            update(schema.changes)
            .where(schema.changes.c.id == self.number)
            .values(about=storable(self.about, "the line in the log"), comment=self.comment)
        )


def begin_change(
    connection: Connection, person: str, verb: str, about: str, comment: str, least: Role = Role.ANNOTATOR
) -> Change:
    """Begin the next change, numbered under the write lock; refused below the least role."""
    changes = schema.changes
    last: Any = connection.execute(
        select(changes.c.id, changes.c.at).order_by(changes.c.id.desc()).limit(1)
    ).first()
    number, before = (last[0] + 1, last[1]) if last else (1, "")
    # The clock is used as it is: changes are ordered by number. If each had to follow the last one's time,
    # one change under a wrong clock would affect all later ones.
    at = now()
    _compare(at, before)
    change = Change(connection, number, 0, verb, about, storable(comment, "the comment"), at)
    change.person, role = _person(change, checked_name(person, "the person's name"))
    if not role.may(least):
        raise LackmusError(
            f"{person} is {role} here and may only look.",
            code="may-only-look",
            admin=str(Role.ADMIN),
            role=str(least),
        )
    return change


_OFF = timedelta(minutes=5)  # tolerated difference between clocks
_told: set[str] = set()  # changes whose time users were warned about


def _compare(at: str, before: str) -> None:
    """Warn once if the clock is well behind the last change: one of the two is wrong."""
    if before <= at or before in _told:
        return
    with suppress(ValueError, OverflowError):
        if datetime.fromisoformat(before) - datetime.fromisoformat(at) > _OFF:
            _told.add(before)
            logging.getLogger("lackmus").warning(
                "The clock of this machine says %s, but the last change bears %s (UTC). Check the clock; "
                "changes stay in their order.",
                *(one[:16].replace("T", " ") for one in (at, before)),
            )


def _person(change: Change, name: str) -> tuple[int, Role]:
    """The number and role of a person; a new one is added as annotator, the first as admin."""
    people = schema.people
    connection = change.connection
    found = connection.execute(select(people.c.id).where(people.c.name == name)).scalar()
    first = found is None and change.number == 1
    if found is None:
        found = (connection.execute(select(func.max(people.c.id))).scalar() or 0) + 1
        bulk.insert(connection, people, ["id", "name"], [(found, name)])
    bulk.insert(
        connection,
        schema.changes,
        ["id", "token", "at", "person", "verb", "about", "comment"],
        [(change.number, new_token(), change.at, found, change.verb, "", change.comment)],
    )
    known = connection.execute(
        select(schema.person_states.c.role).where(
            schema.person_states.c.person == found, holds(schema.person_states)
        )
    ).scalar()
    if known is not None:
        return int(found), Role(known)
    role = Role.ADMIN if first else Role.ANNOTATOR
    bulk.insert(
        connection, schema.person_states, ["person", "since", "role"], [(found, change.number, role.value)]
    )
    return int(found), role
