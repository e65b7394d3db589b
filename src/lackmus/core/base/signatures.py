"""One line that says how a number was made, so that it can be made again."""

from collections.abc import Mapping

from lackmus import __version__


def signature(parts: Mapping[str, object]) -> str:
    """`name:value` parts joined by bars; the version closes it. Unset parts are left out."""
    said = {**parts, "version": __version__}
    return "|".join(f"{name}:{_plain(value)}" for name, value in said.items() if value not in (None, ""))


def prefixed(parts: Mapping[str, object], line: str) -> str:
    """The signature of something that was made of what has this signature."""
    return "|".join([*(f"{name}:{_plain(value)}" for name, value in parts.items()), line])


def _plain(value: object) -> str:
    """A value must not break the line or pretend to be another part."""
    return " ".join(str(value).replace("|", "/").split())
