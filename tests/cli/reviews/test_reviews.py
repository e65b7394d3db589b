"""Reviewing in the terminal: what is printed, in every format, and with single keys."""

import csv
import json
import os
import pty
import re
import select
import signal
import subprocess
import termios
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from lackmus.flows.reviews.remarks import flag
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import open_workspace
from tests.store.reviewed import drawn, number_of, say
from tests.test_cli import ESCAPE, PLAIN, PROGRAM, answer, command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """A workspace in this folder with six open texts, by number; Ada, who is the editor, acts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    texts = ("unclear 002", "x 003", "z 003", "y 005", "z 005", "z 006")
    with open_workspace("lackmus.db", create=True) as workspace:
        drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
        return {text: number_of(workspace, text) for text in texts}


COMMANDS = [
    "review status",
    "review next -n 2",
    "review decide 5 pass",
    "review assign --to Ben --double 2",
    "review assign --to Ben --phenomenon Word",
    "review assignments",
    "review unassign --phenomenon Scope",
    "review conflicts",
    "review disputes --campaign WMT26",
    "agreement",
    "user list",
]


def test_every_answer_in_every_format(here: dict[str, int]) -> None:
    """Something on standard output alone, and nothing goes wrong."""
    for person in ("Ben", "Cem"):
        assert command("review", "decide", here["z 006"], "pass", "--as", person)[0] == 0
    for arguments in COMMANDS:
        for format in ("terminal", "json", "csv", "markdown", "latex", "html"):
            ended, stdout, stderr = command(*arguments.split(), "--format", format)
            assert (arguments, format, ended, stderr) == (arguments, format, 0, "")
            assert stdout.strip()


def test_status(here: dict[str, int]) -> None:
    """By category, by system, and why."""
    found = answer("review", "status")
    assert found["total"] == {"items": 6, "fair": 2, "one_away": 1, "open": 6, "blocked": 1, "untestable": 0}
    assert [one["category"] for one in found["categories"]] == ["Ambiguity", "Negation"]
    assert {one["system"]: (one["open"], one["missing"]) for one in found["systems"]} == {
        "A": (3, 0), "B": (2, 1), "C": (3, 0),
    }  # fmt: skip
    assert (found["reasons"], found["pace"], found["seconds_left"]) == ({"unmatched": 6}, None, None)


def test_the_pace_so_far(here: dict[str, int]) -> None:
    """Known after six decisions."""
    for text in here.values():
        assert command("review", "decide", text, "pass")[0] == 0
    found = answer("review", "status")
    assert found["pace"]["gaps"] == 5
    assert found["seconds_left"] == 0


def test_next_and_decide(here: dict[str, int]) -> None:
    """A text is shown with all that helps; deciding tells what it won."""
    _, stdout, _ = command("review", "next")
    number = here["unclear 002"]
    assert stdout.startswith(f"Text {number} (de-en:002, Ambiguity > Word)")
    assert re.search(r"^Other text +good 002 +pass$", stdout, re.MULTILINE)
    assert "2 systems wrote it. Once it is settled its item is fair." in stdout
    assert not re.search(r"\b[ABC]\b", stdout)  # nobody's name
    _, stdout, _ = command("review", "decide", number, "pass", "-m", "sounds right")
    assert re.search(rf"^{number} +de-en:002 +unclear 002 +pass +pass +WMT26 +fair$", stdout, re.MULTILINE)
    found = answer("review", "decide", f"{here['x 003']}=pass", f"{here['z 003']}=fail")
    assert [one["campaigns"][0]["fair"] for one in found["decisions"]] == [True, True]
    assert answer("review", "decide", number, "pass")["change"] is None
    listing = list(csv.DictReader(StringIO(command("review", "next", "-n", "9", "-f", "csv")[1])))
    assert [row["Text"] for row in listing] == ["y 005", "z 005", "z 006"]


def test_assigned_phenomena(here: dict[str, int]) -> None:
    """Their texts come first for that person, and for others only if they ask for them."""
    for person in ("Ben", "Cem"):
        assert command("user", "add", person)[0] == 0
    done = answer("review", "assign", "--phenomenon", "Scope", "--to", "Ben")
    scope_ = {"category": "Negation", "phenomenon": "Scope"}
    assert (done["phenomena"], done["person"], done["before"]) == ([scope_], "Ben", [])
    assert answer("review", "assign", "--phenomenon", "Scope", "--to", "Ben")["change"] is None
    listed = answer("review", "assignments")
    assert [(one["phenomenon"], one["person"], one["open"]) for one in listed["phenomena"]] == [
        ("Word", "", 3), ("Scope", "Ben", 3),
    ]  # fmt: skip
    assert listed["people"] == [{"person": "Ben", "phenomena": 1, "texts": 6, "open": 3, "settled": 3}]
    assert [one["open_of"] for one in listed["phenomena"]] == [{}, {"Ben": 3}]
    yours = {"open": 3, "phenomena": 1, "seconds": 0, "texts": 6}
    for verb in ("assignments", "status"):
        assert answer("review", verb, "--as", "Ben")["yours"] == yours
        assert "Yours: 3 open texts in 1 phenomenon." in command("review", verb, "--as", "Ben")[1]
        assert answer("review", verb)["yours"]["texts"] == 0

    def texts(*options: str) -> list[str]:
        return sorted(one["text"] for one in answer("review", "next", "-n", "9", *options)["texts"])

    word, scope = ["unclear 002", "x 003", "z 003"], ["y 005", "z 005", "z 006"]
    assert texts("--as", "Ben", "--assigned", "me") == scope
    assert answer("review", "next", "--as", "Ben")["texts"][0]["text"] in scope
    assert command("review", "decide", here["y 005"], "pass", "--as", "Ben")[0] == 0
    with open_workspace("lackmus.db") as workspace, workspace.claiming() as connection:
        connection.exec_driver_sql("DELETE FROM claims")
    assert texts("--as", "Cem") == word
    assert texts("--as", "Cem", "--phenomenon", "Scope") == scope[1:]
    assert answer("review", "assign", "--category", "Negation", "--to", "Cem")["before"] == []
    assert command("log")[1].count("assigned") == 0 and "review assign" in command("log")[1]
    assert answer("review", "unassign", "--phenomenon", "Scope")["before"] == ["Ben"]
    assert answer("review", "assignments")["phenomena"][1]["by_category"]
    assert command("user", "role", "Cem", "reader")[0] == 0  # what was theirs is nobody's
    assert answer("review", "assignments")["people"] == []
    both = ["--phenomenon", "Word", "--phenomenon", "Scope"]
    _, _, stderr = command("review", "assign", *both, "--to", "Cem")
    assert stderr == "lackmus: Cem is reader here and decides no texts. Assign them to Ada, Ben.\n"
    _, _, stderr = command("review", "assign", *both, "--to", "Ben", "--as", "Ben")
    assert stderr == "lackmus: Only an editor may assign work to people. Ask Ada, or act --as one.\n"
    _, _, stderr = command("review", "unassign", "--phenomenon", "Scope")
    assert "Scope is Cem's with all of Negation. Take back the category, or" in stderr
    done = answer("review", "assign", *both, "--to", "Ben")
    assert [one["phenomenon"] for one in done["phenomena"]] == ["Word", "Scope"]
    assert "Word, Scope of WMT26 to Ben" in command("log")[1]
    assert command("undo")[0] == 0
    assert [one["person"] for one in answer("review", "assignments")["phenomena"]] == ["", ""]


@pytest.mark.parametrize(
    "options, texts",
    [
        (["--item", "003"], ["x 003", "z 003"]),
        (["--item", "de-en:005"], ["y 005", "z 005"]),
        (["--mine"], ["z 006", "x 003"]),  # the latest first
        (["--flagged"], ["y 005", "z 006"]),
        (["--mine", "--flagged"], ["z 006"]),
        (["--double"], ["z 006"]),
    ],
)
def test_next_of_some(here: dict[str, int], options: list[str], texts: list[str]) -> None:
    """One item, what one has decided, what is to be talked about, what two have judged."""
    with open_workspace("lackmus.db") as workspace:
        say(workspace, "Ben", "+z 006")
        for said in ("+x 003", "-z 006") if "--item" not in options else ():
            say(workspace, "Ada", said)
        for text in ("z 006", "y 005"):
            flag(Desk("lackmus.db", "Ben"), here[text])
    assert [one["text"] for one in answer("review", "next", "-n", "9", *options)["texts"]] == texts


def test_withdraw(here: dict[str, int]) -> None:
    """The text is open again."""
    command("review", "decide", here["unclear 002"], "pass")
    (withdrawn,) = answer("review", "withdraw", here["unclear 002"])["decisions"]
    assert (withdrawn["decided"], withdrawn["before"], withdrawn["verdict"]) == (None, "pass", "warning")


def test_disputes_and_agreement(here: dict[str, int]) -> None:
    """Two people differ until the editor speaks."""
    number = here["unclear 002"]
    for person, verdict in {"Ben": "pass", "Cem": "fail"}.items():
        command("review", "decide", number, verdict, "--as", person)
    (one,) = answer("review", "disputes")["texts"]
    assert (one["text_id"], one["pass"], one["fail"]) == (number, ["Ben"], ["Cem"])
    assert command("review", "decide", number, "pass", "--adjudicate", "--as", "Ben")[0] == 2
    assert command("review", "decide", number, "pass", "--adjudicate")[0] == 0
    assert answer("review", "disputes")["texts"] == []
    found = answer("agreement")
    assert (found["people"], found["overall"]["percent"]["value"]) == (["Ben", "Cem"], 0.0)


def test_no_agreement(here: dict[str, int]) -> None:
    """Nobody has judged what another has: the answer is no."""
    assert answer("agreement", code=1)["overall"]["texts"] == 0


def test_users(here: dict[str, int]) -> None:
    """Entered, listed, made editors."""
    assert command("user", "add", "Ben")[2] == "lackmus: Ben is entered as annotator.\n"
    assert command("user", "add", "Ben")[2] == "lackmus: Ben is there already.\n"
    assert command("user", "role", "Ben", "editor")[2] == "lackmus: Ben is now editor.\n"
    found = answer("user", "list")["people"]
    assert [(one["name"], one["role"], one["decisions"]) for one in found] == [
        ("Ada", "admin", 0),
        ("Ben", "editor", 0),
    ]


@pytest.mark.parametrize(
    "arguments, why",
    [
        (["review", "decide", "x", "pass"], "“x” is no number of a text."),
        (
            ["review", "decide", "5"],
            "“5” is no decision. Write 12 pass, 12 untestable, or several: 12=pass 13=fail.",
        ),
        (["review", "decide", "5", "maybe"], "“5=maybe” is no decision."),
        (["review", "decide", "5=pass", "7"], "“7” is no decision."),
        (["review", "decide", "99", "pass"], "There is no text 99."),
        (["review", "decide", "1" * 30, "pass"], "is no number of a text."),
        (["review", "withdraw", "5"], "You have not decided text 5"),
        (["review", "next", "--system", "X"], "--system: there is no X. There are A, B, C."),
        (["review", "next", "--interactive"], "--interactive needs a terminal."),
        (["review", "status", "--campaign", "X"], "There is no campaign X. There is WMT26."),
        (["review", "assign", "--to", "Eve"], "There is no person named Eve."),
        (["review", "assign", "--to", "Eve", "--phenomenon", "Word"], "There is no person named Eve."),
        (
            ["review", "assign", "--to", "", "--phenomenon", "Word"],
            "lackmus: An assignment needs a person. Name one of Ada.",
        ),
        (
            ["review", "assign", "--to", "Ada", "--phenomenon", "Wort"],
            "--phenomenon: there is no Wort. There are ",
        ),
        (
            ["review", "assign", "--to", "Ada", "--category", "Word"],
            "--category: there is no Word. There are ",
        ),
        (
            ["review", "assign", "--to", "Ada", "--category", "Negation", "--phenomenon", "Word"],
            "--phenomenon: there is no Word. There are Scope.",
        ),
        (
            ["review", "assign", "--to", "Ada", "--phenomenon", "Word", "--double", "1"],
            "--double and --seed draw",
        ),
        (["review", "unassign"], "Say what is assigned: a phenomenon, or a category."),
        (["review", "next", "--items", "1-x"], "--items: “1-x” is no number."),
        (["review", "status", "--workspace", "no.db"], "There is no workspace at no.db."),
        (["user", "role", "Ada", "annotator"], "Ada is the only admin"),
        (["agreement", "--as-of", "never"], "--as-of never: no report is saved under this name"),
    ],
)
def test_what_is_refused(here: dict[str, int], arguments: list[str], why: str) -> None:
    """One line, exit 2."""
    ended, stdout, stderr = command(*arguments)
    assert (ended, stdout) == (2, "")
    assert why in stderr
    assert stderr.count("\n") == 1


@pytest.fixture
def terminal(here: dict[str, int]) -> "Iterator[Terminal]":
    """A person who judges text after text; ended with the test, whatever happens."""
    opened = Terminal("review", "next", "--interactive")
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.wait()


class Terminal:
    """A person at a terminal, who waits for the prompt before each key."""

    def __init__(self, *arguments: str) -> None:
        self.end, child = pty.openpty()
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=child,
            stdout=child,
            stderr=child,
            env=PLAIN | {"COLUMNS": "100", "LACKMUS_USER": "Ada"},
        )
        os.close(child)

    def until(self, sign: str) -> str:
        """What is shown up to a sign, or to the end."""
        shown = ""
        while sign not in ESCAPE.sub("", shown):
            assert select.select([self.end], [], [], 60)[0], f"nothing more after {shown}"
            try:
                part = os.read(self.end, 4096)
            except OSError:
                break  # it has ended
            if not part:
                break
            shown += part.decode(errors="replace")
        return ESCAPE.sub("", shown)

    def press(self, key: str, until: str = "q quit: ") -> str:
        """What a key leads to."""
        os.write(self.end, key.encode())
        return self.until(until)

    def close(self) -> int:
        """How it ended."""
        self.until("\x00")
        os.close(self.end)
        return self.process.wait(timeout=60)


def decided(where: str = "lackmus.db") -> list[tuple[Any, ...]]:
    """Texts and verdicts that hold."""
    from lackmus.store.reviews.decisions import decided_texts

    with open_workspace(where) as workspace, workspace.reading() as connection:
        return decided_texts(connection).select("text", "verdict").sort("text").rows()


def test_single_keys(here: dict[str, int], terminal: Terminal) -> None:
    """p and f decide, s skips, u takes back, q quits; other keys do nothing."""
    assert "Text 3 (de-en:002" in terminal.until("q quit: ")
    shown = terminal.press("p")
    assert "Text 3: pass. Item de-en:002 – WMT26: fair." in shown
    assert "x 003" in shown
    assert "Text" not in terminal.press("k")
    assert "z 003" in terminal.press("s")
    assert "1 more open" in terminal.press("f")
    assert f"Text {here['z 003']} taken back." in terminal.press("u")
    assert "Text 3 taken back." in terminal.press("u")
    assert "There is no decision of this round" in terminal.press("u")
    assert "Text 3: fail." in terminal.press("f")
    assert "1 decided." in terminal.press("q", until="decided.")
    assert terminal.close() == 0
    assert decided() == [("unclear 002", "fail")]


@pytest.mark.parametrize(
    "interrupted, code, said", [(False, 0, "1 decided."), (True, 130, "stopped; no file")]
)
def test_breaking_off_quits(terminal: Terminal, interrupted: bool, code: int, said: str) -> None:
    """Ctrl-D and Ctrl-C lose nothing, and leave the terminal as it was."""
    before = termios.tcgetattr(terminal.end)
    terminal.until("q quit: ")
    terminal.press("p")
    assert termios.tcgetattr(terminal.end) != before
    if interrupted:
        terminal.process.send_signal(signal.SIGINT)
        assert said in terminal.until(said)
    else:
        assert said in terminal.press("\x04", until=said)
    assert terminal.process.wait(timeout=60) == code
    assert termios.tcgetattr(terminal.end) == before
    terminal.close()
    assert decided() == [("unclear 002", "pass")]


def test_nothing_to_do(here: dict[str, int]) -> None:
    """Said, and it ends."""
    with open_workspace("lackmus.db") as workspace:
        say(workspace, "Ada", *(f"+{text}" for text in here))
    terminal = Terminal("review", "next", "--interactive")
    assert "There is nothing for you to decide." in terminal.until("decide.")
    assert terminal.close() == 0
    assert json.loads(command("review", "next", "-f", "json")[1])["texts"] == []
    assert command("review", "next")[1].startswith("Texts to decide")
