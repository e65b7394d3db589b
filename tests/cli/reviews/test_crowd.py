"""`lackmus review export` and `lackmus review import`: there and back, and one line on what is wrong."""

import json
from pathlib import Path

import pytest

from lackmus.store.db.workspaces import open_workspace
from tests.store.reviewed import drawn
from tests.test_cli import answer, command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a workspace of five open texts; Ada is the admin."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    with open_workspace("lackmus.db", create=True) as workspace:
        drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
    return tmp_path


EXPORT = "review export crowd.json --annotator Ina --n 2"


def test_there_and_back(here: Path) -> None:
    """The campaign's pages come back in the log of answers."""
    ended, _, said = command(*EXPORT.split(), "--label", "Ja", "--label", "Nein", "--label", "Unklar")
    assert (ended, "2 texts for 1 annotator, each judged once." in said) == (0, True)
    (task,) = json.loads((here / "crowd.json").read_text())["data"]
    log = [
        {"annotation": [None, said], "item": page, "user_id": "Ina", "item_i": place, "actions": []}
        for place, (page, said) in enumerate(zip(task, ["Ja", "Unklar"], strict=True))
    ]
    (here / "log.jsonl").write_text("\n".join(map(json.dumps, log)))
    done = answer("review", "import", "log.jsonl")
    assert (done["decided"], done["undecided"], done["people"]) == (1, 1, {"Ina": True})
    assert "known already" in command("review", "import", "log.jsonl")[1]


@pytest.mark.parametrize(
    "arguments, line",
    [
        (f"{EXPORT} --times 2", "a text cannot be judged 2 times by 1 annotator."),
        (f"{EXPORT} --label Ja", "--label needs three answers"),
        (f"{EXPORT} --category Idioms", "--category: there is no Idioms. There are Ambiguity"),
        ("review import none.json", "none.json does not exist"),
        (
            "review import log.jsonl --pass-from 10",
            "scores up to 33 cannot be a fail where those from 10 pass",
        ),
    ],
)
def test_what_is_refused(here: Path, arguments: str, line: str) -> None:
    ended, _, said = command(*arguments.split())
    assert (ended, line in said, (here / "crowd.json").exists()) == (2, True, False)
