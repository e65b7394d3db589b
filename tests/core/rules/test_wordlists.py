"""A pattern without repetition is the list of strings it stands for, and finds what `re` finds."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.rules.wordlists import search_for, spelled_out


@pytest.mark.parametrize(
    "pattern, strings",
    [
        ("dog", ["dog"]),
        ("cat|dog", ["cat", "dog"]),
        ("I('d| had) slept", ["I'd slept", "I had slept"]),
        ("colou?r", ["colour", "color"]),
        (r"Oh\. No\?", ["Oh. No?"]),
        ("[Tt]he", ["The", "the"]),
        ("(a|b)?c", ["ac", "bc", "c"]),
        ("((a|b)c|d)?", ["ac", "bc", "d", ""]),
        ("()", [""]),
        ("", [""]),
        ("a||b", ["a", "", "b"]),
    ],
)
def test_patterns_that_only_choose(pattern: str, strings: list[str]) -> None:
    """In the order in which `re` tries them."""
    assert spelled_out(pattern) == strings


@pytest.mark.parametrize(
    "pattern",
    [
        "a*", "a+", "a{2}", "a.b", r"\bdog", r"\w", "^a", "a$", "(?:a)", "(?i)a", "[a-z]", "[^a]", "a??",
        "(a", "a)", "?", "(?", "a|?", "[", "a]", "(a|b)(c|d)(e|f)(g|h)(i|j)(k|l)",  # the last: too many
        "a" * 20_001, "(" * 60 + "a" + ")" * 60, "|".join("a" * 60),
    ],
)  # fmt: skip
def test_patterns_with_more_to_them(pattern: str) -> None:
    """Left to `re`, mistakes included."""
    assert spelled_out(pattern) is None


pieces = st.sampled_from(["a", "b", "ab", "(", ")", "|", "?", "[ab]", r"\.", "ba", "(a|ab)", "(b|)", "c?"])


@given(st.lists(pieces, max_size=9).map("".join), st.text("abc.", max_size=12))
def test_the_same_span_as_re(pattern: str, text: str) -> None:
    """Leftmost, and among equals the alternative that `re` would take."""
    strings = spelled_out(pattern)
    if strings is not None:
        match = re.search(pattern, text)
        search = search_for(pattern, strings)
        # Often enough that it compiles the pattern meanwhile: nobody may notice.
        assert {search(text) for _ in range(70)} == {match.span() if match else None}


@given(st.lists(pieces, max_size=9).map("".join))
def test_what_is_spelled_out_compiles(pattern: str) -> None:
    """A mistake in a pattern is never hidden by spelling it out."""
    if spelled_out(pattern) is not None:
        re.compile(pattern)
