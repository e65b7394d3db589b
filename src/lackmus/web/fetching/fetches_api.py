"""API of fetches: engines, estimates, progress."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from lackmus.core.fetching.jobs import FetchJob
from lackmus.flows.fetching import jobs
from lackmus.flows.fetching.plans import Fetch
from lackmus.tables.fetching.engines import engines_values
from lackmus.tables.fetching.fetches import estimate_values
from lackmus.tables.fetching.jobs import job_values
from lackmus.web.fetching.fetches import (
    MOST_CONTEXT,
    MOST_IN_FLIGHT,
    MOST_PRICE,
    begin,
    estimate,
    offered,
    resume,
)
from lackmus.web.http.auth import Editor

router = APIRouter(tags=["fetches"])

_Name = Annotated[str, Field(min_length=1, max_length=500)]


class FetchBody(BaseModel):
    """What to fetch and into which campaign, with the options of `lackmus outputs fetch`."""

    engine: _Name
    options: Annotated[dict[str, Annotated[str, Field(max_length=20_000)]], Field(max_length=100)] = {}
    campaign: _Name | None = None
    year: int | None = Field(None, ge=1900, le=2999)
    system: _Name | None = Field(None, description="Its name; else that of the engine.")
    suite: _Name | None = None
    pair: _Name | None = None
    template: _Name | None = Field(None, description="Its lines instead of the items of a suite.")
    context: int = Field(0, ge=0, le=MOST_CONTEXT, description="Sentences before each that the engine sees.")
    document: bool = Field(False, description="Lines of a template as they follow each other, in one text.")
    round: str = Field("", max_length=500, description="A name for asking again.")
    in_flight: int | None = Field(None, ge=1, le=MOST_IN_FLIGHT)
    with_reserved: bool = Field(False, description="Send items that are kept secret, too.")
    replaces: bool = Field(False, description="Other outputs under the same name are replaced.")
    partial: bool = Field(False, description="Store what is there even if not all could be fetched.")
    price: float | None = Field(
        None,
        ge=0,
        le=MOST_PRICE,
        description="Of a million characters, where the engine's list is out of date.",
    )

    @property
    def wanted(self) -> Fetch:
        """The request as the flows take it."""
        return Fetch(**self.model_dump())


class FetchShown(BaseModel):
    """A fetch with its progress and result."""

    token: str
    person: str
    state: str = Field(description="waiting, running, cancelling, cancelled, stopped or done")
    at: str
    since: str | None
    changed: str
    stage: str
    done: int
    total: int
    problem: str = Field(description="What stopped it, and what helps.")
    asked: dict[str, Any]
    result: dict[str, Any] | None


class Fetches(BaseModel):
    """Fetches, newest first."""

    fetches: list[FetchShown]


class FetchActionBody(BaseModel):
    """How to continue a fetch."""

    partial: bool = Field(False, description="Store what is there even if nothing more can be fetched.")


def _shown(job: FetchJob) -> FetchShown:
    return FetchShown.model_validate(job_values(job))


@router.get("/engines")
def list_engines(request: Request, desk: Editor) -> dict[str, Any]:
    """All engines, as from `lackmus engine list --format json`; of keys only whether they are set."""
    return engines_values(offered(request))


@router.get("/fetches")
def list_fetches(desk: Editor, mine: bool = False) -> Fetches:
    """Fetches started on pages or by scripts."""
    return Fetches(fetches=[_shown(one) for one in jobs.jobs(desk, mine)])


@router.post("/fetches")
def begin_fetch(request: Request, desk: Editor, asked: FetchBody) -> FetchShown:
    """Start a fetch; it runs in the background, and its state says when it is over."""
    return _shown(begin(request, desk, asked.wanted))


@router.post("/fetches/estimate")
def estimate_fetch(request: Request, desk: Editor, asked: FetchBody) -> dict[str, Any]:
    """The estimated cost, as from `lackmus outputs fetch --dry-run --format json`."""
    return estimate_values(estimate(request, desk, asked.wanted))


@router.get("/fetches/{token}")
def show_fetch(desk: Editor, token: str) -> FetchShown:
    """The progress of a fetch."""
    return _shown(jobs.job(desk, token))


@router.post("/fetches/{token}/cancel")
def cancel_fetch(desk: Editor, token: str) -> FetchShown:
    """Stop a fetch; what was fetched is kept."""
    return _shown(jobs.cancel(desk, token))


@router.post("/fetches/{token}/resume")
def resume_fetch(request: Request, desk: Editor, token: str, going: FetchActionBody) -> FetchShown:
    """Continue a cancelled or stopped fetch."""
    return _shown(resume(request, desk, token, going.partial))
