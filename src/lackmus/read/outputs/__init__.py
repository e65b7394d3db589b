"""Read outputs as users name them: files, globs and folders, each in its own format."""

import glob
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from lackmus.core.base.addresses import address_in
from lackmus.core.outputs.outputs import HandIn, system_names
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.datasets.columns import ColumnsByRole
from lackmus.read.datasets.folders import shards_as_one
from lackmus.read.files import File, files_in, is_named, read_lines
from lackmus.read.formats import OutputReader, ReadOptions, output_format, reads_folder
from lackmus.read.remote import places_of
from lackmus.read.sentences import SourceLines

_NOTHING_ASKED = ReadOptions()


def hand_ins_of(suite: Suite, outputs: Sequence[str], asked: ReadOptions = _NOTHING_ASKED) -> list[HandIn]:
    """Read the outputs at these paths, in the given order."""
    files = [File(path) for path in paths_of(outputs, asked)]
    if not files:
        raise LackmusError("No file of outputs was named.")
    formats = [output_format(file, asked) for file in files]
    refuse_other_choices(formats, asked)
    names = _names(files, [one.NAMES_SYSTEMS for one in formats], asked.source)
    read: list[tuple[Path, Sequence[HandIn]]] = []
    for one, name in zip(formats, names, strict=True):
        file = files.pop(0)  # so that its content is freed before the next is read
        read.append((file.path, _told_apart(one.read(file, name, suite, asked))))
    _refuse_same_systems(read)
    return [hand_in for _, hand_ins in read for hand_in in hand_ins]


def refuse_other_choices(formats: Sequence[OutputReader], asked: ReadOptions) -> None:
    """Refuse a test suite or a collection where none of the outputs has such."""
    for argument, wanted, sign, holding in (
        ("testsuite", asked.testsuite, "HAS_TESTSUITES", "WMT XML, WMT JSON Lines or mt-metrics-eval"),
        ("collection", asked.collection, "HAS_COLLECTIONS", "WMT XML"),
    ):
        if wanted is not None and not any(getattr(one, sign, False) for one in formats):
            raise LackmusError(f"none of the outputs is {holding}, which has such.", argument=argument)


def plain_hand_ins(
    outputs: Sequence[str], source: Path, columns: ColumnsByRole | None = None
) -> list[HandIn]:
    """Files beside their source, with any number of lines and without a suite."""
    paths = paths_of(outputs, ReadOptions(form="lines", source=source))
    names = system_names([path.name for path in paths], also=[source.name])
    sources = SourceLines(source, columns or {}).lines
    return [
        HandIn(name, path.name, sources, read_lines(path)) for path, name in zip(paths, names, strict=True)
    ]


def _told_apart(hand_ins: Sequence[HandIn]) -> Sequence[HandIn]:
    """Hand-ins with a distinct file label where one file holds several systems."""
    if len({hand_in.file for hand_in in hand_ins}) == len(hand_ins):
        return hand_ins
    return [replace(hand_in, file=f"{hand_in.file} ({hand_in.system})") for hand_in in hand_ins]


def _names(files: Sequence[File], tell: Sequence[bool], source: Path | None) -> list[str]:
    """Names suggested by file names; they must differ only where the file itself names no system."""
    also = [source.name] if source else []
    names = [""] * len(files)
    for telling in (False, True):
        places = [place for place, tells in enumerate(tell) if tells is telling]
        if places:
            found = system_names([files[place].path.name for place in places], also=also)
            for place, name in zip(places, found, strict=True):
                names[place] = name
            if not telling:
                _refuse_same_names([files[place].path for place in places], found)
    return names


def paths_of(outputs: Sequence[str], asked: ReadOptions = _NOTHING_ASKED) -> list[Path]:
    """The files that a user named: directly, by folder, or by pattern."""
    found = []
    for named in outputs:
        try:
            if address_in(named):
                found += [path for place in places_of(named) for path in _expand(str(place), asked)]
            else:
                found += _expand(named, asked)
        except OSError as problem:
            raise LackmusError(f"{named} cannot be read ({problem.strerror or problem}).") from None
    found = shards_as_one(found)
    for path in found:
        try:
            path.name.encode()
        except UnicodeEncodeError:
            raise LackmusError(
                f"{path}: its name is not UTF-8. Rename it: a system is named by its file."
            ) from None
    return found


def _expand(named: str, asked: ReadOptions) -> list[Path]:
    """A file as it is, a folder as it is or its files, a pattern as its matches."""
    path = Path(named)
    if path.is_dir():
        if reads_folder(File(path), asked):
            return [path]
        files = files_in(path)
        if not files:
            raise LackmusError(f"{path} is a folder without files of outputs.")
        return files
    if not path.exists() and glob.has_magic(named):
        found = sorted(Path(match) for match in glob.glob(named))  # noqa: PTH207  (a pattern may be absolute)
        files = [match for match in found if is_named(match) or _whole(match, asked)]
        if not files:
            raise LackmusError(f"No file matches {named}.")
        return files
    return [path]


def _whole(path: Path, asked: ReadOptions) -> bool:
    return path.is_dir() and reads_folder(File(path), asked)


def _refuse_same_names(paths: Sequence[Path], names: Sequence[str]) -> None:
    first: dict[str, Path] = {}
    for path, name in zip(paths, names, strict=True):
        if name in first:
            raise LackmusError(
                f"{first[name]} and {path} are both named {name}. Rename one: a system is named by its file."
            )
        first[name] = path


def _refuse_same_systems(read: Sequence[tuple[Path, Sequence[HandIn]]]) -> None:
    first: dict[str, Path] = {}
    for path, hand_ins in read:
        for hand_in in hand_ins:
            if hand_in.system in first:
                raise LackmusError(
                    f"{first[hand_in.system]} and {path} both hold outputs of {hand_in.system}. "
                    "Leave one out, or rename the system in it."
                )
            first[hand_in.system] = path
