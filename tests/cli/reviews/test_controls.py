"""Control texts and training sets on the command line."""

from pathlib import Path

import pytest

from lackmus.store.db.workspaces import open_workspace
from tests.store.reviewed import drawn, number_of, say
from tests.test_cli import answer, command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Ada and Dora agree on two of six open texts; a third was decided by Ada alone. Texts by wording."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    with open_workspace("lackmus.db", create=True) as workspace:
        drawn(workspace, A="abcdef")
        for person in ("Ada", "Dora"):
            say(workspace, person, "+a 001", "-d 004")
        say(workspace, "Ada", "+b 002")
        return {text: number_of(workspace, text) for text in ("a 001", "b 002", "c 003", "d 004")}


def test_control_texts(here: dict[str, int]) -> None:
    """Set, judged among open ones, told by agreement, removed."""
    (one,) = answer("control", "set", "50%")["controls"]
    assert (one["rate"], one["texts"], one["people"]) == ("50%", 2, [])
    command("user", "add", "Ben", "--role", "annotator")
    for _ in range(5):
        (offer,) = answer("review", "next", "--as", "Ben")["texts"]
        answer("review", "decide", str(offer["text_id"]), "pass", "--as", "Ben")
    (ours, *by_phenomenon) = answer("agreement")["controls"]
    assert (ours["person"], ours["texts"], ours["same"]) == ("Ben", 2, 1)
    assert len(by_phenomenon) == 2
    assert "Agreement with control texts" in command("agreement")[1]
    assert "all annotators" in command("control", "list")[1]
    answer("control", "remove")
    assert answer("control", "list") == {"controls": []}


@pytest.mark.parametrize(
    "arguments, line",
    [
        ("control set 60%", "“60%” is no rate of control texts. Write a share from 1% to 50%, such as 5%."),
        ("control set 5% --text 12=maybe", "“12=maybe” is no text with its verdict. Write 12, or 12=fail."),
        ("control set 5% --text 9999", "There is no text 9999."),
        ("control set 5% --n none", "--n: “none” is no amount"),
        ("control set 5% --by adjudicated", "has a known verdict: one that an editor adjudicated"),
        ("control set 5% --to Nobody", "Nobody"),
        ("control remove", "WMT26 has no control texts for"),
    ],
)
def test_one_line(here: dict[str, int], arguments: str, line: str) -> None:
    """What cannot be is said in one line."""
    code, _, said = command(*arguments.split())
    assert code == 2 and line in said and said.count("\n") == 1


def test_a_control_text_without_a_known_verdict(here: dict[str, int]) -> None:
    """The line names the text, and the option that gives it one."""
    number = here["c 003"]
    _, _, said = command("control", "set", "5%", "--text", number)
    assert f"Text {number} of " in said and f"Give it one: --text {number}=pass." in said


def test_a_training_set(here: dict[str, int]) -> None:
    """Made, assigned, judged, told, removed and brought back."""
    command("user", "add", "Ben", "--role", "annotator")
    known = f"{here['b 002']}=fail"
    (made,) = answer("training", "make", "First steps", "--text", known, "--n", "all")["training"]
    assert (made["texts"], made["people"]) == (3, [])
    (asked,) = answer("training", "assign", "First steps", "--to", "Ben", "--required")["training"]
    assert (asked["people"], asked["required"]) == ([{"person": "Ben", "done": 0}], True)
    code, _, said = command("review", "next", "--as", "Ben")
    assert code == 2 and "First steps comes first: 3 texts of it are left. lackmus training next" in said
    for left in (2, 1, 0):
        text = answer("training", "next", "First steps", "--as", "Ben")["text"]
        told = answer("training", "answer", "First steps", text["text_id"], "fail", "--as", "Ben")
        assert told["texts"] - told["done"] == left
    assert answer("training", "next", "First steps", "--as", "Ben")["text"] is None
    report = answer("training", "report", "First steps", "--person", "Ben")
    assert [one["same"] for one in report["agreed"]] == [2, 1, 1]
    assert [one["text"] for one in report["differences"]] == ["a 001"]
    assert "All who judged it agree." in command("training", "report", "First steps")[1]
    command("training", "remove", "First steps")
    assert answer("training", "list") == {"training": []}
    command("undo")
    assert "Ben" in command("training", "list")[1]


@pytest.mark.parametrize(
    "arguments, line",
    [
        ("training make Set --phenomenon Wrod", "no phenomenon Wrod"),
        ("training assign Set --to Ben", "There is no training set Set. There is none yet."),
        ("training next Set", "There is no training set Set."),
        ("training answer Set 1 maybe", "“maybe” is no answer. Write pass, fail or untestable."),
        ("training make Set --text 3", "Give it one: --text 3=pass."),
    ],
)
def test_one_line_of_training(here: dict[str, int], arguments: str, line: str) -> None:
    """What cannot be is said in one line."""
    number = str(here["c 003"])
    code, _, said = command(*arguments.replace(" 3", f" {number}").split())
    assert code == 2 and line.replace("3=", f"{number}=") in said and said.count("\n") == 1
