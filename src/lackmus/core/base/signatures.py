"""One line that says how a number was made, so that it can be made again."""

from collections.abc import Mapping

from lackmus import __version__


def signature(parts: Mapping[str, object]) -> str:
    """`name:value` parts joined by bars; the version closes it. Unset parts are left out."""
    said = {**parts, "version": __version__}
    return "|".join(f"{name}:{_plain(value)}" for name, value in said.items() if value not in (None, ""))


def prefixed(parts: Mapping[str, object], line: str) -> str:
    """A signature with further parts in front of an existing one."""
    return "|".join([*(f"{name}:{_plain(value)}" for name, value in parts.items()), line])


def _plain(value: object) -> str:
    """The value as text that cannot break the line or look like another part."""
    return " ".join(str(value).replace("|", "/").split())
