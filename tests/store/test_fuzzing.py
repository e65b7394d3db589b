"""Damaged backups and folders are restored or refused in one line, and nothing half-written is left."""

import json
import os
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from lackmus.errors import LackmusError
from lackmus.flows.workspaces import copies
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import open_workspace
from lackmus.store.workspaces.copies import restore
from tests.mutants import mutants
from tests.store.filled import fill

MANY = int(os.environ.get("LACKMUS_MUTANTS", "40")) // 5  # restoring takes a while
SEED = int(os.environ.get("LACKMUS_MUTANT_SEED", "1"))


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a workspace that holds the bundled sample."""
    file = tmp_path_factory.mktemp("workspace") / "lackmus.db"
    with open_workspace(str(file), create=True) as opened:
        fill(opened)
    return file


def refused_or_restored(source: Path, about: str) -> None:
    target = source.with_name("new.db")
    try:
        restore(source, str(target))
    except LackmusError as problem:
        assert "\n" not in str(problem) and str(source.parent) in str(problem), f"{about}: {problem}"
        assert not list(source.parent.glob("new.db*")), about
    except BaseException as problem:
        raise AssertionError(f"{about}: {problem!r}") from problem
    for file in source.parent.glob("new.db*"):
        file.unlink()


def test_damaged_backups(workspace: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    copies.back_up(Desk(str(workspace)), backup)
    for number, damaged in enumerate(mutants(backup.read_bytes(), SEED, MANY)):
        backup.write_bytes(damaged)
        refused_or_restored(backup, f"seed {SEED}, mutant {number}")


@pytest.mark.parametrize("vouched", [True, False])
def test_damaged_folders(workspace: Path, tmp_path: Path, vouched: bool) -> None:
    """Whether the manifest tells that a file was changed, or was changed with it."""
    good, folder = tmp_path / "good", tmp_path / "folder"
    copies.export(Desk(str(workspace)), good)
    files = sorted(good.iterdir())
    for number in range(MANY):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(good, folder)
        file = files[(number * 7 + SEED) % len(files)]
        (damaged,) = mutants(file.read_bytes(), SEED * 1000 + number, 1)
        (folder / file.name).write_bytes(damaged)
        if vouched and file.name != "manifest.json":
            manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
            manifest["tables"][file.stem]["sha256"] = sha256(damaged).hexdigest()
            (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
        refused_or_restored(folder, f"seed {SEED}, mutant {number} of {file.name}")
