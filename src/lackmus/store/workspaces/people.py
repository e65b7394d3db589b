"""People of a workspace and their roles; at least one admin must remain."""

from sqlalchemy import Connection, delete, func, select, update

from lackmus.core.workspaces.people import Person, Role
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import name
from lackmus.store.db.workspaces import OpenWorkspace


def people_of(connection: Connection) -> list[Person]:
    """All people, in the order of creation."""
    people, states, changes, decisions = (
        schema.people,
        schema.person_states,
        schema.changes,
        schema.decisions,
    )
    query = (
        select(people.c.id, people.c.name, states.c.role)
        .join(states, states.c.person == people.c.id)
        .where(holds(states))
        .order_by(people.c.id)
    )
    made = select(decisions.c.person, func.count()).where(holds(decisions)).group_by(decisions.c.person)
    seen = select(changes.c.person, func.max(changes.c.at)).group_by(changes.c.person)
    many, last = dict(bulk.fetch(connection, made)), dict(bulk.fetch(connection, seen))
    known = {number for (number,) in bulk.fetch(connection, select(schema.passwords.c.person))}
    return [
        Person(number, called, Role(role), many.get(number, 0), last.get(number), number in known)
        for number, called, role in bulk.fetch(connection, query)
    ]


def role_of(connection: Connection, person: int) -> Role | None:
    """The current role of a person; None if they are not (or no longer) in the workspace."""
    states = schema.person_states
    found = connection.execute(select(states.c.role).where(states.c.person == person, holds(states))).scalar()
    return None if found is None else Role(found)


def number_of(connection: Connection, called: str) -> int | None:
    """The number of a person."""
    people = schema.people
    return connection.execute(select(people.c.id).where(people.c.name == called)).scalar()


def the_person(connection: Connection, called: str) -> int:
    """The number of a person; an error if they do not exist."""
    number = number_of(connection, called)
    if number is None or role_of(connection, number) is None:
        known = sorted(one.name for one in people_of(connection))
        there = f"There {'is' if len(known) == 1 else 'are'} {', '.join(known) or 'none'}"
        raise LackmusError(
            f"There is no person named {called}.",
            code="no-such-person",
            there=there,
        )
    return number


def need(change: Change, least: Role, to_do: str) -> None:
    """Refuse a person below this role."""
    role = role_of(change.connection, change.person)
    if role is not None and role.may(least):
        return
    able = [one.name for one in people_of(change.connection) if one.role.may(least)]
    ask = f"Ask {' or '.join(able) or 'one'}"
    raise LackmusError(f"Only an {least} may {to_do}.", code="role-needed", ask=ask)


def need_editor(change: Change, to_do: str) -> None:
    """Refuse a person who is neither editor nor admin."""
    need(change, Role.EDITOR, to_do)


def need_admin(change: Change, to_do: str) -> None:
    """Refuse a person who is no admin."""
    need(change, Role.ADMIN, to_do)


def add_person(change: Change, called: str, role: Role | None = None) -> bool:
    """Add a person, by default as an annotator; returns whether they are new."""
    called = name(called, "the person's name")
    if role is not None and role.may(Role.EDITOR):
        need_admin(change, f"make others {role}s")
    connection, states = change.connection, schema.person_states
    number = number_of(connection, called)
    if number is not None:
        held = connection.execute(
            select(states.c.role, states.c.since).where(states.c.person == number, holds(states))
        ).first()
        if held is not None:
            if held.since == change.number:  # a new person was added just now
                change.written = True
                return True
            if role is not None and held.role != role:
                raise LackmusError(
                    f"{called} is there as {held.role}.",
                    code="other-role",
                    person=called,
                    role=str(role),
                )
            return False
    else:
        (number,) = change.ids(schema.people, 1)
        change.add(schema.people, ["id", "name"], [(number, called)])
    change.add(states, ["person", "role"], [(number, role or Role.ANNOTATOR)])
    return True


def give_role(change: Change, called: str, role: Role) -> bool:
    """Set the role of a person; returns whether it changed."""
    number = the_person(change.connection, called)
    need_admin(change, "give roles")
    if role_of(change.connection, number) is role:
        return False
    _keep_an_admin(change.connection, number, called)
    change.revise(schema.person_states, {"person": number}, {"role": role.value})
    return True


def let_do_everything(change: Change) -> None:
    """Make the acting person admin: for a person alone with the workspace, who has full access anyway."""
    states = schema.person_states
    if role_of(change.connection, change.person) is Role.ADMIN:
        return
    fresh = update(states).where(states.c.person == change.person, states.c.since == change.number)
    if change.connection.execute(fresh.values(role=Role.ADMIN.value)).rowcount:
        change.written = True  # they were added just now
    else:
        change.revise(states, {"person": change.person}, {"role": Role.ADMIN.value})


def remove_person(change: Change, called: str) -> None:
    """Remove a person; what they did stays, with their name."""
    number = the_person(change.connection, called)
    need_admin(change, "remove people")
    _keep_an_admin(change.connection, number, called)
    change.retire(schema.person_states, schema.person_states.c.person == number)
    # No credential may become valid again, even if an undo restores the person.
    for table in (schema.sessions, schema.tokens, schema.passwords, schema.claims, schema.rating_claims):
        change.connection.execute(delete(table).where(table.c.person == number))


def _keep_an_admin(connection: Connection, person: int, called: str) -> None:
    """Refuse to remove the only admin."""
    states = schema.person_states
    query = select(states.c.person).where(states.c.role == Role.ADMIN.value, holds(states))
    if [number for (number,) in connection.execute(query)] == [person]:
        raise LackmusError(
            f"{called} is the only admin, and someone must be able to give roles.",
            code="only-admin",
            role=str(Role.ADMIN),
        )


def entered(workspace: OpenWorkspace, called: str) -> int:
    """The number of a person who acts without a change; new people are added as annotators."""
    with workspace.reading() as connection:
        number = number_of(connection, called)
        if number is not None and role_of(connection, number) is not None:
            return number
    with workspace.writing(called, "user add", f"{called} ({Role.ANNOTATOR})") as change:
        change.written = True
    return change.person
