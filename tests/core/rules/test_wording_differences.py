"""What differs between two wordings is shown word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.rules.wording_differences import differences, together


def told(old: str, new: str) -> tuple[str, str]:
    """Both wordings with what changed between brackets."""
    left, right = differences(old, new)
    return tuple(
        "".join(f"[{one.text}]" if one.changed else one.text for one in side) for side in (left, right)
    )  # type: ignore[return-value]


@pytest.mark.parametrize(
    "old, new, left, right",
    [
        ("", "", "", ""),
        ("a bench", "a bench", "a bench", "a bench"),
        (r"\bbench\b", r"\bbench(es)?\b", r"\bbench\b", r"\bbench[(es)?]\b"),
        ("her man", "her husband", "her [man]", "her [husband]"),
        ("her man", "man", "[her ]man", "man"),
        ("a" * 3, "", "[aaa]", ""),
        (". " * 800, ". " * 801, f"[{'. ' * 800}]", f"[{'. ' * 801}]"),  # too long to look closely
    ],
)
def test_words_that_changed_are_marked(old: str, new: str, left: str, right: str) -> None:
    assert told(old, new) == (left, right)


@given(st.text(max_size=60), st.text(max_size=60))
def test_nothing_is_lost(old: str, new: str) -> None:
    left, right = differences(old, new)
    assert ("".join(one.text for one in left), "".join(one.text for one in right)) == (old, new)
    assert [one.text for one in left if not one.changed] == [one.text for one in right if not one.changed]


@pytest.mark.parametrize(
    "old, new, left",
    [
        ("next to the hall", "beside it the hall", "[next to] the hall"),
        ("a b c", "x b y", "[a] b [c]"),  # a word that both have stays what it is
        (" a", " b", " [a]"),
        ("a b", "a b", "a b"),
    ],
)
def test_blanks_between_words_that_differ(old: str, new: str, left: str) -> None:
    found = together(differences(old, new)[0])
    assert "".join(f"[{one.text}]" if one.changed else one.text for one in found) == left


@given(st.text(alphabet="ab \n", max_size=40), st.text(alphabet="ab \n", max_size=40))
def test_blanks_are_not_lost(old: str, new: str) -> None:
    for side, whole in zip(differences(old, new), (old, new), strict=True):
        assert "".join(one.text for one in together(side)) == whole
