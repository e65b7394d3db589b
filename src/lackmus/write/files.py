"""Write a file completely or not at all: beside the target first, then renamed."""

import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from lackmus.errors import LackmusError


def write_file(path: Path, content: str | bytes | Iterable[str]) -> None:
    """Replace the file atomically; on errors the old one survives."""
    pieces = [content] if isinstance(content, str | bytes) else content
    # A file name that is not UTF-8 may occur in a report: its bytes are escaped.
    data = (one.encode(errors="backslashreplace") if isinstance(one, str) else one for one in pieces)
    beside: Path | None = None
    try:
        if path.is_dir():
            raise LackmusError(f"{path} is a folder. Name a file in it.")
        if path.exists() and not path.is_file():  # /dev/null or a pipe: write directly
            with path.open("wb") as device:
                device.writelines(data)
            return
        target = path.resolve()  # a link stays a link
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
        beside = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.writelines(data)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        beside.replace(target)
        beside = None
    except (OSError, RuntimeError) as problem:  # pathlib's error for a loop of links
        why = getattr(problem, "strerror", None) or problem
        raise LackmusError(
            f"{path} cannot be written ({why}).", "Choose another place.", code="unwritable"
        ) from None
    finally:
        if beside is not None:
            beside.unlink(missing_ok=True)


def write_new_folder(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files, by their places, into a folder that must be new or empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LackmusError(f"{folder} is there already and not empty. Name a new folder.")
    for name, content in files.items():
        make_folder((folder / name).parent)
        write_file(folder / name, content)


def make_folder(path: Path) -> None:
    """Make a folder to write to."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise LackmusError(f"{path} cannot be made ({problem.strerror or problem}).") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
