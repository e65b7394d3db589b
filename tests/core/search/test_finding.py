"""Words, phrases and patterns are found where a linguist would see them, in any script."""

import polars as pl
import pytest

from lackmus.core.rules.patterns import PatternError
from lackmus.core.search.finding import NothingWantedError, SearchTooSlow, find, finder_of, seen_by
from lackmus.core.search.folding import Fold
from lackmus.core.search.query import Matching, SearchQuery

CASE, ACCENTS = Fold.CASE, Fold.ACCENTS
WORDS, PART, PATTERN = Matching


def found(text: str, query: SearchQuery) -> list[str]:
    """What is found in a text, by the column as a whole and by itself."""
    finder = finder_of(query)
    texts = pl.Series([text])
    hits = find(finder, texts, seen_by(texts, finder.apostrophes, finder.folds)).frame
    assert [(start, end) for _, start, end in hits.iter_rows()] == list(finder.spans(text))
    return [text[start:end] for _, start, end in hits.iter_rows()]


@pytest.mark.parametrize(
    ("wanted", "text", "matches"),
    [
        ("park", "A park, the parks.", ["park"]),
        ("park*", "A park, the parks.", ["park", "parks"]),
        ("*king", "King, walking, taking off.", ["walking", "taking"]),
        ("gave * up", "She gave it up.", ["gave it up"]),
        ("two  words", "These two words.", ["two words"]),
        ("café", "Das Café, ein café.", ["café"]),
        ("Straße", "Straßen und Straße.", ["Straße"]),
        ("дом", "Наш дом, дома.", ["дом"]),
        ("žena", "Ta žena je ženatá.", ["žena"]),
        ("公园", "我们在公园里散步。", ["公园"]),
        ("公园 里", "我们在公园里散步。", []),
        ("สวน", "เราเดินในสวนสาธารณะ", ["สวน"]),
        ("공원", "공원 옆 공원에서", ["공원"]),
        ("it's", "It is so, it’s so, it's so.", ["it’s", "it's"]),
        ("it’s", "it’s so, it's so.", ["it’s"]),
        ("(park", "A (park) and (parks).", ["(park"]),
        ("U.S.", "The U.S. or the UxSx.", ["U.S."]),
        ("snake_case", "snake_case and snake_cases", ["snake_case"]),
    ],
)
def test_words(wanted: str, text: str, matches: list[str]) -> None:
    """Whole words and phrases; scripts without spaces are searched anywhere."""
    assert found(text, SearchQuery(wanted)) == matches


@pytest.mark.parametrize(
    ("wanted", "fold", "text", "matches"),
    [
        ("park", (), "Park park", ["park"]),
        ("PARK", (CASE,), "Park park", ["Park", "park"]),
        ("cafe", (ACCENTS,), "café Café cafe", ["café", "cafe"]),
        ("CAFÉ", (CASE, ACCENTS), "café Cafe", ["café", "Cafe"]),
        ("uber", (CASE, ACCENTS), "Über", ["Über"]),
        ("еще", (ACCENTS,), "ещё еще", ["ещё", "еще"]),
        ("замок", (ACCENTS,), "за\u0301мок стоит", ["за\u0301мок"]),
        ("istanbul", (CASE, ACCENTS), "İstanbul!", ["İstanbul"]),
        ("οδος", (CASE,), "ΟΔΟΣ οδος", ["ΟΔΟΣ", "οδος"]),
        ("zena", (CASE, ACCENTS), "Žena", ["Žena"]),
    ],
)
def test_folding(wanted: str, fold: tuple[Fold, ...], text: str, matches: list[str]) -> None:
    """Case and accents are ignored only on request, and the text itself is shown."""
    assert found(text, SearchQuery(wanted, fold=fold)) == matches


@pytest.mark.parametrize(
    ("wanted", "matching", "fold", "text", "matches"),
    [
        ("ark", PART, (), "park shark", ["ark", "ark"]),
        ("a.k", PART, (), "park a.k", ["a.k"]),
        (r"\bp\w+", PATTERN, (), "park Park pick", ["park", "pick"]),
        (r"\bp\w+", PATTERN, (CASE,), "park Park", ["park", "Park"]),
        (r"\S+é", PATTERN, (CASE, ACCENTS), "CAFÉ", ["CAFÉ"]),
        (r"a*", PATTERN, (), "baab", ["aa"]),
        (r"(?<=the )\w+$", PATTERN, (), "in the end", ["end"]),
        (r"don't", PATTERN, (), "We don’t.", ["don’t"]),
    ],
)
def test_parts_and_patterns(
    wanted: str, matching: Matching, fold: tuple[Fold, ...], text: str, matches: list[str]
) -> None:
    """Patterns are read as in rules; matches of nothing are left out."""
    assert found(text, SearchQuery(wanted, matching, fold)) == matches


@pytest.mark.parametrize("wanted", ["", "  ", "*", "* *"])
def test_nothing_is_wanted(wanted: str) -> None:
    with pytest.raises(NothingWantedError):
        finder_of(SearchQuery(wanted))


@pytest.mark.parametrize("fold", [(), (CASE,)])
def test_a_broken_pattern_names_the_place_where_it_was_written(fold: tuple[Fold, ...]) -> None:
    with pytest.raises(PatternError, match="at 2") as broken:
        finder_of(SearchQuery("ab(", PATTERN, fold))
    assert broken.value.position == 2


def test_an_impatient_search_says_how_far_it_came() -> None:
    finder = finder_of(SearchQuery("a", PATTERN))
    texts = pl.Series(["a"] * 1_200)
    looks = iter([True, True, False])
    with pytest.raises(SearchTooSlow) as slow:
        find(finder, texts, texts, lambda: next(looks))
    assert (slow.value.done, slow.value.total) == (1_000, 1_200)


def test_a_text_that_takes_a_pattern_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = r"(a|aa)+$"
    monkeypatch.setattr("lackmus.core.rules.patterns.TIME_LIMIT", 0.01)
    finder = finder_of(SearchQuery(slow, PATTERN))
    texts = pl.Series(["a" * 60 + "!", "aa"])
    hits = find(finder, texts, texts)
    assert (hits.given_up, hits.frame.rows()) == (1, [(1, 0, 2)])
