"""Tags: short words by which items, systems and campaigns are chosen."""

from collections.abc import Collection, Iterable

from lackmus.core.base.exceptions import Sendable
from lackmus.core.base.texts import printable

MOST_TAG = 100  # characters


class TagError(Sendable, ValueError):
    """This cannot be a tag."""


def tags_in(written: Iterable[str]) -> tuple[str, ...]:
    """Tags from user input: single ones or comma-separated, each once."""
    parts = (part.strip() for value in written for part in value.split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def tagged(tags: Iterable[str], add: Iterable[str] = (), remove: Collection[str] = ()) -> tuple[str, ...]:
    """The tags after adding and removing some, each once."""
    return tuple(tag for tag in dict.fromkeys((*tags, *add)) if tag not in remove)


def check_length(tag: str) -> None:
    """Refuse what is too long for a tag."""
    if len(tag) > MOST_TAG:
        begins = f"{printable(tag[:20])}…"
        raise TagError(f"the tag “{begins}” has {len(tag):,} characters, more than {MOST_TAG}. Shorten it")


def check_tag(tag: str) -> None:
    """Refuse what nobody should type in as a tag: it is too long, or no single line."""
    check_length(tag)
    if printable(tag) != tag:
        raise TagError(f"the tag “{printable(tag)}” has a control character. Remove it")
