"""Numbers that users write in options, checked."""

from collections.abc import Mapping

from lackmus.errors import LackmusError


def whole(options: Mapping[str, str], name: str, least: int, most: int) -> int:
    """A whole number."""
    written = options[name].strip()
    if not (written.isascii() and written.isdecimal()) or not least <= int(written) <= most:
        raise LackmusError(
            f"{name} cannot be {written or 'empty'}. Write a whole number from {least} to {most}.",
            option="--option",
        )
    return int(written)


def number(options: Mapping[str, str], name: str, most: float) -> float:
    """A number above 0."""
    written = options[name].strip()
    plain = written.isascii() and written.replace(".", "", 1).isdecimal()
    if not plain or not 0 < float(written) <= most:
        raise LackmusError(
            f"{name} cannot be {written or 'empty'}. Write a number above 0, up to {most:g}.",
            option="--option",
        )
    return float(written)
