"""People of a workspace: add them, assign roles."""

from lackmus.core.workspaces.people import Person, Role
from lackmus.errors import NotFoundError
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.workspaces import accounts
from lackmus.store.workspaces import people as stored


def people(desk: Desk) -> list[Person]:
    """All people with their roles and counts of what they did."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.people_of(connection)


def add_person(desk: Desk, name: str, role: Role | None = None, password: str | None = None) -> bool:
    """Add a person, who can log in with a password; returns whether they are new."""
    about = f"{name.strip()} ({role or Role.ANNOTATOR})"
    hashed = None if password is None else accounts.hashed_new(password, name)
    with desk.open() as workspace, workspace.writing(desk.who, "user add", about, desk.comment) as change:
        new = stored.add_person(change, name, role)
        if hashed is not None:
            accounts.set_password(change, name, hashed)
        return new


def give_role(desk: Desk, name: str, role: Role) -> bool:
    """Set the role of a person; returns whether it changed."""
    about = f"{name}: {role}"
    with desk.open() as workspace, workspace.writing(desk.who, "user role", about, desk.comment) as change:
        return stored.give_role(change, name, role)


def alone(desk: Desk) -> None:
    """Make the only user of a local server admin."""
    about = f"{desk.who}: {Role.ADMIN}, alone with the workspace"
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "user role", about, least=Role.READER) as change,
    ):
        stored.let_do_everything(change)


def remove_person(desk: Desk, name: str) -> None:
    """Remove a person; what they did stays."""
    with desk.open() as workspace, workspace.writing(desk.who, "user remove", name, desk.comment) as change:
        stored.remove_person(change, name)


def person_numbered(desk: Desk, number: int) -> Person:
    """A person by number, as in URLs."""
    for one in people(desk):
        if one.id == number:
            return one
    raise NoSuchPersonError(f"There is no person with the number {number}.")


class NoSuchPersonError(NotFoundError):
    """There is no such person (any more)."""
