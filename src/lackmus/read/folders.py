"""Outputs as users name them: files, globs, a folder of files, or a folder with sources and outputs."""

import glob
import os
from collections.abc import Sequence
from pathlib import Path

from lackmus.core.outputs import HandIn, system_names
from lackmus.core.suites import Suite
from lackmus.errors import LackmusError
from lackmus.read.files import read_lines
from lackmus.read.lines import read_aligned
from lackmus.read.tsv import read_tsv

_SOURCE_FOLDERS = ("sources", "source")
_OUTPUT_FOLDERS = ("system-outputs", "systems", "outputs")


def hand_ins_of(
    suite: Suite,
    outputs: Sequence[str],
    source: Path | None = None,
    *,
    skip_unknown: bool = False,
) -> list[HandIn]:
    """Read the outputs that a user named: with a source file line by line, else as `id⇥text`."""
    if source is None and len(outputs) == 1:
        folder = Path(outputs[0])
        source_folder = _subfolder(folder, _SOURCE_FOLDERS)
        output_folder = _subfolder(folder, _OUTPUT_FOLDERS)
        if source_folder and output_folder:
            source, outputs = _only_file(source_folder), [str(output_folder)]
    paths = _paths(outputs)
    if not paths:
        raise LackmusError("No file of outputs was named.")
    names = system_names([path.name for path in paths], also=[source.name] if source else [])
    _refuse_same_names(paths, names)
    if source is not None:
        return read_aligned(source, list(zip(paths, names, strict=True)), suite)
    return [
        read_tsv(path, name, suite, skip_unknown=skip_unknown)
        for path, name in zip(paths, names, strict=True)
    ]


def plain_hand_ins(outputs: Sequence[str], source: Path) -> list[HandIn]:
    """Files beside their source, whatever their number of lines and without a suite."""
    paths = _paths(outputs)
    names = system_names([path.name for path in paths], also=[source.name])
    sources = read_lines(source)
    return [
        HandIn(name, path.name, sources, read_lines(path)) for path, name in zip(paths, names, strict=True)
    ]


def _paths(outputs: Sequence[str]) -> list[Path]:
    found = []
    for named in outputs:
        try:
            found += _expand(named)
        except OSError as problem:
            raise LackmusError(f"{named} cannot be read ({problem.strerror or problem}).") from None
    for path in found:
        try:
            path.name.encode()
        except UnicodeEncodeError:
            raise LackmusError(
                f"{path}: its name is not UTF-8. Rename it: a system is named by its file."
            ) from None
    return found


def _expand(named: str) -> list[Path]:
    """A file is itself, a folder its files, a pattern what it matches."""
    path = Path(named)
    if path.is_dir():
        files = _files(path)
        if not files:
            raise LackmusError(f"{path} is a folder without files of outputs.")
        return files
    if not path.exists() and glob.has_magic(named):
        found = sorted(Path(match) for match in glob.glob(named))  # noqa: PTH207  (a pattern may be absolute)
        files = [match for match in found if match.is_file()]
        if not files:
            raise LackmusError(f"No file matches {named}.")
        return files
    return [path]


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))


def _subfolder(folder: Path, names: Sequence[str]) -> Path | None:
    # os.path, because asking about a name that no file can have is no error here.
    return next((folder / name for name in names if os.path.isdir(folder / name)), None)  # noqa: PTH112


def _only_file(folder: Path) -> Path:
    files = _files(folder)
    if len(files) != 1:
        raise LackmusError(
            f"{folder} holds {len(files)} files where one source file is needed. Name it: --source."
        )
    return files[0]


def _refuse_same_names(paths: Sequence[Path], names: Sequence[str]) -> None:
    first: dict[str, Path] = {}
    for path, name in zip(paths, names, strict=True):
        if name in first:
            raise LackmusError(
                f"{first[name]} and {path} are both named {name}. Rename one: a system is named by its file."
            )
        first[name] = path
