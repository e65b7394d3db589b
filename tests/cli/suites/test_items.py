"""`lackmus item …`: the items of a suite as a list, and many of them changed at once."""

from pathlib import Path

import pytest

from tests.cli.stocked import stock_four
from tests.test_cli import answer, command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a workspace: four items, the last of them of Negation and reserved."""
    return stock_four(tmp_path, monkeypatch)


def listed(*options: str) -> list[int]:
    return [one["item_id"] for one in answer("item", "list", *options)["items"]]


def test_is_listed_changed_and_changed_back(here: Path) -> None:
    """The options that list items choose those that are changed."""
    command("outputs", "import", "out/A.tsv", "out/B.tsv", "--campaign", "2026")
    assert listed() == [1, 2, 3, 4]
    assert listed("--sort", "-item", "--items", "1-2,4") == [4, 2, 1]
    assert listed("--state", "reserved", "--category", "Negation") == [4]
    assert listed("--campaign", "2026", "--state", "fair") == [1, 2, 4]
    assert listed("--search", "nothing like it") == []
    done = answer("item", "tag", "--items", "1-3", "--add", "hard,old")
    assert (done["items"], done["unchanged"], done["change"]) == ([1, 2, 3], 0, 3)
    answer("item", "tag", "--items", "2", "--remove", "old")
    assert (listed("--tag", "old"), listed("--state", "untagged")) == ([1, 3], [4])
    answer("item", "move", "--tag", "old", "--to", "Negation")
    assert listed("--phenomenon", "Negation") == [1, 3, 4]
    answer("item", "release", "--all")
    answer("item", "assign", "--items", "1", "--to", "ada")
    assert (listed("--assigned", "ada"), listed("--assigned", "nobody")) == ([1], [2, 3, 4])
    answer("item", "unassign", "--all")
    answer("item", "retire", "--phenomenon", "Negation")
    assert (listed(), listed("--state", "retired")) == ([2], [1, 3, 4])
    answer("item", "restore")
    answer("item", "reserve", "--items", "4")
    assert "1 item reserved" in command("undo")[2] + command("log")[1]
    assert listed() == [1, 2, 3, 4]
    assert listed("--finding", "any", "--sort", "-findings") is not None


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("retire",), "Say which items: --items 12-40,45, filters as those of lackmus item list, or --all."),
        (
            ("retire", "--search", "no such"),
            "No item is chosen: lackmus item list with the same options lists",
        ),
        (("tag", "--all"), "There is no tag to add or to remove. Name one."),
        (("tag", "--all", "--add", "x" * 101), "--add: the tag “xxxxxxxxxxxxxxxxxxxx…” has 101 characters"),
        (("move", "--all", "--to", "Far"), "--to: there is no phenomenon Far."),
        (("assign", "--all", "--to", "nobody here"), "nobody here"),
        (("list", "--sort", "size"), "--sort: there is no size. There are item, pair, source"),
        (("list", "--tag", "none"), "--tag: there is no none."),
        (("list", "--items", "a-b"), "--items: “a-b” is no number. Write numbers and ranges: 12-40,45."),
        (("list", "--since", "May"), "--since May: write a day, such as 2026-05-01."),
        (("list", "--state", "fair"), "Items are fair in a campaign, and none is named. Name one."),
    ],
)
def test_a_mistake_is_one_line(here: Path, options: tuple[str, ...], told: str) -> None:
    code, _, said = command("item", *options)
    assert (code, said.count("\n")) == (2, 1)
    assert said.startswith(f"lackmus: {told}") or told in said
