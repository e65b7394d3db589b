"""Stored suites as tables: which there are, and what is kept secret."""

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.counts import Share, SuiteCount, shares
from lackmus.core.suites.suite import Item, Suite
from lackmus.tables.suites.lists import split_table, suites_table, suites_values

COUNT = SuiteCount("small", ("de-en", "en-de"), 5, 2, 3, 9, "2026-05-01T10:20:30.000000Z", "Ada")


def item(id_: str, phenomenon: str, reserved: bool = False) -> Item:
    return Item(Pair("de", "en"), id_, "C", phenomenon, f"Satz {id_}.", reserved=reserved)


SUITE = Suite("small", (item("1", "P"), item("2", "Q", reserved=True), item("3", "P"), item("4", "Q")))


def test_a_line_for_each_suite() -> None:
    """When it last changed is told to the minute; as values, to the microsecond."""
    table = suites_table([COUNT], revision=7)
    assert [cell.value for cell in table.rows[0].cells] == [
        *("small", "de-en, en-de", 5, 2, 3, 9),
        *("2026-05-01 10:20", "Ada"),
    ]
    assert "revision:7" in table.signature
    values = suites_values([COUNT], revision=7)
    assert (values["revision"], values["suites"][0]["changed"]) == (7, COUNT.changed)


def test_shares_by_phenomenon() -> None:
    """What was secret before is counted, but is not new."""
    assert shares(SUITE, {"de-en:1", "de-en:2"}) == [
        Share("de-en", "C", "P", items=2, reserved=1, new=1),
        Share("de-en", "C", "Q", items=2, reserved=1, new=0),
    ]


def test_the_split_says_how_much_is_secret() -> None:
    """Over all, and by phenomenon."""
    table = split_table("small", shares(SUITE, {"de-en:1", "de-en:2"}), {"seed": 3}, ["A note."])
    assert table.notes == ("2 of 4 items are kept secret.", "A note.")
    assert [row.cells[4].value for row in table.rows] == [1, 1]
    assert table.signature.startswith("suite:small|seed:3|items:4")
