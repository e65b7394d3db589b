"""The profile of one system of a report: its page and its files."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from lackmus.core.base.choices import By
from lackmus.core.verdicts.profile import SystemProfile
from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.verdicts.profile import profile_of
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.table import Report
from lackmus.tables.verdicts.profile import profile_in_short, profile_table, profile_values
from lackmus.web.http.answers import page
from lackmus.web.http.auth import Reader
from lackmus.web.http.downloads import formats, report_file
from lackmus.web.http.remedies import on_page
from lackmus.web.verdicts.reports import CachedReport, ProfileQuery, cached_report, file_name, settled

router = APIRouter()


def cached_profile(request: Request, desk: Desk, asked: ProfileQuery) -> tuple[CachedReport, SystemProfile]:
    """The profile of the requested system, otherwise of the first."""
    one = cached_report(request, desk, asked)
    evaluation = one.reported.evaluation
    system = asked.system or evaluation.systems[0]
    return one, one.made.get(("profile", system), lambda: profile_of(evaluation, system))


@router.get("/report/profile")
def profile_page(request: Request, desk: Reader, asked: Annotated[ProfileQuery, Query()]) -> Response:
    """Where a system is better and worse than the others."""
    found, choices = settled(desk, asked)
    assert isinstance(found, ProfileQuery)
    content: dict[str, Any] = {"path": "/report", "asked": found, "choices": choices, "profile": None}
    if choices.campaign is None:
        return page(request, "profile.html", problem="", **content)
    try:
        one, profile = cached_profile(request, desk, found)
    except UnavailableError:
        raise
    except LackmusError as problem:
        return page(request, "profile.html", 400, problem=on_page(problem), **content)
    labels = one.reported.labels
    table = profile_table(profile, found.by, labels)
    other = By.CATEGORY if found.by is By.PHENOMENON else By.PHENOMENON
    return page(
        request,
        "profile.html",
        problem="",
        **{**content, "profile": profile},
        name=labels.get(profile.system, profile.system),
        labels=labels,
        lead=profile_in_short(profile, labels),
        table=table,
        toggled=found.link(by=other.value, system=profile.system),
        formats=formats(),
    )


@router.get("/report/profile/download.{format}")
def profile_file(
    request: Request, desk: Reader, asked: Annotated[ProfileQuery, Query()], format: str
) -> Response:
    """The profile as a file, as `lackmus profile` writes it."""
    found, _ = settled(desk, asked)
    assert isinstance(found, ProfileQuery)
    one, profile = cached_profile(request, desk, found)
    labels = one.reported.labels
    report = Report(
        title=f"Lackmus: {labels.get(profile.system, profile.system)}",
        tables=(profile_table(profile, found.by, labels).with_notes(one.reported.notes),),
        answer=profile_values(profile, labels),
        lead=profile_in_short(profile, labels),
        labels=labels,
        suspicions=one.reported.suspicions,
    )
    return report_file(report, file_name(one.reported, f"profile-{profile.system}"), format)
