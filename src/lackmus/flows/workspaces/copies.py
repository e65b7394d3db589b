"""Copies of a workspace: backups, and a folder that any program can read."""

import os
import shutil
import tempfile
from pathlib import Path

from polars.exceptions import PolarsError

from lackmus.errors import LackmusError
from lackmus.flows.workspaces.workspaces import Desk, announce
from lackmus.store.db.databases import name_of
from lackmus.store.db.workspaces import exists, where_is
from lackmus.store.workspaces import copies
from lackmus.store.workspaces.folders import write_folder


def back_up(desk: Desk, file: Path, replace: bool = False) -> None:
    """Back up the workspace, as it is at this moment, to a file."""
    with desk.open() as workspace:
        copies.back_up(workspace, file, replace)


def restore(desk: Desk, source: Path, replace: bool = False) -> tuple[str, bool]:
    """Restore the workspace from a backup or an exported folder; returns its name, and whether it is new."""
    where = where_is(desk.workspace)
    new = not exists(where)
    announce(copies.restore(source, where, replace))
    return name_of(where), new


def export(desk: Desk, folder: Path) -> dict[str, int]:
    """Write all tables as files into a new folder, completely or not at all; returns row counts."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LackmusError(f"{folder} is there already and not empty. Name a new folder.")
    with desk.open() as workspace:
        beside: Path | None = None
        try:
            folder.absolute().parent.mkdir(parents=True, exist_ok=True)
            beside = Path(tempfile.mkdtemp(dir=folder.absolute().parent, prefix=f".{folder.name}."))
            with workspace.reading() as connection:
                counts = write_folder(connection, beside)
            beside.chmod(0o777 & ~_umask())
            beside.replace(folder)
            beside = None
        except (OSError, PolarsError) as problem:  # Polars reports a full disk in its own way
            why = getattr(problem, "strerror", None) or str(problem).partition("\n")[0]
            raise LackmusError(f"{folder} cannot be written ({why}). Choose another place.") from None
        finally:
            if beside is not None:
                shutil.rmtree(beside, ignore_errors=True)
    return counts


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
