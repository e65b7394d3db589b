"""Addresses of files on other machines, such as hf://datasets/org/name/file.jsonl or s3://bucket/file."""

import re
from pathlib import PurePath

# A scheme, perhaps several of fsspec joined by ::. One letter is a drive. A path holds one slash of the two.
_ADDRESS = re.compile(r"((?:[a-z][a-z0-9+.\-]+::)*[a-z][a-z0-9+.\-]+):/(/*)(?=[^/\s]|/*$)", re.IGNORECASE)


def address_in(named: str | PurePath) -> str:
    """Return the address that is written or kept as a path; empty if it is none."""
    written = named.as_posix() if isinstance(named, PurePath) else named
    found = _ADDRESS.match(written)
    if found is None:
        return ""
    scheme, rest = found[1], written[found.end() :]
    if scheme.lower() == "file":
        return f"file:///{rest}"
    return f"{scheme}://{rest}"
