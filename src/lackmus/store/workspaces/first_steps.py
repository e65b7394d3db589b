"""How far a new workspace has come: whether it has a suite, outputs, decisions and a saved report."""

from sqlalchemy import Connection, Table, func, select

from lackmus.core.workspaces.first_steps import SETTLED_IN, StepsTaken
from lackmus.store.db import schema
from lackmus.store.db.changes import holds


def steps_taken(connection: Connection) -> StepsTaken:
    """What there is; of many decisions only the first few are counted."""

    def some(table: Table) -> bool:
        return (
            connection.execute(select(1).select_from(table).where(holds(table)).limit(1)).first() is not None
        )

    few = select(schema.decisions.c.text).where(holds(schema.decisions)).limit(SETTLED_IN).subquery()
    return StepsTaken(
        suite=some(schema.suite_states),
        outputs=some(schema.hand_in_states),
        decisions=connection.execute(select(func.count()).select_from(few)).scalar() or 0,
        saved=some(schema.saved_reports),
    )
