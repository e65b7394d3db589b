"""Any command as a metric: what it is given, what it may answer, and what is told where it goes wrong."""

import shlex
import sys

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.challenges.metrics import REFERENCE_BASED, REFERENCE_FREE, Need
from lackmus.errors import LackmusError
from lackmus.machine.packages import MissingPartError
from lackmus.machine.programs import ProgramError
from lackmus.metrics import Metric, Segment, open_metric

RAIN = Segment("Es regnet.", "It is raining.", "It rains.")
SNOW = Segment("Es schneit.", "It is snowing.", "It has snow.")


def command(cmd: str, **options: str) -> Metric:
    """The metric for a command."""
    return open_metric("command", {"cmd": cmd, **options})


def python(program: str) -> str:
    """A command that is a program of Python."""
    return shlex.join([sys.executable, "-c", program])


COLUMN = "import sys; [print(len(line.rstrip('\\n').split('\\t')[{}])) for line in sys.stdin]"
COLUMNS = "import sys; [print(line.count('\\t')) for line in sys.stdin]"


@pytest.mark.parametrize(
    "cmd, segments, scores",
    [
        (python(COLUMN.format(0)), [RAIN, SNOW], [10, 11]),  # the source comes first
        (python(COLUMN.format(1)), [RAIN, SNOW], [14, 14]),
        (python(COLUMN.format(2)), [RAIN, SNOW], [9, 12]),
        (python(COLUMNS), [Segment("", "", ""), RAIN], [2, 2]),  # what is empty keeps its place
        (python(COLUMNS), [Segment("a\tb", "c\nd", "e\r\nf\u2028g\x85"), RAIN], [2, 2]),  # nothing shifts
        (python(COLUMN.format(2)), [Segment("", "", "«Ça?» 😀 \ud800")], [9]),
        (r"printf '-1.5\r\n 2e-3 \n'", [RAIN, SNOW], [-1.5, 0.002]),
        (r"printf '+.5\n7.'", [RAIN, SNOW], [0.5, 7.0]),  # no line break at the end
        ("echo $HOME", [], []),  # nothing to score, nothing to run
    ],
)
def test_lines_in_numbers_out(cmd: str, segments: list[Segment], scores: list[float]) -> None:
    """A segment a line, a number a line."""
    with command(cmd) as metric:
        assert metric.score(segments) == scores


@pytest.mark.parametrize(
    "cmd, kind, words",
    [
        ("echo 1", LackmusError, "was given 2 lines and answered with 1. It must print one number"),
        (r"printf '1\n2\n3\n'", LackmusError, "was given 2 lines and answered with 3."),
        ("true", LackmusError, "was given 2 lines and answered with 0."),
        (r"printf '1\nn/a\n'", LackmusError, "line 2 is “n/a”, which is no number (for “It has snow.”)."),
        (r"printf '1\n\n'", LackmusError, "line 2 is empty (for “It has snow.”)."),
        (r"printf 'nan\n1\n'", LackmusError, "line 1 is “nan”, which is no number"),
        (r"printf '1\n-inf\n'", LackmusError, "line 2 is “-inf”, which is no number"),
        (r"printf '1\n1e999\n'", LackmusError, "line 2 is “1e999”, which is no number"),
        (r"printf '1\n1,5\n'", LackmusError, "line 2 is “1,5”, which is no number"),
        (r"printf '1\n1_5\n'", LackmusError, "line 2 is “1_5”, which is no number"),
        (r"printf '1\n٣\n'", LackmusError, "line 2 is “٣”, which is no number"),
        (r"printf '1\n\377\n'", LackmusError, "line 2 is “�”, which is no number"),
        (r"printf '1\n\033[2J\n'", LackmusError, r"line 2 is “\x1b[2J”, which is no number"),
        ("sh -c 'echo no such model >&2; exit 3'", ProgramError, "ended with status 3 (no such model)"),
        (
            "sleep 60",
            ProgramError,
            "longer than 0.5 seconds. Give it more time: --metric 'command:timeout=…'",
        ),
    ],
)
def test_what_goes_wrong_is_told(cmd: str, kind: type[LackmusError], words: str) -> None:
    """In one line, with the place and the text."""
    with command(cmd, timeout="0.5" if cmd == "sleep 60" else "600") as metric, pytest.raises(kind) as told:
        metric.score([RAIN, SNOW])
    assert words in worded(told.value) and "\n" not in worded(told.value)


def test_a_long_text_is_shown_in_short() -> None:
    """A message is a line."""
    long = Segment("", "", "word " * 1000)
    with command("echo x") as metric, pytest.raises(LackmusError) as told:
        metric.score([long])
    assert "word word…”" in worded(told.value) and len(worded(told.value)) < 250


@pytest.mark.parametrize(
    "options, needs, higher, group",
    [
        ({}, (Need.SOURCE, Need.REFERENCE), True, REFERENCE_BASED),
        ({"needs": "reference"}, (Need.REFERENCE,), True, REFERENCE_BASED),
        ({"needs": "source", "higher": "worse"}, (Need.SOURCE,), False, REFERENCE_FREE),
        ({"needs": "none"}, (), True, REFERENCE_FREE),
    ],
)
def test_what_its_user_says_about_it(
    options: dict[str, str], needs: tuple[Need, ...], higher: bool, group: str
) -> None:
    """Nobody else knows."""
    with command("cat", **options) as metric:
        about = metric.about("mine")
    assert (about.name, about.needs, about.higher, about.usual_group) == ("mine", needs, higher, group)


def test_what_its_numbers_depend_on() -> None:
    """All its words and its version; not how long it may take, nor how its numbers are read."""
    with command("cat --token=secret", version="2") as metric:
        assert metric.identity() == {"cmd": "cat --token=secret", "needs": "source+reference", "version": "2"}
        assert metric.signature().startswith("command:cat|its:2|")  # what is published keeps secrets
    with command("cat --token=secret", version="2", timeout="9", higher="worse") as other:
        assert other.identity() == metric.identity()
    with command("cat --token=secret", version="3") as other:
        assert other.identity() != metric.identity()


@pytest.mark.parametrize(
    "options, words",
    [
        ({}, "command needs cmd: the command. Say it: --metric 'command:cmd=…'."),
        ({"cmd": "  "}, "--metric: cmd is empty."),
        ({"cmd": "cat '"}, "--metric: cmd cannot be read"),
        ({"cmd": "cat", "timeout": "soon"}, "--metric: timeout cannot be soon."),
        ({"cmd": "cat", "needs": "both"}, "--metric: needs cannot be both. Choose source+reference, "),
        ({"cmd": "cat", "higher": "yes"}, "--metric: higher cannot be yes. Choose better, worse."),
        ({"cmd": "no-such-program-here -x"}, "There is no program no-such-program-here on this machine."),
    ],
)
def test_what_is_wrong_with_options(options: dict[str, str], words: str) -> None:
    """It is said before anything runs."""
    with pytest.raises(LackmusError) as told:
        open_metric("command", options)
    assert words in worded(told.value)


def test_the_command_is_only_for_whoever_runs_lackmus() -> None:
    """A visitor of a page may not name programs; a missing one is a missing part."""
    with command("cat") as metric:
        assert [one.name for one in metric.OPTIONS if one.trusted] == ["cmd"]
    with pytest.raises(MissingPartError):
        command("no-such-program-here")
