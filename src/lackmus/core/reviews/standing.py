"""How a text stands where people read it, beside what the page shows of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.remarks import Flag, Remark
from lackmus.core.rules.judge import Reason
from lackmus.core.suites.error_types import ErrorType


@dataclass(frozen=True)
class TextStanding:
    """What a person needs to decide a text in a report, a search, a comparison or on its item's page."""

    text_id: int
    item_id: int
    campaign: str  # the campaign, suite and pair in which it is reviewed
    suite: str
    pair: str
    verdict: Verdict  # what holds now; a page may show an earlier one
    reason: Reason | None
    own: Verdict | None  # the decision of this person
    own_since: int  # the change of that decision; 0 if there is none
    people: Mapping[
        str, Verdict
    ]  # all opinions; none before this person has decided, who may be a second judge
    comments: tuple[Remark, ...]
    flags: tuple[Flag, ...]
    error_types: tuple[ErrorType, ...] = ()  # in the order of their number keys
    own_error: int = 0  # the number of the error type that this person names; 0 if there is none
