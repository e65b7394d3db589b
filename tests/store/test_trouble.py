"""Full disks, read-only files, others who write for long: one clear line, and the workspace as it was."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from lackmus.errors import LackmusError
from lackmus.store.db import databases, schema
from lackmus.store.db.errors import Busy
from lackmus.store.db.workspaces import open_workspace
from tests.store.grown import everything, grow, hand_in
from tests.store.older import make_old


def content(where: str) -> dict[str, list[tuple[object, ...]]]:
    with open_workspace(where) as opened, opened.reading() as connection:
        return everything(connection)


@pytest.fixture
def file(tmp_path: Path) -> str:
    where = str(tmp_path / "lackmus.db")
    with open_workspace(where, create=True) as workspace:
        grow(workspace)
    return where


LONG = [("1", f"Her husband number {number} is a man. {'x' * 500}") for number in range(400)]


def test_a_full_disk(file: str) -> None:
    """SQLite is told that no page is left: the import is refused whole."""
    before = content(file)
    with open_workspace(file) as workspace:
        with workspace.engine.connect() as connection:
            pages = connection.execute(text("PRAGMA page_count")).scalar()
        workspace.engine.dispose()

        @event.listens_for(workspace.engine, "connect")
        def limit(connection: Any, _: object) -> None:
            connection.execute(f"PRAGMA max_page_count = {pages}")

        with (
            pytest.raises(LackmusError, match="the disk is full"),
            workspace.writing("Ada", "outputs import") as change,
        ):
            hand_in(change, 1, *LONG)
    assert content(file) == before


_LIMITED = """
import resource, sys
from lackmus.errors import LackmusError
from lackmus.store.db.workspaces import open_workspace
from tests.store.grown import hand_in
from tests.store.test_trouble import LONG
workspace = open_workspace(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    with workspace.writing("Ada", "outputs import") as change:
        hand_in(change, 1, *LONG)
except LackmusError as problem:
    print(problem)
"""
PROJECT = Path(__file__).parents[2]


def test_a_disk_that_takes_no_more(file: str) -> None:
    """The system itself refuses to let the file grow."""
    before = content(file)
    ended = subprocess.run(
        [sys.executable, "-c", _LIMITED, file], cwd=PROJECT, capture_output=True, text=True, timeout=100
    )
    assert ended.stderr == ""
    assert ended.stdout.startswith(f"{file}: the disk ")
    assert "Nothing was changed; make room and try again" in ended.stdout
    assert content(file) == before


def test_a_backup_to_a_full_disk_leaves_nothing(file: str, tmp_path: Path) -> None:
    """Neither half a file nor one beside it."""
    folder = tmp_path / "backups"
    folder.mkdir()
    code = """
import resource, sys
from pathlib import Path
from lackmus.errors import LackmusError
from lackmus.store.workspaces.copies import back_up
from lackmus.store.db.workspaces import open_workspace
workspace = open_workspace(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
try:
    back_up(workspace, Path(sys.argv[2]))
except LackmusError as problem:
    print(problem)
"""
    ended = subprocess.run(
        [sys.executable, "-c", code, file, folder / "copy.db"], capture_output=True, text=True, timeout=100
    )
    assert (ended.stderr, ended.stdout.count("\n")) == ("", 1)
    assert "disk" in ended.stdout
    assert list(folder.iterdir()) == []


def test_somebody_writes_for_long(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other is told after a while, and nothing is changed; readers are not kept waiting."""
    monkeypatch.setattr(databases, "TIMEOUT", 0.2)
    with open_workspace(where, create=True) as one, open_workspace(where) as other:
        with one.writing("Ada", "long") as change:
            change.add(schema.suites, ["id"], [(1,)])
            with other.reading() as connection:
                assert other.revision(connection).number == 0
            with (
                pytest.raises(Busy, match="is busy: another person or program is writing"),
                other.writing("Ben", "quick"),
            ):
                pass
        with other.reading() as connection:
            assert other.revision(connection).number == 1


# What is done as somebody who may not write there. Python itself may lie where only root looks, so all that
# is needed is imported before.
_AS_NOBODY = """
import os, sys
import alembic.command, alembic.config
from lackmus.errors import LackmusError
from lackmus.store.db import migrating, sqlite_files
from lackmus.store.db.workspaces import open_workspace
from lackmus.store.db import schema
from sqlalchemy import select
def warm(where):
    with open_workspace(where) as workspace, workspace.reading() as connection:
        return connection.execute(select(schema.suite_states.c.name)).scalar()
warm(sys.argv[2])
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
try:
    print(warm(sys.argv[1]))
    with open_workspace(sys.argv[1]) as workspace, workspace.writing("Ada", "suite import") as change:
        change.add(schema.suites, ["id"], [(99,)])
    print("written")
except LackmusError as problem:
    print(problem)
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may look into (those of pytest are closed to others)."""
    folder = Path(tempfile.mkdtemp(prefix="lackmus-test-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    "folder_mode, file_mode",
    [(0o555, 0o444), (0o555, 0o666), (0o777, 0o444)],
    ids=["neither", "only the file", "only the folder"],
)
def test_a_read_only_workspace_can_be_read(
    open_folder: Path, tmp_path: Path, folder_mode: int, file_mode: int
) -> None:
    """Reports from an archive: reading works, writing is refused by one line, no byte is changed."""
    where, other = open_folder / "lackmus.db", tmp_path / "other.db"
    for place in (where, other):
        with open_workspace(str(place), create=True) as workspace:
            grow(workspace)
    before = where.read_bytes()
    where.chmod(file_mode)
    open_folder.chmod(folder_mode)
    ended = subprocess.run(
        [sys.executable, "-c", _AS_NOBODY, where, other], capture_output=True, text=True, timeout=100
    )
    assert ended.stderr == ""
    name, said = ended.stdout.splitlines()
    assert name == "small"
    assert said.startswith(f"{where}: it cannot be written. Change its permissions")
    assert where.read_bytes() == before
    if folder_mode == 0o555:
        assert [one.name for one in open_folder.iterdir()] == ["lackmus.db"]


def test_an_old_read_only_workspace_stays_as_it_is(open_folder: Path, tmp_path: Path) -> None:
    """It would have to be migrated first, and cannot be."""
    where, other = open_folder / "lackmus.db", tmp_path / "other.db"
    make_old(str(where))
    with open_workspace(str(other), create=True) as workspace:
        grow(workspace)
    before = where.read_bytes()
    where.chmod(0o444)
    open_folder.chmod(0o555)
    ended = subprocess.run(
        [sys.executable, "-c", _AS_NOBODY, where, other], capture_output=True, text=True, timeout=100
    )
    assert (ended.stderr, ended.stdout.count("\n")) == ("", 1)
    assert "is not changed without a copy" in ended.stdout
    assert where.read_bytes() == before


def test_a_server_that_is_not_there() -> None:
    """The password is not repeated."""
    with pytest.raises(LackmusError, match="the server does not answer") as told:
        open_workspace("postgresql+psycopg://ada:secret@127.0.0.1:1/x")
    assert "secret" not in str(told.value)


def test_a_damaged_file(file: str, tmp_path: Path) -> None:
    """One line with the remedy, also for a backup of it."""
    data = bytearray(Path(file).read_bytes())
    for start in range(4096 * 2, len(data), 4096):
        data[start : start + 200] = b"\xff" * 200
    Path(file).write_bytes(bytes(data))
    with pytest.raises(LackmusError, match=r"it is damaged\. Restore a backup"):
        content(file)
