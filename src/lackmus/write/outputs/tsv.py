"""Outputs as `id⇥text`, one file per system."""

import re
from collections.abc import Mapping, Sequence

from lackmus.core.outputs.outputs import HandIn
from lackmus.errors import LackmusError
from lackmus.write.outputs.rows import file_names

NAMES_SYSTEMS = False

_NO_ID = re.compile(r"[\t\n\r]|^\s|\s$")
_BREAK = re.compile(r"[\n\r]")


def write(hand_ins: Sequence[HandIn]) -> Mapping[str, str]:
    """One line per item; texts with line breaks and repeats of an item are refused."""
    names = file_names([hand_in.system for hand_in in hand_ins], ".tsv")
    return {name: _lines(hand_in) for name, hand_in in zip(names, hand_ins, strict=True)}


def _lines(hand_in: HandIn) -> str:
    seen: set[str] = set()
    lines = []
    for item, line in hand_in.places:
        text = hand_in.texts[line]
        if item in seen:
            raise _cannot(hand_in, item, "stands there more than once")
        if _NO_ID.search(item):
            raise _cannot(hand_in, item, "has white space in its id")
        if _BREAK.search(text):
            raise _cannot(hand_in, item, "has a line break in its text")
        seen.add(item)
        lines.append(f"{item}\t{text}\n")
    if not lines:
        raise LackmusError(
            f"{hand_in.system} has no output of any item.", "Leave it out.", code="nothing-to-write"
        )
    return "".join(lines)


def _cannot(hand_in: HandIn, item: str, why: str) -> LackmusError:
    return LackmusError(
        f"{hand_in.system}, item {item}: {why}, which tsv cannot hold. Use another format, such as jsonl."
    )
