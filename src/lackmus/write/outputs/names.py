"""File names for systems, whatever strangers have named them."""

import re
from collections.abc import Sequence
from unicodedata import normalize

from lackmus.errors import LackmusError

# What some file system forbids, and dots in front: they hide a file, or lead out of the folder.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]|^\.+')
# Names of devices on Windows, whatever follows after a dot.
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)", re.IGNORECASE)
_LONGEST = 200  # bytes; most file systems allow 255


def file_names(systems: Sequence[str], ending: str) -> list[str]:
    """A file name for each system; two that some file system would take for one are refused."""
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
