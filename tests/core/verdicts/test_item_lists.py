"""The items behind a number: they add up to it, whatever row, column and mode was chosen."""

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.suites.suite import Side, Suite
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate
from lackmus.core.verdicts.item_lists import (
    Behind,
    ItemList,
    Mode,
    NoSuchRowError,
    item_index,
    items_behind,
    items_values,
    published,
)
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity/Lexical", "Ambiguity/Structural", "Negation/Scope", "Verbs/Scope", items=2)
SIGNS = {"A": "++-++?+-", "B": "+-+-+++-", "C": "+-- +++-"}


def evaluated(**systems: str) -> SuiteEvaluation:
    return evaluate(SUITE, outputs_of_signs(SUITE, **(systems or SIGNS)))


def behind(asked: Behind, page: int = 1, size: int = 25, **systems: str) -> ItemList:
    return items_behind(item_index(evaluated(**systems)), asked, page, size)


def ids(found: ItemList) -> str:
    return " ".join(one.item.id.lstrip("0") for one in found.items)


def test_every_cell_adds_up() -> None:
    evaluation = evaluated()
    index = item_index(evaluation)
    for row in evaluation.rows:
        for system in evaluation.systems:
            found = items_behind(index, Behind(row.category, row.phenomenon, system))
            texts = [text for one in found.items for text in one.texts if system in text.systems]
            assert len(texts) == found.n == row.n
            assert sum(text.verdict is Verdict.PASS for text in texts) == found.passes[system]
            assert found.accuracy == row.accuracy.get(system)


@pytest.mark.parametrize(
    "asked, shown",
    [
        (Behind(), "1 2 3 5 7 8"),
        (Behind(every=True), "1 2 3 4 5 6 7 8"),
        (Behind("Ambiguity"), "1 2 3"),
        (Behind("Ambiguity", "Structural"), "3"),
        (Behind("Ambiguity", "Structural", every=True), "3 4"),
        (Behind(None, "Scope"), "5 7 8"),  # of both categories that have it
        (Behind(mode=Mode.FAILS), "2 3 8"),
        (Behind(mode=Mode.FAILS, every=True), "2 3 4 8"),
        (Behind(mode=Mode.FAILS, system="A"), "3 8"),
        (Behind(mode=Mode.DIFFERENCES), "2 3"),
        (Behind(mode=Mode.DIFFERENCES, every=True), "2 3 4"),
        (Behind(mode=Mode.WARNINGS), "4 6"),  # though they do not count
        (Behind(mode=Mode.WARNINGS, system="C"), "4"),
        (Behind(mode=Mode.WARNINGS, system="B"), ""),
        (Behind("Ambiguity", mode=Mode.WARNINGS), "4"),
    ],
)
def test_which_items(asked: Behind, shown: str) -> None:
    found = behind(asked)
    assert ids(found) == shown
    assert found.counts[asked.mode] == len(shown.split())


@pytest.mark.parametrize(
    "page, shown, at", [(1, "1 2 3", 1), (2, "5 7 8", 2), (3, "5 7 8", 2), (0, "1 2 3", 1)]
)
def test_pages(page: int, shown: str, at: int) -> None:
    found = behind(Behind(), page, size=3)
    assert (ids(found), found.page, found.pages) == (shown, at, 2)


def test_each_text_stands_once_with_all_who_wrote_it() -> None:
    texts = behind(Behind("Ambiguity", "Lexical")).items[1].texts
    assert [(text.text, text.verdict, text.systems) for text in texts] == [
        ("good 002", "pass", ("A",)),
        ("bad 002", "fail", ("B", "C")),
    ]
    assert [(mark.side, mark.start, mark.end) for mark in texts[1].marks] == [(Side.NEGATIVE, 0, 3)]


def test_the_chosen_system_comes_first_and_who_handed_in_nothing_has_no_text() -> None:
    (one,) = behind(Behind("Ambiguity", "Structural", "C", Mode.WARNINGS)).items
    assert not one.fair
    assert [(text.text, text.systems) for text in one.texts] == [
        (None, ("C",)),
        ("good 004", ("A",)),
        ("bad 004", ("B",)),
    ]
    assert one.texts[0].reason == "missing"


@pytest.mark.parametrize(
    "asked, said",
    [
        (Behind("Nothing"), "row Nothing"),
        (Behind("Ambiguity", "Scope"), "row Scope"),
        (Behind(system="D"), "system D"),
    ],
)
def test_what_is_not_there(asked: Behind, said: str) -> None:
    with pytest.raises(NoSuchRowError, match=said):
        behind(asked)


def test_nothing_counts() -> None:
    found = behind(Behind(), A="????????", B="++++++++")
    assert (found.n, found.accuracy, found.pages, found.items) == (0, None, 1, ())


def test_what_reserved_items_say_is_not_published() -> None:
    from dataclasses import replace

    first, *others = SUITE.items
    suite = Suite(SUITE.name, (replace(first, reserved=True), *others))
    found = items_behind(item_index(evaluate(suite, outputs_of_signs(suite, **SIGNS))), Behind("Ambiguity"))
    assert "good 001" in str(items_values(found)) and first.source in str(items_values(found))
    hidden = published(found)
    assert "good 001" not in str(items_values(hidden)) and first.source not in str(items_values(hidden))
    assert "good 002" in str(items_values(hidden))
    assert [one.verdict for one in hidden.items[0].texts] == [one.verdict for one in found.items[0].texts]
