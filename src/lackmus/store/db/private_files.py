"""Files that nobody else on the machine may read, such as workspaces with hashes of passwords."""

import os
from contextlib import suppress
from pathlib import Path

MODE = 0o600


def make_private(file: Path) -> None:
    """Make an empty file that only its owner may read; a file that is there keeps its mode.

    SQLite gives its log the mode of the file, so this must come before SQLite makes one by itself. Where no
    file can be made, whatever opens it next says why.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, MODE))


def keep_mode(file: Path, older: Path) -> None:
    """Give a file the mode of the one that it is about to replace, if there is one."""
    with suppress(OSError):
        file.chmod(older.stat().st_mode & 0o777)
