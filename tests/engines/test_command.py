"""Any command as an engine: what it is given, what it may answer, and how it is ended."""

import shlex
import sys
import threading
import time
from pathlib import Path

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.engines import (
    BadReplyError,
    Engine,
    EngineError,
    MissingPartError,
    UnreachableError,
    open_engine,
)
from lackmus.errors import LackmusError

EN_ES = Pair("en", "es")


def command(cmd: str, **options: str) -> Engine:
    """The engine for a command."""
    return open_engine("command", {"cmd": cmd, **options})


def python(program: str) -> str:
    """A command that is a program of Python."""
    return shlex.join([sys.executable, "-c", program])


@pytest.mark.parametrize(
    "cmd, sources, texts",
    [
        ("cat", ["It rains.", "It snows."], ["It rains.", "It snows."]),
        ("sed s/It/Ello/", ["It rains."], ["Ello rains."]),
        ("cat", ["", "It snows."], ["", "It snows."]),  # an empty line is a line
        ("cat", ["two\nlines", "a\u2028b", "c\r\nd"], ["two lines", "a b", "c d"]),  # none may shift the rest
        ("sed 's/$/\\r/'", ["It rains.", "b"], ["It rains.", "b"]),  # lines as Windows ends them
        ("sed s/x/{source}-{target}/", ["x"], ["en-es"]),
        ("sed s/{x}/{y}/", ["{x}"], ["{y}"]),  # other braces are the command's own
        ("echo '$HOME; ls | wc > file'", ["x"], ["$HOME; ls | wc > file"]),  # no shell reads it
        (python("print(input(), end='')"), ["no line break at the end"], ["no line break at the end"]),
        ("cat", ["«¿Qué?» 😀 \ud800"], ["«¿Qué?» 😀 ?"]),
    ],
)
def test_lines_in_lines_out(cmd: str, sources: list[str], texts: list[str]) -> None:
    """One sentence a line, one translation a line."""
    with command(cmd) as engine:
        assert engine.translate(sources, EN_ES) == texts


@pytest.mark.parametrize(
    "cmd, kind, words",
    [
        ("sh -c 'cat; echo more'", BadReplyError, "was given 2 lines and answered with 3."),
        ("head -n 1", BadReplyError, "was given 2 lines and answered with 1."),
        ("true", BadReplyError, "was given 2 lines and answered with 0."),
        (
            "sh -c 'echo first >&2; echo no such model >&2; exit 3'",
            UnreachableError,
            r"status 3 \(no such model\)",
        ),
        ("sh -c 'kill -9 $$'", UnreachableError, "was ended by SIGKILL"),
        ("sh -c 'echo broken >&2'", UnreachableError, r"said nothing \(broken\)"),
        (r"printf '\377\n\n'", BadReplyError, r"no UTF-8 \(byte 1\)"),
        ("no-such-program-here", MissingPartError, "cannot be started"),
    ],
)
def test_what_goes_wrong_is_told(cmd: str, kind: type[LackmusError], words: str) -> None:
    """By numbers, status and the last line of what it complained about."""
    with command(cmd) as engine, pytest.raises(kind, match=words) as told:
        engine.translate(["a", "b"], EN_ES)
    assert "\n" not in str(told.value)


def test_whoever_says_far_too_much_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would fill the memory."""
    monkeypatch.setattr("lackmus.machine.programs.LARGEST", 2**20)
    with command("yes") as engine, pytest.raises(BadReplyError, match="more than 1 MB"):
        engine.translate(["a"], EN_ES)


def test_complaints_without_end_do_no_harm() -> None:
    """A program that writes more to standard error than a pipe holds is not stuck."""
    program = python("import sys; sys.stderr.write('x' * 2**20); print(input())")
    with command(program) as engine:
        assert engine.translate(["a"], EN_ES) == ["a"]


def gone(process: int) -> bool:
    """Whether a process is over (one that nobody has asked about yet is)."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def child_of(file: Path) -> int:
    """The number of a process, as soon as it has written it down."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if file.exists() and file.read_text().endswith("\n"):
            return int(file.read_text())
        time.sleep(0.01)
    raise AssertionError("it never started")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("how", ["time", "closing"])
def test_all_that_it_started_ends_with_it(tmp_path: Path, how: str) -> None:
    """After its time, or when the engine is closed: no process is left behind."""
    script = tmp_path / "slow.sh"
    script.write_text(f"sleep 600 &\necho $! > {tmp_path}/child\nwait\n")
    engine = command(f"sh {script}", timeout="4" if how == "time" else "600")
    told: list[EngineError] = []

    def ask() -> None:
        try:
            engine.translate(["a"], EN_ES)
        except EngineError as problem:
            told.append(problem)

    asking = threading.Thread(target=ask)
    asking.start()
    child = child_of(tmp_path / "child")
    if how == "closing":
        assert not gone(child)
        engine.close()
    asking.join(60)
    assert gone(child)
    assert ("longer than 4 seconds" if how == "time" else "was ended by SIGKILL") in str(told[0])


def test_about_and_identity() -> None:
    """It is known by the command and by what its user calls the version; how many lines go does not count."""
    with command("cat", version="2", lines="7") as engine:
        about = engine.about(EN_ES)
        assert (about.model, about.version, about.price) == ("cat", "2", None)
        assert (about.limits.texts, about.limits.in_flight) == (7, 1)
        assert engine.called(about) == "cat"
        assert engine.identity() == {"cmd": "cat", "version": "2"}


@pytest.mark.parametrize(
    "options, words",
    [
        ({}, "command needs cmd"),
        ({"cmd": "  "}, "cmd is empty"),
        ({"cmd": "cat '"}, "cmd cannot be read"),
        ({"cmd": "cat", "lines": "0"}, "lines cannot be 0"),
        ({"cmd": "cat", "timeout": "soon"}, "timeout cannot be soon"),
        ({"cmd": "cat", "timeout": "0"}, "timeout cannot be 0"),
    ],
)
def test_what_is_wrong_with_options(options: dict[str, str], words: str) -> None:
    """It is said before anything runs."""
    with pytest.raises(LackmusError, match=words):
        open_engine("command", options)


def test_a_program_that_is_not_there_is_told_at_once() -> None:
    """Before anything is asked."""
    with (
        command("no-such-program-here --fast") as engine,
        pytest.raises(MissingPartError, match="no program"),
    ):
        engine.about(EN_ES)


def test_the_command_is_only_for_whoever_runs_lackmus() -> None:
    """A visitor of a page may not name programs."""
    with command("cat") as engine:
        assert [one.name for one in engine.OPTIONS if one.trusted] == ["cmd"]
