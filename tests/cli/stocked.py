"""A workspace with a suite in it, for commands to work on."""

from pathlib import Path

import pytest

from lackmus.core.suites.suite import Suite
from lackmus.read import read_suite
from lackmus.store.db.workspaces import open_workspace
from lackmus.store.suites.suite_changes import new_suite
from tests.read.drafts import entry, numbered, write_signs, write_suite

SAMPLE = Path(__file__).parents[2] / "src" / "lackmus" / "sample" / "de-en"


def stock(suite: Suite, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a workspace that holds the suite; Ada works there."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("LACKMUS_USER", "ada")
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    with open_workspace("lackmus.db", create=True) as workspace, workspace.writing("ada", "import") as change:
        new_suite(change, suite)
    return folder


def stock_four(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite of four items, the last reserved, and files of three systems in two versions."""
    entries = [*numbered(3), entry("4", category="Negation", phenomenon="Negation", reserved=True)]
    file = write_suite(folder / "suite.json", entries)
    write_signs(folder / "out", A="+-++", B="+-?-", C="++++")
    write_signs(folder / "later", A="+++ ", B="+-?-")
    return stock(read_suite(file), folder, monkeypatch)
