"""API of fetches: engines, estimates, progress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from lackmus.core.fetching.fetch import FetchJob
from lackmus.flows.fetching import jobs
from lackmus.flows.fetching.plans import Fetch
from lackmus.tables.fetching.fetches import engines_values, estimate_values
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


@dataclass(frozen=True)
class FetchBody(Fetch):
    """What to fetch and into which campaign, with the options of `lackmus outputs fetch`."""

    engine: _Name
    options: Annotated[Mapping[str, Annotated[str, Field(max_length=20_000)]], Field(max_length=100)] = field(
        default_factory=dict
    )
    campaign: _Name | None = None
    year: Annotated[int, Field(ge=1900, le=2999)] | None = None
    system: Annotated[_Name | None, Field(description="Its name; else that of the engine.")] = None
    suite: _Name | None = None
    pair: _Name | None = None
    template: Annotated[_Name | None, Field(description="Its lines instead of the items of a suite.")] = None
    context: Annotated[
        int, Field(ge=0, le=MOST_CONTEXT, description="Sentences before each that the engine sees.")
    ] = 0
    round: Annotated[str, Field(max_length=500, description="A name for asking again.")] = ""
    in_flight: Annotated[int, Field(ge=1, le=MOST_IN_FLIGHT)] | None = None
    price: Annotated[float, Field(ge=0, le=MOST_PRICE)] | None = None


class Fetches(BaseModel):
    """Fetches, newest first."""

    fetches: Sequence[FetchJob]


class FetchActionBody(BaseModel):
    """How to continue a fetch."""

    partial: bool = Field(False, description="Store what is there even if nothing more can be fetched.")


def _shown(job: FetchJob) -> FetchJob:
    """Return a fetch without its seal, which only the server needs."""
    return replace(job, asked={name: value for name, value in job.asked.items() if name != "seal"})


@router.get("/engines")
def list_engines(request: Request, desk: Editor) -> dict[str, Any]:
    """All engines, as from `lackmus engine list --format json`; of keys only whether they are set."""
    return engines_values(offered(request))


@router.get("/fetches")
def list_fetches(desk: Editor, mine: bool = False) -> Fetches:
    """Fetches started on pages or by scripts."""
    return Fetches(fetches=[_shown(one) for one in jobs.jobs(desk, mine)])


@router.post("/fetches")
def begin_fetch(request: Request, desk: Editor, asked: FetchBody) -> FetchJob:
    """Start a fetch; it runs in the background, and its state says when it is over."""
    return _shown(begin(request, desk, asked))


@router.post("/fetches/estimate")
def estimate_fetch(request: Request, desk: Editor, asked: FetchBody) -> dict[str, Any]:
    """The estimated cost, as from `lackmus outputs fetch --dry-run --format json`."""
    return estimate_values(estimate(request, desk, asked))


@router.get("/fetches/{token}")
def show_fetch(desk: Editor, token: str) -> FetchJob:
    """The progress of a fetch."""
    return _shown(jobs.job(desk, token))


@router.post("/fetches/{token}/cancel")
def cancel_fetch(desk: Editor, token: str) -> FetchJob:
    """Stop a fetch; what was fetched is kept."""
    return _shown(jobs.cancel(desk, token))


@router.post("/fetches/{token}/resume")
def resume_fetch(request: Request, desk: Editor, token: str, going: FetchActionBody) -> FetchJob:
    """Continue a cancelled or stopped fetch."""
    return _shown(resume(request, desk, token, going.partial))
