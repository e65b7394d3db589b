"""The command line in trouble: a full disk, a file that may not be written, a colleague who was faster."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from lackmus.store.db import bulk, schema
from lackmus.store.db.workspaces import open_workspace
from tests.store.test_killed import furnished
from tests.store.workers import SUITE

PROJECT = Path(__file__).parents[2]
LACKMUS = [sys.executable, "-m", "lackmus"]
COMMANDS = {
    "import": ["outputs", "import", "{folder}/three.tsv", "--campaign", "second"],
    "suite": ["suite", "import", "{folder}/other.jsonl"],
    "decision": ["review", "decide", "1", "pass"],
    "rule": ["rule", "add", "a", "--positive", "--fixed", "better half"],
}
# No file may grow beyond this, which is enough for what SQLite keeps beside its own.
_ON_A_SMALL_DISK = """
import resource
from lackmus.__main__ import main
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
main()
"""


@pytest.fixture(scope="module")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two workspaces and files to bring in, to be copied."""
    stock = tmp_path_factory.mktemp("stock")
    furnished(str(stock / "lackmus.db"), stock)
    furnished(str(stock / "other.db"), stock)
    (stock / "three.tsv").write_text("a\tHer better half.\n")
    (stock / "other.jsonl").write_text((stock / f"{SUITE}.jsonl").read_text())
    return stock


@pytest.fixture
def folder(stock: Path) -> Iterator[Path]:
    """A folder that others may look into, with all of that."""
    folder = Path(tempfile.mkdtemp(prefix="lackmus-test-"))
    shutil.copytree(stock, folder, dirs_exist_ok=True)
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def everything(where: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables."""
    with open_workspace(str(where)) as workspace, workspace.reading() as connection:
        return {
            table.name: sorted(bulk.fetch(connection, select(table)), key=repr)
            for table in schema.metadata.sorted_tables
        }


def command(folder: Path, what: str) -> list[str]:
    return [*(part.format(folder=folder) for part in COMMANDS[what]), "--as", "Bea"]


def told(ended: subprocess.CompletedProcess[bytes]) -> str:
    """The last line on standard error, if the command failed as it should: no traceback, no answer."""
    said = ended.stderr.decode()
    lines = [line for line in said.splitlines() if not line.startswith("lackmus: other: ")]
    assert (ended.returncode, ended.stdout, len(lines)) == (2, b"", 1), said
    return lines[0]


@pytest.mark.parametrize("what", COMMANDS)
def test_a_full_disk(folder: Path, what: str) -> None:
    """One line, and the workspace as it was."""
    where = folder / "lackmus.db"
    with open_workspace(str(where)) as workspace, workspace.reading() as connection:
        workspace.revision(connection)  # whoever looks keeps SQLite from tidying up its log
        with workspace.writing("Ada", "suite comment") as change:
            change.add(schema.suites, ["id"], [(number,) for number in range(100, 20_000)])
        before = everything(where)
        ended = subprocess.run(
            [sys.executable, "-c", _ON_A_SMALL_DISK, *command(folder, what), "--workspace", where],
            capture_output=True,
            timeout=100,
        )
        assert told(ended).startswith(f"lackmus: {where}: the disk ")
        assert "Nothing was changed; make room and try again" in told(ended)
    assert everything(where) == before


# Python itself may lie where only root looks, so the command is done once on another workspace before.
_AS_NOBODY = """
import io, os, sys
from contextlib import redirect_stderr, redirect_stdout
from lackmus.cli.main import main
from lackmus.cli.commands import everything
other, where, *command = sys.argv[1:]
with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
    everything()([*command, "--workspace", other], standalone_mode=False)
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
sys.argv[1:] = [*command, "--workspace", where]
main()
"""


@pytest.mark.parametrize("what", COMMANDS)
def test_a_read_only_workspace(folder: Path, what: str) -> None:
    """One line with the remedy, and no byte is changed."""
    where = folder / "lackmus.db"
    before = where.read_bytes()
    where.chmod(0o444)
    folder.chmod(0o555)
    ended = subprocess.run(
        [sys.executable, "-c", _AS_NOBODY, folder / "other.db", where, *command(folder, what)],
        capture_output=True,
        timeout=100,
    )
    assert told(ended).startswith(f"lackmus: {where}: it cannot be written. Change its permissions")
    assert where.read_bytes() == before


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["rule", "change", "1", "--to", "too late"], "is not what it was: Ada put rule "),
        (["rule", "add", "a", "--positive", "--fixed", b"a\xffb"], "the rule has half a character"),
        (["rule", "add", "a", "--positive", "--pattern", "(a"], "does not compile"),
        (["rule", "list", b"a\xffb"], "has half a character"),
        (["review", "decide", "1", "pass", "--as", b"a\xffb"], "the person's name has half a character"),
        (["review", "decide", "1", "pass", "--as", "x" * 501], "the person's name is longer than 500"),
        (["review", "decide", "1", "pass", "-m", b"a\xffb"], "the comment has half a character"),
        (
            ["outputs", "import", "one.tsv", "--campaign", b"a\xffb"],
            "the campaign's name has half a character",
        ),
        (["outputs", "import", b"a\xffb.tsv", "--campaign", "x"], "its name is not UTF-8"),
        (["user", "add", b"a\xffb"], "the person's name has half a character"),
        (["log", "--person", "a\nb\x1b[31m"], "a\\nb\\x1b[31m"),
    ],
)
def test_one_line(folder: Path, arguments: list[str | bytes], said: str) -> None:
    """A colleague who was faster, and letters that are none: exit 2, never a traceback."""
    shutil.copy(folder / "one.tsv", os.fsdecode(os.fsencode(folder) + b"/a\xffb.tsv"))
    changed = subprocess.run([*LACKMUS, "rule", "change", "1", "--to", "spouse", "--as", "Ada"], cwd=folder)
    assert changed.returncode == 0
    before = everything(folder / "lackmus.db")
    ended = subprocess.run([*LACKMUS, *arguments], cwd=folder, capture_output=True, timeout=100)
    assert said in told(ended)
    assert everything(folder / "lackmus.db") == before
