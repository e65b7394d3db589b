"""File names for systems, whatever strangers have named them."""

import re
from collections.abc import Sequence
from unicodedata import normalize

from lackmus.errors import LackmusError

# What some file system forbids, and dots in front: they hide a file, or lead out of the folder.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]|^\.+')
_LONGEST = 200  # bytes; most file systems allow 255


def file_names(systems: Sequence[str], ending: str) -> list[str]:
    """A file name for each system; two that some file system would take for one are refused."""
    first: dict[str, str] = {}
    names = []
    for system in systems:
        name = _UNSAFE.sub("_", system) + ending
        if len(name.encode()) > _LONGEST:
            raise LackmusError(f"The name of {system[:20]}… is too long for a file. Use a format like jsonl.")
        seen = first.setdefault(normalize("NFC", name).casefold(), system)
        if seen != system:
            raise LackmusError(
                f"{seen} and {system} would both be written to {name}. Rename one, or use jsonl."
            )
        names.append(name)
    return names
