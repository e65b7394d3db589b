"""Batches are as large as an engine takes, never larger, and nothing is lost between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.engines.engine import Ask, Limits, batches, too_long


def asks(*texts: str) -> list[Ask]:
    return [Ask(text) for text in texts]


@pytest.mark.parametrize(
    "limits, cut",
    [
        (Limits(), [["aa"], ["bbb"], ["c"]]),
        (Limits(texts=2), [["aa", "bbb"], ["c"]]),
        (Limits(texts=9), [["aa", "bbb", "c"]]),
        (Limits(texts=9, size=5), [["aa", "bbb"], ["c"]]),
        (Limits(texts=9, size=4), [["aa"], ["bbb", "c"]]),
    ],
)
def test_as_many_as_fit(limits: Limits, cut: list[list[str]]) -> None:
    """By number and by size together."""
    assert [[ask.text for ask in batch] for batch in batches(asks("aa", "bbb", "c"), limits)] == cut


def test_bytes_are_counted_where_the_engine_does() -> None:
    """A Greek letter takes two."""
    limits = Limits(texts=9, size=4)
    assert len(list(batches(asks("αβ", "γδ"), limits))) == 1
    assert len(list(batches(asks("αβ", "γδ"), Limits(texts=9, size=4, in_bytes=True)))) == 2


def test_what_stands_after_others_goes_alone() -> None:
    """Context belongs to one sentence."""
    some = [Ask("a"), Ask("b", ("a",)), Ask("c", ("a", "b")), Ask("d"), Ask("e")]
    assert [[ask.text for ask in batch] for batch in batches(some, Limits(texts=9))] == [
        ["a"],
        ["b"],
        ["c"],
        ["d", "e"],
    ]


@pytest.mark.parametrize(
    "text, limits, long",
    [
        ("abc", Limits(), False),
        ("abc", Limits(text=3), False),
        ("abcd", Limits(text=3), True),
        ("abcd", Limits(texts=9, size=3), True),
        ("äb", Limits(text=2), False),
        ("äb", Limits(text=2, in_bytes=True), True),
    ],
)
def test_too_long(text: str, limits: Limits, long: bool) -> None:
    """For a text of its own, or for a whole request."""
    assert too_long(Ask(text), limits) is long


@given(st.lists(st.text(max_size=12)), st.integers(1, 5), st.integers(1, 20) | st.none())
def test_nothing_is_lost_and_nothing_too_large(texts: list[str], most: int, size: int | None) -> None:
    """In their order; one that is too large by itself goes alone."""
    limits = Limits(texts=most, size=size)
    cut = list(batches(asks(*texts), limits))
    assert [ask.text for batch in cut for ask in batch] == texts
    assert all(0 < len(batch) <= most for batch in cut)
    if size is not None:
        assert all(len(batch) == 1 or sum(len(ask.text) for ask in batch) <= size for batch in cut)
