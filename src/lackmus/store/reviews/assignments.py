"""To whom phenomena of campaigns, and single items, are assigned."""

from collections.abc import Collection, Iterable

from sqlalchemy import Connection, select

from lackmus.core.reviews.assignments import PhenomenonAssignment
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.workspaces.people import people_of, role_of, the_person

CampaignSuite = tuple[int, int]
Part = tuple[str, str, str]  # pair, category, phenomenon


def phenomenon_assignments(connection: Connection) -> dict[CampaignSuite, list[PhenomenonAssignment]]:
    """The assigned phenomena and categories by campaign and suite."""
    table = schema.phenomenon_assignments
    columns = (table.c.campaign, table.c.suite, table.c.pair, table.c.category, table.c.phenomenon)
    query = select(*columns, table.c.person).where(holds(table)).order_by(*columns)
    found: dict[CampaignSuite, list[PhenomenonAssignment]] = {}
    for campaign, suite, *rest in bulk.fetch(connection, query):
        found.setdefault((campaign, suite), []).append(PhenomenonAssignment(*rest))
    return found


def item_assignments(connection: Connection) -> dict[int, int]:
    """The person of each item that is assigned by itself."""
    table = schema.item_assignments
    return dict(bulk.fetch(connection, select(table.c.item, table.c.person).where(holds(table))))


def item_owners(connection: Connection) -> dict[int, str]:
    """The name of the person of each item that is assigned by itself."""
    table, people = schema.item_assignments, schema.people
    query = select(table.c.item, people.c.name).join(people, people.c.id == table.c.person)
    return dict(bulk.fetch(connection, query.where(holds(table))))


def the_annotator(connection: Connection, called: str) -> int:
    """The number of a person who may decide; an error if there is no such person, or they may not."""
    number = the_person(connection, called)
    role = role_of(connection, number)
    if role is None or not role.may(Role.ANNOTATOR):
        able = ", ".join(one.name for one in people_of(connection) if one.role.may(Role.ANNOTATOR))
        raise LackmusError(f"{called} is {role} here and decides no texts. Assign them to {able}.")
    return number


def assign_phenomena(
    change: Change, of: CampaignSuite, parts: Iterable[Part], person: int | None
) -> list[int | None]:
    """Assign phenomena to a person, or to nobody; returns whose they were before."""
    table, (campaign, suite) = schema.phenomenon_assignments, of
    known = {
        (one.pair, one.category, one.phenomenon): one.person
        for one in phenomenon_assignments(change.connection).get(of, ())
    }
    before = []
    for pair, category, phenomenon in parts:
        key: dict[str, int | str] = {"campaign": campaign, "suite": suite, "pair": pair}
        key |= {"category": category, "phenomenon": phenomenon}
        held = known.get((pair, category, phenomenon))
        before.append(held)
        if person is None:
            change.retire(table, *(table.c[name] == value for name, value in key.items()))
        elif held != person:
            change.revise(table, key, {"person": person})
    return before


def assign_items(change: Change, items: Collection[int], person: int | None) -> list[int]:
    """Assign items to a person, or to nobody; returns those that were another's before."""
    held = item_assignments(change.connection)
    other = [item for item in sorted(set(items)) if held.get(item) != person]
    for some in bulk.parts(other):
        change.retire(schema.item_assignments, schema.item_assignments.c.item.in_(some))
    if person is not None:
        change.add(schema.item_assignments, ["item", "person"], [(item, person) for item in other])
    return other


def names_of(connection: Connection, people: Collection[int]) -> list[str]:
    """The names of these people, sorted."""
    table = schema.people
    found = bulk.fetch(connection, select(table.c.name).where(table.c.id.in_(people)))
    return sorted(name for (name,) in found)
