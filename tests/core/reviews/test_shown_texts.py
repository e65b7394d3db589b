"""What stands around a text on the screen."""

import pytest

from lackmus.core.reviews.shown_texts import why_unfair


@pytest.mark.parametrize(
    "others, missing, itself, said",
    [
        (0, 0, False, ""),
        (0, 0, True, "Only this text is open."),
        (1, 0, True, "1 other text of it is open."),
        (2, 1, True, "2 other texts of it are open; 1 output is missing."),
        (0, 2, True, "2 outputs are missing."),
    ],
)
def test_why_an_item_is_not_fair(others: int, missing: int, itself: bool, said: str) -> None:
    """In words that name no system."""
    assert why_unfair(others, missing, itself) == said
