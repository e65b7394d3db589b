"""Tables as an Excel workbook: numbers are numbers, text is text, whatever it begins with."""

from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook

from lackmus.tables.table import Cell, Column, Report, Row, Table, Unit
from lackmus.write.reports.excel import write
from tests.write.drawn import GROUPED, MARKED, RANGED, SENTENCES, TABLE, suspected


def book_of(*tables: Table, **more: Any) -> Any:
    return load_workbook(BytesIO(write(Report("A report", tables, **more))))


def test_a_sheet_for_each_table() -> None:
    """What to know first stands on a sheet of its own."""
    book = book_of(TABLE, RANGED, SENTENCES, lead="In short.", suspicions=suspected("A"))
    assert book.sheetnames == ["About", "Accuracies in percent", "With intervals", "Where they differ"]
    said = [row[0] for row in book["About"].iter_rows(values_only=True) if row[0]]
    assert said[:3] == ["A report", "WARNING: A looks misaligned (shifted): look", "In short."]
    assert TABLE.notes[0] in said
    assert "suite:drawn|version:none" in said


def test_values_are_not_rounded() -> None:
    """A format shows one decimal; the cell holds all of them."""
    sheet = book_of(TABLE)["Accuracies in percent"]
    assert [cell.value for cell in sheet[2]] == [
        "Ambiguity", 1203, 100.0, 66.66666666666667, 12.25, 59.63888888888889, -1.25,
    ]  # fmt: skip
    assert (sheet["D2"].number_format, sheet["B2"].number_format) == ("0.0", "#,##0")
    assert sheet["C5"].value is None
    assert (sheet["C2"].font.bold, sheet["E2"].font.bold) == (True, False)
    assert sheet.freeze_panes == "B2"


def test_groups_and_their_best() -> None:
    """Names in a line of their own, over all columns of a group; a frame, which no heat colour hides."""
    book = book_of(GROUPED)
    sheet = book["Accuracies in percent"]
    assert [cell.value for cell in sheet[2]] == [column.name for column in GROUPED.columns]
    assert sorted(map(str, sheet.merged_cells.ranges)) == ["C1:E1", "F1:G1"]
    assert (sheet["C1"].value, sheet["F1"].value, sheet["H1"].value) == (
        "baseline", "reference-based", "reference-free",
    )  # fmt: skip
    for row, bold, framed in (
        (3, [52.5, 55.0, 89.5, 88.75], [89.5, 88.75]),
        (4, [97.0, 100.0, 100.0], [97.0, 100.0, 100.0, 98.5]),
    ):
        assert [cell.value for cell in sheet[row] if cell.font.bold] == bold
        assert [cell.value for cell in sheet[row] if cell.border.left.style] == framed
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("B3", "A2:I6")
    assert {str(area.sqref) for area in sheet.conditional_formatting} == {f"{at}3:{at}6" for at in "CDEFGH"}
    said = [row[0] for row in book["About"].iter_rows(values_only=True) if row[0]]
    assert (
        "Bold: among the significantly best of its group; framed: among the significantly best of the row, "
        "all groups together."
    ) in said


def test_intervals_have_columns_of_their_own() -> None:
    """A cell holds one number, so both ends stand beside it."""
    sheet = book_of(RANGED)["With intervals"]
    assert [[cell.value for cell in row] for row in sheet.iter_rows()] == [
        ["Category", "n", "A", "A low", "A high"],
        ["Ambiguity", 3, 66.66666666666667, 20.765, 93.851],
        ["Negation", 0, None, None, None],
    ]
    assert sheet["D2"].number_format == "0.0"


def test_a_text_longer_than_a_cell_is_not_lost() -> None:
    """Excel holds 32,767 letters; the rest is cut, visibly."""
    sheet = book_of(Table("T", (Column("Text"),), (Row((Cell("x" * 40_000),)),), "s"))["T"]
    assert sheet["A2"].value == "x" * 32_766 + "…"


@pytest.mark.parametrize(
    "text", ["=1+1", '=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)", "http://x.y", "{=1}"]
)
def test_text_is_never_a_formula(text: str) -> None:
    """Names and sentences come from strangers."""
    table = Table("T", (Column(text), Column("n", Unit.COUNT)), (Row((Cell(text), Cell(1))),), "s")
    sheet = book_of(table)["T"]
    for cell in (sheet["A1"], sheet["A2"]):
        assert (cell.value, cell.data_type, cell.hyperlink) == (text, "s", None)


def test_names_of_sheets() -> None:
    """What Excel forbids in them, and no name twice."""
    titles = ["a/b: [x]*?", "[x]*?", "x" * 60, "x" * 60, "about", "'", "History"]
    names = book_of(*(Table(title, (Column("A"),), (), "s") for title in titles)).sheetnames
    assert len({name.casefold() for name in names}) == len(titles) + 1
    assert all(len(name) <= 31 for name in names)


@pytest.mark.parametrize(
    "title, name",
    [
        ("s, de-en: accuracies in percent by category", "Accuracies by category"),
        ("s: warnings before and after decisions", "Warnings before and after"),
        ("s: what is in it", "What is in it"),
    ],
)
def test_names_of_sheets_end_with_a_word(title: str, name: str) -> None:
    """A tab is too short for most titles."""
    assert book_of(Table(title, (Column("A"),), (), "s")).sheetnames[1:] == [name]


def test_signs_are_part_of_the_format() -> None:
    """So the cell holds a number; where there is no sign, as much room is left."""
    book = book_of(MARKED)
    sheet = book["Shares in percent"]
    assert (sheet["C3"].value, sheet["C3"].number_format) == (80.0, '0.0"↑"')
    assert (sheet["C4"].value, sheet["C4"].number_format) == (70.0, "0.0_↑")
    assert (sheet["E4"].value, sheet["E4"].number_format) == (100.0, '0.0"°"')
    assert sheet["B3"].number_format == "0.0"
    said = [row[0] for row in book["About"].iter_rows(values_only=True) if row[0]]
    assert "↑: higher than its place." in said
