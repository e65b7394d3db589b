"""Outputs as Parquet."""

import os
from pathlib import Path

import polars as pl
import pytest

from lackmus.cli.remedies import worded
from lackmus.errors import LackmusError
from lackmus.read import ReadOptions, hand_ins_of
from tests.read.test_lines import suite_of_sources
from tests.refusals import refuses

SUITE = suite_of_sources("Eins.", "Zwei.")
ROWS = pl.DataFrame({"item": ["0", "de-en:1", "0"], "system": ["A", "A", "B"], "text": ["x", " ", "“z”"]})


def test_rows(tmp_path: Path) -> None:
    """Ids with or without the pair; systems in the order in which they first occur."""
    ROWS.write_parquet(tmp_path / "any.name")
    one, other = hand_ins_of(SUITE, [str(tmp_path / "any.name")])
    assert (one.system, one.texts, one.sources) == ("A", ["x", " "], ["Eins.", "Zwei."])
    assert one.places == [("de-en:0", 0), ("de-en:1", 1)]
    assert (other.system, other.texts, other.places) == ("B", ["“z”"], [("de-en:0", 0)])
    assert not one.documents and not one.segments


def test_documents_and_segments(tmp_path: Path) -> None:
    """Kept, and they tell repeats of an item apart."""
    path = tmp_path / "x.parquet"
    frame = ROWS.with_columns(item=pl.lit("0"), document=pl.lit("d"), segment=pl.Series(["1", "2", "1"]))
    frame.write_parquet(path)
    one, other = hand_ins_of(SUITE, [str(path)])
    assert (one.documents, one.segments, other.segments) == (["d", "d"], ["1", "2"], ["1"])
    frame.drop("document").write_parquet(path)
    assert [hand_in.documents for hand_in in hand_ins_of(SUITE, [str(path)])] == [[], []]


NEEDED = "Needed are texts in columns item, system, text."


@pytest.mark.parametrize(
    "frame, said",
    [
        (ROWS.drop("text"), f": “text” is missing. {NEEDED}"),
        (ROWS.rename({"text": "output"}),
         f": unknown column “output” (there are item, system, output). {NEEDED}"),
        (ROWS.with_columns(score=1.0),
         f": unknown column “score” (there are item, system, text, score). {NEEDED}"),
        (ROWS.with_columns(item=pl.Series([0, 1, 0])), f": “item” is Int64. {NEEDED}"),
        (ROWS.with_columns(segment=pl.Series([0, 1, 0])), f": “segment” is Int64. {NEEDED}"),
        (ROWS.with_columns(text=pl.Series(["x", None, "z"])),
         ": “text” is null in some rows. Fill or drop them."),
        (ROWS.with_columns(document=pl.Series(["x", None, "z"])),
         ": “document” is null in some rows. Fill or drop them."),
        (ROWS.with_columns(item=pl.lit("0")), ", row 2: item 0 again (first in row 1). Keep one."),
        (ROWS.with_columns(item=pl.Series(["0", "8", "9"])), ": 2 of its ids are not in s.json (8, 9). "
         "Use the suite these outputs belong to, or --skip-unknown."),
        (ROWS.with_columns(system=pl.lit(" ")), ", row 1: “system” is blank. Name it."),
        (ROWS.head(0), " holds no translation. Each row is an item, a system and a text."),
    ],
)  # fmt: skip
def test_a_wrong_file(frame: pl.DataFrame, said: str, tmp_path: Path) -> None:
    """What is there, and what is needed, where no other columns are allowed (`dataset` allows them)."""
    path = tmp_path / "x.parquet"
    frame.write_parquet(path)
    with pytest.raises(LackmusError) as raised:
        hand_ins_of(SUITE, [str(path)], ReadOptions(form="parquet"))
    assert worded(raised.value) == f"{path}{said}"


@pytest.mark.parametrize("cut", [4, 100, -1])
def test_a_damaged_file(cut: int, tmp_path: Path) -> None:
    """One line, no traceback."""
    path = tmp_path / "x.parquet"
    ROWS.write_parquet(path)
    path.write_bytes(path.read_bytes()[:cut])
    with refuses(LackmusError, match=r"x\.parquet cannot be read as Parquet \(.+\)\.$"):
        hand_ins_of(SUITE, [str(path)])


def test_damage_that_polars_gives_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It panics instead of raising an error; for the user that is the same."""

    def give_up(source: object) -> None:
        raise pl.exceptions.PanicException("called `Option::unwrap()`\non a `None` value")

    ROWS.write_parquet(tmp_path / "x.parquet")
    monkeypatch.setattr(pl, "scan_parquet", give_up)
    with refuses(LackmusError, match=r"^\S+ cannot be read as Parquet \(called `Option::unwrap\(\)`\)\.$"):
        hand_ins_of(SUITE, [str(tmp_path / "x.parquet")])


def test_polars_keeps_its_pages_to_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A panic prints a backtrace past Python; the user sees our one line, and later messages as before."""

    def give_up(source: object) -> None:
        os.write(2, b"thread panicked at ...\nstack backtrace:\n")
        raise pl.exceptions.PanicException("gone")

    ROWS.write_parquet(tmp_path / "x.parquet")
    monkeypatch.setattr(pl, "scan_parquet", give_up)
    with refuses(LackmusError, match="gone"):
        hand_ins_of(SUITE, [str(tmp_path / "x.parquet")])
    os.write(2, b"afterwards\n")
    assert capfd.readouterr().err == "afterwards\n"


def test_forced_upon_another_file(tmp_path: Path) -> None:
    """`--from parquet` does not make it one."""
    (tmp_path / "x").write_text("0\tOne.\n")
    with refuses(LackmusError, match="x cannot be read as Parquet"):
        hand_ins_of(SUITE, [str(tmp_path / "x")], ReadOptions(form="parquet"))
