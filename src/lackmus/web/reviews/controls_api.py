"""API of control texts: list, set, remove. Only editors learn which there are."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.known_verdicts import CampaignControls, KnownBy, KnownChoice
from lackmus.core.suites.draws import Amount
from lackmus.errors import LackmusError
from lackmus.flows.reviews import controls as flows
from lackmus.flows.reviews.reviews import Scope
from lackmus.web.http.auth import Editor
from lackmus.web.reviews.review_models import Given, Number

router = APIRouter(tags=["agreement"])
Name = Annotated[str, Field(max_length=1_000)]
MOST_PEOPLE, MOST_TEXTS = 500, 2_000


class NamedKnownText(BaseModel):
    """A text that is named by its number."""

    text_id: Number
    verdict: Given | None = Field(None, description="Its known verdict; null: as people decided.")


class KnownTextsBody(BaseModel):
    """Which texts with known verdicts a set has."""

    by: list[KnownBy] = Field(
        default=[KnownBy.ADJUDICATED, KnownBy.UNANIMOUS],
        max_length=3,
        description="Draw texts whose verdict is known so; none: only those that are named.",
    )
    category: Name | None = None
    phenomenon: Name | None = None
    amount: str = Field(
        "5", max_length=20, description="Of each phenomenon: a number, a share such as 10%, or all."
    )
    seed: int = Field(1, ge=0, le=2**31 - 1)
    texts: list[NamedKnownText] = Field(default_factory=list, max_length=MOST_TEXTS)

    @property
    def choice(self) -> KnownChoice:
        """The choice as flows take it."""
        try:
            amount = Amount.parse(self.amount)
        except ValueError as problem:
            raise LackmusError(f"{problem}.", argument="amount") from None
        given = {one.text_id: Verdict(one.verdict) if one.verdict else None for one in self.texts}
        by = tuple(one for one in self.by if one is not KnownBy.GIVEN)
        return KnownChoice(by, self.category or None, self.phenomenon or None, amount, self.seed, given)


class ControlsBody(KnownTextsBody):
    """Control texts of a campaign: at which rate, of whom, and which."""

    campaign: Name | None = None
    suite: Name | None = None
    pair: Name | None = None
    rate: str = Field(max_length=20, description="Of all texts that a person gets, so many: 1% to 50%.")
    people: list[Name] = Field(
        default_factory=list, max_length=MOST_PEOPLE, description="Nobody: all annotators."
    )


class ControlsAnswer(BaseModel):
    """The control texts of campaigns."""

    controls: Sequence[CampaignControls]


@router.get("/controls")
def list_controls(desk: Editor) -> ControlsAnswer:
    """The control texts of all campaigns: rate, people, how many of each phenomenon."""
    return ControlsAnswer(controls=flows.controls(desk))


@router.put("/controls")
def set_controls(desk: Editor, wanted: ControlsBody) -> CampaignControls:
    """Mix texts with known verdicts into what people judge; they look like open ones."""
    scope = Scope(wanted.campaign, wanted.suite, wanted.pair)
    return flows.set_controls(desk, scope, wanted.rate, wanted.choice, wanted.people)


@router.delete("/controls")
def remove_controls(
    desk: Editor,
    campaign: Annotated[str | None, Query(max_length=1_000)] = None,
    suite: Annotated[str | None, Query(max_length=1_000)] = None,
) -> CampaignControls:
    """Mix in no more control texts; what people answered stays in the agreement."""
    return flows.remove_controls(desk, Scope(campaign, suite))
