"""Where rules matched: marks from spans, between signs, and as plain values."""

import pytest

from lackmus.core.rules.spans import MarkedSpan, between_signs, marks_at, marks_values
from lackmus.core.suites.suite import Side

RIGHT, WRONG = MarkedSpan(Side.POSITIVE, 4, 11), MarkedSpan(Side.NEGATIVE, 15, 18)


@pytest.mark.parametrize(
    "spans, marks",
    [
        ((None, None, None, None), ()),
        ((4, 11, None, None), (RIGHT,)),
        ((None, None, 15, 18), (WRONG,)),
        ((4, 11, 15, 18), (RIGHT, WRONG)),
        ((0, 0, None, None), (MarkedSpan(Side.POSITIVE, 0, 0),)),  # the start of a text is a place too
    ],
)
def test_marks_of_a_verdict(spans: tuple[int | None, ...], marks: tuple[MarkedSpan, ...]) -> None:
    """A side that matched nothing has none."""
    assert marks_at(*spans) == marks


@pytest.mark.parametrize(
    "marks, shown",
    [
        ((), "her husband, a man"),
        ((RIGHT,), "her +[husband], a man"),
        ((RIGHT, WRONG), "her +[husband], a −[man]"),
        ((RIGHT, MarkedSpan(Side.NEGATIVE, 4, 7)), "her +[−[hus]band], a man"),
        ((RIGHT, MarkedSpan(Side.NEGATIVE, 7, 11)), "her +[hus−[band]], a man"),
        ((RIGHT, MarkedSpan(Side.NEGATIVE, 11, 13)), "her +[husband]−[, ]a man"),
    ],
)
def test_between_signs(marks: tuple[MarkedSpan, ...], shown: str) -> None:
    """What rules matched, where there are no colours."""
    assert between_signs("her husband, a man", marks) == shown


def test_plain_values() -> None:
    """For scripts and for pages."""
    assert marks_values([WRONG]) == [{"side": "negative", "start": 15, "end": 18}]
