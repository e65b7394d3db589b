"""The workspace at a glance, for scripts."""

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel

from lackmus.flows.workspaces import overview as flows
from lackmus.web.http.auth import Reader
from lackmus.web.workspaces.overview_page import glance_of, the_ground, won_today

router = APIRouter(tags=["overview"])


class GroundShown(BaseModel):
    """A suite and a pair for which a campaign has outputs."""

    suite: str
    pair: str
    systems: list[str]


class CampaignShown(BaseModel):
    """A campaign and what it has outputs for."""

    name: str
    year: int | None
    tags: list[str]
    comment: str
    systems: list[str]
    grounds: list[GroundShown]


class ErrandsShown(BaseModel):
    """Texts that wait for somebody."""

    assigned: int
    disputed: int
    flagged: int


class DeedShown(BaseModel):
    """What somebody did lately."""

    person: str
    verb: str
    words: str
    about: str
    comment: str
    at: str
    number: int
    many: int
    undone: bool


class OverviewShown(BaseModel):
    """The workspace at a glance."""

    campaigns: list[CampaignShown]
    decided_today: dict[str, int]
    errands: ErrandsShown
    lately: list[DeedShown]
    suites: list[str]


class GlanceShown(BaseModel):
    """How a campaign stands on one suite and pair."""

    items: int
    fair: int
    open: int
    won: int
    seconds_left: float | None
    accuracy: dict[str, float]
    best: list[str]
    labels: dict[str, str]
    left_out: dict[str, str]
    alarms: int
    at: str


class WonShown(BaseModel):
    """Items that have become fair today (UTC)."""

    won: int


@router.get("/overview", response_model=OverviewShown)
def overview(desk: Reader) -> dict[str, Any]:
    """Campaigns, today's decisions, the latest deeds, and what waits for you."""
    found = flows.lately(desk)
    return {
        "campaigns": [
            {**vars(one), "grounds": [vars(ground) for ground in one.grounds]}
            for one in flows.campaigned(desk)
        ],
        "decided_today": found.decided,
        "errands": vars(found.errands),
        "lately": [vars(deed) for deed in found.deeds],
        "suites": found.suites,
    }


@router.get("/overview/glance", response_model=GlanceShown)
def glance(request: Request, desk: Reader, campaign: str, suite: str, pair: str) -> dict[str, Any]:
    """How one campaign stands: fair items, open texts, accuracies."""
    one, ground = the_ground(desk, campaign, suite, pair)
    return vars(glance_of(request, desk, one, ground))


@router.get("/overview/won", response_model=WonShown)
def won(request: Request, desk: Reader) -> dict[str, int]:
    """How many items have become fair today, in all campaigns."""
    return {"won": won_today(request, desk)}
