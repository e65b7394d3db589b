"""What can be a tag."""

import pytest

from lackmus.core.base.tags import MOST_TAG, TagError, check_tag, tagged, tags_in


def test_tags_are_written_with_commas_or_one_by_one() -> None:
    assert tags_in(["hard, old", "new", "old,"]) == ("hard", "old", "new")
    assert tagged(("a", "b"), ("c", "a"), {"b"}) == ("a", "c")


@pytest.mark.parametrize(
    ("tag", "problem"),
    [
        ("hard", None),
        ("schwierig, für alle", None),
        ("x" * MOST_TAG, None),
        ("x" * (MOST_TAG + 1), "“xxxxxxxxxxxxxxxxxxxx…” has 101 characters, more than 100. Shorten it"),
        ("two\nlines", r"“two\\nlines” has a control character. Remove it"),
    ],
)
def test_a_tag_is_one_short_line(tag: str, problem: str | None) -> None:
    if problem is None:
        check_tag(tag)
    else:
        with pytest.raises(TagError, match=problem):
            check_tag(tag)
