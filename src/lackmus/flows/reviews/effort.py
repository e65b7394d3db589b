"""Effort and effect of reviewing, in a campaign or the whole workspace."""

from collections.abc import Sequence

import polars as pl
from sqlalchemy import Connection

from lackmus.core.reviews.effort import WARNING_HISTORY, Effort, effort
from lackmus.flows.workspaces.workspaces import Desk, parts_of, the_campaign
from lackmus.store.outputs.campaigns import Campaign, campaigns_of
from lackmus.store.reviews.queue import campaign_texts
from lackmus.store.reviews.warning_history import decisions_made, warning_history
from lackmus.store.suites.suites import suite_names


def effort_of(desk: Desk, campaign: str | None = None) -> Effort:
    """Decisions and hours, warnings before and after; for one campaign, or for all."""
    with desk.open() as workspace, workspace.reading() as connection:
        named = None if campaign is None else the_campaign(connection, campaign)
        chosen: Sequence[Campaign] = campaigns_of(connection) if named is None else [named]
        only = None if named is None else campaign_texts(connection, named.id)["text_id"].to_list()
        about: dict[str, object] = {} if named is None else {"campaign": named.name}
        about["revision"] = workspace.revision(connection).number
        courses = {one.name: _warning_history(connection, one) for one in chosen}
        return effort(decisions_made(connection), courses, only, about)


def _warning_history(connection: Connection, campaign: Campaign) -> pl.DataFrame:
    """The history of warnings over all suites of the campaign."""
    there = set(suite_names(connection).values())
    suites = sorted({suite for suite, _ in parts_of(connection, [campaign])} & there)
    empty = pl.DataFrame(schema=pl.Schema(WARNING_HISTORY))
    return pl.concat([empty, *(warning_history(connection, campaign.id, suite) for suite in suites)])
