"""What a suite holds, counted."""

from dataclasses import replace

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Draft, Kind, Phenomenon, Rule, Side
from lackmus.tables.suites.inventory import suite_table
from lackmus.tables.table import Level
from tests.core.campaigns import suite_of

SUITE = suite_of("Ambiguity/Idiom", "Ambiguity/Idiom", "Ambiguity/Lexical", "Negation")


def rows(*suites: Draft) -> list[tuple[object, ...]]:
    return [(row.level, *(cell.value for cell in row.cells)) for row in suite_table(suites).rows]


def test_one_pair() -> None:
    """Sentences, categories, phenomena, the smallest and largest phenomenon, patterns, strings, reserved."""
    assert rows(SUITE) == [
        (Level.GROUP, "de-en", 4, 2, 3, 1, 2, 8, 0, 0),
        (Level.MEMBER, "Ambiguity", 3, None, 2, 1, 2, 6, 0, 0),
        (Level.MEMBER, "Negation", 1, None, 1, 1, 1, 2, 0, 0),
    ]


def test_several_pairs() -> None:
    """Each pair has its rows, and all together one more."""
    item = replace(
        SUITE.items[3], pair=Pair("en", "de"), reserved=True, rules=(Rule(Side.POSITIVE, Kind.FIXED, "x"),)
    )
    found = rows(SUITE, Draft("other", (item,)))
    assert [row[1] for row in found] == ["de-en", "Ambiguity", "Negation", "en-de", "Negation", "All pairs"]
    assert found[3] == (Level.GROUP, "en-de", 1, 1, 1, 1, 1, 0, 1, 1)
    assert found[5] == (Level.AVERAGE, "All pairs", 5, 2, 3, 1, 2, 8, 1, 1)


def test_phenomena_without_a_guideline_are_counted() -> None:
    """Annotators need one for each."""
    told = Draft("told", SUITE.items, (Phenomenon("Negation", "Negation", "Look for not."),))
    assert "2 of 3 phenomena have no guideline." in suite_table([told]).notes
