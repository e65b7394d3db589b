"""Outputs as rows of item, system and text, for formats that name items by their id."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lackmus.core.outputs.outputs import HandIn


class OutputRow(NamedTuple):
    """The output of one system for one item; document, segment and mark are empty if unknown."""

    item: str
    system: str
    text: str
    document: str
    segment: str
    mark: str


def rows_of(hand_ins: Sequence[HandIn]) -> Iterator[OutputRow]:
    """The outputs of all items. Repeats of an item get different segments, so that none is lost."""
    for hand_in in hand_ins:
        repeated = len({item for item, _ in hand_in.places}) < len(hand_in.places)
        seen: set[tuple[str, str, str]] = set()
        for item, line in hand_in.places:
            document = hand_in.documents[line] if hand_in.documents else ""
            segment = hand_in.segments[line] if hand_in.segments else str(line + 1) if repeated else ""
            while (item, document, segment) in seen:
                segment = f"{segment}/{line + 1}"
            seen.add((item, document, segment))
            mark = hand_in.marks[line] if hand_in.marks else ""
            yield OutputRow(item, hand_in.system, hand_in.texts[line], document, segment, mark)
