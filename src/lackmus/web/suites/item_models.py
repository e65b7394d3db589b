"""API models of items and rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Path as InPath
from pydantic import BaseModel, Field

from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.spans import MarkedSpan
from lackmus.core.rules.trials import Check
from lackmus.core.suites.examples import GuidelineExample
from lackmus.core.suites.suite import Rule, RuleScope
from lackmus.flows.rules.lab import Contradicted, HeldRule, RuleDraft
from lackmus.web.reviews.text_models import PlacedItem

MOST_SIGNS = 20_000  # characters of a rule or a text at most
MOST_RULES = 500
MOST_TEXTS = 500
MOST_NUMBER = 2**31 - 1  # largest row number

Number = Annotated[int, InPath(ge=1, le=MOST_NUMBER, description="The number of the item.")]
Words = Annotated[str, Field(max_length=MOST_SIGNS)]


@dataclass(frozen=True)
class RuleModel(Rule):
    """A rule of an item, current or new."""

    value: Words
    rule_id: Annotated[
        Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None,
        Field(description="The rule that it was before; null for a new one."),
    ] = None

    def wanted(self) -> RuleDraft:
        """The rule as the lab takes it."""
        return RuleDraft(Rule(self.side, self.kind, self.value), self.rule_id)


Rules = Annotated[list[RuleModel], Field(max_length=MOST_RULES)]


class Trial(BaseModel):
    """Rules to be tried."""

    rules: Rules


class Proposed(Trial):
    """Rules that may be saved, and the revision that was shown."""

    base: Annotated[int, Field(ge=0, le=MOST_NUMBER)]


class RuleEditBody(Proposed):
    """Rules to be saved."""

    comment: Annotated[str, Field(max_length=2_000)] = ""


class FreeTrial(Trial):
    """Rules and texts to try them on."""

    texts: Annotated[list[Words], Field(max_length=MOST_TEXTS)]
    source: Words = ""


class Restoring(BaseModel):
    """What to restore: one rule, or all rules as after a change."""

    rule: Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None = None
    revision: Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None = None
    comment: Annotated[str, Field(max_length=2_000)] = ""


class TriedModel(BaseModel):
    """The verdict of rules on a text."""

    text: str
    verdict: Verdict
    reason: str | None
    step: str | None
    marks: Sequence[MarkedSpan]


class PreviewedModel(TriedModel):
    """The verdict of rules on a text, and the one before; people's decisions always count."""

    text_id: int
    systems: int
    before: Verdict
    before_reason: str | None
    decided: Verdict | None
    people: dict[str, Verdict]


class PreviewModel(BaseModel):
    """The verdicts of the rules; no texts while a rule has an error."""

    rules: Sequence[Check]
    texts: list[PreviewedModel]
    ms: float


class TrialModel(BaseModel):
    """The verdicts of the rules; no texts while a rule has an error."""

    rules: Sequence[Check]
    texts: list[TriedModel]


class FlipModel(BaseModel):
    """A text whose verdict by rules has changed."""

    text_id: int
    text: str
    before: Verdict
    after: Verdict
    before_reason: str | None
    after_reason: str | None


class ImpactModel(BaseModel):
    """The impact of other rules."""

    flips: list[FlipModel]
    contradicted: Sequence[Contradicted]
    fair: list[str] = Field(description="Campaigns in which the item now counts.")
    unfair: list[str] = Field(description="Campaigns in which it does no more.")
    warnings: list[str]
    changed: bool


class SavedModel(ImpactModel):
    """The effect of saving."""

    change: int | None
    rules: list[RuleModel]
    base: int


class MovedModel(BaseModel):
    """The rules were changed by another person; nothing was saved."""

    error: str
    now: list[RuleModel]
    base: int


class ItemTextModel(BaseModel):
    """A text of the item with its verdicts."""

    text_id: int
    text: str
    systems: int
    verdict: Verdict
    reason: str | None
    rules_say: Verdict
    marks: Sequence[MarkedSpan]
    people: dict[str, Verdict]


class ItemModel(PlacedItem):
    """An item with its rules and texts."""

    paradigm: str | None
    comment: str
    tags: list[str]
    reserved: bool
    prompt: str
    stretch: str
    occurrence: int
    scope: RuleScope
    plain_rules: list[str]
    examples: Sequence[GuidelineExample]
    retired: bool
    rules: list[RuleModel]
    base: int = Field(description="The revision of the workspace; send it along when you save rules.")
    texts: list[ItemTextModel]
    before: int | None
    after: int | None


def rule_models(rules: Sequence[HeldRule]) -> list[RuleModel]:
    """Current rules with their numbers."""
    return [RuleModel(one.rule.side, one.rule.kind, one.rule.value, one.number) for one in rules]
