"""Campaigns and systems of a workspace: list, show, rename, tag, comment."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from lackmus.core.base.tags import TagError, check_tag, tagged, tags_in
from lackmus.core.outputs.campaigns import CampaignShown, SystemShown
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import listed
from lackmus.flows.workspaces.workspaces import Desk, the_campaign, the_revision, the_system
from lackmus.store.outputs.campaigns import (
    Campaign,
    System,
    aliases_of,
    campaigns_of,
    revise_campaign,
    revise_system,
)
from lackmus.store.outputs.holdings import shown_campaigns


def campaigns(
    desk: Desk, name: str | None = None, anonymous: bool = False, as_of: str | None = None
) -> list[CampaignShown]:
    """All campaigns, or the named one, with their systems."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        only = None if name is None else the_campaign(connection, name, revision)
        return shown_campaigns(connection, only, anonymous, revision)


def campaign(
    desk: Desk, name: str | None = None, anonymous: bool = False, as_of: str | None = None
) -> CampaignShown:
    """The named campaign; the name is optional if there is one."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        (shown,) = shown_campaigns(connection, the_campaign(connection, name, revision), anonymous, revision)
        return shown


def system(desk: Desk, written: str, campaign: str | None = None, anonymous: bool = False) -> SystemShown:
    """One system with all its hand-ins."""
    with desk.open() as workspace, workspace.reading() as connection:
        found = the_system(connection, written, campaign)
        (shown,) = shown_campaigns(connection, _campaign_of(connection, found), anonymous)
        called = aliases_of(connection)[found.id] if anonymous else found.name
        return next(one for one in shown.systems if one.name == called)


def _campaign_of(connection: Connection, system: System) -> Campaign:
    return next(one for one in campaigns_of(connection) if one.id == system.campaign)


def change_campaign(
    desk: Desk, name: str | None, verb: str, edit: Callable[[Campaign], Campaign]
) -> tuple[Campaign, Campaign]:
    """Change a campaign; returns the values before and after."""
    with desk.open() as workspace, workspace.writing(desk.who, verb, comment=desk.comment) as change:
        before = the_campaign(change.connection, name)
        after = edit(before)
        revise_campaign(change, after)
        change.about = _told(before.name, before, after)
        return before, after


def change_system(
    desk: Desk, written: str, campaign: str | None, verb: str, edit: Callable[[System], System]
) -> tuple[System, System]:
    """Change a system; returns the values before and after."""
    with desk.open() as workspace, workspace.writing(desk.who, verb, comment=desk.comment) as change:
        before = the_system(change.connection, written, campaign)
        after = edit(before)
        revise_system(change, after)
        where = _campaign_of(change.connection, before).name
        change.about = _told(f"{where}/{before.name}", before, after)
        return before, after


def _told(name: str, before: Campaign | System, after: Campaign | System) -> str:
    """The change in words, for the log."""
    fields = [key for key, value in vars(before).items() if vars(after)[key] != value]
    return f"{name}: " + "; ".join(
        f"{key} {_written(vars(before)[key])} → {_written(vars(after)[key])}" for key in fields
    )


def _written(value: object) -> str:
    return (listed(value) if isinstance(value, tuple) else str(value or "")) or "none"


def renamed(to: str) -> Callable[[System], System]:
    """A function that renames a system; its own label stays, a default one follows the name."""
    return lambda one: replace(one, name=to.strip(), label=to.strip() if one.label == one.name else one.label)


def check_tags(tags: Sequence[str], add: Sequence[str], remove: Sequence[str]) -> tuple[str, ...]:
    """The tags after the change; removing a tag that does not exist is an error."""
    for tag in remove:
        if tag not in tags:
            there = f"There are {listed(tags)}." if tags else "There are none."
            raise LackmusError(f"there is no tag {tag}. {there}", argument="remove")
    try:
        for tag in add:
            check_tag(tag)
    except TagError as problem:
        raise LackmusError(f"{problem}.", argument="add") from None
    return tagged(tags, add, remove)


def revised_campaign(said: Mapping[str, Any]) -> Callable[[Campaign], Campaign]:
    """A function that changes name, year, tags or comment of a campaign; missing values stay."""
    return lambda one: replace(one, **_trimmed(said))


def revised_system(said: Mapping[str, Any]) -> Callable[[System], System]:
    """A function that changes name, label, tags or comment of a system; missing values stay.

    A label that is empty, or equal to the name, follows the name.
    """

    def edit(one: System) -> System:
        wanted = replace(one, **_trimmed(said))
        follows = wanted.label in ("", one.name)
        return replace(wanted, label=wanted.name if follows else wanted.label)

    return edit


def _trimmed(said: Mapping[str, Any]) -> dict[str, Any]:
    tidy = {key: value.strip() if isinstance(value, str) else value for key, value in said.items()}
    return {**tidy, **({"tags": tags_in(tidy["tags"])} if "tags" in tidy else {})}
