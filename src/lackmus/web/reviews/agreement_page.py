"""Pages of agreement and effort: agreement, adjudication, cost and effect of reviewing."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Form, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response

from lackmus.core.base.plurals import counted
from lackmus.core.reviews.agreement import Agreement
from lackmus.core.reviews.effort import Effort, effort_values
from lackmus.core.reviews.known_verdicts import Agreed
from lackmus.core.workspaces.people import Role
from lackmus.flows.reviews.disputes import SecondLooks, annotators, doublings, second_looks
from lackmus.flows.reviews.effort import effort_of
from lackmus.flows.reviews.known_choices import control_agreement
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.reviews.second_looks import agreement_of, assign
from lackmus.flows.workspaces.overview import listed_campaigns
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.tables.reviews.agreement import agreement_tables, agreement_values
from lackmus.tables.reviews.effort import effort_tables, people_table, warnings_table
from lackmus.tables.reviews.known_verdicts import agreed_values, controls_agreed_table
from lackmus.tables.reviews.status import spoken
from lackmus.tables.table import Report
from lackmus.web.http.answers import back_to, page, query
from lackmus.web.http.auth import Editor, Reader, current_user
from lackmus.web.http.downloads import formats, report_file, safe_name
from lackmus.web.served import mark_of, served_by

router = APIRouter()
_DAYS = 45  # latest days, as bars
_LOOKS = 100  # texts shown at once
CampaignAsked = Annotated[str, Query(description="A campaign; the whole workspace unless one is named.")]


@router.get("/agreement")
def agreement_page(request: Request, desk: Reader, campaign: CampaignAsked = "") -> HTMLResponse:
    """Kappa and alpha, overall, by category and pair by pair; and the form to assign second opinions."""
    names = _campaigns(desk, campaign)
    found = cached_agreement(request, desk, campaign)
    return page(
        request,
        "agreement.html",
        campaign=campaign,
        campaigns=names,
        found=found,
        tables=agreement_tables(found),
        controls=cached_controls(request, desk, campaign),
        controls_table=controls_agreed_table,
        doublings=doublings(desk),
        annotators=annotators(desk),
        places=_places(desk),
        formats=formats(),
    )


@router.get("/agreement/download.{format}")
def agreement_download(request: Request, desk: Reader, format: str, campaign: CampaignAsked = "") -> Response:
    """The tables of agreement as a file."""
    _campaigns(desk, campaign)
    found, controls = cached_agreement(request, desk, campaign), cached_controls(request, desk, campaign)
    tables = (*agreement_tables(found), *([controls_agreed_table(controls)] if controls else []))
    report = Report("Lackmus: agreement", tables, agreement_told(request, desk, campaign))
    return report_file(report, safe_name(f"agreement-{campaign}"), format)


@router.post("/agreement/assign")
def assign_page(
    request: Request,
    desk: Editor,
    place: Annotated[str, Form()],
    share: Annotated[str, Form()],
    to: Annotated[str, Form()],
) -> Response:
    """Assign a random share of the texts that people judge to a second person."""
    said = {name: values[0] for name, values in parse_qs(place.removeprefix("?")).items()}
    campaign, suite, pair = said.get("campaign"), said.get("suite"), said.get("pair")
    given = assign(desk, Scope(campaign, suite, pair), share.strip(), to)
    told = (
        f"{to} was given {counted(given.new, 'text')} of {given.campaign} "
        f"({given.before + given.new:,} of {given.of:,} in all). They come first in review."
    )
    return back_to(request, "/agreement" + query({"campaign": campaign}), told)


def _places(desk: Desk) -> list[tuple[str, str]]:
    """Campaigns, suites and pairs with texts to assign: form value and label."""
    return [(query(said), label) for said, label in places(desk)]


def places(desk: Desk) -> list[tuple[dict[str, str], str]]:
    """Campaigns, suites and pairs with outputs, the latest first, and their labels."""
    found = []
    for one in listed_campaigns(desk)[::-1]:
        for ground in one.grounds:
            said = {"campaign": one.name, "suite": ground.suite, "pair": ground.pair}
            name = ground.suite if ground.suite == ground.pair else f"{ground.suite}, {ground.pair}"
            found.append((said, f"{one.name}: {name}"))
    return found


@router.get("/agreement/disputes")
def disputes_page(request: Request, desk: Reader, campaign: CampaignAsked = "") -> HTMLResponse:
    """Texts on which people differ, to adjudicate; and decisions that the rules contradict."""
    names = _campaigns(desk, campaign)
    found = cached_second_looks(request, desk, campaign)
    settings = {"person": desk.who, "workspace": mark_of(desk)}
    return page(
        request,
        "disputes.html",
        campaign=campaign,
        campaigns=names,
        found=found,
        most=_LOOKS,
        settings=settings,
    )


@router.get("/agreement/effort")
def effort_page(request: Request, desk: Reader, campaign: CampaignAsked = "") -> HTMLResponse:
    """The effort of reviewing; the figures are loaded after the page."""
    return page(request, "effort.html", campaign=campaign, campaigns=_campaigns(desk, campaign))


@router.get("/agreement/effort/counted")
def effort_part(request: Request, desk: Reader, campaign: CampaignAsked = "") -> HTMLResponse:
    """The figures: a part of the page."""
    _campaigns(desk, campaign)
    found = cached_effort(request, desk, campaign)
    return page(
        request,
        "parts/effort.html",
        campaign=campaign,
        found=found,
        spent=spoken(timedelta(seconds=found.total.seconds)) if found.total.seconds else "–",
        people=people_table(found),
        warnings=warnings_table(found),
        days=found.days[-_DAYS:],
        most=max((day.total for day in found.days[-_DAYS:]), default=0),
        formats=formats(),
    )


@router.get("/agreement/effort/download.{format}")
def effort_download(request: Request, desk: Reader, format: str, campaign: CampaignAsked = "") -> Response:
    """The figures as a file."""
    _campaigns(desk, campaign)
    found = cached_effort(request, desk, campaign)
    report = Report("Lackmus: effort", tuple(effort_tables(found)), effort_values(found), lead=found.sentence)
    return report_file(report, safe_name(f"effort-{campaign}"), format)


def _campaigns(desk: Desk, chosen: str) -> list[str]:
    """The names of all campaigns, newest first; the chosen one must be among them."""
    names = [one.name for one in listed_campaigns(desk)][::-1]
    if chosen and chosen not in names:
        raise HTTPException(404, f"There is no campaign {chosen}.")
    return names


def cached_agreement(request: Request, desk: Desk, campaign: str) -> Agreement:
    """The agreement; cached until the workspace changes."""
    key = (latest(desk).token, "agreement", campaign)
    return served_by(request).cached(desk).kept.get(key, lambda: agreement_of(desk, campaign or None))


def cached_controls(request: Request, desk: Desk, campaign: str) -> Sequence[Agreed]:
    """Agreement with control texts, for editors alone; cached until the workspace changes."""
    if not current_user(request).role.may(Role.EDITOR):
        return ()
    key = (latest(desk).token, "control texts", campaign)
    return served_by(request).cached(desk).kept.get(key, lambda: control_agreement(desk, campaign or None))


def agreement_told(request: Request, desk: Desk, campaign: str) -> dict[str, Any]:
    """Agreement as plain values, for editors with control texts."""
    controls = agreed_values(cached_controls(request, desk, campaign))
    return {**agreement_values(cached_agreement(request, desk, campaign)), "controls": controls}


def cached_effort(request: Request, desk: Desk, campaign: str) -> Effort:
    """The effort; if slow to count, perhaps some minutes old: its signature names the revision."""
    stale = served_by(request).cached(desk).stale
    return stale.get(("effort", campaign), latest(desk).token, lambda: effort_of(desk, campaign or None))


def cached_second_looks(request: Request, desk: Desk, campaign: str) -> SecondLooks:
    """Disputed and contradicted texts; if slow to find, perhaps some minutes old."""
    key = (latest(desk).token, "second looks", campaign)
    return served_by(request).cached(desk).kept.get(key, lambda: second_looks(desk, campaign or None))
