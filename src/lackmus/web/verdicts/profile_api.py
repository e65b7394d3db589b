"""API of profiles of systems."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from lackmus.tables.verdicts.profile import profile_values
from lackmus.web.http.auth import Reader
from lackmus.web.verdicts.profile_page import cached_profile, profile_file
from lackmus.web.verdicts.reports import ProfileQuery, settled

router = APIRouter(tags=["reports"])


class ProfiledRow(BaseModel):
    """A category, a phenomenon or an average: the system, and the mean of the others, in percent."""

    category: str | None
    phenomenon: str | None
    n: int
    accuracy: float | None
    others: float | None
    difference: float | None
    best_other: str | None
    best_other_accuracy: float | None
    p_value: float | None = Field(description="Two-tailed, against the mean of the others.")
    corrected: float | None = Field(description="By Holm, over all rows of the level.")
    standing: str | None = Field(description="above or below the mean, where that is more than chance.")
    best: bool
    worst: bool


class ProfiledSystem(BaseModel):
    """One system against all others of a report."""

    signature: str
    system: str
    others: list[str]
    labels: dict[str, str]
    left_out: dict[str, str]
    rows: list[ProfiledRow]
    averages: dict[str, ProfiledRow]
    in_short: str


@router.get("/report/profile", response_model=ProfiledSystem)
def get_profile(request: Request, desk: Reader, asked: Annotated[ProfileQuery, Query()]) -> dict[str, Any]:
    """Where a system is best and worst, and above and below the mean of the others."""
    found, _ = settled(desk, asked)
    assert isinstance(found, ProfileQuery)
    one, profile = cached_profile(request, desk, found)
    return profile_values(profile, one.reported.labels)


router.add_api_route("/report/profile/download.{format}", profile_file, response_class=Response)
