"""Original file names as labels."""

import re
from unicodedata import category, normalize

_LONGEST = 150  # characters of a file name, enough to recognise it
_JOINERS = "\u200c\u200d"  # invisible, but needed in Persian and Indic scripts


def label_of(sent: str | None) -> str:
    """The original name of a file as a label: its last part, without invisible or direction-changing
    characters.

    It never becomes a path: files are stored under our own names.
    """
    last = re.split(r"[/\\]", normalize("NFC", sent or ""))[-1]
    seen = (letter for letter in last if category(letter)[0] not in "CZ" or letter in (" ", *_JOINERS))
    return "".join(seen).strip()[:_LONGEST].strip() or "file"
