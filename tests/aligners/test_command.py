"""Any command as an aligner: what it is given, what it may answer, and what is told where it goes wrong."""

import shlex
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from lackmus.aligners import Aligner, open_aligner
from lackmus.cli.remedies import worded
from lackmus.core.base.choices import Symmetry
from lackmus.core.trees.links import links
from lackmus.errors import LackmusError
from lackmus.machine.packages import MissingPartError
from lackmus.machine.programs import ProgramError
from tests.aligners.test_hmm import invented
from tests.refusals import refuses

Sentences = list[list[str]]

SOURCE, TARGET = [["it", "rains"], ["snow"]], [["es", "regnet", "heute"], ["Schnee"]]


def command(cmd: str, **options: str) -> Aligner:
    """The aligner for a command."""
    return open_aligner("command", {"cmd": cmd, **options})


def python(program: str, *arguments: str) -> str:
    """A command that is a program of Python."""
    return shlex.join([sys.executable, "-c", program, *arguments])


# Programs that link the last word of either side, and the first one too if there are more in both. What
# they take for words and for sides is theirs to say: whatever shifts shows in the links.
LINK = """
import sys

def link(first, second):
    first, second = first.split(), second.split()
    both = [f"{len(first) - 1}-{len(second) - 1}"]
    return " ".join(["0-0", *both] if min(len(first), len(second)) > 1 else both)
"""
PRINTS = LINK + "[print(link(*line.split('|||'))) for line in sys.stdin]"
READS_ONE = LINK + "[print(link(*line.split('|||'))) for line in open(sys.argv[1], encoding='utf-8')]"
READS_TWO = (
    LINK
    + "[print(link(*both)) for both in zip(*(open(n, encoding='utf-8') for n in sys.argv[1:]), strict=True)]"
)
WRITES = (
    LINK
    + """
source, target = (open(name, encoding="utf-8").read().splitlines() for name in sys.argv[1:3])
with open(sys.argv[3], "w") as forward, open(sys.argv[4], "w") as reverse:
    for one, other in zip(source, target, strict=True):
        print(link(one, other), file=forward)
        print("0-0", file=reverse)
print("read", len(source), "lines", file=sys.stderr)
"""
)
COMMANDS = {
    "lines": python(PRINTS),
    "one file": python(READS_ONE, "{input}"),
    "two files": python(READS_TWO, "{source}", "{target}"),
}
LAST = [[0, 0], [1, 2], [2, 3]]


@pytest.mark.parametrize("cmd", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("symmetric", ["yes", "no"])
def test_sentences_in_links_out(cmd: str, symmetric: str) -> None:
    """By lines or by files. What is not final is asked in both directions, and turned around again."""
    with command(cmd, symmetric=symmetric) as aligner:
        alignment = aligner.align(SOURCE, TARGET)
    assert alignment.forward.tolist() == alignment.backward.tolist() == LAST


def test_both_directions_in_one_run() -> None:
    """As eflomal does it: the reverse file has source words first, too. It may complain and print nothing."""
    with command(python(WRITES, "{source}", "{target}", "{forward}", "{reverse}")) as aligner:
        alignment = aligner.align(SOURCE, TARGET)
    assert alignment.forward.tolist() == LAST
    assert alignment.backward.tolist() == [[0, 0], [2, 3]]
    assert links(alignment, Symmetry.INTERSECTION).tolist() == [[0, 0], [2, 3]]


def test_the_directions_differ() -> None:
    """The second run has the sides exchanged."""
    program = "import sys; [print('0-1' if line.startswith('a b c |||') else '1-2') for line in sys.stdin]"
    with command(python(program)) as aligner:
        alignment = aligner.align([["a", "b", "c"]], [["x", "y"]])
    assert alignment.forward.tolist() == [[0, 1]]
    assert alignment.backward.tolist() == [[2, 1]]


@pytest.mark.parametrize(
    "source, target, found",
    [
        ([], [], []),
        ([[]], [["x"]], []),
        ([["a"], [], ["b"]], [["x"], ["y"], ["z"]], [[0, 0], [1, 2]]),  # rows stay in step
        ([["a"], ["b"]], [[], ["y"]], [[1, 0]]),
        ([["New York", "b"]], [["x", "y z\u00a0w"]], [[0, 0], [1, 1]]),  # a space inside a word
        ([["a\tb\nc", "\u2028"]], [["\x1f", "\x00z\x85"]], [[0, 0], [1, 1]]),
        ([["|||", "b"]], [["x", "|||"]], [[0, 0], [1, 1]]),  # what stands between the sides
        ([["a|||b", "||||||"]], [["x", "||||"]], [[0, 0], [1, 1]]),
        ([["", "b"]], [["x", ""]], [[0, 0], [1, 1]]),  # a parser may give an empty lemma
        ([["ž", "😀"]], [["\ud800", "«"]], [[0, 0], [1, 1]]),
    ],
)
@pytest.mark.parametrize("cmd", COMMANDS.values(), ids=COMMANDS)
def test_nothing_shifts(source: Sentences, target: Sentences, found: list[list[int]], cmd: str) -> None:
    """Whatever the words are, and wherever a sentence is empty."""
    with command(cmd) as aligner:
        alignment = aligner.align(source, target)
    assert len(alignment) == len(source)
    assert alignment.forward.tolist() == alignment.backward.tolist() == found


def test_what_is_too_long_is_not_sent() -> None:
    """Programs give up on it, each in its own way."""
    with command(COMMANDS["lines"], longest="2") as aligner:
        assert aligner.align(SOURCE, TARGET).forward.tolist() == [[2, 3]]
        assert [aligner.skips(2, 3), aligner.skips(1, 1)] == [True, False]
    with command(COMMANDS["lines"]) as aligner:
        assert aligner.align([["a"] * 5000, ["a"]], [["x"] * 5000, ["x"]]).forward.tolist() == [[5000, 5000]]


@pytest.mark.parametrize(
    "cmd, kind, words",
    [
        (r"printf '0-0\n'", LackmusError, "The command was given 2 sentence pairs and answered with 1 line."),
        (
            r"printf '0-0\n\n\n'",
            LackmusError,
            "and answered with 3 lines. It must write a line for each pair",
        ),
        ("true", LackmusError, "and answered with 0 lines."),
        (r"printf '0-0\n0 0\n'", LackmusError, "The command, line 2 of its answer: 0 is no link."),
        (r"printf '0-0\n0-1\n'", LackmusError, "line 2 of its answer: 0-1 counts beyond the target sentence"),
        (r"printf '2-0\n0-0\n'", LackmusError, "line 1 of its answer: 2-0 counts beyond the source sentence"),
        ("sh -c 'echo no such model >&2; exit 3'", ProgramError, "ended with status 3 (no such model)"),
        ("sh -c 'echo broken pipe >&2'", ProgramError, "The command said nothing (broken pipe)."),
        ("true {forward}", LackmusError, "The command did not write the file for {forward}."),
        ("sh -c 'exit 2' {source} {target} {forward}", ProgramError, "The command ended with status 2."),
        (
            "sleep 60",
            ProgramError,
            "longer than 0.5 seconds. Give it more time: --aligner 'command:timeout=…'",
        ),
    ],
)
def test_what_goes_wrong_is_told(cmd: str, kind: type[LackmusError], words: str) -> None:
    """In one line, with the place."""
    timeout = "0.5" if cmd == "sleep 60" else "600"
    with command(cmd, timeout=timeout, symmetric="yes") as aligner, pytest.raises(kind) as told:
        aligner.align(SOURCE, TARGET)
    assert words in worded(told.value) and "\n" not in worded(told.value)


def test_the_line_of_its_answer_is_named() -> None:
    """Not that of a file it has never seen: empty sentences were not sent."""
    with command(r"printf '0-0\n9-9\n'", symmetric="yes") as aligner, pytest.raises(LackmusError) as told:
        aligner.align([["a"], [], ["b"]], [["x"], ["y"], ["z"]])
    assert "line 2 of its answer: 9-9" in worded(told.value)


@pytest.mark.parametrize(
    "cmd, options, words",
    [
        ("'", {}, "--aligner: cmd cannot be read (No closing quotation)."),
        (" ", {}, "--aligner: cmd is empty."),
        ("cat {source}", {}, "--aligner: cmd has only one of {source} and {target}. Write both, or {input}"),
        ("cat --t={target}", {}, "--aligner: cmd has only one of {source} and {target}."),
        ("cat {input} {source} {target}", {}, "--aligner: cmd has {input} beside {source} and {target}."),
        ("cat {reverse}", {}, "--aligner: cmd has {reverse} without {forward}. Write both."),
        ("cat {forward} {reverse}", {"symmetric": "yes"}, "--aligner: links that are final have no other"),
        ("cat", {"symmetric": "maybe"}, "--aligner: symmetric cannot be maybe. Choose yes, no."),
        ("cat", {"longest": "0"}, "--aligner: longest cannot be 0."),
        ("cat", {"timeout": "soon"}, "--aligner: timeout cannot be soon."),
    ],
)
def test_what_makes_no_sense_is_told_before(cmd: str, options: dict[str, str], words: str) -> None:
    """Before anything runs."""
    with pytest.raises(LackmusError) as told:
        command(cmd, **options)
    assert worded(told.value).startswith(words)


def test_a_program_that_is_not_there() -> None:
    """One clear line."""
    with refuses(MissingPartError, match=r"^There is no program no-such-aligner on this machine\."):
        command("no-such-aligner -s {source} -t {target} -f {forward} -r {reverse}")


def test_other_braces_are_left_alone() -> None:
    """They belong to the command."""
    with command('awk \'{print $1 == "it" ? "1-2" : "0-0"}\'', symmetric="yes") as aligner:
        assert aligner.align(SOURCE, TARGET).forward.tolist() == [[1, 2], [2, 3]]


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither files nor folders, whether it went well or not."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with command(python(WRITES, "{source}", "{target}", "{forward}", "{reverse}")) as aligner:
        aligner.align(SOURCE, TARGET)
    with command("false {source} {target}") as aligner, pytest.raises(ProgramError):
        aligner.align(SOURCE, TARGET)
    assert not list(tmp_path.iterdir())


def test_what_its_links_depend_on() -> None:
    """All its words and its version; not how long it may take."""
    with command("cat --token=secret", version="2") as aligner:
        assert aligner.identity() == {
            "cmd": "cat --token=secret",
            "symmetric": "no",
            "longest": "1000",
            "version": "2",
        }
        assert aligner.signature().startswith("aligner:cat|its:2|")  # what is published keeps secrets
    with command("cat --token=secret", version="2", timeout="9") as other:
        assert other.identity() == aligner.identity()
    with command("cat --token=secret", version="3") as other:
        assert other.identity() != aligner.identity()


@pytest.mark.parametrize("symmetric, runs", [("yes", 1), ("no", 2)])
def test_progress_is_told(symmetric: str, runs: int) -> None:
    """Run by run."""
    said: list[tuple[str, int, int]] = []
    with command(COMMANDS["lines"], symmetric=symmetric) as aligner:
        aligner.align(SOURCE, TARGET, lambda *told: said.append(told))
    assert said == [("Aligning", done, runs) for done in range(runs + 1)]


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("eflomal-align"), reason="no eflomal-align on this machine")
def test_eflomal() -> None:
    """The real one: in its reverse file, too, the source word comes first."""
    source, target, _ = invented()
    source[3], target[5] = [], []
    with command("eflomal-align -s {source} -t {target} -f {forward} -r {reverse}") as aligner:
        alignment = aligner.align(source, target)
    words = [[word for one in side for word in one] for side in (source, target)]
    for direction in (alignment.forward, alignment.backward):
        right = [words[0][one][-3:] == words[1][other][:3] for one, other in direction.tolist()]
        assert len(right) > 2000 and np.mean(right) > 0.9
