"""`lackmus outputs import` and `export`: into a campaign and out again, whole or not at all."""

import json
from pathlib import Path

import polars as pl
import pytest

from lackmus.read import read_suite
from lackmus.store.db.workspaces import open_workspace
from lackmus.store.outputs.campaigns import campaigns_of
from tests.cli.stocked import SAMPLE, stock, stock_four
from tests.core.outputs.test_misalignment import invented
from tests.read.drafts import entry, write_signs, write_suite
from tests.test_cli import answer, command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a workspace of four items, and outputs."""
    return stock_four(tmp_path, monkeypatch)


def revision() -> int:
    """How often the workspace was changed."""
    with open_workspace("lackmus.db") as workspace, workspace.reading() as connection:
        return workspace.revision(connection).number


def test_outputs_come_in(here: Path) -> None:
    """The campaign and its systems are made, with the year that its name tells."""
    said = answer("outputs", "import", "out", "--campaign", "WMT22")
    assert (said["campaign"], said["year"], said["made"], said["texts"]) == ("WMT22", 2022, True, 7)
    assert [(one["system"], one["outcome"], one["items"]) for one in said["systems"]] == [
        ("A", "new", 4),
        ("B", "new", 4),
        ("C", "new", 4),
    ]
    (campaign,) = answer("campaign", "list")["campaigns"]
    assert {key: campaign[key] for key in ("systems", "outputs", "texts", "open_warnings", "pairs")} == {
        "systems": ["A", "B", "C"],
        "outputs": 12,
        "texts": 7,
        "open_warnings": 1,
        "pairs": ["de-en"],
    }


def test_the_same_again_changes_nothing(here: Path) -> None:
    """Nor in another format; and says so."""
    command("outputs", "import", "out", "--campaign", "WMT22")
    before = revision()
    command("outputs", "export", "-o", "all.jsonl", "--with-reserved")
    for files in (["out"], ["all.jsonl"], ["out/A.tsv"]):
        code, _, said = command("outputs", "import", *files)
        assert code == 0
        assert "has these very outputs already" in said
    assert revision() == before


def test_other_outputs_under_the_same_name_are_refused(here: Path) -> None:
    """Naming the system and how much differs; of one command nothing is stored, not even what is new."""
    command("outputs", "import", "out/A.tsv", "--campaign", "WMT22", "--system", "A")
    write_signs(here / "later", D="++++")
    before = revision()
    code, _, said = command("outputs", "import", "later")
    assert code == 2
    assert "A: 1 of 4 items differs, 1 is gone" in said
    assert "--replace" in said
    assert revision() == before
    assert [one["name"] for one in answer("system", "list")["systems"]] == ["A"]


def test_replacing_keeps_the_old_outputs_in_the_history(here: Path) -> None:
    """What counts is new; what counted can still be shown and exported."""
    command("outputs", "import", "out", "--campaign", "WMT22")
    before = revision()
    said = answer("outputs", "import", "later", "--replace")
    assert [(one["system"], one["outcome"]) for one in said["systems"]] == [
        ("A", "replaced"),
        ("B", "unchanged"),
    ]
    shown = answer("system", "show", "WMT22/A")
    assert [(one["outputs"], one["replaced"] is None) for one in shown["hand_ins"]] == [(4, False), (3, True)]
    assert shown["outputs"] == 3
    command("outputs", "export", "-o", "old.parquet", "--as-of", before, "--with-reserved", "--systems", "A")
    command("outputs", "export", "-o", "new.parquet", "--systems", "A")
    assert (pl.read_parquet("old.parquet").height, pl.read_parquet("new.parquet").height) == (4, 3)


def test_a_dry_run_stores_nothing(here: Path) -> None:
    """It says what would be done, refusals included."""
    before = revision()
    said = answer("outputs", "import", "out", "--campaign", "WMT22", "--dry-run")
    assert [one["outcome"] for one in said["systems"]] == ["new"] * 3
    assert (said["dry_run"], revision()) == (True, before)
    command("outputs", "import", "out", "--campaign", "WMT22")
    tried = answer("outputs", "import", "later", "--dry-run")["systems"]
    assert [(one["outcome"], one["difference"]) for one in tried] == [
        ("refused", {"of": 4, "changed": 1, "added": 0, "lost": 1}),
        ("unchanged", None),
    ]


def test_labels_and_tags(here: Path) -> None:
    """Of one system, or of all; they may come with outputs that are there already."""
    command(
        "outputs", "import", "out", "-c", "X", "--label", "A=a", "--tags", "neural", "--tag", "B=online,big"
    )
    command(
        "outputs",
        "import",
        "out/C.tsv",
        "--system",
        "C",
        "--label",
        "C=c",
        "--tags",
        "late",
        "--year",
        "2019",
    )
    systems = answer("system", "list")["systems"]
    assert [(one["name"], one["label"], one["tags"]) for one in systems] == [
        ("A", "a", ["neural"]),
        ("B", "B", ["neural", "online", "big"]),
        ("C", "c", ["neural", "late"]),
    ]
    assert answer("campaign", "show")["year"] == 2019


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["out"], "Say which campaign"),
        (["out", "-c", "X", "--system", "S"], "--system names one system, but the files hold 3 (A, B, C)"),
        (["out", "-c", "X", "--label", "Z=z"], "--label: there is no system Z. There are A, B, C"),
        (["out", "-c", "X", "--tag", "Z=z"], "--tag: there is no system Z"),
        (["out", "-c", "X", "--tag", "z"], "--tag z: write NAME=TAG,TAG"),
        (["out", "-c", "X", "--label", "A=B"], "would be labelled B"),
        (["out", "-c", "  "], "the campaign's name is empty"),
        (["out", "-c", "X", "--suite", "no"], "There is no suite no"),
        (["out", "-c", "X", "--pair", "en-ru"], "there are no items for en-ru"),
        (["nowhere.tsv", "-c", "X"], "nowhere.tsv does not exist"),
        (["out", "-c", "X", "-w", "no.db"], "There is no workspace at no.db"),
    ],
)
def test_mistakes(here: Path, arguments: list[str], told: str) -> None:
    """One line that says what is wrong, and nothing is stored."""
    before = revision()
    code, _, said = command("outputs", "import", *arguments)
    assert code == 2
    assert told in said
    assert revision() == before


def test_a_misaligned_file_is_told_and_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loudly when it comes, and ever after."""
    sources, texts = invented(300, 1)
    entries = [entry(str(number), source_sentence=source) for number, source in enumerate(sources)]
    stock(read_suite(write_suite(tmp_path / "suite.json", entries)), tmp_path, monkeypatch)
    (tmp_path / "source.de").write_text("".join(f"{line}\n" for line in sources))
    late = [*texts[:100], *texts[101:], "."]
    (tmp_path / "Slipped.en").write_text("".join(f"{line}\n" for line in late))
    arguments = ["--source", "source.de", "--hyp", "Slipped.en", "-c", "X", "--system", "Slipped"]
    _, _, said = command("outputs", "import", *arguments)
    assert "WARNING: Slipped looks misaligned (shifted)" in said
    (hand_in,) = answer("system", "show", "Slipped")["hand_ins"]
    assert [one["kind"] for one in hand_in["suspicions"]] == ["shifted"]
    _, shown, _ = command("campaign", "show")
    assert "WARNING: Slipped looks misaligned (shifted)" in shown


def test_reserved_items_stay_at_home(here: Path) -> None:
    """Unless they are asked for; how many is said."""
    command("outputs", "import", "out", "-c", "X")
    _, _, said = command("outputs", "export", "-o", "some.jsonl")
    assert "1 reserved items were left out" in said
    rows = [json.loads(line) for line in Path("some.jsonl").read_text().splitlines()]
    assert {row["item"] for row in rows} == {"de-en:1", "de-en:2", "de-en:3"}
    command("outputs", "export", "-o", "all", "--to", "tsv", "--with-reserved")
    assert Path("all/A.tsv").read_text().count("\n") == 4


def test_an_export_needs_a_format(here: Path) -> None:
    """The ending tells it, or the user."""
    command("outputs", "import", "out", "-c", "X")
    assert "no format has this ending" in command("outputs", "export", "-o", "out.doc")[2]


@pytest.mark.parametrize("form", ["parquet", "wmt-xml", "jsonl", "mtme", "tsv"])
def test_every_format_goes_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """What comes out is what went in."""
    stock(read_suite(SAMPLE / "items.json"), tmp_path, monkeypatch)
    command("outputs", "import", SAMPLE / "outputs" / "2026", "-c", "WMT26")
    assert command("outputs", "export", "-o", tmp_path / "exported", "--to", form)[0] == 0
    code, _, said = command("outputs", "import", "exported", "--from", form)
    assert code == 0, said
    assert "has these very outputs already" in said


def test_who_reads_while_others_import_sees_all_or_nothing(here: Path) -> None:
    """An import that fails at its end leaves no campaign behind."""
    write_signs(here / "bad", A="++++", B="++++")
    command("outputs", "import", "bad", "-c", "X", "--label", "A=same", "--label", "B=same")
    with open_workspace("lackmus.db") as workspace, workspace.reading() as connection:
        assert campaigns_of(connection) == []
