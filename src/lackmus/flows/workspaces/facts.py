"""What the workspace is, for whoever looks after it."""

from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.workspaces.facts import Facts, facts_of


def facts(desk: Desk) -> Facts:
    """Where it lies, how large it is, how much it holds."""
    with desk.open() as workspace:
        return facts_of(workspace)
