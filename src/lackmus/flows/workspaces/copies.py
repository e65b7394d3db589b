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
    """The workspace as it is at this moment, as a file of its own."""
    with desk.open() as workspace:
        copies.back_up(workspace, file, replace)


def restore(desk: Desk, source: Path, replace: bool = False) -> tuple[str, bool]:
    """Let the workspace be what a backup or an exported folder holds. Its name, and whether it is new."""
    where = where_is(desk.workspace)
    new = not exists(where)
    announce(copies.restore(source, where, replace))
    return name_of(where), new


def export(desk: Desk, folder: Path) -> dict[str, int]:
    """All tables as files in a new folder, whole or not at all. How many rows of each there are."""
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
        except (OSError, PolarsError) as problem:  # Polars has words of its own for a full disk
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
