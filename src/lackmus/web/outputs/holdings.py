"""The contents of campaigns, cached for all users until the next import."""

from fastapi import HTTPException, Request

from lackmus.core.outputs.campaigns import SystemShown
from lackmus.flows.outputs import coverage
from lackmus.flows.outputs.coverage import CampaignCoverage
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.web.served import served_by


def all_held(request: Request, desk: Desk) -> list[CampaignCoverage]:
    """All campaigns; after a decision only open texts are counted again."""
    cached = served_by(request).cached(desk)

    def make() -> list[CampaignCoverage]:
        touched = coverage.held_outputs_touched(desk)
        return coverage.held(
            desk, cached.lasting.get(("stock", touched), lambda: coverage.held_outputs(desk))
        )

    return cached.kept.get((latest(desk).token, "held"), make)


def held_by(request: Request, desk: Desk, name: str) -> CampaignCoverage:
    """One campaign, with the items of every hand-in."""
    for one in all_held(request, desk):
        if one.campaign.name == name:
            return one
    raise HTTPException(404, f"There is no campaign {name}. It may have been renamed; look under Outputs.")


def system_of(held: CampaignCoverage, name: str) -> SystemShown:
    """One system of a campaign."""
    for one in held.campaign.systems:
        if one.name == name:
            return one
    raise HTTPException(404, f"{held.campaign.name} has no system {name}. It may have been renamed.")
