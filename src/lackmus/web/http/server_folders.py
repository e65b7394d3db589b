"""The folder of a running server, for uploads and the queue; removed with it, or by the next one."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

_PREFIX = "lackmus-server-"
_LOCK = "lock"  # a file locked by the running server; if it can be locked, the server has ended


@contextmanager
def server_folder() -> Iterator[Path]:
    """A private folder for this server; folders of killed servers are removed first."""
    _clear()
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    try:
        with (folder / "new").open("w") as held:
            _lock(held)
            (folder / "new").rename(folder / _LOCK)  # locked last: an unlocked folder counts as abandoned
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # an upload may still be writing


def _clear() -> None:
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_LOCK}"):
        with suppress(OSError), left.open("r+") as held:  # of another user, or of a running server
            if _lock(held):
                shutil.rmtree(left.parent, ignore_errors=True)


def _lock(held: IO[str]) -> bool:
    """Lock a file until it is closed; False where this system has no such locks."""
    try:
        import fcntl
    except ImportError:
        return False
    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return True
