"""Outputs as rows of item, system and text, for formats that name items by their id."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unicodedata import normalize

from lackmus.core.outputs.outputs import HandIn
from lackmus.errors import LackmusError


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


# Characters that some file system forbids, and leading dots, which hide a file or leave the folder.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]|^\.+')
# Device names on Windows, with any ending.
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)", re.IGNORECASE)
_LONGEST = 200  # bytes; most file systems allow 255


def file_names(systems: Sequence[str], ending: str) -> list[str]:
    """A file name for each system; names that some file system would confuse are refused."""
    first: dict[str, str] = {}
    names = []
    for system in systems:
        safe = _UNSAFE.sub("_", system)
        name = ("_" if _DEVICE.match(safe) else "") + safe + ending
        if len(name.encode()) > _LONGEST:
            raise LackmusError(f"The name of {system[:20]}… is too long for a file. Use a format like jsonl.")
        seen = first.setdefault(normalize("NFC", name).casefold(), system)
        if seen != system:
            raise LackmusError(
                f"{seen} and {system} would both be written to {name}. Rename one, or use jsonl."
            )
        names.append(name)
    return names
