"""Backups and folders that somebody crafted or damaged: one line, nothing run, nothing half-written."""

import json
import os
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from shutil import disk_usage

import polars as pl
import pytest

from lackmus.errors import LackmusError
from lackmus.flows.workspaces import copies
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.sqlite_files import keep_copy
from lackmus.store.db.workspaces import open_workspace
from lackmus.store.workspaces import foreign_backups
from lackmus.store.workspaces.copies import restore


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of a workspace with one person, who has a comment in the log."""
    with open_workspace(str(tmp_path / "lackmus.db"), create=True) as workspace:
        with workspace.writing("Ada", "person add", "Ada") as change:
            change.written = True
        file = tmp_path / "backup.db"
        copies.back_up(Desk(str(tmp_path / "lackmus.db")), file)
    return file


CRAFTED = {
    "a trigger": "CREATE TRIGGER evil AFTER INSERT ON changes BEGIN DELETE FROM changes; END",
    "a view": "CREATE VIEW evil AS SELECT 1",
    "a view for a table": "DROP TABLE texts; CREATE VIEW texts AS WITH RECURSIVE n(i) AS "
    "(SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, i AS digest, 'x' AS text FROM n",
    "another table": "CREATE TABLE evil (x)",
    "a virtual table": "CREATE VIRTUAL TABLE evil USING fts5(x)",
    "generated columns": "DROP TABLE claims; CREATE TABLE claims (x, y TEXT AS (zeroblob(x)))",
}


@pytest.mark.parametrize("how", CRAFTED)
def test_what_no_workspace_has_is_refused(how: str, backup: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(backup)) as connection:
        connection.executescript(CRAFTED[how])
    with pytest.raises(LackmusError, match="which no workspace has") as refused:
        restore(backup, str(tmp_path / "new.db"))
    assert str(refused.value).startswith(f"{backup} holds ")
    assert not list(tmp_path.glob("new.db*"))


@pytest.mark.parametrize("value", ["x'00ff'", "zeroblob(100)"])
def test_cells_of_another_kind(value: str, backup: Path, tmp_path: Path) -> None:
    """SQLite keeps anything in any column; what reads it would stumble."""
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute(f"UPDATE changes SET comment = {value}")
        connection.commit()
    with pytest.raises(LackmusError, match="“comment” of “changes” holds something else than texts"):
        restore(backup, str(tmp_path / "new.db"))
    assert not list(tmp_path.glob("new.db*"))


def test_a_backup_that_is_larger_than_it_looks(backup: Path, tmp_path: Path) -> None:
    """A sparse file takes no room until it is copied."""
    os.truncate(backup, disk_usage(tmp_path).free)
    with pytest.raises(LackmusError, match="Nothing was changed; make room"):
        restore(backup, str(tmp_path / "new.db"))
    assert not list(tmp_path.glob("new.db*"))


@pytest.mark.parametrize("place", ["/dev/zero", "/dev/null"])
def test_a_device_is_no_backup(place: str, tmp_path: Path) -> None:
    with pytest.raises(LackmusError, match=f"{place} is no file"):
        restore(Path(place), str(tmp_path / "new.db"))


@pytest.fixture
def folder(backup: Path, tmp_path: Path) -> Path:
    """The same workspace as a folder."""
    copies.export(Desk(str(tmp_path / "lackmus.db")), tmp_path / "folder")
    return tmp_path / "folder"


def vouched(folder: Path, table: str, rows: int) -> None:
    """Let the manifest say that a changed file is right."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    file = folder / manifest["tables"][table]["file"]
    manifest["tables"][table] |= {"rows": rows, "sha256": sha256(file.read_bytes()).hexdigest()}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


@pytest.mark.parametrize("rows, letters", [(200, 70_000), (2_000_000, 1)])
def test_a_folder_that_unpacks_to_more_than_the_disk_holds(
    rows: int, letters: int, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One text again and again takes a few bytes of Parquet, and so do a million rows."""
    table = folder / "texts.parquet"
    empty = pl.read_parquet(table)
    cells = {name: "x" * letters if kind == pl.String else 1 for name, kind in empty.schema.items()}
    pl.DataFrame(
        {name: pl.Series([cell]).new_from_index(0, rows) for name, cell in cells.items()}
    ).write_parquet(table)
    assert table.stat().st_size < 100_000
    vouched(folder, "texts", rows)
    monkeypatch.setattr(foreign_backups, "free_room", lambda _: foreign_backups.KEPT_FREE + 20_000_000)
    with pytest.raises(LackmusError, match="Nothing was changed; make room"):
        restore(folder, str(tmp_path / "new.db"))
    assert not list(tmp_path.glob("new.db*"))


def mode_of(file: Path) -> int:
    return file.stat().st_mode & 0o777


def test_only_the_owner_reads_what_holds_passwords(tmp_path: Path) -> None:
    """A new workspace, its log, backups and copies; whatever mode somebody gave a file, it keeps."""
    file, copy = tmp_path / "lackmus.db", tmp_path / "copy.db"
    before = os.umask(0)
    try:
        with (
            open_workspace(str(file), create=True) as workspace,
            workspace.writing("Ada", "person add", "Ada") as change,
        ):
            change.written = True
            made = sorted(tmp_path.iterdir())
            assert len(made) > 1 and {mode_of(one) for one in made} == {0o600}
        copies.back_up(Desk(str(file)), copy)
        assert mode_of(copy) == 0o600
        assert mode_of(keep_copy(file, "x.backup")) == 0o600
        copy.chmod(0o640)
        copies.back_up(Desk(str(file)), copy, replace=True)
        assert mode_of(copy) == 0o640
        restore(copy, str(tmp_path / "new.db"))
        assert mode_of(tmp_path / "new.db") == 0o600
        file.chmod(0o660)
        restore(copy, str(file), replace=True)
        assert mode_of(file) == 0o660
    finally:
        os.umask(before)
