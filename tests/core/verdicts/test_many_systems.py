"""Very many systems: which of them readers see, and what they are told about the others."""

from csv import reader
from dataclasses import replace
from io import BytesIO, StringIO

import polars as pl
import pytest
from openpyxl import load_workbook

from lackmus.core.base.choices import By
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate
from lackmus.core.verdicts.many_systems import DRAWN, ENDS, LISTED, NAMED, ends_of, left_out, listed
from lackmus.errors import LackmusError
from lackmus.tables.many_systems import readable, rows_of
from lackmus.tables.table import Cell, Column, LazyRows, Level, Report, Row, Table
from lackmus.tables.verdicts import examples
from lackmus.tables.verdicts.evaluation import accuracies_table, systems_table, warnings_table
from lackmus.tables.verdicts.examples import verdicts_table
from lackmus.write.reports import csv, excel, html, json, latex, markdown, parquet, plain
from tests.core.campaigns import outputs_of_signs, suite_of


def evaluated(systems: int) -> SuiteEvaluation:
    """So many systems on four items, each named by its number."""
    suite = suite_of("A/Ap", "B/Bp", items=2)
    signs = {f"s{number:04}": "++-+" if number % 3 else "+-++" for number in range(systems)}
    return evaluate(suite, outputs_of_signs(suite, **signs))


@pytest.mark.parametrize(
    "many, shown", [(0, 0), (1, 1), (DRAWN, DRAWN), (DRAWN + 1, 2 * ENDS), (1000, 2 * ENDS)]
)
def test_all_or_both_ends(many: int, shown: int) -> None:
    """Up to the limit everybody, then the first and the last, in their order."""
    systems = [f"s{number:04}" for number in range(many)]
    ends = ends_of(systems)
    assert len(ends) == shown
    assert list(ends) == sorted(ends)
    assert (not many) or (ends[0], ends[-1]) == (systems[0], systems[-1])


@pytest.mark.parametrize(
    "systems, shown, said",
    [
        (40, 40, ""),
        (1000, 30, "The first 15 and the last 15 of 1,000 systems, in their order; 970 are not shown."),
    ],
)
def test_a_sentence_says_what_is_left_out(systems: int, shown: int, said: str) -> None:
    """Nothing where nobody is."""
    assert left_out(systems, shown) == said


@pytest.mark.parametrize(
    "many, said",
    [
        (0, ""),
        (2, "s0, s1"),
        (NAMED, ", ".join(f"s{number}" for number in range(NAMED))),
        (NAMED + 1, "s0, s1, s2, s3, s4 and 16 more"),
        (1000, "s0, s1, s2, s3, s4 and 995 more"),
    ],
)
def test_a_sentence_names_some(many: int, said: str) -> None:
    assert listed([f"s{number}" for number in range(many)]) == said


def test_the_best_of_very_many_are_told_in_short() -> None:
    """A cluster of 40 systems is told by the first five and how many more it has."""
    told = evaluated(40).in_short
    best = ", ".join(f"s{number:04} (75.0 %)" for number in range(5))
    assert f"Best on all items together: {best} and 35 more." in told


def of_systems(table: Table) -> int:
    """How many systems a table shows."""
    if table.systems_in == "columns":
        return sum(column.heat for column in table.columns)
    return sum(row.level is Level.BODY for row in table.rows)


@pytest.mark.parametrize("systems, shown", [(LISTED, LISTED), (LISTED + 1, 2 * ENDS)])
def test_tables_for_readers(systems: int, shown: int) -> None:
    """Systems in columns and systems in rows alike; what is averaged stays, and no number changes."""
    evaluation = evaluated(systems)
    for whole in (
        accuracies_table(evaluation, By.PHENOMENON),
        systems_table(evaluation),
        warnings_table(evaluation),
    ):
        table = readable(whole)
        assert of_systems(whole) == systems
        assert of_systems(table) == shown
        assert (table is whole) is (shown == systems)
        assert shown == systems or "101 systems" in table.notes[0]
        assert table.columns[0] == whole.columns[0]
        assert [row.level for row in table.rows if row.level is not Level.BODY] == [
            row.level for row in whole.rows if row.level is not Level.BODY
        ]


@pytest.mark.parametrize("writer", [plain, markdown, latex, html])
def test_what_people_read_is_short(writer: object) -> None:
    """Those at the ends are in it, and it says how many are not."""
    evaluation = evaluated(LISTED + 1)
    report = Report("many", (accuracies_table(evaluation), systems_table(evaluation)), evaluation)
    written = writer.write(report)  # type: ignore[attr-defined]
    first, last = evaluation.systems[0], evaluation.systems[-1]
    assert first in written
    assert last in written
    assert "71 are not shown" in written


def test_data_has_everybody() -> None:
    """CSV names all of them."""
    evaluation = evaluated(LISTED + 1)
    written = csv.write(Report("many", (accuracies_table(evaluation),), evaluation))
    assert all(system in written for system in evaluation.systems)


class Watched(Cell):
    """A cell that counts how often anything of it is read."""

    reads = 0

    def __getattribute__(self, name: str) -> object:
        Watched.reads += 1
        return super().__getattribute__(name)


@pytest.mark.parametrize("writer", [csv, json, parquet])
def test_rows_are_not_read_again_for_every_row(writer: object) -> None:
    """Ten times as many rows are read ten times as often, not a hundred times."""

    def reads(rows: int) -> int:
        table = Table(
            "t",
            (Column("a"), Column("b")),
            tuple(Row((Watched("x"), Watched("y"))) for _ in range(rows)),
            "s",
        )
        Watched.reads = 0
        writer.write(Report("t", (table,)))  # type: ignore[attr-defined]
        return Watched.reads

    assert 0 < reads(100) <= 10 * reads(10)


# --- a row for each output


def every_output(monkeypatch: pytest.MonkeyPatch, most: int) -> Report:
    """The verdicts of 3 systems on 4 items, of which people get `most`."""
    monkeypatch.setattr(examples, "ROWS", most)
    evaluation = evaluated(3)
    return Report("many", (verdicts_table(evaluation),), evaluation, chosen=True)


@pytest.mark.parametrize("most", [12, 11, 1])
@pytest.mark.parametrize("writer", [plain, markdown, latex])
def test_people_get_the_first_of_very_many_rows(
    writer: object, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And are told how many there are, and where they find them."""
    report = every_output(monkeypatch, most)
    written = " ".join(writer.write(report).split())  # type: ignore[attr-defined]
    assert len(report.tables[0].rows) == most
    assert (f"The first {most} of 12 rows." in written) is (most < 12)
    assert ("CSV, JSON and Parquet have all" in written) is (most < 12)


def test_data_has_very_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, however many rows people get, and the same as row by row."""
    short, long = every_output(monkeypatch, 1), every_output(monkeypatch, 12)
    by_rows = replace(long, tables=(replace(long.tables[0], every=None),))
    assert csv.write(short) == csv.write(by_rows)
    assert json.write(short) == json.write(by_rows)
    assert parquet.write(short) == parquet.write(by_rows)
    sheets = [load_workbook(BytesIO(excel.write(one))).worksheets[1] for one in (short, by_rows)]
    assert list(sheets[0].values) == list(sheets[1].values)
    assert sheets[0].max_row == 13


def test_a_sheet_has_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Excel cannot hold is refused, not cut silently."""
    monkeypatch.setattr(excel, "_ROWS", 11)
    with pytest.raises(LackmusError, match=r"holds 11 rows, and “.*” has 12\."):
        excel.write(every_output(monkeypatch, 5))


TEXTS = [
    "", None, "plain", "=1+2", "+x", "@x", "\tx", "\nx", "-", "-x", "-5", "-5.2,3", "-5\n", "-5\n\n", "-٣",
    "a,b", 'a "b"', "a\nb", " a ", "'", "日本", "a\u2028b", "#", "\\",
]  # fmt: skip


@pytest.mark.parametrize("batch", [1, 7, 100])
@pytest.mark.parametrize("texts", [TEXTS, []])
def test_csv_of_a_frame_is_that_of_its_rows(
    batch: int, texts: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Quotes, formulas and nothing at all, as a program reads them back."""
    monkeypatch.setattr(csv, "_BATCH", batch)
    every = pl.DataFrame({"A": texts, "B": texts[::-1]}, schema={"A": pl.String, "B": pl.String})
    table = Table("t", (Column("A"), Column("B")), rows_of(every), "suite:x|v:1,2")
    one, other = (
        list(reader(StringIO(csv.table_csv(some), newline="")))
        for some in (table, replace(table, every=LazyRows(every, (pl.all(),))))
    )
    assert one == other
    assert len(one) == len(texts) + 1
