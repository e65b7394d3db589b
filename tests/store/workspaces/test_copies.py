"""A workspace goes into a file or a folder and comes out unchanged, in either database."""

import json
import sqlite3
from pathlib import Path

import pytest

from lackmus.errors import LackmusError
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace
from lackmus.store.workspaces.copies import back_up, restore
from lackmus.store.workspaces.folders import MANIFEST, file_name, write_folder
from tests.conftest import new_database
from tests.store.grown import assign, compete, contrast, everything, fetch, grow, let_in, rated, tell


@pytest.fixture
def grown(workspace: OpenWorkspace) -> OpenWorkspace:
    grow(workspace)
    tell(workspace)
    let_in(workspace)
    fetch(workspace)
    compete(workspace)
    contrast(workspace)
    rated(workspace)
    assign(workspace)
    return workspace


def content(where: str | Path) -> dict[str, list[tuple[object, ...]]]:
    with open_workspace(str(where)) as opened, opened.reading() as connection:
        return everything(connection)


def exported(workspace: OpenWorkspace, folder: Path) -> dict[str, bytes]:
    folder.mkdir()
    with workspace.reading() as connection:
        write_folder(connection, folder)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_nothing_is_empty(grown: OpenWorkspace) -> None:
    """The tests below would not see a table that is lost while empty."""
    with grown.reading() as connection:
        assert [name for name, rows in everything(connection).items() if not rows] == ["undoings"]


def test_a_backup_is_the_workspace(grown: OpenWorkspace, tmp_path: Path) -> None:
    """A file of SQLite, wherever the workspace lies; nothing is left beside it."""
    folder = tmp_path / "backups"
    folder.mkdir()
    back_up(grown, folder / "copy.db")
    assert [file.name for file in folder.iterdir()] == ["copy.db"]
    with grown.reading() as connection:
        assert content(folder / "copy.db") == everything(connection)


def test_a_backup_sees_one_moment(grown: OpenWorkspace, tmp_path: Path) -> None:
    """Somebody is in the middle of a change: the backup neither waits nor sees half of it."""
    with grown.writing("Ada", "half") as change:
        change.add(schema.suites, ["id"], [(99,)])
        back_up(grown, tmp_path / "copy.db")
    assert (99,) not in content(tmp_path / "copy.db")["suites"]


def test_a_backup_overwrites_nothing_unasked(grown: OpenWorkspace, tmp_path: Path) -> None:
    """Only --replace replaces, and only when the new one is whole."""
    file = tmp_path / "copy.db"
    file.write_text("precious")
    with pytest.raises(LackmusError, match="is there already"):
        back_up(grown, file)
    assert file.read_text() == "precious"
    back_up(grown, file, replace=True)
    assert content(file)["suites"] == [(1,)]


def test_a_workspace_is_no_backup_of_itself(tmp_path: Path) -> None:
    """Neither way."""
    file = tmp_path / "lackmus.db"
    with open_workspace(str(file), create=True) as workspace:
        grow(workspace)
        with pytest.raises(LackmusError, match="is the workspace itself"):
            back_up(workspace, file, replace=True)
    with pytest.raises(LackmusError, match="is the workspace itself"):
        restore(file, str(file), replace=True)


@pytest.mark.parametrize("made", [True, False], ids=["empty", "absent"])
def test_restored_as_it_was(
    grown: OpenWorkspace, where: str, postgres: str, tmp_path: Path, made: bool
) -> None:
    """Into an empty or an absent workspace, of both databases."""
    back_up(grown, tmp_path / "copy.db")
    for target in (str(tmp_path / "new.db"), new_database(postgres)):
        if made:
            open_workspace(target, create=True).close()
        assert restore(tmp_path / "copy.db", target) == ()
        assert content(target) == content(where)
        with open_workspace(target) as opened, opened.writing("Ada", "on we go") as change:
            change.add(schema.suites, ["id"], [(2,)])


@pytest.mark.parametrize("mode", [0o644, 0o444])
def test_a_backup_is_only_read(tmp_path: Path, mode: int) -> None:
    """Restoring leaves it as it was, and nothing beside it."""
    (tmp_path / "kept").mkdir()
    backup = tmp_path / "kept" / "monday.db"
    with open_workspace(str(tmp_path / "first.db"), create=True) as workspace:
        grow(workspace)
        back_up(workspace, backup)
    backup.chmod(mode)
    before = backup.read_bytes()
    restore(backup, str(tmp_path / "second.db"))
    assert [file.name for file in backup.parent.iterdir()] == ["monday.db"]
    assert backup.read_bytes() == before


def test_what_is_there_is_kept(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A workspace with content is replaced only if asked, and a copy of it is written first."""
    monkeypatch.chdir(tmp_path)
    with open_workspace(str(tmp_path / "other.db"), create=True) as other:
        grow(other)
    with open_workspace(where, create=True) as opened, opened.writing("Eve", "mine") as change:
        change.add(schema.suites, ["id"], [(77,)])
    before = content(where)
    with pytest.raises(LackmusError, match="is not empty"):
        restore(tmp_path / "other.db", where)
    assert content(where) == before
    (note,) = restore(tmp_path / "other.db", where, replace=True)
    assert content(where) == content(tmp_path / "other.db")
    kept = note.removesuffix(".").partition(" is kept in ")[2]
    assert content(kept) == before


@pytest.mark.parametrize(
    "made, said",
    [
        (lambda file: None, "There is no "),
        (lambda file: file.write_text("Dear all, " * 99), "is not a workspace"),
        (lambda file: file.touch(), "is empty"),
        (lambda file: file.mkdir(), "has no manifest.json"),
    ],
    ids=["missing", "letter", "empty", "folder"],
)
def test_no_backup_is_refused(tmp_path: Path, made, said: str) -> None:  # type: ignore[no-untyped-def]
    """One line, and no workspace is made of it."""
    made(tmp_path / "bad")
    with pytest.raises(LackmusError, match=said):
        restore(tmp_path / "bad", str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()


def test_there_and_back(tmp_path: Path, postgres: str) -> None:
    """SQLite → folder → PostgreSQL → folder → SQLite → folder: the three folders are equal to the byte."""
    places = [str(tmp_path / "first.db"), new_database(postgres), str(tmp_path / "last.db")]
    with open_workspace(places[0], create=True) as first:
        grow(first)
        tell(first)
        compete(first)
        contrast(first)
        rated(first)
        folders = [exported(first, tmp_path / "0")]
    for number, where in enumerate(places[1:], 1):
        restore(tmp_path / str(number - 1), where)
        with open_workspace(where) as opened:
            folders.append(exported(opened, tmp_path / str(number)))
    assert folders[0] == folders[1] == folders[2]
    assert content(places[0]) == content(places[1]) == content(places[2])
    assert {"outputs.parquet", "people.jsonl", MANIFEST} <= folders[0].keys()
    assert not any(name.startswith("claims") for name in folders[0])


def test_rows_are_sorted_by_their_letters(grown: OpenWorkspace, tmp_path: Path) -> None:
    """Not as a database would sort them: capitals first, ä last."""
    lines = exported(grown, tmp_path / "out")["saved_reports.jsonl"].decode().splitlines()
    assert [json.loads(line)["name"] for line in lines] == ["Zoo", "a b", "zoo", "ärger"]


def changed_manifest(**new: object):  # type: ignore[no-untyped-def]
    def change(folder: Path) -> None:
        manifest = json.loads((folder / MANIFEST).read_text())
        (folder / MANIFEST).write_text(json.dumps(manifest | new))

    return change


def flip(name: str):  # type: ignore[no-untyped-def]
    def change(folder: Path) -> None:
        data = bytearray((folder / name).read_bytes())
        data[len(data) // 2] ^= 1
        (folder / name).write_bytes(bytes(data))

    return change


@pytest.mark.parametrize(
    "spoil, said",
    [
        (lambda folder: (folder / MANIFEST).unlink(), "has no manifest.json"),
        (lambda folder: (folder / MANIFEST).write_text("[]"), "manifest.json is damaged"),
        (lambda folder: (folder / "texts.parquet").unlink(), "texts.parquet cannot be read"),
        (flip("texts.parquet"), "texts.parquet is damaged"),
        (flip("people.jsonl"), "people.jsonl is damaged"),
        (changed_manifest(schema="9999", lackmus="9.9"), "was made by Lackmus 9.9.*Update"),
        (changed_manifest(tables={}), "lacks .*Take a whole copy"),
        (changed_manifest(tables={"../x": {"rows": 0, "sha256": ""}}), "is damaged"),
    ],
)
def test_a_spoilt_folder_is_refused(tmp_path: Path, spoil, said: str) -> None:  # type: ignore[no-untyped-def]
    """One clear line, and nothing is made of it."""
    with open_workspace(str(tmp_path / "first.db"), create=True) as first:
        grow(first)
        exported(first, tmp_path / "out")
    spoil(tmp_path / "out")
    with pytest.raises(LackmusError, match=said):
        restore(tmp_path / "out", str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize(
    "table, line",
    [
        ("people", '{"id": 1}'),
        ("people", '{"id": "one", "name": "Ada"}'),
        ("people", "no JSON"),
        ("people", '{"id": 1, "name": "Ada"}\n{"id": 1, "name": "Ada"}'),
        ("person_states", '{"person": 99, "since": 1, "until": null, "role": "editor"}'),
    ],
)
def test_a_forged_folder_is_refused(tmp_path: Path, table: str, line: str) -> None:
    """Even if its digests are right: rows must be rows of a workspace."""
    with open_workspace(str(tmp_path / "first.db"), create=True) as first:
        grow(first)
        exported(first, tmp_path / "out")
    file = tmp_path / "out" / file_name(table)
    file.write_text(line)
    from hashlib import sha256

    manifest = json.loads((tmp_path / "out" / MANIFEST).read_text())
    digest = sha256(file.read_bytes()).hexdigest()
    manifest["tables"][table] = {"rows": line.count("\n") + 1, "sha256": digest}
    (tmp_path / "out" / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(LackmusError, match="damaged"):
        restore(tmp_path / "out", str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()


def test_a_failing_restore_changes_nothing(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half-way through, the old content is still what everybody sees."""
    monkeypatch.chdir(tmp_path)
    with open_workspace(str(tmp_path / "other.db"), create=True) as other:
        grow(other)
    with open_workspace(where, create=True) as opened, opened.writing("Eve", "mine") as change:
        change.add(schema.suites, ["id"], [(77,)])
    before = content(where)
    from lackmus.store.db import bulk

    insert = bulk.insert

    def failing(connection, table, columns, rows):  # type: ignore[no-untyped-def]
        if table is schema.texts:
            raise sqlite3.OperationalError("database or disk is full")
        insert(connection, table, columns, rows)

    monkeypatch.setattr(bulk, "insert", failing)
    with pytest.raises(LackmusError, match="the disk is full"):
        restore(tmp_path / "other.db", where, replace=True)
    monkeypatch.undo()
    assert content(where) == before
    assert not list(tmp_path.glob("*.backup"))
