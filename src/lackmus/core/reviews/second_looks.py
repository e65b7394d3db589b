"""A text that is reviewed again, with the opinions of people, the verdict of rules, and the reasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lackmus.core.base.verdict import Verdict
from lackmus.core.proposals.proposals import InView
from lackmus.core.reviews.remarks import Remark
from lackmus.core.rules.spans import MarkedSpan


@dataclass(frozen=True)
class Opinion:
    """A person's current opinion on a text."""

    person: str
    verdict: Verdict
    at: str  # UTC, as in the log
    comment: str  # the comment given with the decision
    adjudicates: bool = False
    since: int = 0  # the change in which they decided
    proposal: InView | None = None  # shown at that time; None: not recorded


@dataclass(frozen=True)
class SecondLook:
    """One text with its item."""

    text_id: int
    item_id: int
    item: str  # its key
    suite: str
    category: str
    phenomenon: str
    guideline: str
    source: str
    text: str
    ruled: Verdict
    marks: tuple[MarkedSpan, ...]
    opinions: tuple[Opinion, ...]
    remarks: tuple[Remark, ...]


def second_look_values(one: SecondLook) -> dict[str, Any]:
    """The text and its opinions as plain values."""
    return {
        "text_id": one.text_id,
        "item_id": one.item_id,
        "item": one.item,
        "suite": one.suite,
        "category": one.category,
        "phenomenon": one.phenomenon,
        "guideline": one.guideline,
        "source": one.source,
        "text": one.text,
        "rules_say": one.ruled.value,
        "marks": one.marks,
        "opinions": one.opinions,
        "comments": one.remarks,
    }


def by_item(looks: Sequence[SecondLook]) -> list[SecondLook]:
    """Sorted in the order of the suite, texts of an item together."""
    return sorted(looks, key=lambda one: (one.suite, one.category, one.phenomenon, one.item, one.text_id))
