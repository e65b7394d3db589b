"""Write a file whole or not at all: beside the target first, then renamed."""

import os
import tempfile
from pathlib import Path

from lackmus.errors import LackmusError


def write_file(path: Path, content: str | bytes) -> None:
    """Replace the file at once; whatever goes wrong, an old report survives."""
    data = content.encode() if isinstance(content, str) else content
    if path.is_dir():
        raise LackmusError(f"{path} is a folder. Name a file in it.")
    beside: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        beside = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        beside.replace(path)
        beside = None
    except OSError as problem:
        raise LackmusError(
            f"{path} cannot be written ({problem.strerror or problem}). Choose another place with -o."
        ) from None
    finally:
        if beside is not None:
            beside.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """A folder to write to."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise LackmusError(f"{path} cannot be made ({problem.strerror or problem}).") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
