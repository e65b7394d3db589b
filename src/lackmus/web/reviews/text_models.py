"""What the API tells of every text, whoever asks about it: its item, what rules matched, what people say."""

from collections.abc import Sequence

from pydantic import BaseModel

from lackmus.core.rules import spans as core
from lackmus.core.suites.suite import Side


class Mark(BaseModel):
    """Where a rule matched, in code points of the text."""

    side: Side
    start: int
    end: int


class Comment(BaseModel):
    """What somebody says about a text."""

    person: str
    at: str
    comment: str


class PlacedItem(BaseModel):
    """An item and its place in its suite."""

    item_id: int
    item: str
    suite: str
    category: str
    phenomenon: str
    guideline: str
    source: str


class PlacedText(PlacedItem):
    """A text of an item."""

    text_id: int
    text: str
    marks: list[Mark]
    comments: list[Comment]


def shown_marks(marks: Sequence[core.Mark]) -> list[Mark]:
    """Where rules matched."""
    return [Mark(side=one.side, start=one.start, end=one.end) for one in marks]
