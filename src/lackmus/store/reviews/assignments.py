"""To whom phenomena of campaigns, and single items, are assigned."""

from collections.abc import Collection, Iterable

from sqlalchemy import Connection, select

from lackmus.core.reviews.assignments import PhenomenonAssignment
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.outputs.campaigns import campaigns_of
from lackmus.store.outputs.hand_ins import current_hand_ins
from lackmus.store.workspaces.people import need_editor, number_of, people_of, role_of, the_person

CampaignSuite = tuple[int, int]
Part = tuple[str, str, str]  # pair, category, phenomenon
_TO_DO = "assign work to people"


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


def assigned_parts(connection: Connection, person: str) -> list[tuple[str, int, str]]:
    """The campaigns, suites and pairs in which something is assigned to a person, the latest first."""
    number = number_of(connection, person)
    if number is None:
        return []
    named = {
        (campaign, suite, one.pair)
        for (campaign, suite), assigned in phenomenon_assignments(connection).items()
        for one in assigned
        if one.person == number
    }
    table, texts, items = schema.item_assignments, schema.texts, schema.items
    own = select(items.c.suite, items.c.pair).join(table, table.c.item == items.c.id)
    single = set(bulk.fetch(connection, own.where(holds(table), table.c.person == number).distinct()))
    given = schema.assignments
    own = (
        select(items.c.suite, items.c.pair)
        .join(texts, texts.c.item == items.c.id)
        .join(given, given.c.text == texts.c.id)
        .where(holds(given), given.c.person == number)
        .distinct()
    )
    single |= set(bulk.fetch(connection, own))
    if not named and not single:
        return []
    found: dict[tuple[str, int, str], None] = {}
    for campaign in reversed(campaigns_of(connection)):
        for _, _, suite, pair, *_ in current_hand_ins(connection, campaign.id):
            if (campaign.id, suite, pair) in named or (suite, pair) in single:
                found[campaign.name, suite, pair] = None
    return list(found)


def the_annotator(connection: Connection, called: str) -> int:
    """The number of a person who may decide; an error if there is no such person, or they may not."""
    able = [one.name for one in people_of(connection) if one.role.may(Role.ANNOTATOR)]
    if not called.strip():
        raise LackmusError(f"An assignment needs a person. Name one of {', '.join(able)}.")
    number = the_person(connection, called)
    role = role_of(connection, number)
    if role is None or not role.may(Role.ANNOTATOR):
        raise LackmusError(f"{called} is {role} here and decides no texts. Assign them to {', '.join(able)}.")
    return number


def assign_phenomena(
    change: Change, of: CampaignSuite, parts: Iterable[Part], person: int | None
) -> list[int | None]:
    """Assign phenomena to a person, or to nobody; returns whose they were before."""
    need_editor(change, _TO_DO)
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
    need_editor(change, _TO_DO)
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
