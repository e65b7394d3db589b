"""What a decision won: whether its item is fair now, or how much is still open."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.queue import queue
from lackmus.tables.table import Cell, Column, Row, Table


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


def outcomes_table(outcomes: Sequence[Outcome], change: int | None) -> Table:
    """A line for every decision and campaign."""
    changed = sum(one.changed for one in outcomes)
    contradicting = sum(one.contradicts for one in outcomes)
    disputed = sum(one.reason == "disputed" for one in outcomes)
    return Table(
        title="Decided" if changed else "Nothing changed: you had decided so already",
        columns=tuple(
            map(Column, ("Number", "Item", "Text", "You say", "Holds", "Campaign", "Item there is"))
        ),
        rows=tuple(
            Row(
                tuple(
                    Cell(value)
                    for value in (
                        one.number,
                        one.item,
                        one.text,
                        one.decided or "withdrawn",
                        f"{one.verdict} ({one.reason})" if one.reason else one.verdict,
                        there.campaign if there else None,
                        str(there) if there else None,
                    )
                )
            )
            for one in outcomes
            for there in one.campaigns or (None,)
        ),
        signature=signature({"review": "decide", "change": change, "texts": len(outcomes)}),
        notes=(
            *(
                [f"{counted(disputed, 'text is', 'texts are')} disputed: an editor must adjudicate."]
                * bool(disputed)
            ),
            *(
                [f"On {counted(contradicting, 'text')} the rules say the opposite; the decision counts."]
                * bool(contradicting)
            ),
        ),
    )


def outcomes_values(outcomes: Sequence[Outcome], change: int | None) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "change": change,
        "decisions": [
            {
                "text_id": one.number,
                "item": one.item,
                "text": one.text,
                "decided": one.decided,
                "before": one.before,
                "changed": one.changed,
                "verdict": one.verdict,
                "reason": one.reason,
                "rules_say": one.ruled,
                "contradicts_rules": one.contradicts,
                "campaigns": [
                    {
                        "campaign": there.campaign,
                        "fair": there.fair,
                        "open": there.open,
                        "missing": there.missing,
                    }
                    for there in one.campaigns
                ],
            }
            for one in outcomes
        ],
    }
