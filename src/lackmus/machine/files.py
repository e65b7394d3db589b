"""Files of models and settings: small ones, read as a whole, and fingerprints of large ones."""

import hashlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

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


_MB = 2**20
MOST = _MB  # bytes of settings, keys, passwords or examples: a thousand times the usual size
MOST_OF_A_MODEL = 64 * _MB  # bytes of a vocabulary or of the settings of a model


def read_small(file: Path | BinaryIO, most: int = MOST) -> str:
    """Return a small file, or what remains of a stream, as text without a BOM.

    Raises OSError as `open` does, and ValueError for a file that is too large or no text, or for an
    impossible name; `why_unread` puts both in words.
    """
    return read_small_bytes(file, most).decode("utf-8-sig")


def read_small_bytes(file: Path | BinaryIO, most: int = MOST) -> bytes:
    """Return the content of a small file, or what remains of a stream; raises as `read_small` does."""
    if isinstance(file, Path):
        with file.open("rb") as opened:
            return read_small_bytes(opened, most)
    content = BytesIO()  # in pieces: a device never ends
    while piece := file.read(_MB):
        content.write(piece)
        if content.tell() > most:
            raise ValueError(f"it has more than {most // _MB} MB")
    return content.getvalue()


def why_unread(problem: OSError | ValueError) -> str:
    """Say in a few words why a small file could not be read."""
    if isinstance(problem, UnicodeDecodeError):
        return "it is no text"
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)
