"""Items longer than a sentence: the stretch in question, and the paragraph that rules look at."""

from typing import Any

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Item, RuleScope, StretchError, marked

DOCUMENT = "Er ging zur Bank.\n\nDie Bank war zu. Auf der\nBank saß sie.\n\nEnde."


@pytest.mark.parametrize(
    "stretch, occurrence, words, paragraph",
    [
        ("zur Bank", 1, "zur Bank", 0),
        ("Bank", 2, "Bank", 1),
        ("Bank", 3, "Bank", 1),
        ("Auf der Bank", 1, "Auf der\nBank", 1),  # any white space between words
        ("Ende.", 1, "Ende.", 2),
        ("Bank", 4, None, -1),
        ("Ufer", 1, None, -1),
        ("", 1, None, -1),
    ],
)
def test_where_a_stretch_stands(stretch: str, occurrence: int, words: str | None, paragraph: int) -> None:
    """The words of the source, and the paragraph that they stand in."""
    one = _item(stretch=stretch, occurrence=occurrence, scope=RuleScope.PARAGRAPH)
    bounds = one.stretch_bounds
    assert (None if bounds is None else one.source[slice(*bounds)]) == words
    assert one.paragraph == (paragraph, 3)
    assert _item(stretch=stretch).paragraph is None  # rules look at the whole text


@pytest.mark.parametrize(
    "words, occurrence, scope, problem",
    [
        ("Ufer", None, "text", "is not in the source"),
        ("Bank", None, "text", "occurs 3 times in the source. Say which by “occurrence”, from 1"),
        ("Bank", 4, "text", "has no occurrence 4, only 3"),
        ("Bank", 0, "text", "has no occurrence 0, only 3"),
        ("", 2, "text", "an occurrence needs a stretch"),
        (" ", None, "paragraph", "the scope “paragraph” needs a stretch"),
    ],
)
def test_stretches_that_are_none(words: str, occurrence: int | None, scope: str, problem: str) -> None:
    """Each error says what is wrong."""
    with pytest.raises(StretchError, match=problem):
        marked(DOCUMENT, words, occurrence, RuleScope(scope))


def _item(**fields: Any) -> Item:
    return Item(Pair("de", "en"), "1", "c", "p", DOCUMENT, **fields)
