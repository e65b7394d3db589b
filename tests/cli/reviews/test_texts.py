"""`lackmus review texts`: texts as a list, and what is done to those that are named by number."""

from pathlib import Path

import pytest

from tests.cli.stocked import stock_four
from tests.test_cli import answer, command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace with a campaign of three systems."""
    folder = stock_four(tmp_path, monkeypatch)
    command("outputs", "import", "out/A.tsv", "out/B.tsv", "out/C.tsv", "--campaign", "2026")
    return folder


def test_texts_are_listed_assigned_and_reviewed(here: Path) -> None:
    found = answer("review", "texts", "--sort", "-systems")
    assert found["total"] == len(found["texts"]) > 3
    counts = [one["systems"] for one in found["texts"]]
    assert counts == sorted(counts, reverse=True)
    (open_,) = answer("review", "texts", "--state", "open")["texts"]
    number = str(open_["text_id"])
    assert [one["text_id"] for one in answer("review", "texts", "--texts", number)["texts"]] == [int(number)]
    assert answer("review", "assign", "--texts", number, "--to", "ada")["texts"] == [int(number)]
    assert answer("review", "unassign", "--texts", number)["texts"] == [int(number)]
    settled = next(one["text_id"] for one in found["texts"] if one["verdict"] == "pass")
    offered = answer("review", "next", "--texts", f"{settled},{number}", "-n", "5")
    assert {one["text_id"] for one in offered["texts"]} == {settled, int(number)}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("texts", "--sort", "size"), "--sort: there is no size."),
        (("texts", "--texts", "x"), "--texts: “x” is no number."),
        (("assign", "--texts", "999", "--to", "ada"), "There is no text 999."),
        (("assign", "--texts", "1", "--to", "zoe"), "zoe"),
        (
            ("assign", "--texts", "1-9999999", "--to", "ada"),
            "--texts: these are 9,999,999 numbers. Name fewer.",
        ),
        (("assign", "--texts", "1", "--to", "ada", "--double", "5%"), "--texts names texts one by one."),
    ],
)
def test_a_mistake_is_one_line(here: Path, options: tuple[str, ...], told: str) -> None:
    code, _, said = command("review", *options)
    assert (code, told in said, said.count("\n")) == (2, True, 1)
