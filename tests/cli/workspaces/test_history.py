"""Log, history and undo on the command line."""

import json
import re
from pathlib import Path

import pytest

from lackmus.store.db.workspaces import open_workspace
from tests.store.grown import grow, tell
from tests.test_cli import answer, command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a workspace in it, used by Ada."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    with open_workspace("lackmus.db", create=True) as workspace:
        grow(workspace)
    return tmp_path


def numbers(*arguments: str) -> list[int]:
    return [one["number"] for one in answer("log", *arguments)["changes"]]


@pytest.mark.parametrize(
    "arguments, found",
    [
        ((), [5, 4, 3, 2, 1]),
        (("--n", "2"), [5, 4]),
        (("--n", "0"), [5, 4, 3, 2, 1]),
        (("--person", "Ben"), [4]),
        (("--verb", "rule"), [3]),
        (("--since", "2020-01-01", "--until", "2999-12-31T00:00"), [5, 4, 3, 2, 1]),
        (("--until", "2020-01-01"), []),
        (("--item", "1"), [4, 3, 2, 1]),
        (("--item", "de-en:2"), [2, 1]),
    ],
)
def test_the_log_is_filtered(here: Path, arguments: tuple[str, ...], found: list[int]) -> None:
    """Newest first."""
    assert numbers(*arguments) == found


def test_a_line_of_the_log(here: Path) -> None:
    """With everything, for programs; as a table for people."""
    (first,) = answer("log", "--person", "Ben")["changes"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", first.pop("at"))
    assert first == {
        "number": 4,
        "person": "Ben",
        "verb": "decide",
        "about": "her man",
        "comment": "a good man",
        "undoes": None,
        "undone_by": None,
    }
    ended, stdout, _ = command("log")
    assert ended == 0
    assert re.search(r"4 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +Ben +decide +her man +a good man", stdout)


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("log", "--person", "Eve"), "no one here is called Eve. There are Ada, Ben."),
        (("log", "--since", "yesterday"), "--since yesterday: write a day (2026-05-01)"),
        (("log", "--item", "99"), "There is no item 99."),
        (("history", "99"), "There is no item 99."),
        (("history", "1", "--suite", "big"), "There is no suite big. There is small."),
        (("history", "1", "--pair", "en-ru"), "There is no item 1."),
        (("undo", "99"), "There is no change #99."),
        (("undo", "3", "--as", "Ben"), "Only an editor may undo what others did"),
        (("log", "--workspace", "missing.db"), "There is no workspace at missing.db."),
    ],
)
def test_slips(here: Path, arguments: tuple[str, ...], said: str) -> None:
    """One line that says what next."""
    ended, stdout, stderr = command(*arguments)
    assert (ended, stdout, stderr.count("\n")) == (2, "", 1)
    assert said in stderr


def test_the_history_of_an_item(here: Path) -> None:
    """The change is named once, what it did line by line."""
    ended, stdout, _ = command("history", "1")
    assert ended == 0
    assert re.search(r"#3 .* Ada \(rule change\) +positive pattern 4 edited", stdout)
    assert re.search(r"\n +verdicts flipped", stdout)
    events = answer("history", "1")["events"]
    decided = events[-1]
    assert decided["kind"] == "decision"
    assert (decided["person"], decided["comment"], decided["after"]) == ("Ben", "a good man", "pass")
    assert answer("history", "de-en:1")["item"] == "de-en:1"


def test_undo_and_do_it_again(here: Path) -> None:
    """The message says what was undone, what flipped, and how to do it again."""
    ended, stdout, stderr = command("undo", "3", "-m", "a slip")
    assert (ended, stdout) == (0, "")
    assert stderr == (
        "lackmus: Undone: #3 (rule change) by Ada: item 1. 1 verdict flipped (1 pass → warning). "
        "Do it again: lackmus undo 6.\n"
    )
    log = answer("log", "--n", "4")["changes"]
    assert [(one["number"], one["undoes"], one["undone_by"]) for one in log][::3] == [
        (6, 3, None),
        (3, None, 6),
    ]
    assert (log[0]["verb"], log[0]["comment"]) == ("undo", "a slip")
    assert log[0]["about"] == "#3 (rule change): item 1; 1 verdict flipped (1 pass → warning)"
    assert command("undo", "6")[0] == 0
    assert answer("log", "--n", "1")["changes"][0]["undoes"] == 6


def test_hostile_letters_stay_data(here: Path) -> None:
    """A comment from a stranger steers neither the terminal nor a page."""
    with open_workspace("lackmus.db") as workspace:
        tell(workspace)
    _, stdout, _ = command("log")
    assert "\u202e" not in stdout
    _, page, _ = command("log", "--format", "html")
    assert "<b>" not in page
    assert "\u202e" in json.loads(command("log", "--format", "json")[1])["changes"][-1]["comment"]
