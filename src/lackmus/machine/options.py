"""What users may say about whatever is plugged in, and the numbers that they write there, checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lackmus.errors import LackmusError


@dataclass(frozen=True)
class Option:
    """Something that a user may say about an engine or a metric: its name and a value."""

    name: str
    help: str
    default: str = ""
    choices: tuple[str, ...] = ()
    required: bool = False
    counts: bool = True  # another value may give another answer: it is part of what was asked
    trusted: bool = False  # names a program, a place or an address: only for whoever runs Lackmus


def checked(name: str, options: Sequence[Option], given: Mapping[str, str], said_in: str) -> dict[str, str]:
    """Every option with its value; what is unknown is refused. Users say it in `said_in`."""
    known = {one.name: one for one in options}
    for said, value in given.items():
        option = known.get(said)
        if option is None:
            there = f"It has {', '.join(known)}." if known else "It has none."
            raise LackmusError(f"{name} has no option {said}. {there}", option=said_in)
        if option.choices and value not in option.choices:
            raise LackmusError(
                f"{said} cannot be {value or 'empty'}. Choose {', '.join(option.choices)}.", option=said_in
            )
    for option in options:
        if option.required and not given.get(option.name):
            raise LackmusError(
                f"{name} needs {option.name}: {option.help}.",
                _HOW.get(said_in, "Say it.").format(name=name, option=option.name),
                page="Fill it in.",
            )
    return {one.name: given.get(one.name, one.default) for one in options}


# How one says it on the command line.
_HOW = {
    "--option": "Say it: --option {option}=….",
    "--metric": "Say it: --metric '{name}:{option}=…'.",
}


def whole(options: Mapping[str, str], name: str, least: int, most: int, *, said_in: str = "--option") -> int:
    """A whole number."""
    written = options[name].strip()
    if not (written.isascii() and written.isdecimal()) or not least <= int(written) <= most:
        raise LackmusError(
            f"{name} cannot be {written or 'empty'}. Write a whole number from {least} to {most}.",
            option=said_in,
        )
    return int(written)


def number(
    options: Mapping[str, str],
    name: str,
    most: float,
    *,
    zero: bool = False,
    otherwise: str = "",
    said_in: str = "--option",
) -> float:
    """A number above 0, or from 0 on; `otherwise` is what else may stand there."""
    written = options[name].strip()
    if not is_number(written) or float(written) > most or (not zero and float(written) == 0):
        within = f"from 0 to {most:,.0f}" if zero else f"above 0, up to {most:g}"
        also = f", {otherwise}" if otherwise else ""
        raise LackmusError(
            f"{name} cannot be {written or 'empty'}. Write a number {within}{also}.", option=said_in
        )
    return float(written)


def is_number(written: str) -> bool:
    """Digits, perhaps with a point among them: no sign, no exponent, nothing that is no number."""
    return written.isascii() and written.replace(".", "", 1).isdecimal()
