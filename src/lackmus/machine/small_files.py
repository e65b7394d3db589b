"""Read small files such as keys and settings; devices and files that are too large are refused."""

from io import BytesIO
from pathlib import Path
from typing import BinaryIO

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
