"""Texts as a list: sorted by every column, those without a value last."""

from dataclasses import replace

import polars as pl
import pytest

from lackmus.core.search.corpus import CORPUS, WRITERS, SearchSystem
from lackmus.core.search.query import Place, SearchQuery, query_from
from lackmus.core.search.text_lists import text_lines
from lackmus.core.search.text_people import TextPeople, of_people, with_names

_ROWS = [
    (3, "zwei", "de-en:b", 1, "Negation", "Scope", "pass", None, False),
    (1, "Äpfel", "de-en:a", 2, "Ambiguity", "Word", "warning", "unmatched", False),
    (2, "anders", "de-en:a", 2, "Ambiguity", "Word", "fail", None, True),
]
TEXTS = CORPUS.of(
    pl.DataFrame(
        [
            {
                **dict.fromkeys(CORPUS),
                "place": Place.OUTPUT.value,
                "item_id": 1,
                "pair": "de-en",
                "text_id": number,
                "text": text,
                "item": item,
                "suite_id": suite,
                "category": category,
                "phenomenon": phenomenon,
                "verdict": verdict,
                "reason": reason,
                "decided": decided,
            }
            for number, text, item, suite, category, phenomenon, verdict, reason, decided in _ROWS
        ],
        schema=dict(CORPUS.items()),
    )
)
WRITTEN = WRITERS.of(
    pl.DataFrame([(1, 1), (1, 2), (3, 1)], schema={"text_id": pl.Int64, "system_id": pl.Int64}, orient="row")
)


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("", [3, 1, 2]),
        ("number", [1, 2, 3]),
        ("-number", [3, 2, 1]),
        ("text", [2, 3, 1]),
        ("item", [1, 2, 3]),  # equal ones stay as they stand
        ("suite", [1, 2, 3]),
        ("-category", [3, 1, 2]),
        ("phenomenon", [3, 1, 2]),
        ("verdict", [2, 3, 1]),
        ("-reason", [1, 3, 2]),
        ("reason", [1, 3, 2]),
        ("-decided", [2, 3, 1]),
        ("-systems", [1, 3, 2]),
        ("pair", [3, 1, 2]),
    ],
)
def test_the_order_of_texts(order: str, found: list[int]) -> None:
    lines = text_lines(TEXTS, WRITTEN, {1: "zoo", 2: "ark"}, order)
    assert [line.text_id for line in lines] == found


def test_a_page_of_texts() -> None:
    (line,) = text_lines(TEXTS, WRITTEN, {1: "zoo"}, "number", 1, 1)
    assert (line.text_id, line.systems, line.suite, line.decided, line.reason) == (2, 0, "", True, None)


def test_a_list_is_written_as_a_search_without_words() -> None:
    query = SearchQuery("", campaign="2026", texts="12-40,45")
    assert query_from(query.written) == query
    assert query.about_texts
    with pytest.raises(ValueError, match="wanted"):
        query_from("")


PEOPLE = TextPeople(
    ("Ada", "Ben", "Cleo"),
    pl.DataFrame(
        [(2, "Ben"), (2, "Ada"), (2, "Ben")], schema={"text_id": pl.Int64, "person": pl.String}, orient="row"
    ),
    pl.DataFrame([(1, "Ben")], schema={"text_id": pl.Int64, "person": pl.String}, orient="row"),
    pl.DataFrame(schema={"item_id": pl.Int64, "person": pl.String}),
    pl.DataFrame(
        [
            ("2026", 2, "de-en", "Ambiguity", "", "Cleo"),  # the whole category, but for Word
            ("2026", 2, "de-en", "Ambiguity", "Word", "Ada"),
            ("2026", 1, "de-en", "Negation", "", "Cleo"),
            ("2025", 1, "de-en", "Negation", "", "Ben"),  # in a campaign without this text
        ],
        schema=TextPeople.nobody().parts.schema,
        orient="row",
    ),
)
SYSTEMS = {1: SearchSystem(1, "2026", "A"), 2: SearchSystem(2, "2026", "B"), 3: SearchSystem(3, "2025", "C")}


def test_people_of_texts_are_named() -> None:
    lines = text_lines(TEXTS, WRITTEN, {}, "number", people=PEOPLE, systems=SYSTEMS, named=True)
    assert {line.text_id: (line.decided_by, line.assigned) for line in lines} == {
        1: ((), ("Ada", "Ben")),  # by its phenomenon, and by itself
        2: (("Ada", "Ben"), ()),  # nobody wrote it
        3: ((), ("Cleo",)),
    }
    assert [[one.system for one in line.written_by] for line in lines] == [["A", "B"], [], ["A"]]


def test_an_item_counts_before_its_phenomenon() -> None:
    items = pl.DataFrame([(1, "Ben")], schema={"item_id": pl.Int64, "person": pl.String}, orient="row")
    lines = text_lines(TEXTS, WRITTEN, {}, "number", people=replace(PEOPLE, items=items), systems=SYSTEMS)
    assert [line.assigned for line in lines] == [("Ben",), ("Ben",), ("Ben",)]
    assert not any(line.written_by for line in lines)


@pytest.mark.parametrize(
    ("order", "found"),
    [("assigned", [1, 3, 2]), ("-assigned", [3, 1, 2]), ("decided-by", [2, 3, 1])],
)
def test_the_order_by_people(order: str, found: list[int]) -> None:
    lines = text_lines(TEXTS, WRITTEN, {}, order, people=PEOPLE, systems=SYSTEMS)
    assert [line.text_id for line in lines] == found


@pytest.mark.parametrize(
    ("decided_by", "assigned", "found"),
    [("Ada", "", [2]), ("", "nobody", [2]), ("", "Ben", [1]), ("Ben", "Ben", []), ("", "", [3, 1, 2])],
)
def test_texts_of_people(decided_by: str, assigned: str, found: list[int]) -> None:
    named = with_names(TEXTS, WRITTEN, SYSTEMS, PEOPLE)
    assert of_people(named, decided_by, assigned)["text_id"].to_list() == found
