"""`report`, `compare`, `trend` and `chart` on a workspace, as people use them."""

import csv
import json
import re
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from lackmus.store.db.workspaces import open_workspace
from tests.store.filled import SAMPLE, add_campaign, add_suite, fill, sample_outputs, sample_suite
from tests.test_cli import answer, command

TAGS = {"Ahorn": ["unsupervised"], "Birke": ["neural", "online"], "Eiche": ["neural"]}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Workspaces to be copied: the bundled sample, and one campaign of it with tags and labels."""
    folder = tmp_path_factory.mktemp("made")
    with open_workspace(str(folder / "sample.db"), create=True) as workspace:
        fill(workspace)
    with open_workspace(str(folder / "tagged.db"), create=True) as workspace:
        suite = add_suite(workspace, sample_suite())
        add_campaign(workspace, suite, "2026", sample_outputs("2026"), TAGS, {"Birke": "Bi", "Eiche": "Ei"})
    return folder


def work_on(copied: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a workspace, in the folder where Ada works."""
    monkeypatch.chdir(folder)
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    copy(copied, folder / "lackmus.db")
    return folder


@pytest.fixture
def here(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a workspace in which the bundled sample is stored."""
    return work_on(made / "sample.db", tmp_path, monkeypatch)


@pytest.fixture
def tagged(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same with tags and labels, one campaign."""
    return work_on(made / "tagged.db", tmp_path, monkeypatch)


def one_line(text: str) -> str:
    """The text without the line breaks of a terminal."""
    return " ".join(text.split())


def test_thresholds_and_the_worst(here: Path) -> None:
    """All phenomena beyond, in words, as a table and for programs; and a sign for the worst."""
    asked = ("report", "2026")
    _, printed, _ = command(*asked, "--low", 70, "--high", 90, "--min-items", 3, "--worst")
    assert "with at least 3 items" in printed and "Phenomena below 70 % and above 90 %" in printed
    assert "↓ among the significantly worst of the row" in printed
    found, plain = answer(*asked, "--low", 70), answer(*asked)
    assert plain["thresholds"] is None and found["thresholds"]["low"] == 70
    assert found["rows"] == plain["rows"] and all(row["worst"] for row in plain["rows"])


def test_groups_of_systems(tagged: Path) -> None:
    """By tags of the workspace; the table, and all of it for programs."""
    found = answer("report", "--group-by", "neural,unsupervised")["groups"]
    assert found["groups"] == {"neural": ["Eiche", "Birke"], "unsupervised": ["Ahorn"]}
    assert found["outside"] == ["Linde"] and found["averages"]["micro"]["tests"][0]["difference"] > 20
    _, printed, _ = command("report", "--group-by", "neural", "--table", "groups")
    assert "neural: 2 systems (Ei, Bi)" in printed and "not neural (2)" in printed
    code, _, said = command("report", "--table", "groups")
    assert code == 2 and "--group-by or --group" in said


def test_a_profile_of_the_workspace(tagged: Path) -> None:
    """By name and with the labels of the workspace; who is not there is told with those who are."""
    _, printed, _ = command("profile", "items.json", "Birke")
    assert "Bi: a profile on items.json, de-en" in printed and "Bi passes" in printed
    code, _, said = command("profile", "items.json", "Pappel")
    assert code == 2 and "There is no system Pappel. There are " in said
    code, _, said = command("profile", "items.json", "Birke", "outputs")
    assert code == 2 and "OUTPUTS is about files" in said


def same_numbers(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two answers differ in nothing but how they were made."""
    return {**one, "signature": ""} == {**other, "signature": ""}


def test_the_report_says_what_evaluate_says(here: Path) -> None:
    """The same outputs, the same numbers; the signature names the revision."""
    stored = answer("report", "2026")
    assert same_numbers(stored, answer("evaluate", SAMPLE / "items.json", SAMPLE / "outputs" / "2026"))
    assert "|revision:3|" in stored["signature"]


@pytest.mark.parametrize(
    "asked, systems",
    [
        (["--systems", "Birke,Ahorn"], {"Ahorn", "Birke"}),
        (["--exclude", "Linde"], {"Ahorn", "Birke", "Eiche"}),
        (["--tag", "neural"], {"Birke", "Eiche"}),
        (["--tag", "online,unsupervised"], {"Ahorn", "Birke"}),
        (["--exclude-tag", "unsupervised"], {"Birke", "Eiche", "Linde"}),
        (["--tag", "neural", "--exclude-tag", "online"], {"Eiche"}),
    ],
)
def test_some_systems(tagged: Path, asked: list[str], systems: set[str]) -> None:
    """By name or by tag."""
    assert set(answer("report", *asked)["systems"]) == systems


def test_some_items(here: Path) -> None:
    """Only categories or phenomena that are asked for, and the signature says so."""
    part = answer("report", "2026", "--category", "Ambiguity", "--category", "False friends")
    assert {row["category"] for row in part["rows"]} == {"Ambiguity", "False friends"}
    assert "|only:Ambiguity+False friends|" in part["signature"]
    assert part["items"]["uncovered"] == 0
    one = answer("report", "2026", "--phenomenon", "Lexical ambiguity")
    assert {row["phenomenon"] for row in one["rows"]} == {None, "Lexical ambiguity"}


def test_labels_of_the_workspace(tagged: Path) -> None:
    """Labels stored with systems are used, unless the user gives others."""
    assert answer("report")["labels"] == {"Birke": "Bi", "Eiche": "Ei"}
    assert answer("report", "--label", "Birke=B")["labels"] == {"Birke": "B", "Eiche": "Ei"}
    _, table, _ = command("report", "--systems", "Birke,Linde")
    assert " Bi " in table
    assert " Birke " not in table


def test_a_saved_report(here: Path) -> None:
    """A name stands for a revision, until it is replaced."""
    assert "No report is saved yet." in command("report", "--saved")[1]
    code, first, said = command("report", "2026", "--save", "spring", "--format", "json")
    assert (code, said) == (0, "lackmus: Saved as spring (revision 3).\n")
    code, _, said = command("report", "2025", "--save", "spring")
    assert (code, said) == (
        2,
        "lackmus: A report is saved as spring already (revision 3). "
        "Choose another name, or replace it: --replace-saved.\n",
    )
    assert command("report", "2026", "--as-of", "spring", "--format", "json")[1] == first
    assert "|revision:4|" in answer("report", "2026")["signature"]
    (one,) = answer("report", "--saved")["reports"]
    assert (one["name"], one["revision"], one["request"]["campaign"]) == ("spring", 3, "2026")
    assert (one["person"], one["signature"]) == ("Ada", json.loads(first)["signature"])
    code, _, said = command("report", "2025", "--save", "spring", "--replace-saved")
    assert (code, said) == (0, "lackmus: Saved as spring (revision 4).\n")
    assert "|revision:4|" in answer("report", "2026", "--as-of", "spring")["signature"]


def test_a_saved_report_is_removed(here: Path) -> None:
    """By its name; undo brings it back."""
    command("report", "2026", "--save", "spring")
    code, out, said = command("report", "--remove-saved", "spring")
    assert (code, out, "Removed the report spring. lackmus undo" in said) == (0, "", True)
    assert answer("report", "--saved")["reports"] == []
    assert "No report is saved as spring" in command("report", "--remove-saved", "spring")[2]
    assert command("undo")[0] == 0
    assert [one["name"] for one in answer("report", "--saved")["reports"]] == ["spring"]


def test_a_saved_report_is_found_by_its_name_alone(here: Path) -> None:
    """It is known what it was about; whoever asks otherwise is told that these are other numbers."""
    _, first, _ = command("report", "2026", "--systems", "Birke,Linde", "--save", "two", "--format", "json")
    again = ("report", "--as-of", "two", "--format", "json")
    assert command(*again, "--systems", "Birke,Linde")[1:] == (first, "")
    code, all_of_them, said = command(*again)
    assert (code, len(json.loads(all_of_them)["systems"])) == (0, 4)
    assert "The report saved as two was asked for with other options, so its numbers may differ: " in said
    assert json.loads(first)["signature"] in said
    assert command("report", "2025", "--as-of", "two")[2] == ""  # only the time is meant


@pytest.mark.parametrize(
    "asked, said",
    [
        (["report"], "Say which campaign is meant: 2025, 2026."),
        (["trend", "typo", "2025", "2026"], "There is no file typo, and no suite of that name in the work"),
        (["report", "2027"], "There is no campaign 2027. There are 2025, 2026."),
        (["report", "2026", "--suite", "x"], "There is no suite x. There is items.json."),
        (["report", "2026", "--pair", "en-de"], "--pair: there are no items for en-de, only for de-en."),
        (
            ["report", "2026", "--systems", "x"],
            "--systems: there is no system x. There are Ahorn, Birke, Eiche, Linde.",
        ),
        (["report", "2026", "--tag", "x"], "--tag: no system has the tag x. There are no tags."),
        (["report", "2026", "--as-of", "99"], "--as-of 99: there is no such change. The latest is 3."),
        *(
            ([*asked, "--as-of", "4"], "--as-of 4: there is no such change. The latest is 3.")
            for asked in (
                ["suite", "list"],
                ["suite", "show", "items.json"],
                ["suite", "export", "items.json", "x.json"],
                ["outputs", "export", "-c", "2026", "-o", "x.jsonl"],
                ["rule", "list", "idi-001"],
                ["system", "list"],
                ["agreement"],
            )
        ),
        (["suite", "list", "--as-of", "0"], "--as-of 0: there is no such change. The latest is 3."),
        (["report", "2026", "--as-of", "0001-01-01"], "--as-of 0001-01-01: the workspace did not exist yet."),
        (["report", "2026", "--as-of", "0999-01-01"], "--as-of 0999-01-01: the workspace did not exist yet."),
        (["report", "2026", "--as-of", "1999-01-01"], "--as-of 1999-01-01: the workspace did not exist yet."),
        (["report", "2026", "--as-of", "1"], "The workspace has no campaign yet."),
        (["report", "2026", "--save", "2026-05-01"], "--save 2026-05-01: it would be taken for a time"),
        (["report", "2026", "--save", " "], "the report's name is empty. Give it a name."),
        (["report", "2026", "--category", "x"], "items.json: there is no category x. There are Ambiguity,"),
        (["report", "2026", "--anonymous", "--label", "Birke=B"], "--anonymous hides their names."),
        (["report", "2026", "-w", "none.db"], "There is no workspace at none.db."),
        (["compare", "items.json", "Ahorn", "Birke"], "Say which campaign is meant: 2025, 2026."),
        (["compare", "items.json", "2026/Ahorn"], "compare needs two systems or more, but got Ahorn."),
        (["compare", "items.json", "2026/Ahorn", "2026/Ahorn"], "A system is named twice. Name each once."),
        (["compare", "items.json", "2025/Linde", "2026/Linde"], "2025 has no system Linde."),
        (
            ["compare", "items.json", "a", "b", "--decisions", "x.tsv"],
            "--decisions is about files, and this is about a workspace. Leave it out.",
        ),
        (
            ["compare", SAMPLE / "items.json", "a", "b", "--as-of", "1"],
            "--as-of is about a workspace, and this is about files. Leave it out, or name the workspace",
        ),
        (["compare", "other.json", "a", "b"], "other.json"),
        (["trend", "items.json", "2026"], "A trend needs at least two campaigns, and here is 2026."),
        (["trend", "items.json", "2026", "2026"], "A campaign is named twice."),
        (
            ["trend", "items.json", "2025", "2026", "--exclude-tag", "x"],
            "--exclude-tag: no system has the tag",
        ),
        (
            ["chart", "heatmap", "items.json", "2025", "2026", "-o", "x.svg"],
            "A chart of heatmap draws one campaign, not 2025, 2026.",
        ),
    ],
)
def test_mistakes_are_one_line(here: Path, asked: list[object], said: str) -> None:
    """What is wrong, and what there is instead; nothing is changed by asking."""
    code, out, err = command(*asked)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert "|revision:3|" in answer("report", "2026")["signature"]


def test_compare_in_a_workspace(here: Path) -> None:
    """As from files: two systems of one campaign."""
    files = [SAMPLE / "outputs" / "2026" / f"{name}.tsv" for name in ("Birke", "Eiche")]
    plain = answer("compare", SAMPLE / "items.json", *files)
    assert same_numbers(answer("compare", "items.json", "Birke", "Eiche", "-c", "2026"), plain)
    assert same_numbers(answer("compare", "items.json", "2026/Birke", "2026/Eiche"), plain)


def test_compare_across_campaigns(here: Path) -> None:
    """The campaign goes before the name; with --campaign only where it is another."""
    both = answer("compare", "items.json", "2025/Birke", "2026/Birke")
    assert both["systems"] == ["2025/Birke", "2026/Birke"]
    again = answer("compare", "items.json", "2025/Birke", "Birke", "--campaign", "2026")
    assert again == both
    part = answer("compare", "items.json", "2025/Birke", "2026/Birke", "--category", "Ambiguity")
    assert [row["category"] for row in part["rows"]] == ["Ambiguity"]


def test_trend_in_a_workspace(here: Path) -> None:
    """As from files; without names, all campaigns in order of time."""
    folders = [f"{year}={SAMPLE / 'outputs' / year}" for year in ("2025", "2026")]
    plain = answer("trend", SAMPLE / "items.json", *folders)
    assert same_numbers(answer("trend", "items.json", "2025", "2026"), plain)
    assert answer("trend", "items.json") == answer("trend", "items.json", "2025", "2026")


def test_a_trend_by_phenomenon_with_tests(here: Path) -> None:
    """Phenomena below their categories, a sign behind significant changes, p-values in a column of CSV."""
    code, out, err = command("trend", "items.json", "--by", "phenomenon")
    assert (code, err) == (0, "")
    assert "\n  Lexical ambiguity" in out
    assert "Holm’s correction over the categories of a column, and over its phenomena." in one_line(out)
    assert re.search(r"Micro-average \(items\).*\+10\.2\*", out)
    assert "* a significant change" in out
    written = list(csv.DictReader(command("trend", "items.json", "--format", "csv")[1].splitlines()))
    content = answer("trend", "items.json")
    for row, stored in zip(written, content["rows"], strict=False):
        assert float(row["Average Δ p"]) == stored["changes"][0]["corrected"]
        assert float(row["Ahorn Δ p"]) == stored["changes"][1]["corrected"]


def test_names_that_a_trend_joins(here: Path) -> None:
    """A renamed system is found again by its spelling or its label, and joined by hand with --same."""
    assert command("system", "rename", "2025/Ahorn", "AHORN!")[0] == 0
    assert command("system", "rename", "2025/Birke", "Betula")[0] == 0
    assert command("system", "label", "2025/Betula", "Birke")[0] == 0
    asked = ["trend", "items.json"]
    assert answer(*asked)["systems"] == ["Ahorn", "Birke", "Eiche"]
    assert answer(*asked, "--exact-names")["systems"] == ["Eiche"]
    by_hand = answer(*asked, "--exact-names", "--same", "Betula=Birke")
    assert by_hand["systems"] == ["Birke", "Eiche"]
    assert by_hand["joined"] == [
        {"system": "Birke", "names": {"2025": "Betula", "2026": "Birke"}, "because": ["same"]}
    ]
    _, out, _ = command(*asked, "--label", "AHORN!=Acer")  # a label of the older name is one of the system
    assert "Acer Δ" in out and "AHORN! (2025) = Ahorn (2026), by their spelling" in one_line(out)
    code, _, err = command(*asked, "--same", "Betulla=Birke")
    assert (code, err) == (2, "lackmus: --same: there is no system Betulla. Did you mean Betula?\n")
    for joined, options in {True: [], False: ["--exact-names"]}.items():
        assert command("chart", "trend", "items.json", *options, "-o", "x.svg")[0] == 0
        assert ("AHORN!" in (here / "x.svg").read_text(encoding="utf-8")) is joined
    code, _, err = command("chart", "heatmap", "items.json", "2026", "--exact-names", "-o", "x.svg")
    assert (code, err) == (2, "lackmus: --exact-names is about a trend. Leave it out.\n")


@pytest.mark.parametrize(
    "asked",
    [["trend", "items.json"], ["compare", "items.json", "2025/Birke", "2026/Birke"]],
    ids=["trend", "compare"],
)
def test_other_verbs_as_of(here: Path, asked: list[str]) -> None:
    """Whatever has happened since, they say what they said."""
    before = answer(*asked)
    command("report", "2026", "--save", "spring")
    assert answer(*asked) != before
    assert answer(*asked, "--as-of", "spring") == before


def test_a_file_goes_before_a_stored_suite_of_its_name(here: Path) -> None:
    """Who works on files is not surprised by a workspace beside them; --workspace asks for it."""
    (here / "items.json").write_bytes((SAMPLE / "items.json").read_bytes())
    folders = [f"{year}={SAMPLE / 'outputs' / year}" for year in ("2025", "2026")]
    assert "revision:" not in answer("trend", "items.json", *folders)["signature"]
    stored = answer("trend", "items.json", "2025", "2026", "--workspace", "lackmus.db")
    assert "|revision:3|" in stored["signature"]


@pytest.mark.parametrize(
    "asked",
    [
        ["trend", "items.json", "2025", "2026"],
        ["checkpoints", "items.json", "2026", "--systems", "Ahorn,Birke,Eiche"],
        ["heatmap", "items.json", "2026"],
    ],
)
def test_charts(here: Path, asked: list[str]) -> None:
    """A picture of what is stored, with its revision below it."""
    code, _, _ = command("chart", *asked, "-o", "x.svg")
    assert code == 0
    assert "revision:3" in (here / "x.svg").read_text()


@pytest.mark.parametrize("format", ["terminal", "csv", "markdown", "latex", "html"])
def test_formats(here: Path, format: str) -> None:
    """All that evaluate writes, report writes; the list of saved reports too."""
    code, out, _ = command("report", "2026", "--format", format)
    assert code == 0
    assert "Linde" in out
    assert "revision:3" in out.replace("\\allowbreak ", "").replace("{}", "")
    command("report", "2026", "--save", "spring")
    code, out, _ = command("report", "--saved", "--format", format)
    assert code == 0
    assert "spring" in out
