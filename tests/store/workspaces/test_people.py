"""Who may do what: there is always an admin, and only admins make editors and admins."""

import pytest

from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.workspaces.people import add_person, entered, give_role, people_of, remove_person
from lackmus.store.workspaces.undoing import undo
from tests.refusals import refuses
from tests.store.reviewed import drawn, say


def roles(workspace: OpenWorkspace) -> dict[str, str]:
    """Everybody's role."""
    with workspace.reading() as connection:
        return {one.name: one.role for one in people_of(connection)}


def test_the_first_is_admin_and_others_come_as_annotators(workspace: OpenWorkspace) -> None:
    """By being entered, by acting, by looking at the queue."""
    with workspace.writing("Ada", "user add") as change:
        assert add_person(change, " Ben ")
    drawn(workspace, A="?+", B="++")
    say(workspace, "Cem", "+unclear 001")
    number = entered(workspace, "Dana")
    assert roles(workspace) == {"Ada": "admin", "Ben": "annotator", "Cem": "annotator", "Dana": "annotator"}
    assert entered(workspace, "Dana") == number
    with workspace.reading() as connection:
        revision = workspace.revision(connection).number
        people = {one.name: one for one in people_of(connection)}
    assert revision == 5  # Dana was entered once
    assert [people[name].decisions for name in ("Ada", "Ben", "Cem")] == [0, 0, 1]
    assert people["Ben"].seen is None
    assert people["Cem"].seen is not None


def test_who_enters_themselves_first(workspace: OpenWorkspace) -> None:
    """Acting has entered them, and that is kept."""
    with workspace.writing("Ada", "user add") as change:
        assert add_person(change, "Ada")
    assert roles(workspace) == {"Ada": "admin"}


def test_entering_again_changes_nothing(workspace: OpenWorkspace) -> None:
    """There is one Ben, with one role."""
    for new in (True, False):
        with workspace.writing("Ada", "user add") as change:
            assert add_person(change, "Ben") is new
    with workspace.reading() as connection:
        assert workspace.revision(connection).number == 1
    with refuses(LackmusError, match="Ben is there as annotator"):
        change_role(workspace, "Ada", "Ben", Role.EDITOR, add=True)


def change_role(workspace: OpenWorkspace, who: str, name: str, role: Role, add: bool = False) -> bool:
    """One change by one person."""
    with workspace.writing(who, "user role") as change:
        return add_person(change, name, role) if add else give_role(change, name, role)


@pytest.mark.parametrize(
    "who, name, role, add, why",
    [
        ("Ben", "Ben", Role.EDITOR, False, "Only an admin may give roles. Ask Ada, or act --as one."),
        ("Ben", "Cem", Role.EDITOR, True, "Only an admin may make others editors."),
        ("Ben", "Cem", Role.ADMIN, True, "Only an admin may make others admins."),
        ("Ada", "Ada", Role.EDITOR, False, "Ada is the only admin, and someone must be able to give roles."),
        ("Ada", "Eve", Role.EDITOR, False, "There is no person named Eve. There are Ada, Ben; add one"),
        ("Ada", " ", Role.EDITOR, True, "the person's name is empty."),
        ("Ada", "\x00", Role.EDITOR, True, "the person's name has a NUL character"),
    ],
)
def test_what_is_refused(
    workspace: OpenWorkspace, who: str, name: str, role: Role, add: bool, why: str
) -> None:
    """In one line that says what next, and nothing is changed."""
    with workspace.writing("Ada", "user add") as change:
        add_person(change, "Ben")
    with refuses(LackmusError, match=why):
        change_role(workspace, who, name, role, add)
    assert roles(workspace) == {"Ada": "admin", "Ben": "annotator"}


def test_an_admin_may_step_down_once_there_is_another(workspace: OpenWorkspace) -> None:
    """And a role that somebody has already is no change."""
    change_role(workspace, "Ada", "Ben", Role.ADMIN, add=True)
    assert not change_role(workspace, "Ada", "Ben", Role.ADMIN)
    assert change_role(workspace, "Ada", "Ada", Role.ANNOTATOR)
    assert roles(workspace) == {"Ada": "annotator", "Ben": "admin"}


def test_editors_give_no_roles(workspace: OpenWorkspace) -> None:
    """They adjudicate; who may do what is for admins."""
    change_role(workspace, "Ada", "Ben", Role.EDITOR, add=True)
    with refuses(LackmusError, match="Only an admin may give roles"):
        change_role(workspace, "Ben", "Ben", Role.ADMIN)


@pytest.mark.parametrize("least", Role)
@pytest.mark.parametrize("role", Role)
def test_each_may_do_what_those_before_may(role: Role, least: Role) -> None:
    """In the order in which they are written."""
    order = ["reader", "annotator", "editor", "admin"]
    assert role.may(least) is (order.index(role) >= order.index(least))


def test_a_reader_changes_nothing(workspace: OpenWorkspace) -> None:
    """Neither a decision nor anything else; one line says who can mend that."""
    drawn(workspace, A="?+", B="++")
    change_role(workspace, "Ada", "Eve", Role.READER, add=True)
    said = "Eve is reader here and may only look. An admin can change that: lackmus user role NAME annotator"
    with refuses(LackmusError, match=said):
        say(workspace, "Eve", "+unclear 001")
    change_role(workspace, "Ada", "Eve", Role.ANNOTATOR)
    assert say(workspace, "Eve", "+unclear 001")[0].changed


def test_who_is_removed_leaves_what_they_did(workspace: OpenWorkspace) -> None:
    """They are in no list any more; an undo brings them back, a deed as a new annotator."""
    drawn(workspace, A="?+", B="++")
    change_role(workspace, "Ada", "Ben", Role.EDITOR, add=True)
    say(workspace, "Ben", "+unclear 001")
    with refuses(LackmusError, match="Only an admin may remove people"):
        remove(workspace, "Ben", "Ada")
    with refuses(LackmusError, match="Ada is the only admin"):
        remove(workspace, "Ada", "Ada")
    remove(workspace, "Ada", "Ben")
    assert roles(workspace) == {"Ada": "admin"}
    with workspace.reading() as connection:
        (text,) = connection.execute(schema.decisions.select()).all()
        assert (text.person, text.until) == (2, None)
    with refuses(LackmusError, match="There is no person named Ben"):
        remove(workspace, "Ada", "Ben")
    with workspace.writing("Ada", "undo") as change:
        undo(change)
    assert roles(workspace) == {"Ada": "admin", "Ben": "editor"}


def remove(workspace: OpenWorkspace, who: str, name: str) -> None:
    """One change by one person."""
    with workspace.writing(who, "user remove") as change:
        remove_person(change, name)
