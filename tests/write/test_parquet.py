"""Tables as Parquet: typed columns for programs."""

from io import BytesIO

import polars as pl
import pytest

from lackmus.errors import LackmusError
from lackmus.tables.table import Cell, Column, Report, Row, Table, Unit
from lackmus.write.reports.parquet import write
from tests.write.drawn import GROUPED, MARKED, RANGED, TABLE


def frame(table: Table) -> pl.DataFrame:
    return pl.read_parquet(BytesIO(write(Report("A report", (table,)))))


def test_columns_have_types() -> None:
    """Counts are whole numbers, percentages are not rounded, nothing is null."""
    read = frame(TABLE)
    assert read.schema["n"] == pl.Int64
    assert read.schema["Lärche"] == pl.Float64
    assert read.schema["best"] == pl.List(pl.String)
    assert read.row(0, named=True) == {
        "level": "group",
        "Phenomenon": "Ambiguity",
        "n": 1203,
        "Online-A": 100.0,
        "Lärche": 66.66666666666667,
        "JDExploreAcademy": 12.25,
        "Average": 59.63888888888889,
        "Change": -1.25,
        "best": ["Online-A", "Lärche"],
        "signature": "suite:drawn|version:none",
    }
    assert read["Average"][3] is None


def test_the_best_of_groups() -> None:
    """A list beside that of the best, where a table has groups."""
    read = frame(GROUPED)
    assert read.columns[-3:] == ["best", "best_of_group", "signature"]
    assert read["best_of_group"].to_list()[1] == ["BLEU", "Ahorn", "Birke"]


def test_intervals_have_columns_of_their_own() -> None:
    """A low and a high end beside each accuracy."""
    assert frame(RANGED).columns == ["Category", "n", "A", "A low", "A high", "signature"]


def test_two_columns_of_one_name() -> None:
    """A system may be called like a column of ours."""
    table = Table("T", (Column("n"), Column("n", Unit.COUNT)), (Row((Cell("x"), Cell(1))),), "s")
    assert frame(table).columns == ["n", "n'", "signature"]


def test_several_tables_do_not_fit() -> None:
    """Where somebody asked for two, none is left out silently."""
    with pytest.raises(LackmusError, match="holds one table"):
        write(Report("A report", (TABLE, RANGED), chosen=True))
    assert write(Report("A report", (TABLE, RANGED))) == write(Report("A report", (TABLE,)))


def test_signs_and_groups() -> None:
    """Signs in a list of their own; columns that are alike are told apart by their groups."""
    read = frame(MARKED)
    numbers = [f"{name} ({group})" for group in ("refined", "hits") for name in ("Bad", "Share")]
    assert read.columns == ["Contrast", *numbers, "best", "marks", "signature"]
    assert read["Share (hits)"].to_list() == [60.0, 100.0]
    assert read["marks"].to_list() == [["Share (refined) ↑"], ["Share (hits) °"]]
