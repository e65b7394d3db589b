"""The command line as people use it: what is printed where, what is written, and how it ends."""

import csv
import gzip
import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from lackmus import __version__
from lackmus.cli.commands import everything
from lackmus.cli.remedies import worded
from lackmus.errors import LackmusError
from tests.core.outputs.test_misalignment import invented
from tests.read.drafts import entry, numbered, write_signs, write_suite, write_tsv

SAMPLE = Path(__file__).parents[1] / "src" / "lackmus" / "sample" / "de-en"
OUTPUTS = SAMPLE / "outputs" / "2026"
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")

# A terminal's wishes must not leak from whoever runs the tests.
PLAIN = {
    name: value
    for name, value in os.environ.items()
    if name not in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "LINES", "TTY_COMPATIBLE", "PYTHONIOENCODING")
} | {"TERM": "xterm-256color"}
PROGRAM = [sys.executable, "-m", "lackmus.cli"]


def program(*arguments: object, cwd: Path | None = None, **env: str) -> "subprocess.CompletedProcess[str]":
    """The program as a process of its own, its output in pipes."""
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        cwd=cwd,
        env=PLAIN | env,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def command(*arguments: object) -> tuple[int, str, str]:
    """The same within this process: exit code, standard output, standard error."""
    result = CliRunner().invoke(everything(), [*map(str, arguments)], env={"COLUMNS": "200"})
    if isinstance(result.exception, LackmusError):
        return (
            result.exception.exit_code,
            result.stdout,
            f"{result.stderr}lackmus: {worded(result.exception)}\n",
        )
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def answer(*arguments: object, code: int = 0) -> dict[str, Any]:
    """What a command says in JSON."""
    ended, stdout, _ = command(*arguments, "--format", "json")
    assert ended == code
    content = json.loads(stdout)
    assert isinstance(content, dict)
    return content


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a suite of four items and the outputs of three systems."""
    monkeypatch.chdir(tmp_path)
    entries = [*numbered(3), entry("4", category="Negation", phenomenon="Negation")]
    write_suite(tmp_path / "suite.json", entries)
    write_signs(tmp_path / "out", A="+-++", B="+-?-", C="++++")
    return tmp_path


# How a run ends


def test_a_good_run_in_a_pipe() -> None:
    """The table on standard output, marked with stars; standard error is silent."""
    ended = program("evaluate", SAMPLE / "items.json", OUTPUTS)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "\x1b" not in ended.stdout
    assert re.search(r"^Category +n +Linde +Eiche +Birke +Ahorn +Average", ended.stdout, re.MULTILINE)
    assert re.search(
        r"^Micro-average \(items\) +129 +93\.8\* +90\.7\* +79\.8 +59\.7", ended.stdout, re.MULTILINE
    )
    assert "* among the significantly best of the row" in ended.stdout
    assert ended.stdout.rstrip().endswith(f"version:{__version__}")


def test_json_stands_alone_on_standard_output(here: Path) -> None:
    """Messages go to standard error, so that a program can read the rest."""
    write_signs(here / "out", D="++  ", E="   +")
    ended = program("evaluate", "suite.json", "out", "--format", "json", cwd=here)
    content = json.loads(ended.stdout)
    assert ended.returncode == 0
    assert content["left_out"] == {"E": "of 4 items: 3 missing"}
    assert ended.stderr == (
        "lackmus: E was left out: it did not take part (of 4 items: 3 missing). Keep it with --keep E.\n"
    )


Bad = Callable[[Path], Sequence[object]]


def suite_file(content: bytes) -> Bad:
    def make(folder: Path) -> Sequence[object]:
        (folder / "bad.json").write_bytes(content)
        return ["bad.json", "out"]

    return make


def suite_entries(*entries: Any) -> Bad:
    def make(folder: Path) -> Sequence[object]:
        write_suite(folder / "bad.json", entries)
        return ["bad.json", "out/A.tsv", "--skip-unknown"]

    return make


def output_file(content: bytes, name: str = "bad.tsv") -> Bad:
    def make(folder: Path) -> Sequence[object]:
        (folder / name).write_bytes(content)
        return ["suite.json", "out", name]

    return make


def named(*arguments: str) -> Bad:
    return lambda folder: arguments


def two_of_one_name(folder: Path) -> Sequence[object]:
    write_signs(folder / "again", A="++++")
    return ["suite.json", "out", "again/A.tsv"]


def lines(source: str, hypothesis: str) -> Bad:
    def make(folder: Path) -> Sequence[object]:
        (folder / "src").write_text(source)
        (folder / "hyp").write_text(hypothesis)
        return ["suite.json", "--source", "src", "--hyp", "hyp"]

    return make


PACKED = gzip.compress(b"".join(b"%d\tgood %d\n" % (n, n * n) for n in range(1, 500)))


MISTAKES: dict[str, tuple[Bad, str]] = {
    "not JSON": (suite_file(b'{"items": [\n{]}'), "bad.json, line 2, column 2: not JSON (Expecting property"),
    "not a suite": (suite_file(b'{"item": []}'), "bad.json has no list “items” at its top."),
    "wrong keys": (suite_entries(entry(regex="x")), "bad.json, item 1: unknown key “regex”. Known are cat"),
    "bad UTF-8": (suite_file(b'{"items": [\n"\xe4"]}'), "bad.json, line 2: not UTF-8 (byte 0xe4)."),
    "empty suite": (suite_file(b""), "bad.json is empty."),
    "item twice": (suite_entries(entry("3"), entry("3")), "bad.json: item de-en:3 stands there twice."),
    "pattern": (
        suite_entries(entry(negative_regex="(a|b))")),
        "bad.json, item 1: negative pattern does not compile (unbalanced parenthesis at 5). Fix it there.",
    ),
    "pattern too large": (
        suite_entries(entry(negative_regex="((a{1000}){1000}){1000}")),
        "bad.json, item 1: negative pattern does not compile (it is too large: counted repeats expand",
    ),
    "two pairs": (
        suite_entries(entry("1"), entry("1", langpair="en-de")),
        "bad.json has items for de-en, en-de. Choose one with --pair.",
    ),
    "unknown id": (output_file(b"1\tgood\n9\tx\n"), "bad.tsv: 1 of its ids are not in suite.json (9)."),
    "id twice": (
        output_file(b"1\tgood\n1\tbad\n"),
        "bad.tsv, line 2: item 1 again (first in line 1). Keep one.",
    ),
    "bad UTF-8 in outputs": (output_file(b"1\tgood\n2\t\xff\n"), "bad.tsv, line 2: not UTF-8 (byte 0xff)."),
    "no tab": (output_file(b"1\tgood\n2 good\n"), "bad.tsv, line 2: no tab."),
    "no format": (output_file(b"good\n"), "bad.tsv: no format for outputs recognises it. These would fit: "),
    "empty outputs": (output_file(b""), "bad.tsv is empty."),
    "truncated": (output_file(PACKED[:-20], "bad.tsv.gz"), "bad.tsv.gz is packed but cut off or damaged ("),
    "one name": (two_of_one_name, "out/A.tsv and again/A.tsv are both named A."),
    "directory": (named("out", "out"), "out is a folder where a file is needed."),
    "no suite": (named("nothing.json", "out"), "nothing.json does not exist."),
    "no outputs": (named("suite.json"), "No file of outputs was named."),
    "no match": (named("suite.json", "out/*.txt"), "No file matches out/*.txt."),
    "no source": (named("suite.json", "--hyp", "out"), "--hyp names translations of the lines of a source"),
    "line lost": (lines("Satz 1.\nSatz 2.\n", "good\n"), "hyp has 1 lines, but src has 2."),
    "wrong source": (lines("One.\n", "Uno.\n"), "src: none of the 4 sentences of suite.json is in it."),
    "systems": (
        named("suite.json", "out", "--systems", "A,X"),
        "--systems: there is no system X. There are A, B, C.",
    ),
    "nobody": (named("suite.json", "out", "--exclude", "A,B,C"), "No system is left to compare."),
    "keep": (named("suite.json", "out", "--keep", "X"), "--keep: there is no system X."),
    "no label": (named("suite.json", "out", "--label", "A"), "--label A: write NAME=LABEL."),
    "label of nobody": (named("suite.json", "out", "--label", "X=Y"), "--label: there is no system X."),
    "label twice": (named("suite.json", "out", "--label", "A=B"), "--label: two systems would be named B."),
    "other pair": (
        named("suite.json", "out", "--pair", "en-de"),
        "--pair: there are no items for en-de, only for de-en.",
    ),
    "no pair": (named("suite.json", "out", "--pair", "?"), "--pair: “?” is no language pair; write it like"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line(mistake: str, here: Path) -> None:
    """Exit 2, nothing printed, nothing written: the old report survives."""
    bad, said = MISTAKES[mistake]
    arguments = bad(here)
    (here / "report.html").write_text("old")
    before = sorted(here.rglob("*"))
    code, stdout, stderr = command("evaluate", *arguments, "-o", "report.html")
    assert (code, stdout) == (2, "")
    assert stderr.count("\n") == 1
    assert stderr.startswith(f"lackmus: {said}")
    assert (here / "report.html").read_text() == "old"
    assert sorted(here.rglob("*")) == before


@pytest.mark.parametrize(
    "mistake", ["not JSON", "bad UTF-8", "pattern", "unknown id", "truncated", "directory"]
)
def test_a_mistake_is_one_line_of_the_whole_program(mistake: str, here: Path) -> None:
    """The same in a process of its own, to the last byte of standard error."""
    bad, said = MISTAKES[mistake]
    ended = program("evaluate", *bad(here), cwd=here)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.startswith(f"lackmus: {said}")


def test_one_line_whatever_is_quoted(here: Path) -> None:
    """Ids and names may contain line breaks and terminal commands; a message shows and does not obey them."""
    write_suite(here / "bad.json", [entry("new\nline\x1b[2J", category=1)])
    ended = program("evaluate", "bad.json", "out", cwd=here)
    assert ended.stderr == "lackmus: bad.json, item new\\nline\\x1b[2J: “category” must be a text.\n"


@pytest.mark.parametrize(
    "target, said",
    [
        ("out", "out is a folder. Name a file in it."),
        ("suite.json/report.html", "suite.json/report.html cannot be written (Not a directory)."),
        ("nowhere/report.html", "nowhere/report.html cannot be written (No such file or directory)."),
    ],
)
def test_a_target_that_cannot_be_written(target: str, said: str, here: Path) -> None:
    """One line, and nothing half-written."""
    before = sorted(here.rglob("*"))
    ended = program("evaluate", "suite.json", "out", "--format", "html", "-o", target, cwd=here)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.startswith(f"lackmus: {said}")
    assert sorted(here.rglob("*")) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["evaluate", "suite.json", "out"],
        ["compare", "suite.json", "out/A.tsv", "out/B.tsv"],
        ["trend", "suite.json", "x=out", "y=out"],
        ["outputs", "check", "out", "--suite", "suite.json"],
    ],
)
def test_an_ending_that_is_no_format(arguments: list[str], here: Path) -> None:
    """Said before any work is done."""
    (here / "suite.json").unlink()
    code, stdout, stderr = command(*arguments, "-o", "report.doc")
    assert (code, stdout) == (2, "")
    assert stderr == (
        "lackmus: report.doc: no format has this ending. "
        "Use .csv, .xlsx, .html, .htm, .json, .tex, .md, .markdown, .parquet, .txt, or say --format.\n"
    )


def test_an_old_report_survives_a_full_disk(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written beside and renamed."""

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    (here / "report.html").write_text("old")
    before = sorted(here.rglob("*"))
    monkeypatch.setattr(os, "fsync", fail)
    code, stdout, stderr = command("evaluate", "suite.json", "out", "-o", "report.html")
    assert (code, stdout) == (2, "")
    assert stderr == (
        "lackmus: report.html cannot be written (No space left on device). Choose another place with -o.\n"
    )
    assert (here / "report.html").read_text() == "old"
    assert sorted(here.rglob("*")) == before


@pytest.mark.parametrize("format_", ["terminal", "json"])
def test_no_fair_item_is_an_answer_too(format_: str, here: Path) -> None:
    """Exit 1, and the price of each system: who keeps how many items from counting."""
    write_signs(here / "open", A="+???", B="?+-+", C="++++")
    ended = program("evaluate", "suite.json", "open", "--format", format_, cwd=here)
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.startswith("lackmus: No item is settled for all systems. So many would be without")
    assert set(re.findall(r"([ABC]) (\d)", ended.stderr.partition("them:")[2])) == {
        ("A", "3"), ("B", "1"), ("C", "0"),
    }  # fmt: skip
    if format_ == "json":
        content = json.loads(ended.stdout)
        assert content["items"]["fair"] == 0
        assert {name: one["price"] for name, one in content["warnings"].items()} == {"A": 3, "B": 1, "C": 0}
    else:
        assert re.search(r"^System +Warnings +% +Why +Price", ended.stdout, re.MULTILINE)


def test_nobody_took_part(here: Path) -> None:
    """Blank files are no systems."""
    write_tsv(here / "blank" / "A.tsv", dict.fromkeys("1234", ""))
    code, _, stderr = command("evaluate", "suite.json", "blank")
    assert code == 1
    assert stderr == "lackmus: No system took part (A: of 4 items: 4 blank). Keep one with --keep NAME.\n"


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["evaluate", "suite.json", "out", "--nope"], "No such option"),
        (["evaluate", "suite.json", "out", "--test", "t"], "'t' is not one of"),
        (["evaluate", "suite.json", "out", "--samples", "1"], "is not in the range"),
        (["evaluate"], "Missing argument"),
        (["evalute"], "No such command"),
        (["compare", "suite.json"], "Missing argument"),
    ],
)
def test_what_the_program_does_not_know(arguments: list[str], said: str, here: Path) -> None:
    """Unknown options, choices and commands are the user's mistake."""
    code, stdout, stderr = command(*arguments)
    assert (code, stdout) == (2, "")
    assert said in " ".join(stderr.split())


def test_version_and_help() -> None:
    """Both answer and end well."""
    ended = program("--version")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"lackmus {__version__}\n", "")
    code, stdout, _ = command("-h")
    assert code == 0
    assert all(name in stdout for name in ("evaluate", "compare", "trend", "outputs", "demo"))


# Terminals, pipes and Ctrl-C


def read_terminal(master: int) -> str:
    """All that was shown until the program closed the terminal."""
    shown = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:  # how Linux says that nobody writes any more
            part = b""
        if not part:
            os.close(master)
            return shown.decode()
        shown += part


def test_a_terminal_shows_progress() -> None:
    """A bar on standard error, gone when the work is done; none of it on standard output."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, "evaluate", SAMPLE / "items.json", OUTPUTS, "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=slave,
        env=PLAIN,
    )
    os.close(slave)
    shown = read_terminal(master)
    stdout, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert json.loads(stdout)["items"]["fair"] == 129
    assert re.search(r"Reading|Judging|Looking", shown)
    assert "━" in shown
    assert shown.rstrip().endswith("\x1b[2K")  # the last thing done is to wipe the line


def test_a_terminal_shows_colours() -> None:
    """Bold clusters instead of stars, cut into blocks where the terminal is narrow."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, "evaluate", SAMPLE / "items.json", OUTPUTS],
        stdout=slave,
        stderr=subprocess.PIPE,
        env=PLAIN | {"COLUMNS": "60"},
    )
    os.close(slave)
    shown = read_terminal(master)
    _, stderr = process.communicate(timeout=60)
    assert (process.returncode, stderr) == (0, b"")
    assert re.search(r"\x1b\[1;38;5;33m *93\.8\x1b", shown)
    assert "*" not in shown
    plain = ESCAPE.sub("", shown)
    assert plain.count("Micro-average (items)") == 2
    table = plain.partition("4 systems are compared")[0]
    assert all(len(line) <= 60 for line in table.splitlines())
    assert all(number in table for number in ("93.8", "90.7", "79.8", "59.7", "81.0"))


@pytest.fixture
def endless(here: Path) -> list[str]:
    """Arguments of a run that takes a minute: each pattern runs away until its time is up."""
    write_suite(here / "endless.json", numbered(300, positive_regex="(a+)+$", negative_regex=None))
    write_tsv(here / "slow.tsv", {str(n): "a" * (40 + n) + "!" for n in range(1, 301)})
    return ["evaluate", "endless.json", "slow.tsv", "--output", "report.html"]


# The program, which says when it begins to judge, so that a signal meets it at work.
SAYS_WHEN_IT_JUDGES = """
import lackmus.cli.main
from lackmus.flows.verdicts import material

def judging(*given, judge=material.evaluate_outputs, **more):
    print("ready", flush=True)
    return judge(*given, **more)

material.evaluate_outputs = judging
lackmus.cli.main.main()
"""


def test_ctrl_c_in_a_pipe(endless: list[str], here: Path) -> None:
    """130, one line, no traceback, no file."""
    before = sorted(here.rglob("*"))
    process = subprocess.Popen(
        [sys.executable, "-c", SAYS_WHEN_IT_JUDGES, *endless],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=PLAIN,
        encoding="utf-8",
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=120)
    assert (process.returncode, stdout) == (130, "")
    assert stderr == "lackmus: stopped; no file was left half-written.\n"
    assert sorted(here.rglob("*")) == before


def test_ctrl_c_on_a_terminal(endless: list[str], here: Path) -> None:
    """The bar is wiped, the cursor comes back, the message stays."""
    master, slave = pty.openpty()
    process = subprocess.Popen([*PROGRAM, *endless], stdout=slave, stderr=slave, env=PLAIN)
    os.close(slave)
    shown = b""
    while b"Judging" not in shown:
        shown += os.read(master, 4096)
    process.send_signal(signal.SIGINT)
    rest = read_terminal(master)
    assert process.wait(timeout=120) == 130
    assert rest.rstrip().endswith("lackmus: stopped; no file was left half-written.")
    assert "\x1b[?25h" in rest
    assert "Traceback" not in rest
    assert not (here / "report.html").exists()


@pytest.mark.parametrize("format_", ["terminal", "json", "html"])
def test_a_closed_pipe_is_no_error(format_: str) -> None:
    """`| head` has seen enough."""
    process = subprocess.Popen(
        [*PROGRAM, "evaluate", SAMPLE / "items.json", OUTPUTS, "--format", format_],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=PLAIN,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_standard_output_on_a_full_disk() -> None:
    """One line, exit 2."""
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*PROGRAM, "evaluate", SAMPLE / "items.json", OUTPUTS],
            stdout=full,
            stderr=subprocess.PIPE,
            env=PLAIN,
            encoding="utf-8",
            check=False,
        )
    assert ended.returncode == 2
    assert ended.stderr == "lackmus: The answer cannot be printed (No space left on device).\n"


def test_a_pipe_gets_utf_8_everywhere(here: Path) -> None:
    """Whatever the surroundings believe about characters."""
    write_suite(here / "suite.json", [entry(category="Größe → „klein“")])
    write_signs(here / "out", Lärche="+")
    ended = program(
        "evaluate", "suite.json", "out/Lärche.tsv", "--format", "json", cwd=here, PYTHONIOENCODING="ascii"
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout)["rows"][0]["category"] == "Größe → „klein“"


def test_colours_stay_out_of_files(here: Path) -> None:
    """Even for those who force them on terminals."""
    ended = program("evaluate", "suite.json", "out", "-o", "table.txt", cwd=here, FORCE_COLOR="1")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "lackmus: Written: table.txt\n")
    written = (here / "table.txt").read_text()
    assert "\x1b" not in written
    assert "100.0*" in written


# evaluate


def test_which_systems(here: Path) -> None:
    """Named with commas or again and again; what is excluded is gone."""
    every = ["evaluate", "suite.json", "out", "--order", "given"]
    assert answer(*every)["systems"] == ["A", "B", "C"]
    assert answer(*every, "--systems", "C,A")["systems"] == ["C", "A"]
    assert answer(*every, "--systems", "C", "--systems", "B")["systems"] == ["C", "B"]
    assert answer(*every, "--exclude", "B")["systems"] == ["A", "C"]
    assert answer(*every, "--exclude", "B")["items"]["fair"] == 4
    assert answer(*every, "--systems", "A,B", "--exclude", "B")["systems"] == ["A"]


def test_keep(here: Path) -> None:
    """A system that looks absent counts when the user says so."""
    write_tsv(here / "out" / "D.tsv", {"1": "good", "2": "", "3": "", "4": ""})
    arguments = ["evaluate", "suite.json", "out"]
    assert answer(*arguments)["left_out"] == {"D": "of 4 items: 3 blank"}
    kept = answer(*arguments, "--keep", "D")
    assert (kept["left_out"], kept["bounds"]["high"]["D"]) == ({}, 25.0)


@pytest.mark.parametrize(
    "order, systems",
    [
        ("given", ["C", "A", "B"]),
        ("name", ["A", "B", "C"]),
        ("micro", ["A", "B", "C"]),
        ("category-macro", ["B", "C", "A"]),
        ("phenomenon-macro", ["C", "B", "A"]),
    ],
)
def test_order(order: str, systems: list[str], tmp_path: Path) -> None:
    """Best first by any of the averages, or as asked."""
    suite = write_suite(
        tmp_path / "suite.json",
        [*numbered(4), entry("5", phenomenon="Structural ambiguity"), entry("6", category="Negation")],
    )
    files = write_signs(  #   micro, categories, phenomena
        tmp_path,
        C="----++",  # 33 %, 60 %, 67 %
        A="++++--",  # 67 %, 40 %, 33 %
        B="++---+",  # 50 %, 70 %, 50 %
    )
    assert answer("evaluate", suite, *files, "--order", order)["systems"] == systems


def test_labels(here: Path) -> None:
    """Short labels head the columns; in JSON the names stay, and the labels stand beside them."""
    arguments = ["evaluate", "suite.json", "out", "--label", "A=Onl-A", "--label", "B=x=y"]
    _, stdout, _ = command(*arguments, "--format", "csv")
    row = next(csv.DictReader(StringIO(stdout)))
    assert list(row)[3:6] == ["C", "Onl-A", "x=y"]
    assert row["best"] == "C;Onl-A;x=y"
    content = answer(*arguments)
    assert (content["systems"], content["labels"]) == (["C", "A", "B"], {"A": "Onl-A", "B": "x=y"})


@pytest.mark.parametrize(
    "options, parts",
    [
        ([], ["test:z", "alpha:0.05", "semantics:default", "folding:nfc+space+apostrophe", "repeats:first"]),
        (["--test", "mcnemar"], ["test:mcnemar+bootstrap(macro)", "samples:1000", "seed:1"]),
        (["--test", "paired"], ["test:mcnemar+bootstrap(macro)", "correction:holm", "samples:1000"]),
        (["--test", "bootstrap", "--samples", "200", "--seed", "7"],
         ["test:bootstrap", "samples:200", "seed:7"]),
        (["--correction", "holm"], ["correction:holm"]),
        (["--intervals", "wilson"], ["intervals:wilson"]),
        (["--semantics", "classic"], ["semantics:classic", "folding:trim"]),
        (["--repeats", "all"], ["repeats:all"]),
    ],
)  # fmt: skip
def test_choices_are_in_the_signature(options: list[str], parts: list[str], here: Path) -> None:
    """Whoever reads a number can make it again."""
    signature = answer("evaluate", "suite.json", "out", *options)["signature"].split("|")
    assert signature[0].startswith("suite:suite.json@")
    assert set(signature) >= {*parts, "pair:de-en", "systems:3", "items:3/4", f"version:{__version__}"}


def test_paired_is_asked_for_by_its_parts_as_well(here: Path) -> None:
    """The same numbers and the same signature."""
    short = answer("evaluate", "suite.json", "out", "--test", "paired")
    assert short == answer("evaluate", "suite.json", "out", "--test", "mcnemar", "--correction", "holm")
    assert short["paired"] is None


@pytest.mark.parametrize("form", ["terminal", "markdown", "latex", "html"])
def test_every_table_says_what_a_paired_test_would_change(here: Path, form: str) -> None:
    """Once, also where a page has rows that open."""
    _, stdout, _ = command("evaluate", "suite.json", "out", "--format", form)
    assert " ".join(stdout.split()).count("An exact paired test (McNemar) ") == 1
    assert answer("evaluate", "suite.json", "out")["paired"]["test"] == "mcnemar"
    _, stdout, _ = command("evaluate", "suite.json", "out", "--format", form, "--test", "paired")
    assert "An exact paired test" not in stdout


def test_intervals(here: Path) -> None:
    """Beside every accuracy, in every format."""
    arguments = ["evaluate", "suite.json", "out", "--intervals", "wilson"]
    low, high = answer(*arguments)["averages"]["micro"]["intervals"]["B"]
    assert 0 < low < 100 / 3 < high < 100
    _, stdout, _ = command(*arguments, "--format", "csv")
    micro = list(csv.DictReader(StringIO(stdout)))[-3]
    assert (float(micro["B low"]), float(micro["B high"])) == (low, high)
    assert f"33.3 [{low:.0f}–{high:.0f}]" in command(*arguments)[1]


def test_a_correction_keeps_more_systems_among_the_best(tmp_path: Path) -> None:
    """Holm makes every comparison of the row pay for the others."""
    suite = write_suite(tmp_path / "suite.json", numbered(40))
    write_signs(tmp_path / "out", A="+" * 40, B="---" + "+" * 37, C="+" * 37 + "---", D="-" * 40)
    arguments = ["evaluate", suite, tmp_path / "out"]
    plain, corrected = (
        answer(*arguments, "--correction", name)["averages"]["micro"]["best"] for name in ("none", "holm")
    )
    assert plain == ["A"]
    assert corrected == ["A", "B", "C"]


def test_by_phenomenon(here: Path) -> None:
    """Each category followed by its phenomena."""
    _, stdout, _ = command("evaluate", "suite.json", "out", "--by", "phenomenon", "--format", "csv")
    rows = list(csv.DictReader(StringIO(stdout)))
    assert [(row["level"], row["Phenomenon"], row["n"]) for row in rows[:4]] == [
        ("group", "Ambiguity", "2"),
        ("member", "Lexical ambiguity", "2"),
        ("group", "Negation", "1"),
        ("member", "Negation", "1"),
    ]


def test_semantics(tmp_path: Path) -> None:
    """TQ-AutoTest's way knows no folding."""
    suite = write_suite(tmp_path / "suite.json", [entry(positive_regex="don't"), entry("2")])
    write_tsv(tmp_path / "A.tsv", {"1": "I don’t.", "2": "good"})
    arguments = ["evaluate", suite, tmp_path / "A.tsv"]
    assert answer(*arguments)["items"]["fair"] == 2
    assert answer(*arguments, "--semantics", "classic")["items"]["fair"] == 1


def test_repeats(here: Path) -> None:
    """A sentence that stands twice in the source: its first line counts, or the worse of the two."""
    (here / "test.src.de").write_text("Satz 1.\nNeues.\nSatz 2.\nSatz 1.\n")
    (here / "test.hyp.A.de").write_text("good\nNews.\ngood\nbad\n")
    arguments = ["evaluate", "suite.json", "--source", "test.src.de", "--hyp", "test.hyp.A.de"]
    first, every = (answer(*arguments, "--repeats", choice) for choice in ("first", "all"))
    assert first["systems"] == ["A"]
    assert first["averages"]["micro"]["accuracy"] == {"A": 100.0}
    assert every["averages"]["micro"]["accuracy"] == {"A": 50.0}
    assert first["differing_repeats"] == every["differing_repeats"] == {"A": 1}
    assert first["items"].items() >= {"total": 2, "uncovered": 2}.items()


def test_one_system_alone(here: Path) -> None:
    """Its own settled items count; without rivals there is no cluster and no average."""
    code, stdout, stderr = command("evaluate", "suite.json", "out/B.tsv")
    assert (code, stderr) == (0, "")
    assert re.search(r"^Category +n +B *$", stdout, re.MULTILINE)
    assert re.search(r"^Micro-average \(items\) +3 +33\.3 *$", stdout, re.MULTILINE)
    assert "*" not in stdout


@pytest.mark.parametrize(
    "name, options, opening",
    [
        ("r.html", [], "<!doctype html>"),
        ("r.HTM", [], "<!doctype html>"),
        ("r.json", [], "{"),
        ("r.csv", [], "level,Category,n,"),
        ("r.txt", [], "suite.json, de-en: accuracies in percent"),
        ("r.txt", ["--format", "json"], "{"),
        ("r", ["--format", "csv"], "level,Category,n,"),
    ],
)
def test_formats_of_files(name: str, options: list[str], opening: str, here: Path) -> None:
    """The ending tells, unless the user does."""
    code, stdout, stderr = command("evaluate", "suite.json", "out", "-o", name, *options)
    assert (code, stdout, stderr) == (0, "", f"lackmus: Written: {name}\n")
    assert (here / name).read_text(encoding="utf-8").startswith(opening)


def test_a_shifted_file_is_warned_about(tmp_path: Path) -> None:
    """Loudly, with the evidence, and in JSON too; the table is made all the same."""
    sources, texts = invented(400, seed=3)
    suite = write_suite(
        tmp_path / "suite.json",
        [entry(str(n), source_sentence=source, positive_regex=".") for n, source in enumerate(sources)],
    )
    (tmp_path / "src").write_text("\n".join(sources), encoding="utf-8")
    (tmp_path / "hyp").write_text("\n".join([*texts[1:], "–"]), encoding="utf-8")
    arguments = ["evaluate", suite, "--source", tmp_path / "src", "--hyp", tmp_path / "hyp"]
    code, stdout, stderr = command(*arguments)
    assert code == 0
    assert "Micro-average" in stdout
    assert stderr.startswith("lackmus: WARNING: hyp looks misaligned (shifted): lines 1–4")
    assert "length correlation" in stderr
    assert answer(*arguments)["misaligned"]["hyp"][0]["shift"] == -1


# compare, trend, outputs check, demo


def test_compare(here: Path) -> None:
    """Two systems in the order named, with the sentences on which they differ."""
    arguments = ["compare", "suite.json", "out/C.tsv", "out/A.tsv"]
    code, stdout, stderr = command(*arguments)
    assert (code, stderr) == (0, "")
    assert re.search(r"^All items +4 +3 +0 +1 +0 +−25\.0", stdout, re.MULTILINE)
    assert "Where they differ (1 of 1 items)" in stdout
    assert re.search(r"^2 +Lexical ambiguity +Satz 2\. +C +good 2 +bad 2", stdout, re.MULTILINE)
    assert "Where they differ" not in command(*arguments, "--show", "0")[1]
    content = answer(*arguments)
    assert (content["systems"], content["total"]["only_first"]) == (["C", "A"], 1)


def test_compare_more_than_two(here: Path) -> None:
    """A folder of them: counts, every pair, and the distinct texts below each source."""
    code, stdout, stderr = command("compare", "suite.json", "out")
    assert (code, stderr) == (0, "")
    assert "A, B and C, item by item" in stdout
    assert "Two by two: differences in points, with p" in stdout
    assert "corrected by Holm over all 3 pairs" in stdout
    content = answer("compare", "suite.json", "out")
    assert content["systems"] == ["A", "B", "C"]
    assert len(content["pairs"]) == 3
    assert answer("compare", "suite.json", "out", "--systems", "C,A")["systems"] == ["C", "A"]


@pytest.mark.parametrize("form", ["csv", "markdown", "latex", "html", "excel", "parquet"])
def test_many_systems_in_every_format(form: str, here: Path) -> None:
    """Whoever is left out is named; the others are compared."""
    write_tsv(here / "out" / "D.tsv", dict.fromkeys("1234", ""))
    code, _, stderr = command("compare", "suite.json", "out", "--format", form, "-o", "written")
    assert code == 0
    assert "D" in stderr
    assert (here / "written").stat().st_size


def test_chart_of_checkpoints(here: Path) -> None:
    """In the order of --systems; one alone is no course."""
    arguments = ["chart", "checkpoints", "suite.json", "out", "-o", "c.svg"]
    assert command(*arguments, "--systems", "C,A", "--label", "C=first")[0] == 0
    assert "from first to A" in (here / "c.svg").read_text()
    code, _, stderr = command(*arguments, "--systems", "C")
    assert code == 2
    assert "Checkpoints are at least two systems, and here is only C." in stderr


@pytest.mark.parametrize(
    "one, other, code, said",
    [
        ("out/A.tsv", "out/A.tsv", 2, "are both named"),
        ("out/A.tsv", "--exclude=A", 2, "No such option"),
        (
            "out/A.tsv",
            "out2/D.tsv",
            2,
            "compare needs two systems or more, but got A; D did not take part (of 4 items",
        ),
        ("out2/E.tsv", "out2/F.tsv", 1, "No item is settled for both systems."),
    ],
)
def test_what_cannot_be_compared(one: str, other: str, code: int, said: str, here: Path) -> None:
    """One system twice, an unknown option, one that did not take part, or nothing settled for both."""
    write_signs(here / "out2", E="++??", F="??++")
    write_tsv(here / "out2" / "D.tsv", dict.fromkeys("1234", ""))
    ended, _, stderr = command("compare", "suite.json", one, other)
    assert ended == code
    assert said in stderr


def test_trend() -> None:
    """The bundled campaigns, year by year."""
    years = [f"{year}={SAMPLE / 'outputs' / year}" for year in ("2025", "2026")]
    ended = program("trend", SAMPLE / "items.json", *years)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "2025 → 2026: accuracies in percent on the items fair in all campaigns" in ended.stdout
    content = answer("trend", SAMPLE / "items.json", *years)
    assert content["campaigns"] == ["2025", "2026"]
    assert content["systems"] == ["Ahorn", "Birke", "Eiche"]
    micro = content["averages"]["micro"]["accuracy"]
    assert all(micro["2026"][system] > micro["2025"][system] for system in content["systems"])
    narrowed = answer("trend", SAMPLE / "items.json", *years, "--systems", "Eiche")
    assert narrowed["systems"] == ["Eiche"]
    assert narrowed["items"]["common"] > content["items"]["common"]


LINES, TEXTS = invented(400, seed=5)


@pytest.mark.parametrize(
    "texts, code, said",
    [
        (TEXTS, 0, "1 file checked, none with problems"),
        (
            [*TEXTS[:150], *TEXTS[151:], TEXTS[-1]],
            1,
            r"lines 1[45]\d–400 fit their sources best when moved down",
        ),
        (TEXTS[:-3], 1, "hyp: 397 lines, but the source has 400"),
        ([""] * 250 + TEXTS[250:], 1, "250 blank lines and 0 copies of the source, of 400 lines"),
        (LINES[:250] + TEXTS[250:], 1, "0 blank lines and 250 copies of the source, of 400 lines"),
    ],
    ids=["good", "shifted", "short", "blank", "copied"],
)
def test_check_of_lines(texts: list[str], code: int, said: str, tmp_path: Path) -> None:
    """A participant's last look before handing in."""
    (tmp_path / "src").write_text("\n".join(LINES) + "\n", encoding="utf-8")
    (tmp_path / "hyp").write_text("\n".join(texts) + "\n", encoding="utf-8")
    arguments = ["outputs", "check", tmp_path / "hyp", "--source", tmp_path / "src"]
    ended, stdout, stderr = command(*arguments)
    assert (ended, stderr) == (code, "")
    assert re.search(said, " ".join(stdout.split()))
    content = answer(*arguments, code=code)
    assert bool(content["files"][0]["problems"]) == bool(code)


@pytest.mark.parametrize(
    "signs, code, said",
    [
        ("++-+", 0, "none with problems"),
        ("+ -+", 1, "A.tsv: 1 of 4 items of the suite have no line (de-en:2)."),
    ],
)
def test_check_of_ids(signs: str, code: int, said: str, here: Path) -> None:
    """By the suite, every item must have its line."""
    write_signs(here / "mine", A=signs)
    ended, stdout, _ = command("outputs", "check", "mine/A.tsv", "--suite", "suite.json")
    assert ended == code
    assert said in " ".join(stdout.split())


def test_check_of_ids_that_nobody_knows(here: Path) -> None:
    """The remedy that the message proposes is one that the command has."""
    write_signs(here / "mine", A="++-+")
    with Path("mine/A.tsv").open("a", encoding="utf-8") as file:
        file.write("elsewhere\tA text.\n")
    arguments = ["outputs", "check", "mine/A.tsv", "--suite", "suite.json"]
    code, _, stderr = command(*arguments)
    assert code == 2
    assert "--skip-unknown" in stderr
    assert command(*arguments, "--skip-unknown")[0] == 0


def test_check_needs_to_know_of_what(here: Path) -> None:
    """Outputs alone say nothing."""
    code, _, stderr = command("outputs", "check", "out/A.tsv")
    assert code == 2
    assert stderr == (
        "lackmus: Say what the outputs translate: --source FILE (line by line) or --suite FILE (by id).\n"
    )


def test_demo(tmp_path: Path) -> None:
    """The whole thing, and what to try next, which works when typed."""
    ended = program("demo", cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    evaluate, review, _, serve = ended.stdout.splitlines()[-4:]
    assert serve.split()[1:] == ["serve", "--workspace", "lackmus-demo/lackmus.db", "--open"]
    assert re.search(r"^Micro-average \(items\) +129 +93\.8\*", ended.stdout, re.MULTILINE)
    for said in (
        r"^en-ru +160 +1\d\d",
        "^2025 → 2026:",
        r"^Micro-average \(tuples\) +117 ",
        r"^  en-es/report\.html$",
        "^Try next",
    ):
        assert re.search(said, ended.stdout, re.MULTILINE), said
    folder = tmp_path / "lackmus-demo"
    for pair in ("de-en", "en-de", "en-es", "en-ru"):
        report = (folder / pair / "report.html").read_text(encoding="utf-8")
        assert report.startswith("<!doctype html>")
        assert all(system in report for system in ("Linde", "Eiche", "Birke", "Ahorn"))
    assert {path.name for path in (folder / "de-en").iterdir()} == {
        *(f"{kind}.svg" for kind in ("heatmap", "phenomena", "verdicts", "trend", "agreement")),
        *("report.html", "trend.html", "metrics.html", "tables.tex", "tables.md", "tables.xlsx"),
    }
    assert command(*evaluate.split()[1:])[0] == 0
    shown = program(*review.split()[1:], cwd=tmp_path)
    assert (shown.returncode, "33 more texts are waiting for you" in shown.stdout) == (0, True)
    again = program("demo", cwd=tmp_path)  # the workspace has all of it already
    assert (again.returncode, again.stdout) == (0, ended.stdout)
    (tmp_path / "file").touch()
    assert program("demo", "-o", "file", cwd=tmp_path).returncode == 2


# Suites in other formats, and tables by name


@pytest.mark.parametrize("pair", ["de-en", "en-ru"])
def test_a_sample_to_play_with(pair: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it suggests works when typed; what is there already is not touched."""
    monkeypatch.chdir(tmp_path)
    code, _, stderr = command("suite", "sample", "try", "--pair", pair)
    assert code == 0
    monkeypatch.chdir(tmp_path / "try")
    assert command(*stderr.rstrip().rpartition("lackmus ")[2].split())[0] == 0
    monkeypatch.chdir(tmp_path)
    assert command("suite", "sample", "try")[::2] == (
        2, "lackmus: try is there already and not empty. Name a new folder.\n",
    )  # fmt: skip
    assert command("suite", "sample", "new", "--pair", "en-fr")[2] == (
        "lackmus: There is no sample en-fr. There are de-en, en-de, en-es, en-ru.\n"
    )


@pytest.mark.parametrize("form", ["yaml", "jsonl", "dfki-json"])
def test_a_suite_in_another_format_gives_the_same_figures(form: str, tmp_path: Path) -> None:
    """Converted by us, judged by us: only the name and the digest of the suite differ."""
    code, written, stderr = command("suite", "convert", str(SAMPLE / "items.json"), "--to", form)
    assert (code, stderr) == (0, "")
    (tmp_path / "other").write_text(written, encoding="utf-8")
    answers = []
    for suite in (SAMPLE / "items.json", tmp_path / "other"):
        _, stdout, _ = command("evaluate", str(suite), str(OUTPUTS), "-f", "json")
        answers.append({**json.loads(stdout), "signature": ""})
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "arguments, said",
    [
        (
            ["suite", "convert", "suite.json"],
            "Say which format you want: --to yaml, or a file: -o suite.yaml.",
        ),
        (
            ["suite", "convert", "suite.json", "-o", "suite.doc"],
            "suite.doc: no format has this ending. Use ",
        ),
        (
            ["suite", "convert", "suite.json", "--to", "word"],
            "--to: there is no format word. There are dfki-json, jsonl",
        ),
        (["suite", "convert", "suite.json", "--to", "tq-csv"], "TQ-AutoTest's table has no patterns (item 1"),
        (
            ["suite", "convert", "suite.json", "--to", "yaml", "--pair", "en-fr"],
            "--pair: there are no items for en-fr",
        ),
        (["suite", "show", "out/A.tsv"], "out/A.tsv: no format for a suite recognises it. These would fit: "),
        (
            ["evaluate", "suite.json", "out", "--table", "trend"],
            "--table trend compares campaigns, and here is only",
        ),
        (
            ["evaluate", "suite.json", "out", "--format", "word"],
            "--format: there is no format word. There are csv, excel, ",
        ),
        (
            ["evaluate", "suite.json", "out", "--table", "systems", "--table", "suite", "-f", "csv"],
            "This format holds one table. Ask for one with --table, or choose another format.",
        ),
        (
            ["evaluate", "suite.json", "out", "--decisions", "suite.json"],
            "suite.json, line 1: 1 cells. Each line is",
        ),
        (["chart", "heatmap", "suite.json", "out"], "A chart is a file. Name one with -o that ends in .svg"),
        (
            ["chart", "heatmap", "suite.json", "out", "-o", "x.gif"],
            "x.gif is no picture. Name one with -o that ends",
        ),
    ],
)
def test_a_slip_with_formats_is_one_line(arguments: list[str], said: str, here: Path) -> None:
    """What was wrong, and what there is."""
    code, stdout, stderr = command(*arguments)
    assert (code, stdout) == (2, "")
    assert stderr.startswith(f"lackmus: {said}")
    assert stderr.count("\n") == 1


@pytest.mark.parametrize("form", ["json", "csv", "markdown", "latex", "html", "terminal"])
@pytest.mark.parametrize(
    "name", ["categories", "phenomena", "examples", "warnings", "systems", "suite", "verdicts"]
)
def test_every_table_in_every_format(name: str, form: str) -> None:
    """The name of a system or of the pair is in all of them; JSON is JSON."""
    code, stdout, stderr = command(
        "evaluate", str(SAMPLE / "items.json"), str(OUTPUTS), "--table", name, "-f", form
    )
    assert (code, stderr) == (0, "")
    assert "de-en" in stdout if name == "suite" else "Linde" in stdout
    if form == "json":
        assert len(json.loads(stdout)["tables"]) == 1


def test_binary_formats_go_to_files_and_pipes(tmp_path: Path) -> None:
    """A terminal could not show them."""
    ended = subprocess.run(
        [*PROGRAM, "evaluate", SAMPLE / "items.json", OUTPUTS, "-f", "excel"],
        capture_output=True,
        env=PLAIN,
        check=True,
    )
    assert ended.stdout.startswith(b"PK")
    command("evaluate", str(SAMPLE / "items.json"), str(OUTPUTS), "-o", str(tmp_path / "t.parquet"))
    assert (tmp_path / "t.parquet").read_bytes().startswith(b"PAR1")


# The published data


@pytest.mark.real_data
@pytest.mark.parametrize("semantics, fair", [("default", 1611), ("classic", 1553)])
def test_wmt22(semantics: str, fair: int, real_data: Path) -> None:
    """Nine systems of WMT22, whose suite sentences hide among 19,079 lines."""
    folder = real_data / "wmt22" / "de-en"
    content = answer(
        "evaluate",
        real_data / "dfki" / "de-en" / "items.json",
        "--source",
        next((folder / "sources").iterdir()),
        "--hyp",
        folder / "system-outputs" / "*",
        "--semantics",
        semantics,
    )
    assert sorted(content["systems"]) == [
        "JDExploreAcademy", "LT22", "Lan-Bridge", "Online-A", "Online-B", "Online-G", "Online-W", "Online-Y",
        "PROMT",
    ]  # fmt: skip
    assert content["items"].items() >= {"total": 2767, "fair": fair, "uncovered": 0}.items()
    assert content["left_out"] == content["misaligned"] == {}


def test_a_broken_pattern_is_named_even_where_no_text_meets_it(tmp_path: Path) -> None:
    """A mistake in the suite is a mistake, whoever translated what."""
    item = {"langpair": "de-en", "category": "C", "phenomenon": "P", "source_sentence": "Satz."}
    items = [{**item, "id": "1", "positive_regex": "good"}, {**item, "id": "2", "positive_regex": "go("}]
    (tmp_path / "s.json").write_text(json.dumps({"items": items}), encoding="utf-8")
    (tmp_path / "A.tsv").write_text("1\tgood\n", encoding="utf-8")
    code, stdout, stderr = command("evaluate", tmp_path / "s.json", tmp_path / "A.tsv")
    assert (code, stdout) == (2, "")
    assert re.search(r"s\.json, item 2: positive pattern does not compile \(.* at 2\)", stderr)


def test_a_comma_may_stand_in_a_name(tmp_path: Path) -> None:
    """A value that is a name is that name; else commas part it."""
    item = {"langpair": "de-en", "category": "C", "phenomenon": "P", "source_sentence": "Satz."}
    (tmp_path / "s.json").write_text(
        json.dumps({"items": [{**item, "id": "1", "positive_regex": "good"}]}), encoding="utf-8"
    )
    for name in ("a,b", "c", "d"):
        (tmp_path / f"{name}.tsv").write_text("1\tgood\n", encoding="utf-8")
    files = [tmp_path / f"{name}.tsv" for name in ("a,b", "c", "d")]
    for chosen, systems in [("a,b", ["a,b"]), ("c,d", ["c", "d"])]:
        code, stdout, _ = command("evaluate", tmp_path / "s.json", *files, "--systems", chosen, "-f", "json")
        assert (code, json.loads(stdout)["systems"]) == (0, systems)


@pytest.mark.parametrize(
    "arguments, said",
    [
        (
            ["evaluate", "x", "--test", "foo"],
            "'foo' is not one of 'z', 'mcnemar', 'bootstrap', 'paired'. See ",
        ),
        (["evaluate"], "Missing argument 'SUITE'. See "),
        (["nonsense"], "No such command 'nonsense'. See "),
        (["evaluate", "x", "--nope"], "No such option: --nope"),
    ],
)
def test_a_slip_on_the_command_line_is_one_line_too(arguments: list[str], said: str) -> None:
    """What was wrong, what would be right, and where to read more."""
    ended = subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.splitlines()) == 1
    assert said in ended.stderr
