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


def number(
    options: Mapping[str, str], name: str, most: float, *, zero: bool = False, otherwise: str = ""
) -> float:
    """A number above 0, or from 0 on; `otherwise` is what else may stand there."""
    written = options[name].strip()
    if not is_number(written) or float(written) > most or (not zero and float(written) == 0):
        within = f"from 0 to {most:,.0f}" if zero else f"above 0, up to {most:g}"
        also = f", {otherwise}" if otherwise else ""
        raise LackmusError(
            f"{name} cannot be {written or 'empty'}. Write a number {within}{also}.", option="--option"
        )
    return float(written)


def is_number(written: str) -> bool:
    """Digits, perhaps with a point among them: no sign, no exponent, nothing that is no number."""
    return written.isascii() and written.replace(".", "", 1).isdecimal()
