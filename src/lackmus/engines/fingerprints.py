"""What a model or a dictionary is, by its content and not by where it lies."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from lackmus.errors import LackmusError

_WHOLE = 4 * 2**20  # bytes up to which a file is read as a whole
_ENDS = 2**20  # bytes at either end of a larger one


def fingerprint(files: Mapping[str, Path]) -> str:
    """The same for the same files under the same names, whoever has them and wherever they lie.

    Weights have gigabytes: of a large file only the size and both ends count. Two models that were trained
    differ everywhere, so that they differ there too; reading all would take longer than many a fetch.
    """
    digest = hashlib.sha256()
    for name, path in sorted(files.items()):
        try:
            size = path.stat().st_size
            digest.update(f"{name}\0{size}\0".encode())
            with path.open("rb") as opened:
                if size <= _WHOLE:
                    digest.update(opened.read())
                else:
                    digest.update(opened.read(_ENDS))
                    opened.seek(-_ENDS, 2)
                    digest.update(opened.read())
        except OSError as problem:
            raise LackmusError(f"{path}: it cannot be read ({problem.strerror}).") from None
    return digest.hexdigest()[:16]


def files_in(folder: Path) -> dict[str, Path]:
    """The files of a folder by their names in it; hidden ones are nobody's model."""
    found = {}
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith(".") for part in parts):
            found["/".join(parts)] = path
    return found
