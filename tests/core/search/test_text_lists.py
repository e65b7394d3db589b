"""Texts as a list: sorted by every column, those without a value last."""

import polars as pl
import pytest

from lackmus.core.search.corpus import CORPUS, WRITERS
from lackmus.core.search.query import Place, SearchQuery, query_from
from lackmus.core.search.text_lists import text_lines

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
