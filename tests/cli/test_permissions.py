"""Files and folders that may not be read are told in one line, by every kind of command."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lackmus.flows.suites.samples import FIRST, samples

# Root reads everything, whatever the mode says, unless it gives up just that.
_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
_BOUND = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if _ROOT else []


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """A folder that nobody may look into, and beside it a file that nobody may read."""
    folder, file = tmp_path / "closed", tmp_path / "shut"
    folder.mkdir(0o000)
    file.touch(0o000)
    try:
        tried = subprocess.run([*_BOUND, "cat", str(file)], capture_output=True, timeout=120)
    except OSError:
        pytest.skip("nothing here takes the rights of root away")
    if b"Permission denied" not in tried.stderr:
        pytest.skip("everything can be read here, whatever its mode is")
    yield folder
    folder.chmod(0o700)
    shutil.rmtree(folder)


@pytest.mark.parametrize("named", ["closed", "closed/file", "shut"])
@pytest.mark.parametrize(
    "words, variable",
    [
        (["evaluate", "SUITE", "FILE"], ""),
        (["suite", "import", "FILE", "--workspace", "w.db"], ""),
        (["suite", "list", "--workspace", "FILE"], ""),
        (["restore", "FILE", "--workspace", "w.db"], ""),
        (["user", "add", "Ada", "--password-file", "FILE", "--create", "--workspace", "w.db"], ""),
        (["engine", "list"], "LACKMUS_ENGINES"),
    ],
    ids=["outputs", "suite", "workspace", "backup", "password", "engines"],
)
def test_what_may_not_be_read(closed: Path, named: str, words: list[str], variable: str) -> None:
    place = str(closed.parent / named)
    known = {"SUITE": str(samples()[FIRST]), "FILE": place}
    done = subprocess.run(
        [*_BOUND, sys.executable, "-m", "lackmus", *(known.get(word, word) for word in words)],
        cwd=closed.parent,
        env={**os.environ, **({variable: place} if variable else {})},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("lackmus: ") and place in line
