"""Plug-ins by entry points. What comes with Lackmus is registered in the same way.

A format is a module; what it must have is documented where it is used (`read/formats.py`).
"""

from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from functools import cache
from importlib.metadata import EntryPoint, PackageNotFoundError, distribution, entry_points
from pathlib import Path
from typing import Any, TypeVar

from lackmus.errors import Argument, LackmusError

Kind = TypeVar("Kind")


class PluginGroup(StrEnum):
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


def added(group: PluginGroup) -> Iterator[tuple[str, Any]]:
    """All plug-ins of a group with their names, ours first.

    Ours are found in one file, which is quick. Other packages are searched only if none of ours fits, and a
    broken one is an error only if it was asked for by name.
    """
    seen = set()
    for point in _ours(group):
        seen.add(point.name)
        yield point.name, _load(point)
    for point in _others(group):
        if point.name not in seen:
            seen.add(point.name)
            loaded = None
            with suppress(LackmusError):
                loaded = _load(point)
            if loaded is not None:
                yield point.name, loaded


def named(group: PluginGroup, name: str, argument: str = "") -> Any:
    """The plug-in of this name; errors name `argument`, where a user wrote it."""
    for points in (_ours, _others):  # those of other packages are looked for only if it is none of ours
        for point in points(group):
            if point.name == name:
                return _load(point)
    first = "there" if argument else "There"
    raise LackmusError(
        f"{first} is no format {name}. There are {', '.join(names(group))}.", argument=argument
    )


def class_named(group: PluginGroup, name: str, kind: type[Kind], argument: str) -> type[Kind]:
    """A class of some kind by the name of its entry point; an unknown name is an error."""
    noun = kind.__name__.lower()
    if name not in names(group):
        raise LackmusError(
            f"there is no {noun} {name}. There are {', '.join(names(group))}.", argument=argument
        )
    found = named(group, name)
    if not (isinstance(found, type) and issubclass(found, kind)):
        which = f"{'an' if noun[0] in 'aeiou' else 'a'} {kind.__name__}"
        raise LackmusError(f"The plug-in {name} is no {noun}: it must name a class that is {which}.")
    return found


def by_ending(group: PluginGroup, file: Path, argument: str) -> str:
    """The format of a file's ending; ours keep their endings."""
    endings: dict[str, str] = {}
    for name, module in added(group):
        for ending in getattr(module, "ENDINGS", ()):
            endings.setdefault(ending, name)
    if file.suffix.lower() not in endings:
        known = ", ".join(endings)
        raise LackmusError(
            f"{file}: no format has this ending. Use {known}.",
            code="no-such-ending",
            file=str(file),
            endings=known,
            where=Argument(argument),
        )
    return endings[file.suffix.lower()]


def names(group: PluginGroup) -> list[str]:
    """All names in a group, sorted."""
    return sorted({point.name for point in (*_ours(group), *_others(group))})


def version_of(group: PluginGroup, name: str) -> str:
    """The version of the package that provides this plug-in; empty if unknown."""
    for point in (*_ours(group), *_others(group)):
        if point.name == name:
            return point.dist.version if point.dist else ""
    return ""


@cache
def _ours(group: PluginGroup) -> tuple[EntryPoint, ...]:
    try:
        return tuple(distribution("lackmus").entry_points.select(group=group))
    except PackageNotFoundError:
        raise LackmusError(
            "Lackmus is not installed here, so its formats cannot be found. Install it."
        ) from None


@cache
def _others(group: PluginGroup) -> tuple[EntryPoint, ...]:
    return tuple(point for point in entry_points(group=group) if not point.value.startswith("lackmus."))


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as problem:  # noqa: BLE001  (a broken plug-in is reported by name)
        whose = point.dist.name if point.dist else point.value
        raise LackmusError(
            f"The plug-in {point.name} of {whose} cannot be loaded ({type(problem).__name__}: {problem}). "
            "Update or remove that package."
        ) from None
