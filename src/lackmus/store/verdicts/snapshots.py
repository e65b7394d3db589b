"""Snapshots of verdicts of a revision as Parquet in the user's cache, to speed up reports."""

# Only a cache: on any problem the workspace has the data. The key is the random token of the last change, so
# that diverged copies of a workspace never share a snapshot.

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass
from hashlib import blake2b
from io import BytesIO
from pathlib import Path

import polars as pl
from platformdirs import user_cache_path
from sqlalchemy import Connection, select

from lackmus.core.base.columns import Columns
from lackmus.store.db import schema
from lackmus.store.db.workspaces import Revision

MOST = 6  # snapshots of one workspace: the last used are kept
_LAYOUT = "3"  # raise it whenever the meaning of columns changes
_ROWS = 1_000_000  # rows that share a dictionary of texts: each text is stored and read once
_ABANDONED = 3600  # seconds after which an unfinished file counts as abandoned
# For some damaged files Polars panics instead of raising an error.
_TROUBLE = (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException, TypeError)


@dataclass(frozen=True)
class SnapshotKey:
    """What a snapshot was made of."""

    token: str  # of its last change
    campaign: int
    suite: int
    pair: str

    @property
    def name(self) -> str:
        """Its file name, valid on any file system."""
        return blake2b(repr((_LAYOUT, *astuple(self))).encode(), digest_size=12).hexdigest()


def revision_of(connection: Connection, number: int) -> Revision:
    """The state after a change."""
    changes = schema.changes
    query = select(changes.c.id, changes.c.token, changes.c.at).where(changes.c.id == number)
    return Revision(*connection.execute(query).one())


def token_of(connection: Connection) -> str:
    """The id of the workspace, independent of its path."""
    return str(connection.execute(select(schema.workspace.c.token)).scalar() or "")


def snapshot(
    workspace: str, key: SnapshotKey, columns: Columns, make: Callable[[], pl.DataFrame]
) -> pl.DataFrame:
    """The snapshot for the key, otherwise made and stored now; `workspace` is its token."""
    folder = folder_of(workspace)
    if not key.token or not folder.is_absolute():  # there is no home folder
        return make()
    found = _kept(folder, key, columns)
    if found is None:
        found = make()
        _keep(folder, key, found)
    return found


def folder_of(workspace: str) -> Path:
    """The folder of a workspace's snapshots."""
    return user_cache_path("lackmus") / "snapshots" / blake2b(workspace.encode(), digest_size=8).hexdigest()


def _kept(folder: Path, key: SnapshotKey, columns: Columns) -> pl.DataFrame | None:
    """An intact snapshot: the digest of a file is part of its name."""
    with suppress(*_TROUBLE):
        for file in folder.glob(f"{key.name}-*.parquet"):
            content = file.read_bytes()
            if file.name == _name(key, content):
                os.utime(file)  # mark as used
                return columns.of(pl.read_parquet(BytesIO(content)))
    return None


def _keep(folder: Path, key: SnapshotKey, frame: pl.DataFrame) -> None:
    """Write a snapshot atomically."""
    with suppress(*_TROUBLE):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # outputs may be confidential
        written = BytesIO()
        frame.write_parquet(written, compression="zstd", compression_level=1, row_group_size=_ROWS)
        content = written.getvalue()
        with _beside(folder) as part:
            part.write_bytes(content)
            part.replace(folder / _name(key, content))
        _tidy(folder)


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    """A temporary file, removed at the end."""
    handle, name = tempfile.mkstemp(suffix=".part", dir=folder)
    os.close(handle)
    part = Path(name)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _name(key: SnapshotKey, content: bytes) -> str:
    return f"{key.name}-{blake2b(content, digest_size=16).hexdigest()}.parquet"


def _tidy(folder: Path) -> None:
    """Remove the least recently used snapshots, and leftovers of killed processes."""
    used = sorted(folder.glob("*.parquet"), key=lambda file: file.stat().st_mtime, reverse=True)
    abandoned = [part for part in folder.glob("*.part") if part.stat().st_mtime < time.time() - _ABANDONED]
    for file in (*used[MOST:], *abandoned):
        file.unlink(missing_ok=True)
