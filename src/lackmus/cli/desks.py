"""The workspace of a command, and who acts in it."""

from dataclasses import dataclass

from lackmus.cli.options import AsOption, CommentOption, WorkspaceOption
from lackmus.flows.workspaces.workspaces import Desk


@dataclass(frozen=True)
class ReadingDesk(Desk):
    """The desk of a command that changes nothing: --workspace."""

    workspace: WorkspaceOption = None


@dataclass(frozen=True)
class PersonalDesk(ReadingDesk):
    """The desk of a command whose answer depends on the person: --workspace, --as."""

    person: AsOption = None


@dataclass(frozen=True)
class ActingDesk(PersonalDesk):
    """The desk of a command that changes the workspace: --workspace, --as, --comment."""

    comment: CommentOption = ""
