"""Who works in a workspace: enter people, give roles."""

from lackmus.core.people import Person, Role
from lackmus.flows.workspaces import Desk
from lackmus.store import people as stored


def people(desk: Desk) -> list[Person]:
    """Everybody, with what they may do and have done."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.people_of(connection)


def add_person(desk: Desk, name: str, role: Role | None = None) -> bool:
    """Enter somebody; whether they are new."""
    about = f"{name} ({role or Role.ANNOTATOR})"
    with desk.open() as workspace, workspace.writing(desk.who, "user add", about, desk.comment) as change:
        return stored.add_person(change, name, role)


def give_role(desk: Desk, name: str, role: Role) -> bool:
    """Let somebody have another role; whether it is another."""
    about = f"{name}: {role}"
    with desk.open() as workspace, workspace.writing(desk.who, "user role", about, desk.comment) as change:
        return stored.give_role(change, name, role)
