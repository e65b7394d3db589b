"""What users may say about whatever is plugged in, and the numbers that they write there, checked."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lackmus.errors import LackmusError

_NEXT = re.compile(r",(?=\s*[A-Za-z_][\w-]*=)")  # the comma before the next option


@dataclass(frozen=True)
class Option:
    """Something that a user may say about an engine, a metric or a parser: its name and a value."""

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
            how = f"{option.name}=…" if said_in == "--option" else f"'{name}:{option.name}=…'"
            raise LackmusError(
                f"{name} needs {option.name}: {option.help}.",
                f"Say it: {said_in} {how}.",
                page="Fill it in.",
            )
    return {one.name: given.get(one.name, one.default) for one in options}


def options_in(name: str, written: str, said_in: str) -> dict[str, str]:
    """What users write behind `NAME:` in `NAME:OPTION=VALUE,OPTION=VALUE`; values may have commas."""
    found: dict[str, str] = {}
    for part in _NEXT.split(written):
        option, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or not option:
            raise LackmusError(f"write {name}:NAME=VALUE, not {name}:{part}.", option=said_in)
        if option in found:
            raise LackmusError(f"{name} is told {option} twice.", option=said_in)
        found[option] = value
    return found


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
