"""Which of the first steps have been taken in a workspace."""

from lackmus.core.workspaces.first_steps import StepsTaken
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.workspaces.first_steps import steps_taken as taken_in


def steps_taken(desk: Desk) -> StepsTaken:
    """What the workspace holds, as far as the first steps go."""
    with desk.open() as workspace, workspace.reading() as connection:
        return taken_in(connection)
