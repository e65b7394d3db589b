"""Tables as CSV: for programs, so nothing is rounded and nothing is left to be guessed."""

import csv
from io import StringIO

from lackmus.tables.table import Cell, Column, Row, Table, Unit
from lackmus.write.reports.csv import table_csv
from tests.write.drawn import GROUPED, MARKED, RANGED, SENTENCES, TABLE


def rows(table: Table) -> list[dict[str, str]]:
    """Parsed back as any program would."""
    return list(csv.DictReader(StringIO(table_csv(table), newline="")))


def test_a_table_parses_back() -> None:
    """Values unrounded, nothing for nothing, the cluster and the signature in columns of their own."""
    assert rows(TABLE)[0] == {
        "level": "group",
        "Phenomenon": "Ambiguity",
        "n": "1203",
        "Online-A": "100.0",
        "Lärche": "66.66666666666667",
        "JDExploreAcademy": "12.25",
        "Average": "59.63888888888889",
        "Change": "-1.25",
        "best": "Online-A;Lärche",
        "signature": "suite:drawn|version:none",
    }
    assert [row["level"] for row in rows(TABLE)] == ["group", "member", "member", "member", "average"]
    assert [row["best"] for row in rows(TABLE)] == [
        "Online-A;Lärche", "Online-A", "Online-A;Lärche", "", "Online-A",
    ]  # fmt: skip
    assert rows(TABLE)[3] | {"level": "", "signature": ""} == {
        **dict.fromkeys(rows(TABLE)[3], ""),
        "Phenomenon": "日本語",
        "n": "0",
    }


def test_the_best_of_groups_have_a_column_of_their_own() -> None:
    """Beside the best of the row; no such column where there are no groups."""
    found = [(row["best"], row["best_of_group"]) for row in rows(GROUPED)]
    assert found == [
        ("Ahorn;Eibe", "chrF;edit distance;Ahorn;Eibe"),
        ("BLEU;Ahorn;Birke;Eibe", "BLEU;Ahorn;Birke"),
        ("", ""),
        ("Ahorn;Eibe", "chrF;Ahorn;Eibe"),
    ]
    assert "best_of_group" not in rows(TABLE)[0]


def test_intervals_have_columns_of_their_own() -> None:
    """A low and a high end for each system; no cluster, no level where there is none."""
    assert rows(RANGED) == [
        {
            "Category": "Ambiguity",
            "n": "3",
            "A": "66.66666666666667",
            "A low": "20.765",
            "A high": "93.851",
            "signature": "suite:drawn|version:none",
        },
        {
            "Category": "Negation",
            "n": "0",
            "A": "",
            "A low": "",
            "A high": "",
            "signature": "suite:drawn|version:none",
        },
    ]


def test_headings_and_clusters_are_never_a_formula() -> None:
    """The name of a system comes from a stranger, wherever it stands."""
    name = '=HYPERLINK("x")'
    cell = Cell(50.0, best=True, interval=(20.0, 80.0))
    columns = (Column("Category"), Column(name, Unit.PERCENT, heat=True))
    table = Table("T", columns, (Row((Cell("a"), cell)),), "s")
    written = [field for line in csv.reader(StringIO(table_csv(table))) for field in line]
    assert written[1:5] == [f"'{name}", f"'{name} low", f"'{name} high", "best"]
    assert not [field for field in written if field.startswith("=")]


def test_sentences() -> None:
    """A table of texts is CSV too."""
    assert list(rows(SENTENCES)[0]) == ["Item", "Source", "A", "B", "signature"]


def test_names_with_commas_quotes_and_line_breaks() -> None:
    """What CSV needs quoted is quoted; lines end in a line feed."""
    name = 'Verb "tense",\naspect; mood'
    table = Table("T", (Column(name), Column("n", Unit.COUNT)), (Row((Cell(name), Cell(3))),), "s")
    assert rows(table) == [{name: name, "n": "3", "signature": "s"}]
    assert "\r" not in table_csv(table)
    assert table_csv(table).endswith("\n")


def test_text_is_never_a_formula() -> None:
    """A spreadsheet would run what begins like this; numbers with a sign stay numbers."""
    texts = ["=1+1", "+49", "@x", "-x", "- Yes.", "-1.5", "plain", "a=b"]
    table = Table("T", (Column("Name"),), tuple(Row((Cell(text),)) for text in texts), "s")
    assert [row["Name"] for row in rows(table)] == [
        "'=1+1", "'+49", "'@x", "'-x", "'- Yes.", "-1.5", "plain", "a=b",
    ]  # fmt: skip


def test_signs_have_a_column_of_their_own() -> None:
    """Numbers stay numbers; columns that are alike are told apart by their groups."""
    first, second = rows(MARKED)
    assert first["Share (refined)"] == "80.0"
    assert [(row["best"], row["marks"]) for row in (first, second)] == [
        ("Share (refined)", "Share (refined) ↑"),
        ("", "Share (hits) °"),
    ]
    assert "marks" not in rows(TABLE)[0]
