"""API models of review."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from lackmus.core.base.verdict import Verdict
from lackmus.core.proposals.proposals import InView
from lackmus.core.reviews.assignments import PhenomenonName, PhenomenonWork
from lackmus.core.reviews.decisions import Seen
from lackmus.core.reviews.offers import AssignedTo, Filters, Offer
from lackmus.core.reviews.progress import Progress
from lackmus.core.reviews.remarks import Flag, Remark
from lackmus.flows.reviews.reviews import Scope

Number = Annotated[int, Field(ge=1, le=2**31 - 1)]  # the range of numbers in both databases
Settling = Literal["pass", "fail"]  # what a rule or a proposal says
Given = Literal["pass", "fail", "untestable"]  # what a person says


@dataclass(frozen=True, kw_only=True)
class FilteredTextsBody(Scope):
    """Which texts a person wants to judge."""

    category: str | None = None
    phenomenon: str | None = None
    reason: str | None = None
    system: str | None = None
    mine: bool = False
    flagged: bool = False
    double: bool = False
    item: Annotated[str | None, Field(description="One item alone, by its key or its id.")] = None
    found: Annotated[
        str | None,
        Field(max_length=20_000, description="The texts of a search: its `review`. Settled ones, too."),
    ] = None
    items: Annotated[str | None, Field(max_length=20_000, description="Some items, by number: 12-40,45.")] = (
        None
    )
    assigned: Annotated[
        AssignedTo | None,
        Field(description="me: only what is assigned to you; anyone: also what is assigned to others."),
    ] = None

    @property
    def filters(self) -> Filters:
        """The filters as flows take them."""
        return Filters(
            self.category or None,
            self.phenomenon or None,
            self.reason or None,
            self.system or None,
            self.mine,
            self.flagged,
            self.double,
            self.item or None,
            self.found or None,
            self.items or None,
            assigned=self.assigned,
        )


@dataclass(frozen=True, kw_only=True)
class NextTextsBody(FilteredTextsBody):
    """Which texts are wanted, and how many; `without` are those skipped or already loaded."""

    many: Annotated[int, Field(ge=1, le=20)] = 1
    without: Annotated[list[Number], Field(max_length=5000)] = field(default_factory=list)
    ahead: Annotated[bool, Field(description="Whether other texts are on the screen still.")] = False


class ProposalSeen(BaseModel):
    """A proposal that was shown when a text was decided."""

    verdict: Settling
    by: Annotated[str, Field(max_length=200)] = ""


class DecisionBody(BaseModel):
    """A person's verdict on a text, with what they saw."""

    text_id: Number
    verdict: Given
    proposal: ProposalSeen | None = Field(
        default=None,
        description="The proposal that was in view; null: none was. Not recorded if left out.",
    )
    own_since: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = Field(
        default=None,
        description="As it came with the text. If this person decided the text otherwise since, nothing "
        "is saved and the answer is 409. Left out: the decision holds in any case.",
    )

    error_type: Annotated[str, Field(max_length=200)] | None = Field(
        default=None,
        description="What is wrong, beside fail or untestable: the label or the number key of an error type "
        "of the phenomenon. Empty: nothing named. Left out: as before, while the verdict stays.",
    )

    @property
    def seen(self) -> Seen:
        """What the person saw, as flows take it."""
        if self.proposal is not None:
            in_view: InView | None = InView(Verdict(self.proposal.verdict), self.proposal.by)
        else:
            in_view = InView() if "proposal" in self.model_fields_set else None
        return Seen(in_view, self.own_since)


@dataclass(frozen=True, kw_only=True)
class Decisions(Scope):
    """Decisions of one person, saved together."""

    decisions: Annotated[list[DecisionBody], Field(min_length=1, max_length=500)]
    comment: Annotated[str, Field(max_length=10_000)] = ""
    in_view: Annotated[
        Annotated[list[Number], Field(max_length=500)] | None,
        Field(description="The texts that were in view. Where given, a decision on any other is refused."),
    ] = None
    named: Annotated[
        bool, Field(description="Whether the systems were named beside the texts; the log records it.")
    ] = False

    def __post_init__(self) -> None:
        """Refuse decisions on what was not in view."""
        if self.in_view is not None:
            unseen = {one.text_id for one in self.decisions} - set(self.in_view)
            if unseen:
                raise ValueError(f"text {min(unseen)} was not in view, so it cannot be decided")


class DecidedElsewhere(BaseModel):
    """The person's decision on a text after it was shown here; no verdict if they withdrew it."""

    text_id: int
    verdict: Verdict | None
    own_since: int
    at: str | None


class NotSaved(BaseModel):
    """Nothing was saved, because the same person decided some of these texts differently meanwhile."""

    error: str
    decided: list[DecidedElsewhere]


class TextNumbers(BaseModel):
    """Some texts."""

    texts: Annotated[list[Number], Field(max_length=500)]


class Flagging(BaseModel):
    """Add or remove a flag."""

    text_id: Number
    flagged: bool = True


class Flags(BaseModel):
    """All flags on a text."""

    flags: Sequence[Flag]


class NamedError(BaseModel):
    """What is wrong with a text that the person decided: fail or not testable."""

    text_id: Number
    error_type: Annotated[
        str,
        Field(
            max_length=200,
            description="The label or the number key of an error type of the phenomenon; empty: none.",
        ),
    ]


class OwnError(BaseModel):
    """What this person says is wrong with a text."""

    own_error: Annotated[int, Field(description="The number of the error type in its suite; 0: none.")]


class Commenting(BaseModel):
    """A comment that replaces the person's earlier one; an empty one removes it."""

    text_id: Number
    comment: Annotated[str, Field(max_length=10_000)]


class Comments(BaseModel):
    """All comments on a text."""

    comments: Sequence[Remark]


@dataclass(frozen=True, kw_only=True)
class Revealing(Scope):
    """A request for the systems of a text."""

    text_id: Number


class Systems(BaseModel):
    """The systems that wrote a text."""

    systems: list[str]


class UndoneReviewAnswer(BaseModel):
    """What was undone, and the current state of its texts."""

    change: int
    about: str
    texts: Sequence[Offer]
    progress: Progress


class NewRuleBody(BaseModel):
    """A sentence that is always right, or always wrong."""

    text_id: Number
    verdict: Settling


class Flip(BaseModel):
    """A text whose verdict by rules has changed."""

    text_id: int
    before: Verdict
    after: Verdict


class MadeRuleAnswer(BaseModel):
    """The effect of the new rule; no change if it existed."""

    change: int | None
    rule_id: int
    flips: list[Flip]
    fair: list[str]


@dataclass(frozen=True)
class ReviewStatusAnswer(Progress):
    """Review progress by category, system and reason."""

    signature: str
    total: dict[str, int]
    categories: list[dict[str, Any]]
    systems: list[dict[str, Any]]
    reasons: dict[str, int]
    left_out: dict[str, str]
    yours: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class PhenomenaBody(Scope):
    """Phenomena of a campaign; one without a name is its whole category."""

    phenomena: Annotated[list[PhenomenonName], Field(min_length=1, max_length=2000)]


@dataclass(frozen=True, kw_only=True)
class AssigningBody(PhenomenaBody):
    """Phenomena of a campaign, and whose they are to be."""

    to: Annotated[str, Field(max_length=500)]


class PersonWorkAnswer(BaseModel):
    """What is assigned to a person in a campaign."""

    person: str
    phenomena: int
    texts: int
    open: int
    settled: int


class AssignmentsAnswer(BaseModel):
    """To whom the phenomena of a campaign are assigned; `yours` is what is assigned to you."""

    campaign: str
    suite: str
    pair: str | None
    phenomena: Sequence[PhenomenonWork]
    people: list[PersonWorkAnswer]
    yours: dict[str, int]


class ReviewChoicesAnswer(BaseModel):
    """What can be reviewed; `about` is the default."""

    campaigns: list[str]
    suites: list[str]
    pairs: list[str]
    categories: dict[str, list[str]]
    systems: list[str]
    reasons: list[str]
    assigned: bool
    about: Scope
