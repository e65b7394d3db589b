"""Training sets and control texts from Python."""

from pathlib import Path

import pytest

import lackmus
from lackmus.store.db.workspaces import open_workspace
from tests.store.reviewed import drawn, number_of, say


@pytest.fixture
def number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """A text on which Ada and Dora agree."""
    monkeypatch.chdir(tmp_path)
    with open_workspace("lackmus.db", create=True) as workspace:
        drawn(workspace, A="abcdef")
        for person in ("Ada", "Dora"):
            say(workspace, person, "+a 001")
        return number_of(workspace, "a 001")


def test_known_verdicts(number: int) -> None:
    """Made and removed; frames tell how people agree, with a row for each person and phenomenon."""
    workspace = lackmus.Workspace("lackmus.db", person="Ada")
    assert workspace.make_training("First", to="Ada") == 1
    assert workspace.make_training("Second", texts={number: "fail"}, to=["Ada", "Dora"]) == 1
    assert workspace.training("First").columns == [
        "person", "category", "phenomenon", "texts", "same", "percent", "kappa",
    ]  # fmt: skip
    assert workspace.set_controls("5%", to="Ada") == 1
    assert workspace.controls("WMT26").height == 0
    workspace.remove_controls()
    with pytest.raises(lackmus.LackmusError, match="rate: “5” is no rate"):
        workspace.set_controls("5")
    with pytest.raises(lackmus.LackmusError, match="texts: there is no 'maybe'"):
        workspace.set_controls("5%", texts={number: "maybe"})
    with pytest.raises(lackmus.LackmusError, match=r"Give it one: texts=\{\d+: 'pass'\}"):
        workspace.make_training("Third", texts={number + 1: None})
    with pytest.raises(lackmus.LackmusError, match="n: “0” is no amount"):
        workspace.make_training("Third", n=0)
