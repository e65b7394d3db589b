"""The door for whatever can be added from outside: entry points. What comes with Lackmus uses the same door.

A format is a module: what each kind of module must have is written where it is used (`read/formats.py`).
"""

from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from functools import cache
from importlib.metadata import EntryPoint, PackageNotFoundError, distribution, entry_points
from pathlib import Path
from typing import Any, TypeVar

from lackmus.errors import LackmusError

Kind = TypeVar("Kind")


class Door(StrEnum):
    """Groups of entry points: packages that add something register it under one of these names."""

    READ_SUITE = "lackmus.read_suite"
    READ_OUTPUTS = "lackmus.read_outputs"
    WRITE_SUITE = "lackmus.write_suite"
    WRITE_OUTPUTS = "lackmus.write_outputs"
    WRITE_REPORT = "lackmus.write_report"
    PROPOSE = "lackmus.propose"
    ENGINE = "lackmus.engine"
    METRIC = "lackmus.metric"
    READ_CHALLENGE = "lackmus.read_challenge"
    WRITE_CHALLENGE = "lackmus.write_challenge"
    PARSER = "lackmus.parser"
    ALIGNER = "lackmus.aligner"


def added(door: Door) -> Iterator[tuple[str, Any]]:
    """Everything behind a door by its name, ours first.

    Ours is one file to look into, which takes no time; the packages of others are only searched when
    nothing of ours was right, and one that is broken stops nobody who did not ask for it by name.
    """
    seen = set()
    for point in _ours(door):
        seen.add(point.name)
        yield point.name, _load(point)
    for point in _others(door):
        if point.name not in seen:
            seen.add(point.name)
            loaded = None
            with suppress(LackmusError):
                loaded = _load(point)
            if loaded is not None:
                yield point.name, loaded


def named(door: Door, name: str, option: str = "") -> Any:
    """What stands behind a door under this name; `option` is where a user wrote it."""
    for points in (_ours(door), _others(door)):
        for point in points:
            if point.name == name:
                return _load(point)
    first = "there" if option else "There"
    raise LackmusError(f"{first} is no format {name}. There are {', '.join(names(door))}.", option=option)


def class_named(door: Door, name: str, kind: type[Kind], option: str) -> type[Kind]:
    """A class of some kind by the name of its entry point; a name that nobody knows is refused."""
    noun = kind.__name__.lower()
    if name not in names(door):
        raise LackmusError(f"there is no {noun} {name}. There are {', '.join(names(door))}.", option=option)
    found = named(door, name)
    if not (isinstance(found, type) and issubclass(found, kind)):
        which = f"{'an' if noun[0] in 'aeiou' else 'a'} {kind.__name__}"
        raise LackmusError(f"The plug-in {name} is no {noun}: it must name a class that is {which}.")
    return found


def by_ending(door: Door, file: Path, option: str) -> str:
    """The name of the format that a file's ending stands for; ours keep their endings."""
    endings: dict[str, str] = {}
    for name, module in added(door):
        for ending in getattr(module, "ENDINGS", ()):
            endings.setdefault(ending, name)
    if file.suffix.lower() not in endings:
        raise LackmusError(f"{file}: no format has this ending. Use {', '.join(endings)}, or say {option}.")
    return endings[file.suffix.lower()]


def names(door: Door) -> list[str]:
    """All names behind a door, sorted."""
    return sorted({point.name for point in (*_ours(door), *_others(door))})


def version_of(door: Door, name: str) -> str:
    """The version of the package that brings what stands behind a door under this name; empty if unknown."""
    for point in (*_ours(door), *_others(door)):
        if point.name == name:
            return point.dist.version if point.dist else ""
    return ""


@cache
def _ours(door: Door) -> tuple[EntryPoint, ...]:
    try:
        return tuple(distribution("lackmus").entry_points.select(group=door))
    except PackageNotFoundError:
        raise LackmusError(
            "Lackmus is not installed here, so its formats cannot be found. Install it."
        ) from None


@cache
def _others(door: Door) -> tuple[EntryPoint, ...]:
    return tuple(point for point in entry_points(group=door) if not point.value.startswith("lackmus."))


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as problem:  # noqa: BLE001  (whatever a stranger's package does, its name helps)
        whose = point.dist.name if point.dist else point.value
        raise LackmusError(
            f"The plug-in {point.name} of {whose} cannot be loaded ({type(problem).__name__}: {problem}). "
            "Update or remove that package."
        ) from None
