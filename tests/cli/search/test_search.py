"""`lackmus search` on the bundled sample: lines, formats, and what it refuses."""

from pathlib import Path

import pytest

from tests.test_cli import answer, command


@pytest.fixture(autouse=True)
def here(sample_workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LACKMUS_WORKSPACE", str(sample_workspace))
    monkeypatch.setenv("LACKMUS_USER", "Ada")


def test_keywords_stand_below_each_other() -> None:
    _, told, _ = command("search", "the", "--in", "output", "-n", "4")
    lines = [line for line in told.splitlines() if "  the  " in line][:4]
    assert len(lines) == 4 and len({line.index("  the  ") for line in lines}) == 1


def test_json_has_all_lines_with_their_counts() -> None:
    told = answer("search", "BENCH", "--fold", "case", "--systems", "named")
    assert told["total"] == len(told["lines"]) > 4
    assert told["wordings"][0]["wording"] == "bench"
    assert {"place", "match", "verdict", "written_by", "text_id"} <= set(told["lines"][0])
    assert told["systems"][0]["of_texts"] > 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("a[", "--match", "pattern"), "a[: this is no pattern (unterminated character set at 1). Mend it,"),
        (("*",), "There is nothing to search for. Write a word"),
        (("x", "--campaign", "1999"), "--campaign: there is no 1999. There are "),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], line: str) -> None:
    code, _, told = command("search", *arguments)
    assert code == 2
    assert told.startswith(f"lackmus: {line}") and told.count("\n") == 1


def test_nothing_found_is_an_answer() -> None:
    code, told, _ = command("search", "xyzzy")
    assert (code, "Nothing was found in" in told) == (1, True)
