"""Campaigns and systems in a workspace, now or at any revision, and how they change."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection, select

from lackmus.core.outputs.anonymous_names import aliases
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import name, storable


@dataclass(frozen=True)
class Campaign:
    """Systems judged together, such as WMT22."""

    id: int
    name: str
    year: int | None
    tags: tuple[str, ...]
    comment: str


@dataclass(frozen=True)
class System:
    """A system of one campaign."""

    id: int
    campaign: int
    name: str
    label: str  # short; the name where none is given
    tags: tuple[str, ...]
    comment: str


def campaigns_of(connection: Connection, revision: int | None = None) -> list[Campaign]:
    """All campaigns, by year and then in the order of creation."""
    states = schema.campaign_states
    query = select(states.c.campaign, states.c.name, states.c.year, states.c.tags, states.c.comment).where(
        holds(states, revision)
    )
    found = [
        Campaign(number, name, year, tuple(json.loads(tags)), comment)
        for number, name, year, tags, comment in bulk.fetch(connection, query)
    ]
    return sorted(found, key=lambda one: (one.year is None, one.year or 0, one.id))


def systems_of(connection: Connection, campaign: int, revision: int | None = None) -> list[System]:
    """The systems of a campaign, in the order of creation."""
    systems, states = schema.systems, schema.system_states
    query = (
        select(systems.c.id, states.c.name, states.c.label, states.c.tags, states.c.comment)
        .join(states, states.c.system == systems.c.id)
        .where(systems.c.campaign == campaign, holds(states, revision))
        .order_by(systems.c.id)
    )
    return [
        System(number, campaign, name, label or name, tuple(json.loads(tags)), comment)
        for number, name, label, tags, comment in bulk.fetch(connection, query)
    ]


def aliases_of(connection: Connection) -> dict[int, str]:
    """The alias of every system of the workspace, by its number."""
    token = connection.execute(select(schema.workspace.c.token)).scalar() or ""
    return aliases(token, [number for (number,) in bulk.fetch(connection, select(schema.systems.c.id))])


# -- changing ----------------------------------------------------------------------------------------------


def add_campaign(change: Change, called: str, year: int | None = None) -> Campaign:
    """Add a new campaign."""
    called = name(called, "the campaign's name")
    _refuse_taken(called, [one.name for one in campaigns_of(change.connection)], "a campaign")
    (number,) = change.ids(schema.campaigns, 1)
    change.add(schema.campaigns, ["id"], [(number,)])
    added = Campaign(number, called, year, (), "")
    revise_campaign(change, added)
    return added


def revise_campaign(change: Change, wanted: Campaign) -> None:
    """Change a campaign; the same values again are no change."""
    there = {one.id: one for one in campaigns_of(change.connection)}
    wanted = replace(wanted, name=name(wanted.name, "the campaign's name"))
    if there.get(wanted.id) == wanted:
        return
    others = [one.name for one in there.values() if one.id != wanted.id]
    _refuse_taken(wanted.name, others, "a campaign")
    change.revise(
        schema.campaign_states,
        {"campaign": wanted.id},
        {
            "name": wanted.name,
            "year": wanted.year,
            "tags": _tags(wanted.tags),
            "comment": storable(wanted.comment, "the comment"),
        },
    )


def add_systems(
    change: Change,
    campaign: Campaign,
    names: Sequence[str],
    labels: Mapping[str, str],
    tags: Mapping[str, Collection[str]],
) -> dict[str, System]:
    """Add new systems to a campaign; returns them by name."""
    numbers = change.ids(schema.systems, len(names))
    added = {
        called: System(
            number,
            campaign.id,
            name(called, "the system's name"),
            _label(labels.get(called, called), called),
            tuple(tags.get(called, ())),
            "",
        )
        for number, called in zip(numbers, names, strict=True)
    }
    known = systems_of(change.connection, campaign.id)
    for one in added.values():
        _refuse_same(one, known, campaign.name)
        known.append(one)
    change.add(schema.systems, ["id", "campaign"], [(one.id, campaign.id) for one in added.values()])
    change.add(schema.system_states, ["system", *_STATE], [(one.id, *_state(one)) for one in added.values()])
    return added


def revise_system(change: Change, wanted: System) -> None:
    """Change a system; the same values again are no change."""
    there = {one.id: one for one in systems_of(change.connection, wanted.campaign)}
    called = name(wanted.name, "the system's name")
    wanted = replace(wanted, name=called, label=_label(wanted.label, called))
    if there.get(wanted.id) == wanted:
        return
    campaign = next(one for one in campaigns_of(change.connection) if one.id == wanted.campaign)
    _refuse_same(wanted, [one for one in there.values() if one.id != wanted.id], campaign.name)
    change.revise(schema.system_states, {"system": wanted.id}, dict(zip(_STATE, _state(wanted), strict=True)))


_STATE = ("name", "label", "tags", "comment")


def _state(one: System) -> tuple[str, str, str, str]:
    label = "" if one.label == one.name else one.label  # so that it follows the name
    return one.name, label, _tags(one.tags), storable(one.comment, "the comment")


def _label(label: str, called: str) -> str:
    return name(label, f"{called}: the label")


def _tags(tags: Collection[str]) -> str:
    return json.dumps([name(tag, "a tag") for tag in tags], ensure_ascii=False)


def _refuse_taken(wanted: str, names: Collection[str], what: str) -> None:
    if wanted in names:
        raise LackmusError(f"There is already {what} named {wanted}. Choose another name.")


def _refuse_same(wanted: System, others: Sequence[System], campaign: str) -> None:
    """Refuse two systems with one name, or with one label."""
    _refuse_taken(wanted.name, [one.name for one in others], f"a system of {campaign}")
    for one in others:
        if wanted.label == one.label:
            raise LackmusError(
                f"Both {one.name} and {wanted.name} of {campaign} would be labelled {wanted.label}. "
                "Choose another label."
            )
