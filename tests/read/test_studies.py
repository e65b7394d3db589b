"""Studies as files: what was written comes back, and what is broken is one line."""

import json
from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.errors import LackmusError
from lackmus.read.studies import read_choices, read_study
from lackmus.write.studies import study_content, write_study
from tests.refusals import refuses
from tests.studied import small_study


@pytest.mark.parametrize("name", ["small.jsonl", "small.jsonl.gz"])
def test_a_study_comes_back(tmp_path: Path, name: str) -> None:
    """To the letter, packed or not."""
    study = small_study(refined={"gerund-dass-s0-3": True, "gerund-dass-s1-3": False})
    write_study(tmp_path / name, study)
    again = read_study(tmp_path / name)
    assert study_content(again) == study_content(study)
    assert again.items.equals(study.items) and again.verdicts.sort("item", "system", "symmetry").equals(
        study.verdicts.sort("item", "system", "symmetry")
    )
    assert again.choices == {"gerund-dass-s0-3": True, "gerund-dass-s1-3": False}


def test_the_same_study_is_the_same_file(tmp_path: Path) -> None:
    """So that it can be compared, and kept under version control."""
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        write_study(tmp_path / name, small_study())
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()


def _without(key: str, line: int = 0) -> list[str]:
    lines = study_content(small_study()).splitlines()
    entry = json.loads(lines[line])
    del entry[key]
    return [*lines[:line], json.dumps(entry), *lines[line + 1 :]]


LINES = study_content(small_study()).splitlines()
HEAD = json.loads(LINES[0])


@pytest.mark.parametrize(
    "lines, said",
    [
        ([], "is no study"),
        (["{}"], "is no study. lackmus contrast run writes one."),
        (LINES[1:], "is no study"),
        (_without("pair"), "not a line of a study (pair is missing). Make it anew."),
        (LINES[:-1], "there are 7 items, though its first line says 8"),
        ([*LINES[:1], *LINES[2:]], "not a line of a study"),
        ([*LINES[:1], "{", *LINES[1:]], "line 2, column 2: not JSON"),
        ([*LINES[:1], "[1]", *LINES[1:]], "line 2: not an object."),
        ([LINES[0].replace('"version": 1', '"version": 9'), *LINES[1:]], "its version is 9, not 1"),
        ([LINES[0], LINES[1].replace('"VERB"', "7"), *LINES[2:]], "line 2: not a line of a study"),
        ([LINES[0].replace('"intersection"', '"most"'), *LINES[1:]], "not a line of a study"),
    ],
)
def test_a_broken_study_is_one_line(tmp_path: Path, lines: list[str], said: str) -> None:
    """With the file, and the line where there is one."""
    file = tmp_path / "broken.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines))
    with pytest.raises(LackmusError) as problem:
        read_study(file)
    assert said in worded(problem.value) and str(file) in worded(problem.value)
    assert "\n" not in worded(problem.value)


@pytest.mark.parametrize(
    "content, found",
    [
        ("a\tkeep\nb\tdrop\n", {"a": True, "b": False}),
        ("# by Ada\n\na\nb\tKept\nc\t0\n", {"a": True, "b": True, "c": False}),
        ("a\r\nb\tdrop\r\n", {"a": True, "b": False}),
    ],
)
def test_choices(tmp_path: Path, content: str, found: dict[str, bool]) -> None:
    """An id alone is kept; comments and blank lines are for people."""
    file = tmp_path / "choices.tsv"
    file.write_bytes(content.encode())
    assert read_choices(file) == found


@pytest.mark.parametrize(
    "content, said",
    [
        ("a\tmaybe\n", "line 1: write keep or drop behind the tab, not maybe."),
        ("a\nb\na\tdrop\n", "line 3: a stands there twice. Keep one."),
        ("# nothing\n", "names no item."),
    ],
)
def test_choices_that_are_none(tmp_path: Path, content: str, said: str) -> None:
    """The line is named."""
    file = tmp_path / "choices.tsv"
    file.write_text(content)
    with refuses(LackmusError, match=said):
        read_choices(file)
