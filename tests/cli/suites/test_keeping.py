"""`lackmus suite import|export|list|show|split` as people use them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lackmus.flows.suites.samples import SAMPLE
from lackmus.read import read_suite
from tests.read.drafts import Entry, entry, numbered, write_suite
from tests.test_cli import answer, command

ITEMS = SAMPLE / "de-en" / "items.json"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, without a workspace."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    return tmp_path


def suite(folder: Path, *entries: Entry, name: str = "suite.json", **top: Any) -> Path:
    """A file with these items."""
    return write_suite(folder / name, entries, **top)


def test_examples_are_typed_in_listed_and_removed(here: Path) -> None:
    """Each command shows the examples of the phenomenon; what is missing is one line."""
    suite(here, *numbered(3))
    command("suite", "import", "suite.json")
    (phenomenon,) = {one.phenomenon for one in read_suite(here / "suite.json").items}
    typed = ("--phenomenon", phenomenon, "--source", "Tor", "--translation", "gate")
    assert command("suite", "example", *typed)[2] == (
        "lackmus: --verdict: an example needs one: pass, fail, untestable, undecided.\n"
    )
    added = answer("suite", "example", *typed, "--verdict", "pass", "--note", "a door")
    assert [one["note"] for one in added["examples"]] == ["a door"]
    assert [one["number"] for one in answer("suite", "examples")["examples"]] == [1]
    assert answer("suite", "example", "--remove", "1")["examples"] == []
    assert "There is no" not in command("undo")[2]
    assert (
        "The suite has no example 7. lackmus suite examples"
        in command("suite", "example", "--remove", "7")[2]
    )


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["error-type"], "An error type needs a label"),
        (["error-type", "x" * 41], "has 41 characters, and at most 40 fit beside a key. Shorten it."),
        (["error-type", "7"], "“7” is a number, and numbers are the keys of error types. Use words."),
        (["error-type", "untranslated"], "has the error type “untranslated” twice"),
        (["error-type", "--retire", "7"], "The suite has no error type 7. lackmus suite error-types"),
        (["error-type", "x", "--up", "1"], "--up and --retire take no label"),
        (["error-type", "x", "--rename", "1", "--up", "1"], "three changes"),
        (["error-type", "x", "--phenomenon", "Nowhere"], "no phenomenon Nowhere"),
    ],
)
def test_what_is_no_error_type(here: Path, arguments: list[str], said: str) -> None:
    """One line, with place and remedy."""
    suite(here, *numbered(3))
    command("suite", "import", "suite.json")
    assert [one["number"] for one in answer("suite", "error-type", "untranslated")["error_types"]] == [1]
    code, _, line = command("suite", *arguments)
    assert (code, said in line, line.count("\n")) == (2, True, 1)


def test_import_makes_a_workspace_and_says_so(here: Path) -> None:
    """The summary goes to standard error; the second time there is nothing to do."""
    suite(here, *numbered(3))
    assert command("suite", "import", "suite.json") == (
        0,
        "",
        "lackmus: suite: 3 items added.\nlackmus: lackmus.db is a new workspace.\n",
    )
    again = command("suite", "import", "suite.json")
    assert again == (0, "", "lackmus: suite: nothing to do, the workspace has all of it.\n")
    assert answer("suite", "list")["revision"] == 1


def test_dry_run_shows_and_writes_nothing(here: Path) -> None:
    """Neither a change nor a workspace."""
    suite(here, *numbered(3))
    code, out, err = command("suite", "import", "suite.json", "--dry-run")
    assert (code, err) == (0, "")
    assert "3 items added." in out
    assert list(here.iterdir()) == [here / "suite.json"]
    command("suite", "import", "suite.json")
    suite(here, entry("1", positive_regex="great"), entry("4"))
    planned = answer("suite", "import", "suite.json", "--dry-run")
    assert planned["summary"] == "1 item added, 1 item changed, 2 items retired, 1 rule edited."
    assert planned["change"] is None
    assert planned["changed"][0]["edited"] == [
        {
            "old": {"side": "positive", "kind": "pattern", "value": "good"},
            "new": {"side": "positive", "kind": "pattern", "value": "great"},
        }
    ]
    assert answer("suite", "list")["revision"] == 1


def test_what_changes_is_told_before_it_is_done(here: Path) -> None:
    """What is added, changed and retired stands on standard error; the JSON stands alone."""
    suite(here, *numbered(3))
    command("suite", "import", "suite.json")
    suite(here, entry("1", positive_regex="great"), entry("4"))
    code, out, err = command("suite", "import", "suite.json", "-m", "spring", "--format", "json")
    assert code == 0
    assert json.loads(out)["change"] == 2
    for told in ("items added", "de-en:4", "items changed", "great", "items retired", "de-en:2"):
        assert told in err
    assert err.endswith("1 item added, 1 item changed, 2 items retired, 1 rule edited.\n")


def test_the_name_is_the_files_or_as_said(here: Path) -> None:
    """Endings are no part of it."""
    suite(here, *numbered(1))
    suite(here, *numbered(2), name="other.json")
    command("suite", "import", "suite.json")
    command("suite", "import", "other.json", "--name", "Mine")
    listed = answer("suite", "list")["suites"]
    assert [(one["name"], one["pairs"], one["items"], one["rules"], one["by"]) for one in listed] == [
        ("suite", ["de-en"], 1, 2, "Ada"),
        ("Mine", ["de-en"], 2, 4, "Ada"),
    ]


@pytest.mark.parametrize(
    "bad, why",
    [
        (entry("1", positive_regex="("), "suite.json, item 1: positive pattern does not compile"),
        (
            entry("1", positive_regex="((a{1000}){1000}){1000}"),
            "suite.json, item 1: positive pattern does not compile (it is too large: counted repeats expand",
        ),
        (entry("1", source_sentence="a\x00b"), "suite.json: item de-en:1: its source has a NUL character"),
        (entry("1", positive_tokens=["\ud83d"]), "suite.json: half a character"),
    ],
)
def test_what_cannot_be_imported_leaves_no_workspace(here: Path, bad: Entry, why: str) -> None:
    """One line that names the file, the item and the reason."""
    suite(here, bad)
    code, out, err = command("suite", "import", "suite.json")
    assert (code, out) == (2, "")
    assert why in err
    assert list(here.iterdir()) == [here / "suite.json"]


@pytest.mark.parametrize("ending", ["json", "jsonl", "yaml"])
def test_an_export_is_what_was_imported(here: Path, ending: str) -> None:
    """And importing it again changes nothing."""
    command("suite", "import", ITEMS)
    assert command("suite", "export", "items", f"out.{ending}") == (
        0,
        "",
        f"lackmus: Written: out.{ending}\n",
    )
    _, _, err = command("suite", "import", f"out.{ending}", "--name", "items")
    assert "nothing to do" in err


def test_reserved_items_stay_out_of_exports(here: Path) -> None:
    """Unless they are asked for; either is said. Half of every phenomenon is kept secret."""
    command("suite", "import", ITEMS)
    tried = answer("suite", "split", "--reserve", "50%", "--seed", "7", "--dry-run")
    assert tried["change"] is None
    split = answer("suite", "split", "items", "--reserve", "50%", "--seed", "7")
    assert split["shares"] == tried["shares"]
    assert {(one["items"], one["reserved"], one["new"]) for one in split["shares"]} == {(20, 10, 10)}
    _, _, err = command("suite", "export", "items", "public.json")
    assert "80 reserved items are left out." in err
    assert len(json.loads(Path("public.json").read_text())["items"]) == 80
    _, _, err = command("suite", "export", "items", "all.json", "--with-reserved")
    assert "80 reserved items are in it" in err
    assert len(json.loads(Path("all.json").read_text())["items"]) == 160
    _, _, err = command("suite", "import", "public.json", "--name", "items")  # no secret is lost by it
    assert "nothing to do" in err
    _, _, err = command("suite", "split", "--reserve", "50%")
    assert "nothing to do" in err
    command("suite", "export", "items", "before.json", "--as-of", "1")
    assert len(json.loads(Path("before.json").read_text())["items"]) == 160


def test_a_new_seed_is_told(here: Path) -> None:
    """So that the draw can be made again."""
    command("suite", "import", ITEMS)
    drawn = answer("suite", "split", "--reserve", "30%", "--dry-run")
    again = answer("suite", "split", "--reserve", "30%", "--dry-run", "--seed", drawn["seed"])
    assert again["shares"] == drawn["shares"]


def test_a_stored_suite_is_shown_by_its_name(here: Path) -> None:
    """A file of that name comes first, unless the workspace is named."""
    suite(here, *numbered(3))
    command("suite", "import", "suite.json")
    suite(here, *numbered(1))
    command("suite", "import", "suite.json")
    rows = [
        answer("suite", "show", *how)["tables"][0]["rows"][0]["cells"][:2]
        for how in (["suite"], ["suite", "--as-of", "1"], ["suite", "--workspace", "lackmus.db"])
    ]
    assert rows == [["de-en", 1], ["de-en", 3], ["de-en", 1]]


@pytest.mark.parametrize(
    "arguments, why",
    [
        (["suite", "export", "other", "x.json"], "There is no suite other. There is suite."),
        (["suite", "export", "suite", "x.doc"], "no format has this ending"),
        (["suite", "split", "--reserve", "20"], "--reserve 20: write a share"),
        (["suite", "split", "--reserve", "120%"], "--reserve 120%: write a share"),
        (["suite", "show", "other"], "other"),
        (["suite", "list", "--workspace", "missing.db"], "There is no workspace at missing.db"),
    ],
)
def test_slips(here: Path, arguments: list[str], why: str) -> None:
    """One line that says what there is."""
    suite(here, *numbered(1))
    command("suite", "import", "suite.json")
    code, out, err = command(*arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("format", ["terminal", "csv", "markdown", "latex", "html"])
@pytest.mark.parametrize(
    "arguments", [["suite", "list"], ["suite", "split", "--reserve", "50%", "--dry-run"]]
)
def test_every_format(here: Path, arguments: list[str], format: str) -> None:
    """Tables go where people need them."""
    command("suite", "import", ITEMS)
    code, out, _ = command(*arguments, "--format", format)
    assert code == 0
    assert "items" in out


@pytest.mark.real_data
def test_a_published_suite_comes_out_as_it_went_in(here: Path, real_data: Path) -> None:
    """All 2,767 items with all their rules, and nothing to do when it comes back."""
    published = real_data / "dfki" / "de-en" / "items.json"
    command("suite", "import", published, "--name", "dfki")
    assert answer("suite", "list")["suites"][0]["items"] == 2_767
    command("suite", "export", "dfki", "out.json")
    before, after = (
        {item.key: replace(item, rules=tuple(dict.fromkeys(item.rules))) for item in read_suite(file).items}
        for file in (published, Path("out.json"))
    )
    assert after == before
    _, _, err = command("suite", "import", "out.json", "--name", "dfki")
    assert "nothing to do" in err
