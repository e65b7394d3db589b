"""What the API takes and tells of items and rules."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Path as InPath
from pydantic import BaseModel, Field

from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.spans import Mark
from lackmus.core.rules.trials import Check
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.flows.rules.lab import Contradicted, HeldRule, WantedRule
from lackmus.web.reviews.text_models import PlacedItem

MOST_SIGNS = 20_000  # of a rule or a text: nobody writes a longer one
MOST_RULES = 500
MOST_TEXTS = 500
MOST_NUMBER = 2**31 - 1  # numbers of rows

Number = Annotated[int, InPath(ge=1, le=MOST_NUMBER, description="The number of the item.")]
Words = Annotated[str, Field(max_length=MOST_SIGNS)]


class RuleModel(BaseModel):
    """A rule as an item has it, or shall have it."""

    rule_id: Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None = Field(
        None, description="The rule that it was before; null for a new one."
    )
    side: Side
    kind: Kind
    value: Words

    def wanted(self) -> WantedRule:
        """As the lab takes it."""
        return WantedRule(Rule(self.side, self.kind, self.value), self.rule_id)


Rules = Annotated[list[RuleModel], Field(max_length=MOST_RULES)]


class Trial(BaseModel):
    """Rules to be tried."""

    rules: Rules


class Proposed(Trial):
    """Rules that somebody might save, and the revision of the workspace that they saw."""

    base: Annotated[int, Field(ge=0, le=MOST_NUMBER)]


class Edit(Proposed):
    """Rules to be saved."""

    comment: Annotated[str, Field(max_length=2_000)] = ""


class FreeTrial(Trial):
    """Rules and texts to try them on."""

    texts: Annotated[list[Words], Field(max_length=MOST_TEXTS)]
    source: Words = ""


class Restoring(BaseModel):
    """What is to come back: one rule, or all rules as a change left them."""

    rule: Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None = None
    revision: Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None = None
    comment: Annotated[str, Field(max_length=2_000)] = ""


class TriedModel(BaseModel):
    """What rules say about a text."""

    text: str
    verdict: Verdict
    reason: str | None
    step: str | None
    marks: Sequence[Mark]


class PreviewedModel(TriedModel):
    """… and what was said about it before; a decision of people counts in any case."""

    text_id: int
    systems: int
    before: Verdict
    before_reason: str | None
    decided: Verdict | None
    people: dict[str, Verdict]


class PreviewModel(BaseModel):
    """What the rules would say; no texts while one of them cannot be read."""

    rules: Sequence[Check]
    texts: list[PreviewedModel]
    ms: float


class TrialModel(BaseModel):
    """What the rules say; no texts while one of them cannot be read."""

    rules: Sequence[Check]
    texts: list[TriedModel]


class FlipModel(BaseModel):
    """A text on which the rules say something else than before."""

    text_id: int
    text: str
    before: Verdict
    after: Verdict
    before_reason: str | None
    after_reason: str | None


class ImpactModel(BaseModel):
    """What other rules change."""

    flips: list[FlipModel]
    contradicted: Sequence[Contradicted]
    fair: list[str] = Field(description="Campaigns in which the item now counts.")
    unfair: list[str] = Field(description="Campaigns in which it does no more.")
    warnings: list[str]
    changed: bool


class SavedModel(ImpactModel):
    """What saving changed."""

    change: int | None
    rules: list[RuleModel]
    base: int


class MovedModel(BaseModel):
    """Somebody else was faster; nothing was saved."""

    error: str
    now: list[RuleModel]
    base: int


class ItemTextModel(BaseModel):
    """A text of the item and what is said about it."""

    text_id: int
    text: str
    systems: int
    verdict: Verdict
    reason: str | None
    rules_say: Verdict
    marks: Sequence[Mark]
    people: dict[str, Verdict]


class ItemModel(PlacedItem):
    """An item with its rules and texts."""

    paradigm: str | None
    comment: str
    tags: list[str]
    reserved: bool
    retired: bool
    rules: list[RuleModel]
    base: int = Field(description="The revision of the workspace; send it along when you save rules.")
    texts: list[ItemTextModel]
    before: int | None
    after: int | None


def rule_models(rules: Sequence[HeldRule]) -> list[RuleModel]:
    """Rules that hold, with their numbers."""
    return [
        RuleModel.model_construct(
            rule_id=one.number, side=one.rule.side, kind=one.rule.kind, value=one.rule.value
        )
        for one in rules
    ]
