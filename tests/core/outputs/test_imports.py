"""What bringing outputs into a campaign did: how far hand-ins are apart, and how that is told."""

import pytest

from lackmus.core.base.tags import tagged
from lackmus.core.outputs.campaigns import year_in
from lackmus.core.outputs.fit import Damage, Suspicion
from lackmus.core.outputs.imports import Brought, ImportedOutputs, ImportOutcome, difference, imported_values
from lackmus.tables.outputs.imports import imported_table


@pytest.mark.parametrize(
    "old, new, said",
    [
        ({"1": ["a"]}, {"1": ["b"]}, "1 of 1 items differs"),
        ({"1": ["a"], "2": ["b"]}, {"1": ["a"], "2": ["c"]}, "1 of 2 items differs"),
        ({"1": ["a"]}, {"1": ["a"], "2": ["b"]}, "0 of 2 items differ, 1 is new"),
        ({"1": ["a"], "2": ["b"], "3": ["c"]}, {"1": ["x"]}, "1 of 3 items differs, 2 are gone"),
        ({"1": ["a", "b"]}, {"1": ["b", "a"]}, "1 of 1 items differs"),  # repeats have an order
    ],
)
def test_difference(old: dict[str, list[str]], new: dict[str, list[str]], said: str) -> None:
    """How much differs is told in items."""
    assert str(difference(old, new)) == said


@pytest.mark.parametrize(
    "name, year",
    [
        ("WMT22", 2022),
        ("wmt-21 news", 2021),
        ("WMT06", 2006),
        ("WMT2019", 2019),
        ("Campaign of 2026", 2026),
        ("2024-05 checkpoints", 2024),
        ("WMT", None),
        ("test 12", None),
        ("run20221", None),  # no four-digit number
        ("SWMT22", None),  # another shared task
    ],
)
def test_the_year_in_a_name(name: str, year: int | None) -> None:
    """A campaign's name tells its year, if anything does."""
    assert year_in(name) == year


def test_tags() -> None:
    """Each once, in the order in which they came."""
    assert tagged(("neural",), ("online", "neural"), {"big"}) == ("neural", "online")
    assert tagged(("neural", "big"), (), {"big"}) == ("neural",)


SHIFTED = Suspicion(Damage.SHIFTED, 3, 90, 1, "lines 3 to 90 stand one line too late")
IMPORTED = ImportedOutputs(
    "WMT22",
    2022,
    True,
    "suite",
    "de-en",
    (
        Brought("A", "A.tsv", ImportOutcome.NEW, 4, 5),
        Brought("B", "B.tsv", ImportOutcome.SAME, 4, 4),
        Brought(
            "C", "C.tsv", ImportOutcome.REPLACED, 4, 4, difference({"1": ["a"]}, {"1": ["b"]}), (SHIFTED,)
        ),
    ),
    7,
)


def test_an_import_in_short() -> None:
    """For the log; unchanged outputs are not counted again."""
    assert IMPORTED.in_short == "WMT22: 3 systems (1 new, 1 unchanged, 1 replaced); 9 outputs, 7 new texts"


def test_an_import_as_a_table_and_as_values() -> None:
    """What looked wrong with a file is said below the table."""
    table = imported_table(IMPORTED)
    assert [row.cells[2].value for row in table.rows] == ["new", "unchanged", "replaced"]
    assert table.notes == (SHIFTED.alarm("C"),)
    values = imported_values(IMPORTED)
    assert values["campaign"] == "WMT22"
    assert values["texts"] == 7
