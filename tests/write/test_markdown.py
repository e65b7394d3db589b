"""Tables as Markdown: what a wiki or an issue tracker shows is what the table says."""

import re

import pytest

from lackmus.tables.table import Cell, Column, Report, Row, Table
from lackmus.write.reports.markdown import write
from tests.write.drawn import GROUPED, MARKED, RANGED, TABLE


def lines(*tables: Table, **more: str) -> list[str]:
    return write(Report("A report", tables, lead=more.get("lead", ""))).splitlines()


def test_a_table_as_people_read_it() -> None:
    """Bold clusters, indented members, averages in italics, numbers to the right."""
    written = lines(TABLE)
    assert written[0] == "# A report"
    table = [line for line in written if line.startswith("|")]
    assert table == [
        "| Phenomenon | n | Online-A | Lärche | JDExploreAcademy | Average | Change |",
        "| :-- | --: | --: | --: | --: | --: | --: |",
        "| **Ambiguity** | 1,203 | **100.0** | **66.7** | 12.2 | 59.6 | −1.2 |",
        r"| &emsp;Lexical “ambiguity” \& more | 1,200 | **100.0** | 66.0 | 12.0 | 59.3 | +3.5 |",
        "| &emsp;Structural ambiguity | 3 | **100.0** | **100.0** | 33.3 | 77.8 | 0.0 |",
        "| &emsp;日本語 | 0 | – | – | – | – | – |",
        "| *Micro-average (items)* | 1,203 | **100.0** | 66.7 | 12.2 | 59.6 | – |",
    ]
    assert written[-1] == "`suite:drawn|version:none`"


def test_groups_are_a_row_and_the_best_of_all_have_a_dagger() -> None:
    """Markdown has one line of headings; what bold and † mean is said below the table."""
    written = lines(GROUPED)
    table = [line for line in written if line.startswith("|")]
    assert table[2:4] == [
        "| *Group* |  | *baseline* | *baseline* | *baseline* | *reference-based* | *reference-based* "
        "| *reference-free* |  |",
        "| Ambiguity | 298 | 41.2 | **52.5** | **55.0** | **89.5**† | 71.5 | **88.8**† | 50.0 |",
    ]
    assert "| Negation | 76 | **97.0**† | 91.0 | 12.0 | **100.0**† | **100.0**† | 98.5† | 50.0 |" in table
    said = (
        "**Bold**: among the significantly best of its group; "
        "†: among the significantly best of the row, all groups together."
    )
    assert said in written
    assert not any("†" in line or "Group" in line for line in lines(TABLE))


def test_a_shared_signature_stands_once() -> None:
    """Below the last table it belongs to."""
    assert lines(TABLE, RANGED).count("`suite:drawn|version:none`") == 1


@pytest.mark.parametrize(
    "text, written",
    [
        ("a|b", r"a\|b"),
        ("<script>", r"\<script\>"),
        ("[x](y)", r"\[x\](y)"),
        ("*bold*", r"\*bold\*"),
        ("# no heading", r"\# no heading"),
        ("two\nlines", r"two\\nlines"),
        ("1.5", "1.5"),
        ("snake_case", r"snake\_case"),
        ("&lt;", r"\&lt;"),
    ],
)
def test_text_stays_text(text: str, written: str) -> None:
    """Whatever a name or a sentence contains."""
    table = Table("T", (Column("Name"),), (Row((Cell(text),)),), "s")
    assert f"| {written} |" in lines(table)


@pytest.mark.parametrize(
    "text, written",
    [("1. no list", r"1\. no list"), ("- no list", r"\- no list"), ("31 items", "31 items"), ("1.5", "1.5")],
)
def test_a_paragraph_does_not_become_a_list(text: str, written: str) -> None:
    """By what it begins with."""
    assert lines(TABLE, lead=text)[2] == written


def test_backticks_in_a_signature() -> None:
    """The fence is longer than what it holds."""
    table = Table("T", (Column("Name"),), (), "suite:`a``b")
    assert re.fullmatch("``` suite:`a``b ```", lines(table)[-1])


def test_signs_behind_numbers() -> None:
    """Not bold like the number, and explained below the table if they occur."""
    written = lines(MARKED)
    assert "| Gerund | 20.0 | **80.0**↑ | 40.0 | 60.0 |" in written
    assert "| Passive | 30.0 | 70.0 | – | 100.0° |" in written
    assert "↑: higher than its place." in written
    assert not any(line.startswith("↓") for line in written)
