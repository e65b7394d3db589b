"""The runner itself: what was collected and not run is a failure."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PROJECT

TESTS = "import pytest\n\n@pytest.mark.parametrize('n', range(6))\ndef test_it(n): pass\n"
SWALLOWED = "def pytest_runtest_protocol(item): return True if '[3]' in item.nodeid else None"


@pytest.mark.parametrize(
    "conftest, options, code, said",
    [
        ("", "-p xdist --numprocesses=2", 0, "6 passed"),
        (SWALLOWED, "", 3, "1 of 6 tests were collected and not run."),
        (SWALLOWED, "-p xdist --numprocesses=2", 3, "1 of 6 tests were collected and not run."),
        ("", "-k nothing", 5, "6 deselected"),
    ],
)
def test_none_is_forgotten(tmp_path: Path, conftest: str, options: str, code: int, said: str) -> None:
    (tmp_path / "test_these.py").write_text(TESTS)
    (tmp_path / "conftest.py").write_text(conftest)
    own = f"--rootdir {tmp_path} --basetemp {tmp_path / 'own'} -p no:cacheprovider"
    command = f"-m pytest {tmp_path} {own} -p tests.counted {options}"
    alone = {
        **os.environ,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }  # what else is installed takes seconds to load
    ran = subprocess.run(
        [sys.executable, *command.split()], cwd=PROJECT, env=alone, capture_output=True, text=True
    )
    assert (ran.returncode, said in ran.stdout) == (code, True), ran.stdout + ran.stderr
