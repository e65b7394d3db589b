"""Workspaces as older versions left them."""

from sqlalchemy import MetaData

from lackmus.store.db import bulk, migrating
from lackmus.store.db.databases import engine_of

OLD_ROWS: dict[str, list[tuple[str | int | None, ...]]] = {
    "workspace": [(1, "token", "2026-01-01T00:00:00.000000Z", "0.0.1")],
    "people": [(1, "Ada")],
    "changes": [(1, "token", "2026-01-01T00:00:00.000000Z", 1, "suite import", "small", "")],
    "person_states": [(1, 1, None, "editor")],
    "suites": [(1,)],
    "suite_states": [(1, 1, None, "small", "")],
}


def make_old(where: str, revision: str = "0001") -> None:
    """A workspace as an older Lackmus left it, with some content."""
    engine = engine_of(where)
    migrating.log_ahead(engine)
    with migrating.remaking(engine, where) as connection:
        migrating.upgrade(connection, revision)
        there = MetaData()
        there.reflect(connection)
        for name, rows in OLD_ROWS.items():
            bulk.insert(
                connection, there.tables[name], [column.name for column in there.tables[name].c], rows
            )
    engine.dispose()
