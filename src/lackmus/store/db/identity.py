"""Validation of texts and names for the database, and digests."""

from collections.abc import Sequence
from hashlib import blake2b

from lackmus.errors import LackmusError

MOST_NAME = 500  # characters of a name: databases index names, and people read them


def storable(text: str, what: str) -> str:
    """The text, if both databases can store it unchanged; otherwise an error."""
    if "\x00" in text:
        raise LackmusError(f"{what} has a NUL character, which no database keeps. Remove it.")
    try:
        text.encode()
    except UnicodeEncodeError as problem:
        raise LackmusError(
            f"{what} has half a character (a lone surrogate at {problem.start}), which is no text. Remove it."
        ) from None
    return text


def name(text: str, what: str) -> str:
    """A name in stored form: trimmed, not empty, not too long."""
    text = storable(text, what).strip()
    if not text:
        raise LackmusError(f"{what} is empty. Give it a name.")
    if len(text) > MOST_NAME:
        raise LackmusError(f"{what} is longer than {MOST_NAME} characters. Shorten it.")
    return text


def digest(text: str) -> int:
    """A signed 64-bit digest of a text, for indexes."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)


def digests(texts: Sequence[str]) -> list[int]:
    """The digest of each text."""
    return [digest(text) for text in texts]
