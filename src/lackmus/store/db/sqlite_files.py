"""SQLite files as files: a copy of one that is in use, and names beside it that nobody has taken."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from urllib.parse import quote

from lackmus.errors import LackmusError
from lackmus.store.db.databases import PATIENCE, only_readable
from lackmus.store.db.private_files import MODE, keep_mode, make_private


def copy_file(source: Path, copy: Path) -> None:
    """What a file holds at one moment, whoever writes to it meanwhile."""
    make_private(copy)
    # We only read; but who may not write cannot take SQLite's log away again, and would leave it beside.
    how = "mode=ro&immutable=1" if only_readable(source) else "mode=rw"
    address = f"file:{quote(str(source.absolute()))}?{how}"
    with (
        closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as original,
        closing(sqlite3.connect(copy)) as target,
    ):
        original.backup(target)  # in one go: in steps it would start again with every change
    with copy.open("rb+") as file:
        os.fsync(file.fileno())


def unused_name(file: Path, ending: str) -> Path:
    """A name beside a file, taken by making it, so that no older copy is ever overwritten."""
    for number in count(1):
        copy = file.with_name(f"{file.name}.{ending}" if number == 1 else f"{file.name}.{number}.{ending}")
        try:
            copy.touch(MODE, exist_ok=False)
        except FileExistsError:
            continue
        return copy
    raise AssertionError


def keep_copy(file: Path, ending: str) -> Path:
    """A copy beside a file, as it is now, before anything happens to it."""
    copy: Path | None = None
    try:
        copy = unused_name(file, ending)
        copy_file(file, copy)
    except BaseException as problem:
        if copy is not None:
            copy.unlink(missing_ok=True)
        if isinstance(problem, OSError):
            raise LackmusError(
                f"{file} is not changed without a copy, and none can be written beside it "
                f"({problem.strerror or problem}). Make room, or copy it to where you may write."
            ) from None
        raise
    return copy


@contextmanager
def written_beside(target: Path, replace: bool) -> Iterator[Path]:
    """A new file to fill, which takes its place when it is whole; an old one only goes if it may."""
    if target.is_dir():
        raise LackmusError(f"{target} is a folder. Name a file in it.")
    if target.exists() and not replace:
        raise _taken(target)
    beside: Path | None = None
    try:
        beside = unused_name(target, "part")
        yield beside
        if replace:
            keep_mode(beside, target)
            beside.replace(target)
        else:
            _link(beside, target)
    except OSError as problem:
        raise LackmusError(f"{target} cannot be written ({problem.strerror or problem}).") from None
    finally:
        if beside is not None:
            remove(beside)


def remove(file: Path) -> None:
    """Remove a SQLite file with the logs that may lie beside it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)


def _link(beside: Path, target: Path) -> None:
    """Rename, unless somebody has taken the name meanwhile."""
    try:
        os.link(beside, target)
    except FileExistsError:
        raise _taken(target) from None
    except OSError:  # a file system without links
        beside.replace(target)


def _taken(target: Path) -> LackmusError:
    return LackmusError(
        f"{target} is there already.", "Name another file, or let it be replaced.", code="file-taken"
    )
