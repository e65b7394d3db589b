"""Which numbers of a column are out of the order of its rows, and on which side."""

import pytest

from lackmus.core.contrasts.out_of_order import Deviation, out_of_order

HIGHER, LOWER = Deviation.HIGHER, Deviation.LOWER


@pytest.mark.parametrize(
    "numbers, out",
    [
        ((90, 80, 70), {}),
        ((90, 90, 90), {}),  # equals are in order
        ((90, 80, 85), {"C": HIGHER}),
        ((50, 90, 80, 70), {"A": LOWER}),  # not the three that are right among themselves
        ((90, 20, 80, 70), {"B": LOWER}),
        ((90, 80, 99, 70), {"C": HIGHER}),
        ((10, 20), {"B": HIGHER}),  # of two the second
        ((10, 20, 30), {"B": HIGHER, "C": HIGHER}),
        ((90, None, 95, 80), {"C": HIGHER}),
        ((None, None), {}),
        ((), {}),
    ],
)
def test_falling_and_rising(numbers: tuple[int | None, ...], out: dict[str, Deviation]) -> None:
    """The fewest without which numbers never rise; turned round, without which they never fall."""
    column = dict(zip("ABCDEFG", numbers, strict=False))
    assert out_of_order(column) == out
    turned = {row: None if number is None else 100.0 - number for row, number in column.items()}
    other = {HIGHER: LOWER, LOWER: HIGHER}
    assert out_of_order(turned, rising=True) == {row: other[place] for row, place in out.items()}
