"""Names under which files came, as labels that can be shown."""

import re
from unicodedata import category, normalize

_LONGEST = 150  # letters of a file's name: whoever reads it must recognise it, no more
_JOINERS = "\u200c\u200d"  # unseen, but spelling needs them in Persian and in the scripts of India


def label_of(sent: str | None) -> str:
    """The name under which a file came, as a label: its last part, without letters that hide or turn others.

    It never becomes a path: files lie under names of our own.
    """
    last = re.split(r"[/\\]", normalize("NFC", sent or ""))[-1]
    seen = (letter for letter in last if category(letter)[0] not in "CZ" or letter in (" ", *_JOINERS))
    return "".join(seen).strip()[:_LONGEST].strip() or "file"
