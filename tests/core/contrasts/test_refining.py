"""What comes next for whoever keeps and drops."""

import pytest

from lackmus.core.contrasts.refining import refining_order
from tests.studied import FINITE, NONFINITE, small_study

# Selected are the items 1, 3, 5 and 7, of one contrast.
OPEN = refining_order(small_study())
SOME = refining_order(small_study(refined={"gerund-dass-s0-3": True, "gerund-dass-s2-3": False}))


@pytest.mark.parametrize(
    "after, without, most, found",
    [
        (None, (), 1, [1]),
        (None, (), 9, [1, 3, 5, 7]),
        (3, (), 9, [5, 7, 1]),  # behind it, then from the beginning; never itself
        (7, (), 1, [1]),
        (4, (), 1, [5]),  # one that is not selected
        (None, (1, 5), 9, [3, 7]),
        (3, (5, 7, 1), 9, []),
    ],
)
def test_what_is_open_comes_next(
    after: int | None, without: tuple[int, ...], most: int, found: list[int]
) -> None:
    assert OPEN.next_open(after, without, most) == found


def test_what_was_said_does_not_come_again() -> None:
    assert SOME.next_open(most=9) == [3, 7]
    assert SOME.next_open(7) == [3]


@pytest.mark.parametrize(
    "number, step, found",
    [(1, 1, 3), (3, -1, 1), (1, -1, None), (7, 1, None), (4, 1, 5), (4, -1, 3), (8, 1, None), (8, -1, 7)],
)
def test_beside_an_item(number: int, step: int, found: int | None) -> None:
    """Whatever was said of its neighbours."""
    assert SOME.beside(number, step) == found


@pytest.mark.parametrize(
    "contrast, told",
    [
        (None, (4, 1, 1, 2)),
        ("gerund-dass", (4, 1, 1, 2)),
        (FINITE, (4, 1, 1, 2)),
        (NONFINITE, (0, 0, 0, 0)),
    ],
)
def test_how_far_it_is(contrast: str | None, told: tuple[int, ...]) -> None:
    study = small_study(refined={"gerund-dass-s0-3": True, "gerund-dass-s2-3": False})
    progress = refining_order(study, contrast).progress
    assert (progress.selected, progress.kept, progress.dropped, progress.left) == told
