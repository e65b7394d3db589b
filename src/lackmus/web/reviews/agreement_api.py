"""API of agreement, disputes and effort."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.assignments import Assigned
from lackmus.core.reviews.effort import effort_values
from lackmus.core.reviews.second_looks import Opinion, second_look_values
from lackmus.flows.reviews import disputes as flows
from lackmus.flows.reviews.deciding import DecidedElsewhereError
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.reviews.second_looks import assign
from lackmus.tables.reviews.outcomes import outcomes_values
from lackmus.web.http.auth import Editor, Reader
from lackmus.web.reviews import review_models
from lackmus.web.reviews.agreement_page import (
    CampaignAsked,
    agreement_download,
    agreement_told,
    cached_effort,
    cached_second_looks,
    effort_download,
)
from lackmus.web.reviews.review_api import not_saved
from lackmus.web.reviews.review_models import Given
from lackmus.web.reviews.text_models import PlacedText

router = APIRouter(tags=["agreement"])
TextNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]


class Adjudication(BaseModel):
    """An editor's verdict on a disputed text."""

    verdict: Given
    comment: str = Field("", max_length=2000)
    own_since: int | None = Field(
        default=None,
        ge=0,
        le=2**31 - 1,
        description="The change of your own decision that you saw, 0 for none. If you decided otherwise "
        "since, nothing is saved and the answer is 409.",
    )


class FairNow(BaseModel):
    """The state of a text's item in a campaign."""

    campaign: str
    fair: bool
    open: int
    missing: int
    untestable: int


class Adjudicated(BaseModel):
    """A decision and its effect."""

    text_id: int
    item: str
    text: str
    decided: str | None
    before: str | None
    changed: bool
    verdict: str
    reason: str | None
    rules_say: str
    contradicts_rules: bool
    campaigns: list[FairNow]


class AdjudicatedShown(BaseModel):
    """What was saved in one change; null if nothing changed."""

    change: int | None
    decisions: list[Adjudicated]


class SecondLookShown(PlacedText):
    """A text to be reviewed again."""

    rules_say: str
    opinions: Sequence[Opinion]


class SecondLooksShown(BaseModel):
    """Texts to be reviewed again."""

    texts: list[SecondLookShown]


class Assignment(BaseModel):
    """Which share of a campaign's texts is assigned to whom."""

    campaign: str | None = None
    suite: str | None = None
    pair: str | None = None
    share: str = Field(max_length=20, description="A share such as 10%, or a number of texts.")
    to: str = Field(max_length=200)
    seed: int | None = Field(None, ge=0, le=2**31 - 1)


@router.get("/agreement")
def agreement(request: Request, desk: Reader, campaign: CampaignAsked = "") -> dict[str, Any]:
    """Percent, Cohen's kappa and Krippendorff's alpha, as `lackmus agreement --format json`.

    `controls` is agreement with control texts by person and phenomenon; empty but for editors.
    """
    return agreement_told(request, desk, campaign)


@router.get("/agreement/download.{format}", response_class=Response)
def agreement_file(request: Request, desk: Reader, format: str, campaign: CampaignAsked = "") -> Response:
    """The tables of agreement as a file."""
    return agreement_download(request, desk, format, campaign)


@router.get("/disputes", response_model=SecondLooksShown)
def disputes(request: Request, desk: Reader, campaign: CampaignAsked = "") -> dict[str, Any]:
    """Texts on which people differ, with all opinions."""
    found = cached_second_looks(request, desk, campaign)
    return {"texts": [second_look_values(one) for one in found.disputed]}


@router.get("/conflicts", response_model=SecondLooksShown)
def conflicts(request: Request, desk: Reader, campaign: CampaignAsked = "") -> dict[str, Any]:
    """Texts on which people decided the opposite of the rules."""
    found = cached_second_looks(request, desk, campaign)
    return {"texts": [second_look_values(one) for one in found.contradicted]}


@router.post(
    "/disputes/{text}", response_model=AdjudicatedShown, responses={409: {"model": review_models.NotSaved}}
)
def adjudicate(desk: Editor, text: TextNumber, said: Adjudication) -> Any:
    """Adjudicate a disputed text; repeating it changes nothing."""
    commented = replace(desk, comment=said.comment.strip())
    try:
        done = flows.adjudicate(commented, text, Verdict(said.verdict), said.own_since)
    except DecidedElsewhereError as problem:
        return not_saved(problem)
    return outcomes_values(done.outcomes, done.change)


@router.delete("/disputes/{text}", response_model=AdjudicatedShown)
def take_back(desk: Editor, text: TextNumber) -> dict[str, Any]:
    """Withdraw your adjudication; your earlier opinion holds again."""
    done = flows.take_back(desk, text)
    return outcomes_values(done.outcomes, done.change)


@router.post("/assignments")
def assignments(desk: Editor, wanted: Assignment) -> Assigned:
    """Give a random share of the texts that people judge to a second person."""
    scope = Scope(wanted.campaign, wanted.suite, wanted.pair)
    return assign(desk, scope, wanted.share, wanted.to, wanted.seed)


@router.get("/effort")
def effort(request: Request, desk: Reader, campaign: CampaignAsked = "") -> dict[str, Any]:
    """Decisions, hours, warnings before and after, as `lackmus effort --format json`."""
    return effort_values(cached_effort(request, desk, campaign))


@router.get("/effort/download.{format}", response_class=Response)
def effort_file(request: Request, desk: Reader, format: str, campaign: CampaignAsked = "") -> Response:
    """The figures as a file."""
    return effort_download(request, desk, format, campaign)
