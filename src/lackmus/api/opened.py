"""What all verbs of a workspace share: where it is, and who acts."""

from os import fspath

from lackmus.api.arguments import PathArgument
from lackmus.flows.workspaces.workspaces import Desk


class Opened:
    """A workspace, opened anew by every verb, so that nothing is locked between two cells of a notebook."""

    def __init__(self, workspace: PathArgument | None = None, *, person: str | None = None) -> None:
        self._where = None if workspace is None else fspath(workspace)
        self._person = person

    def _desk(self, comment: str = "") -> Desk:
        return Desk(self._where, self._person, comment)
