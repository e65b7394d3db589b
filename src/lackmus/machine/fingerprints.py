"""A fingerprint of a model or dictionary by its content, independent of its path."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from lackmus.errors import LackmusError

_WHOLE = 4 * 2**20  # bytes up to which a file is read as a whole
_PIECES, _PIECE = 256, 2**14  # of a larger file: number of pieces, and bytes of each


def fingerprint(files: Mapping[str, Path]) -> str:
    """A digest that depends only on the names and contents of the files, not on their folder.

    Weights have gigabytes and reading them takes long, so of a large file only the size and pieces from start
    to end count. A model that was trained further differs in whole layers, but maybe neither in the first nor
    in the last.
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
                    for piece in range(_PIECES):
                        opened.seek((size - _PIECE) * piece // (_PIECES - 1))
                        digest.update(opened.read(_PIECE))
        except OSError as problem:
            raise LackmusError(f"{path}: it cannot be read ({problem.strerror}).") from None
    return digest.hexdigest()[:16]


def files_in(folder: Path) -> dict[str, Path]:
    """The files of a folder by their names in it, without hidden ones."""
    found = {}
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith(".") for part in parts):
            found["/".join(parts)] = path
    return found
