"""Laborious patterns are compiled in a process that can be ended; what it cannot do, nobody tries."""

import sys
from collections.abc import Callable, Iterator

import pytest

from lackmus.core.rules import patterns
from lackmus.core.rules.patterns import PatternError, compile_pattern
from lackmus.machine import pattern_trials
from lackmus.machine.pattern_trials import PatternTrials

LABORIOUS = "(?:a|aa){5000}b"
Maker = Callable[..., PatternTrials]

# The real worker, with something else in place of compiling.
INSTEAD = """
import sys, time, lackmus.machine.pattern_worker as worker
worker.compile_for_both = lambda pattern: {work}
worker.main(int(sys.argv[1]), int(sys.argv[2]))
"""


@pytest.fixture
def trials() -> Iterator[Maker]:
    """Trials whose process is ended afterwards."""
    made: list[PatternTrials] = []

    def make(*args: object, **options: object) -> PatternTrials:
        made.append(PatternTrials(*args, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        one.close()


def process_of(one: PatternTrials) -> int | None:
    """The number of its process, if there is one."""
    return None if one._process is None else one._process.pid


def test_one_process_is_started_late_and_kept(trials: Maker) -> None:
    one = trials()
    assert process_of(one) is None
    assert one.problem_of(LABORIOUS) == ""
    first = process_of(one)
    assert first is not None
    assert one.problem_of("(?:a|aa){5001}b") == ""
    assert one.problem_of("((a{1000}){1000}){1000}").startswith(
        "it is too large: counted repeats expand it to"
    )
    assert process_of(one) == first
    one.close()
    assert process_of(one) is None
    assert one.problem_of("(?:a|aa){5002}b") == ""  # and another is started
    assert process_of(one) != first


@pytest.mark.parametrize(
    "work, options, problem",
    [
        ("sys.exit()", {}, "it is too large: compiling it takes more than 5 seconds"),
        ("time.sleep(600)", {"patience": 0.2}, "it is too large: compiling it takes more than 5 seconds"),
        pytest.param(
            "len(bytearray(4 << 30))",
            {},
            "it is too large: compiling it takes more than 1024 MB",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux"),
        ),
        pytest.param(
            "[None for _ in iter(int, 1)]",
            {"seconds": 1},
            "it is too large: compiling it takes more than",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="work is limited on Linux"),
        ),
    ],
)
def test_what_takes_too_much_is_ended_and_the_next_one_tried_anew(
    trials: Maker, work: str, options: dict[str, object], problem: str
) -> None:
    one = trials(program=("-c", INSTEAD.format(work=f"{work} if pattern == 'bad' else None")), **options)
    assert one.problem_of("bad").startswith(problem)
    assert one.problem_of("good") == ""
    assert one.problem_of("bad").startswith(problem)  # known


@pytest.mark.parametrize("program", [("-c", "pass"), ("-c", "raise SystemExit(1)")])
def test_where_no_process_can_run_the_limits_of_the_core_must_do(
    trials: Maker, program: tuple[str, ...]
) -> None:
    assert trials(program=program).problem_of(LABORIOUS) == ""


def test_no_program_to_run(trials: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert trials().problem_of(LABORIOUS) == ""


def test_only_laborious_patterns_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever compiles them; a pattern that is refused is one that does not compile."""
    import lackmus.flows  # noqa: F401  (what both faces begin with)

    assert patterns._trial == pattern_trials.problem_of
    tried: list[str] = []

    def trial(pattern: str) -> str:
        tried.append(pattern)
        return "it is too large: so it was found"

    monkeypatch.setattr(patterns, "_trial", trial)
    for cheap in (r"\bhusband\b", "(a+)+", "a{1000}", "(?i)[а-яё]+", r"(\w+) \1", "|".join("abc" * 100)):
        compile_pattern(cheap)
    assert tried == []
    with pytest.raises(PatternError, match="so it was found"):
        compile_pattern(LABORIOUS)
    assert tried == [LABORIOUS]
