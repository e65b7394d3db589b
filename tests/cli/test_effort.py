"""`lackmus effort`: what reviewing cost and won."""

import json
from pathlib import Path

import pytest

from lackmus.store.db.workspaces import open_workspace
from tests.store.reviewed import drawn, say
from tests.test_cli import command


@pytest.mark.parametrize("format", ["terminal", "json", "csv", "markdown", "latex", "html"])
def test_effort_in_every_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    with open_workspace("lackmus.db", create=True) as workspace:
        drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
        say(workspace, "Ben", "+unclear 002")
    ended, told, _ = command("effort", "--campaign", "WMT26", "--format", format)
    assert ended == 0
    if format == "json":
        assert json.loads(told)["campaigns"][0]["outputs"]["by_people"] == 2
    else:
        assert "Ben" in told and "WMT26" in told
