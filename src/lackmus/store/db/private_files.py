"""Private files, such as workspaces with password hashes."""

import os
from contextlib import suppress
from pathlib import Path

MODE = 0o600


def make_private(file: Path) -> None:
    """Create an empty file that only its owner may read; an existing file keeps its mode.

    SQLite gives its log the mode of the file, so this must happen before SQLite creates one. If no file can
    be created, the next open reports why.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, MODE))


def keep_mode(file: Path, older: Path) -> None:
    """Give a file the mode of the one it replaces, if there is one."""
    with suppress(OSError):
        file.chmod(older.stat().st_mode & 0o777)
