"""API of the overview."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel

from lackmus.core.reviews.assignments import Inbox, OwnWork
from lackmus.flows.reviews.live_review import own_work
from lackmus.flows.workspaces import overview as flows
from lackmus.flows.workspaces.demo import fill_new
from lackmus.tables.workspaces.log_sentences import Activity
from lackmus.web.http.auth import Editor, Reader
from lackmus.web.http.problems import Problem
from lackmus.web.workspaces.first_steps import ShownStep, shown_steps
from lackmus.web.workspaces.overview_page import status_of_part, the_campaign_part, won_today

router = APIRouter(tags=["overview"])


class OverviewCampaignAnswer(BaseModel):
    """A campaign and what it has outputs for."""

    name: str
    year: int | None
    tags: list[str]
    comment: str
    systems: list[str]
    grounds: Sequence[flows.CampaignPart]


class OverviewShown(BaseModel):
    """The overview of the workspace."""

    campaigns: list[OverviewCampaignAnswer]
    decided_today: dict[str, int]
    errands: Inbox
    lately: Sequence[Activity]
    suites: list[str]


class FirstStepsShown(BaseModel):
    """The first steps in a new workspace, with the command that does the same, and which are done."""

    done: bool
    steps: Sequence[ShownStep]


class SamplesAdded(BaseModel):
    """The suites and campaigns that were imported."""

    suites: list[str]
    campaigns: list[str]


class WonShown(BaseModel):
    """Items that have become fair today (UTC)."""

    won: int


@router.get("/overview", response_model=OverviewShown)
def overview(desk: Reader) -> dict[str, Any]:
    """Campaigns, today's decisions, recent activity, and what waits for you."""
    found = flows.recent_activity(desk)
    return {
        "campaigns": [vars(one) for one in flows.listed_campaigns(desk)],
        "decided_today": found.decided,
        "errands": found.errands,
        "lately": found.activities,
        "suites": found.suites,
    }


@router.get("/overview/glance")
def glance(request: Request, desk: Reader, campaign: str, suite: str, pair: str) -> flows.CampaignPartStatus:
    """How one campaign stands: fair items, open texts, accuracies."""
    one, ground = the_campaign_part(desk, campaign, suite, pair)
    return status_of_part(request, desk, one, ground)


@router.get("/overview/yours")
def yours(desk: Reader) -> list[OwnWork]:
    """What is assigned to you, in each campaign."""
    return list(own_work(desk))


@router.get("/overview/won", response_model=WonShown)
def won(request: Request, desk: Reader) -> dict[str, int]:
    """How many items have become fair today, in all campaigns."""
    return {"won": won_today(request, desk)}


@router.get("/overview/steps")
def first_steps(request: Request, desk: Reader) -> FirstStepsShown:
    """What to do first in a new workspace, what of it is done, and what you may."""
    steps = shown_steps(request, desk)
    return FirstStepsShown(done=all(one.done for one in steps), steps=steps)


@router.post("/overview/samples", responses={409: {"model": Problem}})
def add_samples(desk: Editor) -> SamplesAdded:
    """Import the bundled samples, suites with outputs, into a workspace that has no suite."""
    suites, campaigns = fill_new(desk)
    return SamplesAdded(suites=suites, campaigns=campaigns)
