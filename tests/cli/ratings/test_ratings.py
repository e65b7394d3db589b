"""`lackmus rating …` at the terminal: tasks, ratings by key, sheets that go and come, the report."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from lackmus.flows.contrasts.keeping import keep
from lackmus.flows.workspaces.workspaces import Desk
from tests.cli.challenges.test_challenges import command, run
from tests.studied import small_study

CREATE = ("rating", "create", "quality", "--study", "small", "--people", "1")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A workspace of Ada's with a small study."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    keep(Desk(), small_study())


def told(*arguments: object) -> Any:
    return json.loads(run(*arguments, "-f", "json"))


def sheet(person: str = "Ann", ending: str = "tsv") -> list[list[str]]:
    run("rating", "export", "quality", person, "-o", f"sheet.{ending}")
    delimiter = {"tsv": "\t", "csv": ","}[ending]
    return list(csv.reader(io.StringIO(Path(f"sheet.{ending}").read_text()), delimiter=delimiter))


def rated(rows: list[list[str]], *values: object, delimiter: str = "\t") -> Path:
    """The sheet with these ratings in its first lines."""
    written = io.StringIO()
    writer = csv.writer(written, delimiter=delimiter)
    writer.writerow(rows[0])
    for number, row in enumerate(rows[1:]):
        writer.writerow([*row[:3], values[number] if number < len(values) else ""])
    Path("back.tsv").write_text(written.getvalue())
    return Path("back.tsv")


def test_a_task_with_all_that_can_be_chosen() -> None:
    options = (
        *("--scale", "1-5", "--labels", "nonsense", "perfect", "--contrast", "gerund-dass"),
        *("--system", "Ahorn", "--system", "Birke", "--reference", "human", "--sentences", "2"),
        *("--repeats", "10", "--marked", "--advice", "Meaning first.", "--seed", "7"),
    )
    code, _, said = command(*CREATE, *options)
    assert code == 0 and "1–5, 1 annotator each" in said
    found = told("rating", "show", "quality")
    assert found["scale"] == {"lowest": 1, "highest": 5, "low_label": "nonsense", "high_label": "perfect"}
    assert found["draw"] == {
        "keywords": "pre-selected", "contrasts": ["gerund-dass"], "systems": ["Ahorn", "Birke"],
        "references": ["human"], "sentences": 2, "repeats": 10, "seed": 7,
    }  # fmt: skip
    assert found["advice"] == "Meaning first." and found["marked"] is True
    assert "nonsense … perfect" in run("rating", "show", "quality")


@pytest.mark.parametrize(
    "options, references",
    [((), ["human", "second"]), (("--no-reference",), []), (("--reference", "second"), ["second"])],
)
def test_references_are_rated_unless_left_out(options: tuple[str, ...], references: list[str]) -> None:
    run(*CREATE, *options)
    drawn = told("rating", "show", "quality")["draw"]
    assert drawn["references"] == references


@pytest.mark.parametrize(
    "options, said",
    [
        (("--scale", "five"), "--scale: “five” is no scale. Write 0-100 or 1-5, say."),
        (("--scale", "5-1"), "its highest value is above its lowest"),
        (("--system", "Eiche"), "small has no system Eiche. It has Ahorn, Birke, Linde."),
        (("--reference", "human", "--no-reference"), "contradict each other"),
        (("--people", "0"), "The number of people who rate a text is 0. It must be from 1 to 50."),
    ],
)
def test_what_cannot_be_made(options: tuple[str, ...], said: str) -> None:
    code, _, wrong = command(*CREATE, *options)
    assert code == 2 and said in wrong
    assert told("rating", "list")["tasks"] == []


def test_one_text_after_the_other() -> None:
    """By keys, which tell nothing; a correction is no second rating."""
    run(*CREATE)
    offered = told("rating", "next", "quality", "--as", "Ann")
    (card,) = offered["cards"]
    assert set(card) == {"key", "source", "marks", "text", "value"}
    for value in (40, 60):
        code, _, said = command("rating", "rate", "quality", f"{card['key']}={value}", "--as", "Ann")
        assert code == 0 and "You have made 1 rating; 7 left." in said
    listed = told("rating", "list", "--as", "Ann")["tasks"]
    assert [(one["ratings"], one["own"], one["left"], one["draw"]) for one in listed] == [(1, 1, 7, None)]
    code, _, said = command("rating", "rate", "quality", "60", "--as", "Ann")
    assert code == 2 and "Write KEY=NUMBER" in said


@pytest.mark.parametrize("ending, delimiter", [("tsv", "\t"), ("csv", ","), ("csv", ";")])
def test_a_sheet_goes_and_comes(ending: str, delimiter: str) -> None:
    """Nothing in it tells who wrote a text; spreadsheets may write it with semicolons."""
    run(*CREATE)
    rows = sheet(ending=ending)
    assert rows[0] == ["key", "source", "translation", "rating"] and len(rows) == 9
    written = Path(f"sheet.{ending}").read_text()
    assert not any(name in written for name in ("Ahorn", "Birke", "Linde", "human", "second"))
    back = rated(rows, *range(10, 18), delimiter=delimiter)
    code, _, said = command("rating", "import", "quality", back, "--as", "Ann")
    assert code == 0 and "8 ratings of Ann; 0 left." in said
    assert told("rating", "report", "quality")["ratings"] == 8
    assert "Ann imported ratings" in run("log") or "rate import" in run("log")


@pytest.mark.parametrize(
    "values, said",
    [
        (("101",), "line 2: 101 is not on the scale from 0 to 100"),
        (("5", "good"), "line 3: “good” is no whole number"),
        (("5", "7.5"), "line 3: “7.5” is no whole number"),
        (("-1", "", "200"), "line 2: “-1” is no whole number; line 4: 200 is not on the scale"),
        (("x",) * 7, "and 2 more mistakes. Nothing was saved."),
        ((), "has no rating. Write numbers from 0 to 100 under “rating”."),
    ],
)
def test_mistakes_in_a_sheet_save_nothing(values: tuple[str, ...], said: str) -> None:
    run(*CREATE)
    code, _, wrong = command("rating", "import", "quality", rated(sheet(), *values), "--as", "Ann")
    assert code == 2 and said in wrong
    assert told("rating", "show", "quality")["ratings"] == 0


def test_a_sheet_is_one_annotators_own() -> None:
    run(*CREATE)
    rows = sheet("Ann")
    code, _, wrong = command("rating", "import", "quality", rated(rows, 1), "--as", "Ben")
    assert code == 2 and f"line 2: “{rows[1][0]}” is no key of this annotator in this task" in wrong
    code, _, wrong = command("rating", "import", "quality", rated([*rows, rows[1]], 1), "--as", "Ann")
    assert code == 2 and f"line 10: the key {rows[1][0]} stands in line 2 already" in wrong
    code, _, wrong = command("rating", "import", "quality", rated([["a", "b", "c", "d"]]), "--as", "Ann")
    assert code == 2 and "line 1: there is no column key (there is a, b, c, d)." in wrong


def test_the_report_is_refused_until_one_is_done() -> None:
    run(*CREATE)
    rows = sheet("Ann")
    run("rating", "import", "quality", rated(rows, 1, 2, 3), "--as", "Ann")
    code, _, wrong = command("rating", "report", "quality", "--as", "Ann")
    assert code == 2 and "5 texts left for Ann to rate" in wrong
    assert "Ahorn" not in run("rating", "show", "quality", "--as", "Ann")
    assert "mean ratings" in run("rating", "report", "quality")


@pytest.mark.parametrize("format", ["terminal", "json", "csv", "markdown", "latex", "html"])
def test_reports_in_every_format(format: str) -> None:
    run(*CREATE)
    run("rating", "import", "quality", rated(sheet(), *range(8)), "--as", "Ann")
    assert "Ahorn" in run("rating", "report", "quality", "-f", format)
    texts = run("rating", "report", "quality", "--table", "texts", "-f", format)
    assert "gerund-dass-s0-3" in texts.replace("\\_", "_")


def test_a_task_is_removed_and_comes_back() -> None:
    run(*CREATE)
    run("rating", "remove", "quality")
    assert told("rating", "list")["tasks"] == []
    run("undo")
    assert len(told("rating", "list")["tasks"]) == 1
    code, _, said = command("rating", "show", "other")
    assert code == 2 and "There is no rating task other. There is quality." in said


def test_backups_and_exports_hold_ratings() -> None:
    run(*CREATE)
    run("rating", "import", "quality", rated(sheet(), *range(8)), "--as", "Ann")
    run("backup", "copy.db")
    assert told("rating", "report", "quality", "-w", "copy.db") == told("rating", "report", "quality")
    run("export", "--everything", "folder")
    written = {file.name: file.read_bytes() for file in Path("folder").rglob("rating*")}
    assert {"rating_tasks", "rating_texts", "ratings"} <= {name.partition(".")[0] for name in written}
