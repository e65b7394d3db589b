# ruff: noqa: S608  (queries are made of names of ours and of numbers)
"""Try a change of one item without writing, on temporary copies of its rows.

The write lock is not taken, so a trial neither waits nor makes others wait.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from lackmus.core.workspaces.people import Role
from lackmus.store.db.changes import Change, begin_change
from lackmus.store.db.errors import told
from lackmus.store.db.workspaces import OpenWorkspace

# The tables that an edit of an item writes, and the rows of them that it reads. The last rows are needed for
# new numbers.
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
def trying(workspace: OpenWorkspace, person: str, verb: str, item: int) -> Iterator[Change]:
    """A change of an item that is discarded at its end. Readers may try, too."""
    with told(workspace.name), workspace.engine.connect() as connection:
        connection = connection.execution_options(tries=True)
        with connection.begin() as transaction:
            _copy(connection, item)
            yield begin_change(connection, person, verb, "", "", Role.READER)
            transaction.rollback()


def _copy(connection: Connection, item: int) -> None:
    """Temporary tables of this connection, which hide those of the same name."""
    own = "main." if connection.dialect.name == "sqlite" else ""
    for name, rows in _ROWS.items():
        where = rows.format(own=own, item=int(item))
        connection.exec_driver_sql(
            f"CREATE TEMPORARY TABLE {name} AS SELECT * FROM {own}{name} WHERE {where}"
        )
