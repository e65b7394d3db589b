"""What a decision won: whether its item is fair now, or how much is still open."""

from dataclasses import dataclass

import polars as pl

from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.queue import queue


@dataclass(frozen=True)
class Fairness:
    """How the item of a text stands in a campaign."""

    campaign: str
    open: int  # texts that people can still settle
    missing: int  # outputs that nobody can

    @property
    def fair(self) -> bool:
        """Settled for every system."""
        return not self.open and not self.missing

    def __str__(self) -> str:
        """As people say it."""
        if self.fair:
            return "fair"
        return ", ".join(
            [
                *([f"{self.open:,} more open"] if self.open else []),
                *([f"{counted(self.missing, 'output')} missing"] if self.missing else []),
            ]
        )


@dataclass(frozen=True)
class Outcome:
    """A decision on a text, and what came of it."""

    number: int
    item: str
    text: str
    decided: Verdict | None  # by this person; none if withdrawn
    before: Verdict | None  # what the same person had decided
    changed: bool
    verdict: Verdict  # what holds now: of people, else of rules
    reason: str | None
    ruled: Verdict  # what the rules alone say
    campaigns: tuple[Fairness, ...]

    @property
    def contradicts(self) -> bool:
        """Whether the rules settle the text as the opposite of what this person says."""
        return self.decided is not None and self.ruled not in (Verdict.WARNING, self.decided)


def fairness_of(standing: pl.DataFrame, campaign: str) -> Fairness:
    """How one item stands (STANDING) in a campaign."""
    missing = standing.filter(pl.col("text_id").is_null()).height
    return Fairness(campaign, queue(standing).height, missing)
