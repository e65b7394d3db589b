"""Overview: campaigns and their state, recent activity, and what waits for the user."""

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, Response

from lackmus.flows.reviews.live_review import own_work
from lackmus.flows.workspaces import overview
from lackmus.flows.workspaces.demo import fill_new
from lackmus.flows.workspaces.overview import CampaignPart, CampaignPartStatus, ListedCampaign
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.web.http.answers import back_to, page
from lackmus.web.http.auth import Editor, Reader
from lackmus.web.served import mark_of, served_by
from lackmus.web.verdicts.reports import ReportQuery, cached_report
from lackmus.web.workspaces.first_steps import COOKIE, panel, shown_steps

router = APIRouter()

_BARS = 8  # systems whose accuracies are shown
# Links of log entries that are not about one item, by the first word of the verb.
_PLACES = {
    "suite": "/suites",
    "outputs": "/outputs",
    "campaign": "/outputs",
    "system": "/outputs",
    "template": "/templates",
    "report": "/reports",
    "rating": "/ratings",
    "rate": "/ratings",
    "user": "/people",
    "training": "/agreement/training",
}


@router.get("/")
def first_page(request: Request, desk: Reader) -> HTMLResponse:
    """Everything that is known at once; slow numbers are loaded later (/overview/…)."""
    found = overview.recent_activity(desk)
    campaigns = overview.listed_campaigns(desk)[::-1]
    if not campaigns and not found.suites:
        return page(request, "welcome.html", steps=shown_steps(request, desk))
    return page(
        request,
        "overview.html",
        campaigns=campaigns,
        lately=found,
        me=desk.who,
        places=_PLACES,
        steps=panel(request, desk),
    )


@router.get("/overview/glance")
def one_glance(request: Request, desk: Reader, campaign: str, suite: str, pair: str) -> HTMLResponse:
    """The state of one campaign on one suite and pair: a part of the page."""
    one, ground = the_campaign_part(desk, campaign, suite, pair)
    found = status_of_part(request, desk, one, ground)
    return page(
        request,
        "parts/glance.html",
        campaign=one.name,
        ground=ground,
        glance=found,
        now=latest(desk).at,
        most=_BARS,
    )


@router.get("/overview/won")
def won(request: Request, desk: Reader) -> HTMLResponse:
    """How many items have become fair today: a part of the page."""
    return page(request, "parts/won.html", won=won_today(request, desk))


@router.get("/overview/yours")
def yours(request: Request, desk: Reader) -> HTMLResponse:
    """What is assigned to this person, in each campaign: a part of the page."""
    return page(request, "parts/yours.html", yours=own_work(desk))


@router.post("/overview/samples")
def fill_with_samples(request: Request, desk: Editor) -> Response:
    """Import the bundled samples into this workspace."""
    fill_new(desk)
    return back_to(request, "/", "The samples are here. Review is a good place to start.")


@router.post("/overview/steps/hide")
def hide_first_steps(request: Request, desk: Reader) -> Response:
    """Show the first steps no more in this browser."""
    answer = back_to(request, "/", "The first steps are hidden. Help explains the words.")
    answer.set_cookie(COOKIE, mark_of(desk), max_age=365 * 86_400, samesite="lax", httponly=True, path="/")
    return answer


def the_campaign_part(
    desk: Desk, campaign: str, suite: str, pair: str
) -> tuple[ListedCampaign, CampaignPart]:
    """The campaign, suite and pair in a URL; an error if they do not exist."""
    for one in overview.listed_campaigns(desk):
        for ground in one.grounds:
            if (one.name, ground.suite, ground.pair) == (campaign, suite, pair):
                return one, ground
    raise HTTPException(404, f"{campaign} has no outputs for {suite} ({pair}).")


def status_of_part(
    request: Request, desk: Desk, one: ListedCampaign, ground: CampaignPart
) -> CampaignPartStatus:
    """The state of a campaign; cached, and if slow to count perhaps some minutes old."""
    asked = ReportQuery(campaign=one.name, suite=ground.suite, pair=ground.pair)

    def make() -> (
        CampaignPartStatus
    ):  # from the report of its own page, so that it is evaluated once for both
        return overview.campaign_part_status(desk, cached_report(request, desk, asked).reported, ground)

    return served_by(request).cached(desk).stale.get(("glance", one.name, ground), latest(desk).token, make)


def won_today(request: Request, desk: Desk) -> int:
    """Items that have become fair today, in all campaigns together."""
    if not overview.judged_today(desk):
        return 0
    return sum(
        status_of_part(request, desk, one, ground).won
        for one in overview.listed_campaigns(desk)
        for ground in one.grounds
    )
