"""Facts about a workspace: location, size, contents."""

from dataclasses import dataclass

from sqlalchemy import Table, func, select, text

from lackmus.store.db import schema
from lackmus.store.db.changes import holds
from lackmus.store.db.workspaces import OpenWorkspace, Revision
from lackmus.store.workspaces.copies import file_of

_COUNTED: tuple[tuple[str, Table], ...] = (
    ("suites", schema.suite_states),
    ("items", schema.item_states),
    ("rules", schema.rule_states),
    ("campaigns", schema.campaign_states),
    ("systems", schema.system_states),
    ("outputs", schema.outputs),
    ("texts", schema.texts),
    ("decisions", schema.decisions),
    ("challenges", schema.challenge_states),
    ("studies", schema.study_states),
    ("rating tasks", schema.rating_task_states),
    ("ratings", schema.ratings),
    ("people", schema.person_states),
)


@dataclass(frozen=True)
class Facts:
    """Facts about a workspace."""

    name: str  # its file, or its address without the password
    kind: str  # SQLite or PostgreSQL
    schema: str
    created: str
    revision: Revision
    size: int  # bytes
    counts: dict[str, int]


def facts_of(workspace: OpenWorkspace) -> Facts:
    """Facts that an admin needs before a backup or a move."""
    file = file_of(workspace.engine)
    with workspace.reading() as connection:
        counts = {
            name: connection.execute(
                select(func.count()).select_from(table).where(*([holds(table)] if "until" in table.c else []))
            ).scalar()
            or 0
            for name, table in _COUNTED
        }
        if file is None:
            size = connection.execute(text("SELECT pg_database_size(current_database())")).scalar() or 0
        else:
            parts = (file, file.with_name(f"{file.name}-wal"))
            size = sum(part.stat().st_size for part in parts if part.exists())
        return Facts(
            workspace.name,
            "SQLite" if file is not None else "PostgreSQL",
            schema.REVISIONS[-1],
            str(connection.execute(select(func.min(schema.workspace.c.created))).scalar() or ""),
            workspace.revision(connection),
            int(size),
            counts,
        )
