"""The effect of a decision: whether its item is fair now, or how much is still open."""

from dataclasses import dataclass

import polars as pl

from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.queue import open_texts


@dataclass(frozen=True)
class ItemFairness:
    """The state of a text's item in a campaign."""

    campaign: str
    open: int  # texts that people can settle
    missing: int  # outputs that no decision can settle
    untestable: int = 0  # texts that are not testable

    @property
    def fair(self) -> bool:
        """Whether the item is settled for every system."""
        return not self.open and not self.missing and not self.untestable

    def __str__(self) -> str:
        """The state in words."""
        if self.fair:
            return "fair"
        return ", ".join(
            [
                *([f"{self.open:,} more open"] if self.open else []),
                *([f"{counted(self.missing, 'output')} missing"] if self.missing else []),
                *([f"{counted(self.untestable, 'text')} not testable"] if self.untestable else []),
            ]
        )


@dataclass(frozen=True)
class DecisionOutcome:
    """A decision on a text and its effect."""

    number: int
    item: str
    text: str
    decided: Verdict | None  # by this person; None if withdrawn
    before: Verdict | None  # what the same person had decided
    changed: bool
    verdict: Verdict  # the verdict now: people's, otherwise the rules'
    reason: str | None
    ruled: Verdict  # the verdict of the rules alone
    campaigns: tuple[ItemFairness, ...]
    error_type: str | None = None  # what this person says is wrong

    @property
    def contradicts(self) -> bool:
        """Whether the rules settle the text otherwise than this person's decision."""
        return self.decided is not None and self.ruled not in (Verdict.WARNING, self.decided)


def fairness_of(standing: pl.DataFrame, campaign: str) -> ItemFairness:
    """The state of one item (STANDING) in a campaign."""
    missing = standing.filter(pl.col("text_id").is_null()).height
    apart = standing.filter(pl.col("verdict") == Verdict.UNTESTABLE)["text_id"].n_unique()
    return ItemFairness(campaign, open_texts(standing).height, missing, apart)
