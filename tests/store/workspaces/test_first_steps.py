"""How far a new workspace has come, in both databases."""

from lackmus.core.workspaces.first_steps import FirstStep, StepsTaken
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.workspaces.first_steps import steps_taken
from lackmus.store.workspaces.undoing import undo
from tests.store.reviewed import drawn, say


def taken(workspace: OpenWorkspace) -> StepsTaken:
    with workspace.reading() as connection:
        return steps_taken(connection)


def test_steps_are_taken_one_after_the_other_and_back(workspace: OpenWorkspace) -> None:
    """A decision that was taken back is none."""
    assert taken(workspace) == StepsTaken(suite=False, outputs=False, decisions=0, saved=False)
    drawn(workspace, A="?+", B="++")
    assert taken(workspace) == StepsTaken(suite=True, outputs=True, decisions=0, saved=False)
    say(workspace, "Cem", "+unclear 001")
    assert taken(workspace).done == {FirstStep.SUITE, FirstStep.OUTPUTS, FirstStep.REVIEW}
    with workspace.writing("Cem", "undo") as change:
        undo(change)
    assert taken(workspace).decisions == 0
