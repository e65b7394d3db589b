"""Lines of a concordance: cut, sorted, counted."""

import polars as pl
import pytest

from lackmus.core.search.concordance import (
    Concordance,
    concordance,
)
from lackmus.core.search.context import columns_of, context
from lackmus.core.search.corpus import CORPUS, WRITERS, Found, SearchSystem, texts_found
from lackmus.core.search.finding import find, finder_of, seen_by
from lackmus.core.search.folding import Fold
from lackmus.core.search.query import (
    Matching,
    Place,
    SearchOrder,
    SearchQuery,
    SearchState,
    SystemsShown,
    query_from,
)

TEXTS = {
    1: "The red park was big.",
    2: "A Park opened, an old park closed.",
    3: "His car park is älter.",
}
SYSTEMS = {
    7: SearchSystem(7, "2026", "Zeder", 2),
    8: SearchSystem(8, "2026", "Linde", 2),
    9: SearchSystem(9, "2025", "Linde", 1),
}
WROTE = [(1, 7), (2, 7), (2, 8), (3, 8), (1, 9)]


def searched(query: SearchQuery, first: int = 0, many: int | None = None) -> Concordance:
    return concordance(_found(query), query, first, many)


def _found(query: SearchQuery) -> Found:
    outputs = pl.DataFrame(
        {"text_id": list(TEXTS), "item_id": [1, 1, 2], "text": list(TEXTS.values()), "verdict": ["fail"] * 3}
    ).with_columns(place=pl.lit("output"), item=pl.lit("de-en:1"), suite_id=1)
    source = pl.DataFrame({"item_id": [1], "text": ["Der park"], "place": ["source"], "suite_id": [1]})
    corpus = pl.concat([outputs, source], how="diagonal_relaxed")
    lacking = [pl.lit(None).alias(name) for name in CORPUS if name not in corpus.columns]
    corpus = CORPUS.of(corpus.with_columns(lacking).select(*CORPUS).cast(CORPUS.schema))
    finder = finder_of(query)
    hits = find(finder, corpus["text"], seen_by(corpus["text"], finder.apostrophes, finder.folds))
    writers = pl.DataFrame(WROTE, schema=dict(WRITERS), orient="row")
    return Found(corpus, hits, writers, SYSTEMS, {1: "suite"})


@pytest.mark.parametrize(
    ("order", "before"),
    [
        (SearchOrder.PLACE, ["The red", "A", "A Park opened, an old", "His car", "Der"]),
        (SearchOrder.LEFT, ["A", "His car", "Der", "A Park opened, an old", "The red"]),
        (SearchOrder.RIGHT, ["Der", "A Park opened, an old", "His car", "A", "The red"]),
        (SearchOrder.FREQUENCY, ["Der", "A Park opened, an old", "His car", "A", "The red"]),
    ],
)
def test_order(order: SearchOrder, before: list[str]) -> None:
    """Neighbours are compared without case and accents, those on the left backwards."""
    found = searched(SearchQuery("park", fold=(Fold.CASE,), order=order))
    assert [line.left.strip() for line in found.lines] == before


def test_counts() -> None:
    """A line is a match in a distinct text; outputs count each text as often as systems wrote it."""
    found = searched(SearchQuery("park", fold=(Fold.CASE,)))
    assert (found.total, found.texts, found.outputs, found.searched) == (5, 4, 5, 4)
    assert [(one.name, one.hits, one.texts, one.outputs) for one in found.wordings] == [("park", 5, 4, 7)]
    as_written = searched(SearchQuery("*ark"))
    assert [(one.name, one.hits) for one in as_written.wordings] == [("park", 4), ("Park", 1)]
    assert sorted(texts_found(_found(SearchQuery("park")))) == [1, 2, 3]


def test_pages() -> None:
    whole, part = searched(SearchQuery("park")), searched(SearchQuery("park"), 1, 2)
    assert part.lines == whole.lines[1:3]
    assert (part.total, part.first) == (4, 1)


def test_systems_are_told_only_on_request() -> None:
    assert [line.written_by for line in searched(SearchQuery("park")).lines] == [()] * 4
    assert searched(SearchQuery("park")).by_system == ()
    named = searched(SearchQuery("opened", systems=SystemsShown.NAMED))
    assert [[by.system for by in line.written_by] for line in named.lines] == [["Zeder", "Linde"]]
    shares = [(one.name, one.campaign, one.hits, one.of) for one in named.by_system]
    assert shares == [("Linde", "2026", 1, 2), ("Zeder", "2026", 1, 2)]


def test_a_line_for_each_system() -> None:
    found = searched(SearchQuery("park", order=SearchOrder.SYSTEM))
    lines = [(line.written_by[0].system if line.written_by else "", line.text_id) for line in found.lines]
    assert lines == [("Zeder", 2), ("Zeder", 1), ("Linde", 2), ("Linde", 3), ("Linde", 1), ("", None)]


@pytest.mark.parametrize(
    ("text", "match", "width", "left", "right"),
    [
        ("one two three", "two", 10, "one ", " three"),
        ("one two three four", "three", 5, "…two ", " four"),
        ("one two three four", "three", 4, "…wo ", " fo…"),
        ("一二三四五六七八九", "五", 5, "…三四", "六七…"),
    ],
)
def test_context_is_cut_by_columns(text: str, match: str, width: int, left: str, right: str) -> None:
    start = text.index(match)
    assert context(text, start, start + len(match), width) == (left, right)
    assert columns_of(left) <= width


def test_a_search_can_be_written_and_read() -> None:
    query = SearchQuery(
        "a&b=ü",
        Matching.PATTERN,
        (Fold.CASE,),
        (Place.OUTPUT, Place.RULE),
        state=SearchState.OPEN,
        anonymous=True,
    )
    assert query_from(query.written) == query


@pytest.mark.parametrize("written", ["", "matching=words", "wanted=x&matching=all", "wanted=x&colour=red"])
def test_what_is_no_search(written: str) -> None:
    with pytest.raises(ValueError, match=r"wanted|all|colour"):
        query_from(written)
