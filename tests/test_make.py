"""The newcomer's commands on a machine that lacks something: one line says what to install."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.conftest import PROJECT

WITHOUT_VENV = 'case "$*" in *ensurepip*) exit 1;; esac'
OLD_PYTHON = 'case "$*" in *version_info*) exit 1;; esac'


def make(folder: Path, fake: str) -> subprocess.CompletedProcess[str]:
    """`make run` with a Python that lacks something."""
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    for file in ("Makefile", "pyproject.toml", "constraints.txt", "package-lock.json", "hatch_build.py"):
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


@pytest.mark.parametrize("place", [".ci/run", ".github/workflows/test.yml"])
def test_ci_calls_make_test(place: str) -> None:
    """What runs elsewhere is what a newcomer runs."""
    assert "make test" in (PROJECT / place).read_text()


def test_the_workflow_may_only_read_and_runs_every_python() -> None:
    """No step can write to the repository; the versions are those that the package names."""
    workflow = yaml.safe_load((PROJECT / ".github" / "workflows" / "test.yml").read_text())
    named = re.findall(r"Python :: (3\.\d+)", (PROJECT / "pyproject.toml").read_text())
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == named


def test_what_make_check_runs_is_there() -> None:
    """A folder that was renamed would be left out; pytest itself fails where no test is left."""
    quick = re.search(r"^QUICK := (.*)$", (PROJECT / "Makefile").read_text(), re.MULTILINE)
    assert quick is not None
    assert [place for place in quick[1].split() if not (PROJECT / place).exists()] == []


def test_hooks_run_the_tools_of_the_project() -> None:
    """Nothing is fetched from elsewhere before a commit; `make lint` has the same tools."""
    (own,) = yaml.safe_load((PROJECT / ".pre-commit-config.yaml").read_text())["repos"]
    assert (own["repo"], {hook["language"] for hook in own["hooks"]}) == ("local", {"system"})
    lint = (PROJECT / "Makefile").read_text().replace("$(BIN)", ".venv/bin")
    tools = {" ".join(hook["entry"].split()[:2]) for hook in own["hooks"]}
    assert {tool for tool in tools if tool not in lint} == set()
