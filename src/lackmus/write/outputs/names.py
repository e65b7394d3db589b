"""Safe file names for systems."""

import re
from collections.abc import Sequence
from unicodedata import normalize

from lackmus.errors import LackmusError

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
