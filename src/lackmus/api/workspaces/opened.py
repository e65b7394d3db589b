"""What all verbs of a workspace share: where it is, and who acts."""

from os import fspath

from lackmus.api.arguments import PathArgument
from lackmus.flows.workspaces.workspaces import Desk


class WorkspaceHandle:
    """A workspace that every verb opens anew, so that nothing is locked between two notebook cells."""

    def __init__(self, workspace: PathArgument | None = None, *, person: str | None = None) -> None:
        self._where = None if workspace is None else fspath(workspace)
        self._person = person

    def _desk(self, comment: str = "") -> Desk:
        return Desk(self._where, self._person, comment)
