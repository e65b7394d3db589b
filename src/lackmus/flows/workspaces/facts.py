"""Facts about the workspace, for admins."""

from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.workspaces.facts import Facts, facts_of


def facts(desk: Desk) -> Facts:
    """Its location, size and contents."""
    with desk.open() as workspace:
        return facts_of(workspace)
