"""Who may do what: there is always an editor, and only editors make editors."""

import pytest

from lackmus.core.people import Role
from lackmus.errors import LackmusError
from lackmus.store.people import add_person, entered, give_role, people_of
from lackmus.store.workspaces import Workspace

from .reviewed import drawn, say


def roles(workspace: Workspace) -> dict[str, str]:
    """Everybody's role."""
    with workspace.reading() as connection:
        return {one.name: one.role for one in people_of(connection)}


def test_the_first_is_editor_and_others_come_as_annotators(workspace: Workspace) -> None:
    """By being entered, by acting, by looking at the queue."""
    with workspace.writing("Ada", "user add") as change:
        assert add_person(change, " Ben ")
    drawn(workspace, A="?+", B="++")
    say(workspace, "Cem", "+unclear 001")
    number = entered(workspace, "Dana")
    assert roles(workspace) == {"Ada": "editor", "Ben": "annotator", "Cem": "annotator", "Dana": "annotator"}
    assert entered(workspace, "Dana") == number
    with workspace.reading() as connection:
        revision = workspace.revision(connection).number
        people = {one.name: one for one in people_of(connection)}
    assert revision == 5  # Dana was entered once
    assert [people[name].decisions for name in ("Ada", "Ben", "Cem")] == [0, 0, 1]
    assert people["Ben"].seen is None
    assert people["Cem"].seen is not None


def test_who_enters_themselves_first(workspace: Workspace) -> None:
    """Acting has entered them, and that is kept."""
    with workspace.writing("Ada", "user add") as change:
        assert add_person(change, "Ada")
    assert roles(workspace) == {"Ada": "editor"}


def test_entering_again_changes_nothing(workspace: Workspace) -> None:
    """There is one Ben, with one role."""
    for new in (True, False):
        with workspace.writing("Ada", "user add") as change:
            assert add_person(change, "Ben") is new
    with workspace.reading() as connection:
        assert workspace.revision(connection).number == 1
    with pytest.raises(LackmusError, match="Ben is there as annotator"):
        change_role(workspace, "Ada", "Ben", Role.EDITOR, add=True)


def change_role(workspace: Workspace, who: str, name: str, role: Role, add: bool = False) -> bool:
    """One change by one person."""
    with workspace.writing(who, "user role") as change:
        return add_person(change, name, role) if add else give_role(change, name, role)


@pytest.mark.parametrize(
    "who, name, role, add, why",
    [
        ("Ben", "Ben", Role.EDITOR, False, "Only an editor may give roles. Ask Ada, or act --as one."),
        ("Ben", "Cem", Role.EDITOR, True, "Only an editor may make others editors."),
        ("Ada", "Ada", Role.ANNOTATOR, False, "Ada is the only editor, and somebody must adjudicate."),
        ("Ada", "Eve", Role.EDITOR, False, "There is nobody named Eve. There are Ada, Ben; add one"),
        ("Ada", " ", Role.EDITOR, True, "the person's name is empty."),
        ("Ada", "\x00", Role.EDITOR, True, "the person's name has a NUL character"),
    ],
)
def test_what_is_refused(workspace: Workspace, who: str, name: str, role: Role, add: bool, why: str) -> None:
    """In one line that says what next, and nothing is changed."""
    with workspace.writing("Ada", "user add") as change:
        add_person(change, "Ben")
    with pytest.raises(LackmusError, match=why):
        change_role(workspace, who, name, role, add)
    assert roles(workspace) == {"Ada": "editor", "Ben": "annotator"}


def test_an_editor_may_step_down_once_there_is_another(workspace: Workspace) -> None:
    """And a role that somebody has already is no change."""
    change_role(workspace, "Ada", "Ben", Role.EDITOR, add=True)
    assert not change_role(workspace, "Ada", "Ben", Role.EDITOR)
    assert change_role(workspace, "Ada", "Ada", Role.ANNOTATOR)
    assert roles(workspace) == {"Ada": "annotator", "Ben": "editor"}
