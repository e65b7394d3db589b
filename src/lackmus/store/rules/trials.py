# ruff: noqa: S608  (queries are made of names of ours and of numbers)
"""Try a change of one item without writing: on copies of its rows that only this connection sees.

Nobody has to wait for a trial, and a trial waits for nobody: the write lock is not taken.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from lackmus.core.workspaces.people import Role
from lackmus.store.db.changes import Change, begin_change
from lackmus.store.db.errors import told
from lackmus.store.db.workspaces import Workspace

# What an edit of an item writes to, and which rows of it the edit looks at. The last rows are there for the
# numbers that new ones get.
_RULES = "SELECT id FROM {own}rules WHERE item = {item}"
_TEXTS = "SELECT id FROM {own}texts WHERE item = {item}"
_ROWS = {
    "people": "1 = 1",
    "person_states": "1 = 1",
    "changes": " OR ".join(
        [
            "id = (SELECT max(id) FROM {own}changes)",
            *(
                f"id IN (SELECT {column} FROM {{own}}rule_states WHERE rule IN ({_RULES}))"
                for column in ("since", "until")
            ),
        ]
    ),
    "verdicts": f"text IN ({_TEXTS})",
    "searches": f"text IN ({_TEXTS})",
    "rule_states": f"rule IN ({_RULES})",
    "rules": "item = {item} OR id = (SELECT max(id) FROM {own}rules)",
    "items": "id = {item}",
}


@contextmanager
def trying(workspace: Workspace, person: str, verb: str, item: int) -> Iterator[Change]:
    """A change of an item that is forgotten at its end. Whoever may look may try."""
    with told(workspace.name), workspace.engine.connect() as connection:
        connection = connection.execution_options(tries=True)
        with connection.begin() as transaction:
            _copy(connection, item)
            yield begin_change(connection, person, verb, "", "", Role.READER)
            transaction.rollback()


def _copy(connection: Connection, item: int) -> None:
    """Tables of this connection alone stand before those of the same name."""
    own = "main." if connection.dialect.name == "sqlite" else ""
    for name, rows in _ROWS.items():
        where = rows.format(own=own, item=int(item))
        connection.exec_driver_sql(
            f"CREATE TEMPORARY TABLE {name} AS SELECT * FROM {own}{name} WHERE {where}"
        )
