"""The newcomer's commands on a machine that lacks something: one line says what to install."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PROJECT

WITHOUT_VENV = 'case "$*" in *ensurepip*) exit 1;; esac'
OLD_PYTHON = 'case "$*" in *version_info*) exit 1;; esac'


def make(folder: Path, fake: str) -> subprocess.CompletedProcess[str]:
    """`make run` with a Python that lacks something."""
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    for file in ("Makefile", "pyproject.toml", "package-lock.json", "hatch_build.py"):
        shutil.copy(PROJECT / file, folder)
    python = folder / "fake-python"
    python.write_text(f'#!/bin/sh\n{fake}\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    # A `make` above this one must not pass its flags on.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "--no-print-directory", "run", f"PYTHON={python}"]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize(
    "fake, remedy",
    [(WITHOUT_VENV, "apt-get install python3-venv"), (OLD_PYTHON, "Lackmus needs Python 3.11 or newer")],
)
def test_what_to_install_is_said(tmp_path: Path, fake: str, remedy: str) -> None:
    """Debian without python3-venv, or a Python that is too old."""
    made = make(tmp_path, fake)
    lines = [line for line in made.stderr.splitlines() if not line.startswith("make:")]
    assert made.returncode != 0
    assert len(lines) == 1
    assert remedy in lines[0]
    assert not (tmp_path / ".venv").exists()


def test_ci_calls_make_test() -> None:
    """What runs elsewhere is what a newcomer runs."""
    assert "make test" in (PROJECT / ".ci" / "run").read_text()
