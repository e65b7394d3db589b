"""`lackmus rule …` and `lackmus judge` as people use them."""

from pathlib import Path

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.read import ReadOptions, hand_ins_of, read_suite
from lackmus.store.db.workspaces import open_workspace
from lackmus.store.reviews.decisions import decide
from tests.read.drafts import entry, numbered, write_signs, write_suite
from tests.store.filled import add_campaign
from tests.test_cli import answer, command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace with three items and the outputs of two systems: + passes, - fails, ? is open."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LACKMUS_WORKSPACE", str(tmp_path / "lackmus.db"))
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    write_suite(tmp_path / "suite.json", numbered(3))
    write_signs(tmp_path / "out", A="+-+", B="+?+")
    command("suite", "import", "suite.json")
    suite = read_suite(tmp_path / "suite.json")
    with open_workspace(str(tmp_path / "lackmus.db")) as workspace:
        add_campaign(workspace, 1, "2026", hand_ins_of(suite, [str(tmp_path / "out")], ReadOptions()))
    return tmp_path


def open_text(folder: Path) -> tuple[int, str]:
    """The text that no rule settles."""
    with open_workspace(str(folder / "lackmus.db")) as workspace, workspace.reading() as connection:
        found = connection.exec_driver_sql(
            "SELECT id, \"key\" FROM texts JOIN verdicts ON text = id WHERE verdict = 'warning'"
        )
        number, key = found.one()
    return number, key


def test_rules_are_listed_by_number(here: Path) -> None:
    """With who wrote them and how many texts they settle."""
    listed = answer("rule", "list", "2")
    assert listed["item"] == "de-en:2"
    rules = listed["rules"]
    assert [(one["number"], one["side"], one["kind"], one["value"], one["texts"]) for one in rules] == [
        (3, "positive", "pattern", "good", 0),
        (4, "negative", "pattern", "bad", 1),
    ]
    assert {one["by"] for one in rules} == {"Ada"}
    assert answer("rule", "list", "de-en:2") == listed


def test_rules_stand_where_people_put_them(here: Path) -> None:
    """Within their side and kind; verdicts stay, the history knows the order, and undo brings it back."""
    for word in ("fine", "well"):
        command("rule", "add", "2", "--positive", "--pattern", word)

    def order() -> list[str]:
        return [one["value"] for one in answer("rule", "list", "2")["rules"]]

    first = ["good", "fine", "well", "bad"]  # positive patterns, then negative ones
    assert order() == first
    number = answer("rule", "list", "2")["rules"][2]["number"]
    assert answer("rule", "move", str(number), "1", "--dry-run")["change"] is None
    moved = answer("rule", "move", str(number), "1")
    assert ([one["value"] for one in moved["after"]], moved["flips"]) == (["well", "good", "fine", "bad"], [])
    assert order() == ["well", "good", "fine", "bad"]
    assert answer("rule", "move", str(number), "1")["change"] is None
    (event,) = [one for one in answer("history", "2")["events"] if one["what"] == "order of rules"]
    assert (event["before"], event["after"]) == ("3, 7, 8, 4", "8, 3, 7, 4")
    assert {one["by"] for one in answer("rule", "list", "2")["rules"]} == {"Ada"}
    assert command("undo", str(moved["change"]))[0] == 0
    assert order() == first


def test_an_edit_tells_what_flips(here: Path) -> None:
    """First tried, which keeps nothing; then done; the history knows the old wording."""
    _, text = open_text(here)
    word = text.split()[0]
    tried = answer("rule", "add", "2", "--positive", "--fixed", word, "--dry-run")
    assert (tried["change"], tried["dry_run"]) == (None, True)
    assert len(answer("rule", "list", "2")["rules"]) == 2
    done = answer("rule", "add", "2", "--positive", "--fixed", word, "-m", "seen in 2026")
    assert done["flips"] == tried["flips"]
    assert [(one["text"], one["before"], one["after"]) for one in done["flips"]] == [
        (text, "warning", "pass")
    ]
    assert done["flip_counts"] == [{"before": "warning", "after": "pass", "texts": 1}]
    assert (done["change"], done["fair"], done["texts"]) == (3, ["2026"], 2)
    number = done["after"][-1]["number"]
    changed = answer("rule", "change", number, "--to", f"{word}, never", "--as", "Bo")
    assert changed["unfair"] == ["2026"]
    last = answer("rule", "list", "2")["rules"][-1]
    assert (last["value"], last["by"], last["follows"]) == (f"{word}, never", "Bo", number)
    before = answer("rule", "list", "2", "--as-of", "3")["rules"][-1]
    assert (before["number"], before["comment"]) == (number, "seen in 2026")
    retired = answer("rule", "retire", last["number"])
    assert [one["value"] for one in retired["after"]] == ["good", "bad"]


def test_who_comes_second_is_told(here: Path) -> None:
    """Both versions stand in one line, and nothing is written."""
    command("rule", "change", "3", "--to", "great", "--as", "Bo")
    code, out, err = command("rule", "change", "3", "--to", "excellent|superb")
    assert (code, out) == (2, "")
    assert "Bo put rule 7 in its place" in err
    assert "“great”" in err
    assert "You wanted positive pattern “excellent|superb”" in err
    assert [one["value"] for one in answer("rule", "list", "2")["rules"]] == ["great", "bad"]


def test_no_rule_overrides_a_person(here: Path) -> None:
    """The text is told, and the decision stays."""
    number, text = open_text(here)
    with open_workspace(str(here / "lackmus.db")) as workspace, workspace.writing("Bo", "decide") as change:
        decide(change, [(number, Verdict.PASS)])
    arguments = ("rule", "add", "2", "--negative", "--fixed", text)
    done = answer(*arguments, "--dry-run")
    assert [(one["text"], one["decided"], one["ruled"]) for one in done["contradicted"]] == [
        (text, "pass", "fail")
    ]
    _, out, _ = command(*arguments)
    assert "Where the rules contradict people" in out


def test_decisions_are_exported_as_fixed_strings(here: Path) -> None:
    """And are known as decisions when they come back."""
    number, text = open_text(here)
    with open_workspace(str(here / "lackmus.db")) as workspace, workspace.writing("Bo", "decide") as change:
        decide(change, [(number, Verdict.PASS)])
    _, _, err = command("suite", "export", "suite", "folded.json", "--fold-decisions")
    assert "1 decided text written as fixed strings." in err
    assert text in {rule.value for item in read_suite(here / "folded.json").items for rule in item.rules}
    _, _, err = command("suite", "import", "folded.json", "--name", "suite")
    assert "nothing to do" in err
    assert "1 fixed string says what people have decided already" in err


def test_an_import_judges_again_at_once_or_later(here: Path) -> None:
    """Only what it touched; put off, `judge` finds it, once."""
    word = open_text(here)[1].split()[0]
    write_suite(here / "suite.json", [entry("1"), entry("2", positive_tokens=[word]), entry("3")])
    assert answer("judge")["items"] == 0
    later = answer("suite", "import", "suite.json", "--no-judge")
    assert (later["flips"], later["stale"]) == ([], 1)
    judged = answer("judge")
    assert (judged["items"], judged["texts"], judged["change"]) == (1, 2, 4)
    assert [(one["before"], one["after"]) for one in judged["flips"]] == [("warning", "pass")]
    assert (answer("judge")["items"], answer("judge")["change"]) == (0, None)
    write_suite(here / "suite.json", numbered(3))
    now = answer("suite", "import", "suite.json")
    assert now["judged"] == {"items": 1, "texts": 2}
    assert [(one["before"], one["after"]) for one in now["flips"]] == [("pass", "warning")]


def test_judging_all_finds_nothing_new(here: Path) -> None:
    """And leaves no trace, because nothing flipped."""
    judged = answer("judge", "--all", "--suite", "suite", "--retry-timeouts")
    assert (judged["items"], judged["flips"], judged["change"], judged["retried"]) == (3, [], None, 0)


@pytest.mark.parametrize(
    "arguments, why",
    [
        (["rule", "add", "2", "--positive"], "--pattern"),
        (["rule", "add", "2", "--positive", "--pattern", "a", "--fixed", "a"], "--pattern"),
        (["rule", "add", "2", "--fixed", "a"], "--positive"),
        (["rule", "add", "2", "--positive", "--pattern", "("], "does not compile"),
        (
            ["rule", "add", "2", "--positive", "--pattern", "((a{1000}){1000}){1000}"],
            "counted repeats expand",
        ),
        (["rule", "add", "77", "--positive", "--pattern", "a"], "The suite has no item 77"),
        (["rule", "list", "en-de:2"], "The suite has no item en-de:2"),
        (["rule", "list", "2", "--suite", "other"], "There is no suite other. There is suite."),
        (["rule", "change", "99", "--to", "a"], "There is no rule 99"),
        (["rule", "move", "99", "1"], "There is no rule 99"),
        (["rule", "move", "3", "2"], "The item has 1 positive pattern."),
        (["rule", "retire", "99"], "There is no rule 99"),
        (["judge", "--suite", "other"], "There is no suite other"),
    ],
)
def test_slips(here: Path, arguments: list[str], why: str) -> None:
    """One line that says what is wrong."""
    code, out, err = command(*arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_a_runaway_is_warned_of(here: Path) -> None:
    """And taken: it is searched under a time limit."""
    code, _, err = command("rule", "add", "2", "--positive", "--pattern", "(a+)+b")
    assert code == 0
    assert "can run away" in err


@pytest.mark.parametrize("format", ["terminal", "csv", "markdown", "latex", "html"])
def test_every_format(here: Path, format: str) -> None:
    """Lists and flips go where people need them."""
    for arguments in (["rule", "list", "2"], ["rule", "retire", "4", "--dry-run"], ["judge", "--all"]):
        code, out, _ = command(*arguments, "--format", format)
        assert code == 0
        assert out
