"""A text as the review page shows it, and the progress of review; also as plain values."""

from dataclasses import dataclass
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.decisions import Pace
from lackmus.core.reviews.offers import Offer
from lackmus.core.reviews.proposals import Proposal
from lackmus.core.reviews.remarks import Remark, comments_values, flags_values
from lackmus.core.rules.spans import marks_values
from lackmus.core.suites.suite import Rule


@dataclass(frozen=True)
class Shown:
    """An offered text with its context."""

    offer: Offer
    item: int
    suite: str
    unfair: str  # why the item is not fair yet, in words
    rules: tuple[tuple[int, Rule], ...]
    comments: tuple[Remark, ...]
    flags: tuple[Remark, ...]
    own: Verdict | None  # the decision of this person
    own_since: int  # the change of that decision; 0 if there is none
    proposal: Proposal | None = None


@dataclass(frozen=True)
class Progress:
    """Review progress in a campaign."""

    items: int
    fair: int
    open: int
    decided_today: int  # by this person
    fair_today: int  # items that became fair today
    pace: Pace | None
    revision: int  # the last change that is counted


def why_unfair(others: int, missing: int, itself: bool = False) -> str:
    """Why an item is not fair, in words that name no system; empty if it is."""
    if itself and not others and not missing:
        return "Only this text is open."
    told = [
        *([f"{counted(others, 'other text of it is', 'other texts of it are')} open"] if others else []),
        *([f"{counted(missing, 'output is', 'outputs are')} missing"] if missing else []),
    ]
    return f"{'; '.join(told)}." if told else ""


def progress_values(progress: Progress) -> dict[str, Any]:
    """The progress as plain values; times in seconds, for one person."""
    pace = progress.pace
    return {
        "items": progress.items,
        "fair": progress.fair,
        "open": progress.open,
        "decided_today": progress.decided_today,
        "fair_today": progress.fair_today,
        "seconds_left": pace.time_left(progress.open).total_seconds() if pace else None,
        "pace_seconds": pace.gap.total_seconds() if pace else None,
        "revision": progress.revision,
    }


def shown_values(one: Shown) -> dict[str, Any]:
    """A shown text as plain values; marks count code points."""
    offer = one.offer
    return {
        "text_id": offer.number,
        "item_id": one.item,
        "item": offer.item.key,
        "suite": one.suite,
        "category": offer.item.category,
        "phenomenon": offer.item.phenomenon,
        "guideline": offer.guideline,
        "source": offer.item.source,
        "text": offer.text,
        "marks": marks_values(offer.marks),
        "occasion": offer.occasion.value,
        "reason": offer.reason,
        "why": offer.why,
        "opinions": {person: verdict.value for person, verdict in offer.opinions.items()},
        "systems": offer.systems,
        "unfair": one.unfair,
        "others_open": offer.rest,
        "blocked": offer.blocked,
        "rules": [
            {"rule_id": number, "side": rule.side.value, "kind": rule.kind.value, "value": rule.value}
            for number, rule in one.rules
        ],
        "others": [
            {
                "text_id": near.number,
                "text": near.text,
                "systems": near.systems,
                "verdict": near.verdict.value,
                "reason": near.reason,
                "marks": marks_values(near.marks),
            }
            for near in offer.others
        ],
        "comments": comments_values(one.comments),
        "flags": flags_values(one.flags),
        "own": one.own.value if one.own else None,
        "own_since": one.own_since,
        "proposal": _proposal(one.proposal),
    }


def _proposal(proposal: Proposal | None) -> dict[str, object] | None:
    if proposal is None:
        return None
    told = {"verdict": proposal.verdict.value, "because": proposal.because, "share": proposal.share}
    return {**told, "by": proposal.by}
