"""Options of plug-ins, and checks of the numbers in them."""

import re
from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from lackmus.errors import Argument, LackmusError

_NEXT = re.compile(r",(?=\s*[A-Za-z_][\w-]*=)")  # the comma before the next option


@dataclass(frozen=True)
class Option:
    """An option of an engine, a metric or a parser: its name, description and default."""

    name: str
    help: str
    default: str = ""
    choices: tuple[str, ...] = ()
    required: bool = False
    counts: bool = True  # part of the identity: another value may give another result
    trusted: bool = False  # names a program, a path or an address: only for the owner of this machine


def checked(name: str, options: Sequence[Option], given: Mapping[str, str], said_in: str) -> dict[str, str]:
    """Every option with its value or default; unknown ones are refused. Errors name `said_in`."""
    known = {one.name: one for one in options}
    for said, value in given.items():
        option = known.get(said)
        if option is None:
            there = f"It has {', '.join(known)}." if known else "It has none."
            raise LackmusError(f"{name} has no option {said}. {there}", argument=said_in)
        if option.choices and value not in option.choices:
            raise LackmusError(
                f"{said} cannot be {value or 'empty'}. Choose {', '.join(option.choices)}.", argument=said_in
            )
    for option in options:
        if option.required and not given.get(option.name):
            how = f"{option.name}=…" if said_in == "option" else f"'{name}:{option.name}=…'"
            raise LackmusError(
                f"{name} needs {option.name}: {option.help}.",
                code="option-needed",
                where=Argument(said_in),
                how=how,
            )
    return {one.name: given.get(one.name, one.default) for one in options}


def options_in(name: str, written: str, said_in: str) -> dict[str, str]:
    """Parse `OPTION=VALUE,OPTION=VALUE` after `NAME:`; values may have commas."""
    found: dict[str, str] = {}
    for part in _NEXT.split(written):
        option, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or not option:
            raise LackmusError(f"write {name}:NAME=VALUE, not {name}:{part}.", argument=said_in)
        if option in found:
            raise LackmusError(f"{name} is told {option} twice.", argument=said_in)
        found[option] = value
    return found


def whole(options: Mapping[str, str], name: str, least: int, most: int, *, said_in: str = "option") -> int:
    """The value of an option as a whole number within limits."""
    written = options[name].strip()
    if not (written.isascii() and written.isdecimal()) or not least <= int(written) <= most:
        raise LackmusError(
            f"{name} cannot be {written or 'empty'}. Write a whole number from {least} to {most}.",
            argument=said_in,
        )
    return int(written)


def number(
    options: Mapping[str, str],
    name: str,
    most: float,
    *,
    zero: bool = False,
    otherwise: str = "",
    said_in: str = "option",
) -> float:
    """The value of an option as a number above 0, or from 0; `otherwise` is another allowed word."""
    written = options[name].strip()
    if not is_number(written) or float(written) > most or (not zero and float(written) == 0):
        within = f"from 0 to {most:,.0f}" if zero else f"above 0, up to {most:g}"
        also = f", {otherwise}" if otherwise else ""
        raise LackmusError(
            f"{name} cannot be {written or 'empty'}. Write a number {within}{also}.", argument=said_in
        )
    return float(written)


def is_number(written: str) -> bool:
    """Whether it is digits with an optional point: no sign, no exponent."""
    return written.isascii() and written.replace(".", "", 1).isdecimal()


class Plugin(ABC):  # noqa: B024  (what it does is abstract in each kind)
    """A plug-in that is opened with options and closed after use."""

    LABEL: ClassVar[str] = ""  # its name for people and reports; default: the name of its entry point
    ABOUT: ClassVar[str] = ""  # one line for lists
    OPTIONS: ClassVar[tuple[Option, ...]] = ()

    def __init__(self, options: Mapping[str, str]) -> None:
        """Options are checked and complete, with their values or defaults.

        Missing packages, programs and models must be found here, before any work. A slow model may be loaded
        later, because all results may be cached.
        """
        self.options = dict(options)

    def signature(self) -> str:
        """How its results are made, in one line: package and version, model, options."""
        return ""

    def identity(self) -> Mapping[str, str]:
        """What the results depend on: plug-ins with the same identity share cached results."""
        counting = {one.name: self.options[one.name] for one in self.OPTIONS if one.counts}
        return {"signature": self.signature(), **counting}

    def close(self) -> None:  # noqa: B027  (most have nothing to let go of)
        """Release models and programs."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
