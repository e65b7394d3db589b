"""Backup, restore and export on the command line."""

import re
from pathlib import Path

import pytest

from lackmus.store.db.workspaces import open_workspace
from tests.store.grown import grow
from tests.store.older import make_old
from tests.test_cli import answer, command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a workspace in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    with open_workspace("lackmus.db", create=True) as workspace:
        grow(workspace)
    return tmp_path


def test_backup_and_restore(here: Path) -> None:
    """Into a new workspace; over one that has something only if asked, and then that is kept."""
    ended, _, stderr = command("backup", "copy.db")
    assert ended == 0
    assert stderr.startswith("lackmus: Written: copy.db (")
    ended, _, stderr = command("restore", "copy.db", "--workspace", "new.db")
    assert (ended, stderr) == (0, "lackmus: new.db is a new workspace and now holds what copy.db held.\n")
    assert answer("log", "-w", "new.db") == answer("log")
    assert command("undo")[0] == 0
    ended, _, stderr = command("restore", "copy.db")
    assert (ended, stderr.count("\n")) == (2, 1)
    assert "lackmus.db is not empty" in stderr
    ended, _, stderr = command("restore", "copy.db", "--replace")
    first, second = stderr.splitlines()
    assert first.startswith("lackmus: What lackmus.db held before is kept in lackmus.db.2")
    assert second == "lackmus: lackmus.db now holds what copy.db held."
    assert answer("log", "-w", "new.db") == answer("log")


def test_a_backup_is_not_overwritten(here: Path) -> None:
    """Unless asked."""
    (here / "copy.db").write_text("precious")
    assert "is there already" in command("backup", "copy.db")[2]
    assert (here / "copy.db").read_text() == "precious"
    assert command("backup", "copy.db", "--replace")[0] == 0


def test_export_and_restore(here: Path) -> None:
    """A folder of files, and a workspace made of it again."""
    ended, _, stderr = command("export", "--everything", "out")
    assert ended == 0
    assert re.fullmatch(r"lackmus: Written: \d+ tables with \d+ rows to out\.\n", stderr)
    assert (here / "out" / "manifest.json").is_file()
    assert command("restore", "out", "-w", "new.db")[0] == 0
    assert answer("log", "-w", "new.db") == answer("log")
    assert {path.name for path in here.iterdir()} == {"lackmus.db", "new.db", "out"}


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("export", "out"), "lackmus export --everything FOLDER"),
        (("export", "--everything", "full"), "full is there already and not empty"),
        (("export", "--everything", "lackmus.db"), "lackmus.db is there already"),
        (("backup", "full"), "full is a folder"),
        (("backup", "missing/copy.db"), "cannot be written (No such file or directory)"),
        (("restore", "missing.db"), "There is no missing.db"),
        (("restore", "full", "-w", "new.db"), "full has no manifest.json"),
        (("backup", "copy.db", "-w", "missing.db"), "There is no workspace at missing.db"),
    ],
)
def test_slips(here: Path, arguments: tuple[str, ...], said: str) -> None:
    """One line that says what next, and nothing is left behind."""
    (here / "full").mkdir()
    (here / "full" / "precious").touch()
    before = sorted(here.rglob("*"))
    ended, stdout, stderr = command(*arguments)
    assert (ended, stdout, stderr.count("\n")) == (2, "", 1)
    assert said in stderr
    assert sorted(here.rglob("*")) == before


def test_whoever_opens_an_old_workspace_is_told(here: Path) -> None:
    """On standard error, so that the answer stays data."""
    make_old("old.db")
    ended, stdout, stderr = command("log", "-w", "old.db", "--format", "json")
    assert ended == 0
    assert '"suite import"' in stdout
    assert stderr.count("\n") == 1
    assert stderr.startswith("lackmus: old.db was brought from schema 0001 to ")
    assert command("log", "-w", "old.db")[2] == ""
