"""What reaches a terminal cannot steer it; files and pipes get the data as it is."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

HOSTILE = "a\x1b[31mred\x9b2J\x07bell\x08\rback\u202eturned"
CONTROLS = ("\x1b", "\x9b", "\x07", "\x08", "\u202e")
FORMATS = ["csv", "markdown", "latex", "html", "json"]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite whose category steers terminals, and its outputs."""
    import json

    item = {"id": "1", "category": HOSTILE, "phenomenon": HOSTILE, "source": "Ja.", "positive": ["Yes"]}
    (tmp_path / "suite.jsonl").write_text(json.dumps({"pair": "de-en", **item}) + "\n")
    for name in "AB":
        (tmp_path / f"{name}.tsv").write_text("1\tYes.\n")
    return tmp_path


def command(folder: Path, form: str) -> list[str]:
    files = [str(folder / name) for name in ("suite.jsonl", "A.tsv", "B.tsv")]
    return [sys.executable, "-m", "lackmus", "evaluate", *files, "--format", form]


def on_a_terminal(arguments: list[str]) -> str:
    """What a terminal gets of a command."""
    terminal, end = pty.openpty()
    process = subprocess.Popen(arguments, stdout=end, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    os.close(end)
    shown = b""
    try:
        while piece := os.read(terminal, 4096):
            shown += piece
    except OSError:  # nobody holds its other end any more
        pass
    finally:
        os.close(terminal)
    assert process.wait(timeout=100) == 0, shown
    return shown.decode()


@pytest.mark.parametrize("form", FORMATS)
def test_a_terminal_is_not_steered(suite: Path, form: str) -> None:
    shown = on_a_terminal(command(suite, form)).replace("\r\n", "\n")
    assert "red" in shown and not any(sign in shown for sign in (*CONTROLS, "\r"))


@pytest.mark.parametrize("form", ["csv", "markdown"])
def test_a_pipe_gets_the_data(suite: Path, form: str) -> None:
    ended = subprocess.run(command(suite, form), capture_output=True, timeout=100)
    assert all(sign in ended.stdout.decode() for sign in CONTROLS)
