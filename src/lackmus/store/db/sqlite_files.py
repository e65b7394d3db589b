"""SQLite files: copying one that is in use, and free names beside it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from urllib.parse import quote

from lackmus.errors import LackmusError
from lackmus.store.db.databases import TIMEOUT, only_readable
from lackmus.store.db.private_files import MODE, keep_mode, make_private


def copy_file(source: Path, copy: Path) -> None:
    """Copy a file consistently, even while it is written."""
    make_private(copy)
    # Read-only access: without write permission SQLite could not remove its log again.
    how = "mode=ro&immutable=1" if only_readable(source) else "mode=rw"
    address = f"file:{quote(str(source.absolute()))}?{how}"
    with (
        closing(sqlite3.connect(address, uri=True, timeout=TIMEOUT)) as original,
        closing(sqlite3.connect(copy)) as target,
    ):
        original.backup(target)  # in one step: in several it would restart with every change
    with copy.open("rb+") as file:
        os.fsync(file.fileno())


def unused_name(file: Path, ending: str) -> Path:
    """A new file name beside a file, reserved by creating it, so that no copy is overwritten."""
    for number in count(1):
        copy = file.with_name(f"{file.name}.{ending}" if number == 1 else f"{file.name}.{number}.{ending}")
        try:
            copy.touch(MODE, exist_ok=False)
        except FileExistsError:
            continue
        return copy
    raise AssertionError


def keep_copy(file: Path, ending: str) -> Path:
    """A copy beside a file, made before something happens to it."""
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
    """A new file that replaces the target when complete; an old one only if `replace`."""
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
    """Remove a SQLite file and its logs."""
    for ending in ("", "-wal", "-shm", "-journal"):
        file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)


def _link(beside: Path, target: Path) -> None:
    """Rename, unless the name has been taken meanwhile."""
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
