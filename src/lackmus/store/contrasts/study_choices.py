"""People's choices about items of a study (keep or drop), with history."""

from collections.abc import Mapping

from sqlalchemy import Connection, or_, select

from lackmus.core.contrasts.study import Choice, StudyShown
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import storable
from lackmus.store.workspaces.history import undoings_of, undone_by

KEEP, DROP, OPEN, MANY = "refine keep", "refine drop", "refine open", "refine choose"


def choices_of(connection: Connection, study: int) -> dict[str, bool]:
    """The current choices: which items of a study are kept or dropped."""
    said, items = schema.study_choices, schema.study_items
    query = (
        select(items.c.item, said.c.kept)
        .join(items, (items.c.study == said.c.study) & (items.c.place == said.c.item))
        .where(said.c.study == study, holds(said))
        .order_by(said.c.item)
    )
    return {item: bool(kept) for item, kept in bulk.fetch(connection, query)}


def history_of(connection: Connection, study: int, item: str | None = None) -> list[Choice]:
    """All choices about the items of a study, or about one, in order of time; each once."""
    said, items, changes, people = (
        schema.study_choices,
        schema.study_items,
        schema.changes,
        schema.people,
    )
    query = (
        select(items.c.item, said.c.kept, people.c.name, changes.c.at, said.c.said, said.c.until.is_(None))
        .join(items, (items.c.study == said.c.study) & (items.c.place == said.c.item))
        .join(changes, changes.c.id == said.c.said)
        .join(people, people.c.id == changes.c.person)
        .where(said.c.study == study)
        .order_by(said.c.said, said.c.item, said.c.since)
    )
    if item is not None:
        query = query.where(items.c.item == storable(item, "the item's name"))
    found: dict[tuple[str, int], Choice] = {}
    for name, kept, person, at, change, now in bulk.fetch(connection, query):
        # A choice that was undone and redone has several states; the latest one tells whether it holds.
        found[name, change] = Choice(name, bool(kept), person, at, change, bool(now))
    return list(found.values())


def last_choice(connection: Connection, study: int, person: int) -> int | None:
    """The latest change in which a person chose in a study, if it is not undone."""
    said, changes = schema.study_choices, schema.changes
    verbs = (KEEP, DROP, OPEN, MANY)
    query = (
        select(changes.c.id)
        .join(said, or_(said.c.since == changes.c.id, said.c.until == changes.c.id))
        .where(changes.c.person == person, changes.c.verb.in_(verbs), said.c.study == study)
        .distinct()
        .order_by(changes.c.id.desc())
    )
    undone = undone_by(undoings_of(connection))
    return next((number for (number,) in bulk.fetch(connection, query) if number not in undone), None)


def items_touched(connection: Connection, study: int, change: int) -> list[str]:
    """The items of a study that a change concerned, in order."""
    said, items = schema.study_choices, schema.study_items
    query = (
        select(items.c.item, items.c.place)
        .join(said, (items.c.study == said.c.study) & (items.c.place == said.c.item))
        .where(said.c.study == study, or_(said.c.since == change, said.c.until == change))
        .distinct()
        .order_by(items.c.place)
    )
    return [item for item, _ in bulk.fetch(connection, query)]


# -- changing ----------------------------------------------------------------------------------------------


def choose(change: Change, shown: StudyShown, said: Mapping[str, bool | None]) -> list[str]:
    """Keep or drop items, or restore the original state; returns the items that changed.

    Repeating a choice changes nothing, even by another person.
    """
    places = _places(change.connection, shown.number)
    unknown = next((item for item in said if item not in places), None)
    if unknown is not None:
        raise LackmusError(f"{shown.name} has no item {unknown}. It may be of another study.")
    before = choices_of(change.connection, shown.number)
    changed = [item for item, kept in said.items() if before.get(item) is not kept]
    table = schema.study_choices
    numbers = [places[item] for item in changed if item in before]
    for some in bulk.parts(numbers):
        change.retire(table, table.c.study == shown.number, table.c.item.in_(some))
    change.add(
        table,
        ["study", "item", "kept", "said"],
        [
            (shown.number, places[item], int(kept), change.number)
            for item in changed
            if (kept := said[item]) is not None
        ],
    )
    return changed


def _places(connection: Connection, study: int) -> dict[str, int]:
    items = schema.study_items
    return dict(bulk.fetch(connection, select(items.c.item, items.c.place).where(items.c.study == study)))


def carry_over(change: Change, old: int, new: int) -> None:
    """Copy choices about items that a newer study also has, with their authors.

    An item is the same if it has its name and its keyword in the same sentence.
    """
    said = schema.study_choices
    there = {keyword: place for place, keyword in _keywords(change.connection, new).items()}
    keywords = _keywords(change.connection, old)
    query = select(said.c.item, said.c.kept, said.c.said).where(said.c.study == old, holds(said))
    change.add(
        said,
        ["study", "item", "kept", "said"],
        [
            (new, there[keywords[place]], kept, by)
            for place, kept, by in bulk.fetch(change.connection, query.order_by(said.c.item))
            if keywords[place] in there
        ],
    )


def _keywords(connection: Connection, study: int) -> dict[int, tuple[str, int, str]]:
    """The identity of each item of a study, to compare it with another."""
    items, sentences = schema.study_items, schema.study_sentences
    its = (sentences.c.study == items.c.study) & (sentences.c.place == items.c.sentence)
    query = (
        select(items.c.place, items.c.item, items.c.keyword, sentences.c.text)
        .join(sentences, its & (sentences.c.side == "source"))
        .where(items.c.study == study)
    )
    return {place: (item, keyword, text) for place, item, keyword, text in bulk.fetch(connection, query)}
