"""What may cross the border into a database, and what identifies it there."""

from collections.abc import Sequence
from hashlib import blake2b

from lackmus.errors import LackmusError

MOST_NAME = 500  # characters of a name: databases index names, and people read them


def storable(text: str, what: str) -> str:
    """The text itself, if both databases can hold it unchanged."""
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
    """A name as it is stored: trimmed, not empty, of a length that people can read."""
    text = storable(text, what).strip()
    if not text:
        raise LackmusError(f"{what} is empty. Give it a name.")
    if len(text) > MOST_NAME:
        raise LackmusError(f"{what} is longer than {MOST_NAME} characters. Shorten it.")
    return text


def digest(text: str) -> int:
    """Sixty-four bits that stand for a text in an index, as databases count: with a sign."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)


def digests(texts: Sequence[str]) -> list[int]:
    """The digest of each text."""
    return [digest(text) for text in texts]
