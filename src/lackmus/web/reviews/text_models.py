"""API models shared by all texts: item, rule matches, comments."""

from collections.abc import Sequence

from pydantic import BaseModel

from lackmus.core.reviews.remarks import Remark
from lackmus.core.rules.spans import MarkedSpan


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
    marks: Sequence[MarkedSpan]
    comments: Sequence[Remark]
