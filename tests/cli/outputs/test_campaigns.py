"""`lackmus campaign …` and `lackmus system …`: list, show, rename, tag; all by history."""

import re
from pathlib import Path

import pytest

from tests.cli.stocked import stock_four
from tests.test_cli import answer, command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a workspace of two campaigns."""
    stock_four(tmp_path, monkeypatch)
    command("outputs", "import", "out", "-c", "WMT22", "--tag", "A=neural,online")
    command("outputs", "import", "later", "-c", "WMT21")
    return tmp_path


def test_campaigns_by_year(here: Path) -> None:
    """The list for people has what the list for programs has."""
    assert [one["name"] for one in answer("campaign", "list")["campaigns"]] == ["WMT21", "WMT22"]
    code, stdout, _ = command("campaign", "list")
    assert code == 0
    assert re.search(r"WMT22 +2022 +3 +suite.json +de-en +12 +7 +1", stdout)


def test_a_campaign_of_several_must_be_named(here: Path) -> None:
    """The message lists them."""
    code, _, said = command("campaign", "show")
    assert (code, "Say which campaign is meant: WMT21, WMT22" in said) == (2, True)
    assert answer("campaign", "show", "WMT21")["outputs"] == 7


def test_renaming(here: Path) -> None:
    """A taken name is refused; a label of its own stays, and the past keeps its names."""
    assert command("campaign", "rename", "WMT21", "WMT22")[0] == 2
    assert command("campaign", "rename", "WMT21", "News", "--year", "2020")[0] == 0
    assert command("system", "label", "WMT22/A", "short")[0] == 0
    assert command("system", "rename", "WMT22/A", "B")[0] == 2
    assert command("system", "rename", "WMT22/A", "Alpha")[0] == 0
    assert command("system", "rename", "B", "Beta", "-c", "WMT22")[0] == 0
    systems = answer("system", "list", "-c", "WMT22")["systems"]
    assert [(one["name"], one["label"]) for one in systems] == [
        ("Alpha", "short"),
        ("Beta", "Beta"),
        ("C", "C"),
    ]
    assert answer("campaign", "show", "News")["year"] == 2020
    old = answer("system", "list", "-c", "WMT22", "--as-of", "3")["systems"]
    assert [one["name"] for one in old] == ["A", "B", "C"]


def test_tagging(here: Path) -> None:
    """Tags come and go; one that is not there cannot go."""
    assert command("system", "tag", "WMT22/A", "--add", "big,neural", "--remove", "online")[0] == 0
    assert answer("system", "show", "WMT22/A")["tags"] == ["neural", "big"]
    assert [one["name"] for one in answer("system", "list", "--tag", "big")["systems"]] == ["A"]
    code, _, said = command("system", "tag", "WMT22/A", "--remove", "small")
    assert (code, "there is no tag small. There are neural, big" in said) == (2, True)
    assert command("system", "tag", "WMT22/A")[0] == 2
    assert command("campaign", "tag", "WMT22", "--add", "news")[0] == 0
    assert answer("campaign", "show", "WMT22")["tags"] == ["news"]


def test_a_comment(here: Path) -> None:
    """Said of a system, shown below the table."""
    command("system", "comment", "WMT22/A", "trained on <b>little</b>")
    assert "A: trained on <b>little</b>" in command("system", "show", "WMT22/A")[1]


def test_unknown_systems(here: Path) -> None:
    """Those there are, are listed."""
    assert "WMT22 has no system Z. It has A, B, C" in command("system", "show", "WMT22/Z")[2]


@pytest.mark.parametrize("arguments", [("campaign", "show", "WMT22"), ("system", "list", "-c", "WMT22")])
def test_anonymous(here: Path, arguments: tuple[str, ...]) -> None:
    """Nothing gives a name away: no file, no label, no comment, no order of the alphabet."""
    command("system", "comment", "WMT22/A", "Alpha")
    command("system", "label", "WMT22/B", "Beta")
    shown = answer(*arguments, "--anonymous")
    systems = shown["systems"]
    names = [one["name"] for one in systems]
    assert all(re.fullmatch(r"System \d{3}", name) for name in names)
    assert names == sorted(names)
    assert not any(said in str(shown) for said in ("Alpha", "Beta", ".tsv", "ada"))
    command("system", "rename", "WMT22/C", "Gamma")
    assert [one["name"] for one in answer(*arguments, "--anonymous")["systems"]] == names


def test_deleting(here: Path) -> None:
    """A system, then a campaign; the past still has them, and undo brings them back."""
    code, _, said = command("system", "delete", "WMT22/A")
    assert code == 0 and "WMT22/A deleted: 1 system, 1 hand-in. Bring it back: lackmus undo " in said
    assert [one["name"] for one in answer("campaign", "show", "WMT22")["systems"]] == ["B", "C"]
    assert command("campaign", "delete", "WMT22")[0] == 0
    assert [one["name"] for one in answer("campaign", "list")["campaigns"]] == ["WMT21"]
    assert command("campaign", "delete", "WMT22")[0] == 2
    assert command("undo")[0] == command("undo")[0] == 0
    assert len(answer("campaign", "show", "WMT22")["systems"]) == 3
