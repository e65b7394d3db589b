"""Times of changes where some bear that of a wrong clock."""

import pytest

from lackmus.core.workspaces.change_times import settled_times


@pytest.mark.parametrize(
    "times, settled",
    [
        ("", ""),
        ("1", "1"),
        ("12345", "12345"),
        ("11223", "11223"),
        ("12934", "12334"),  # one clock was ahead
        ("93456", "33456"),  # that of the first change
        ("12999", "12999"),  # time passed: nothing says that it is wrong
        ("34156", "34456"),  # one was behind
        ("3451", "3455"),
        ("91", "11"),
        ("11902", "11112"),  # one ahead, the next behind
    ],
)
def test_settled_times(times: str, settled: str) -> None:
    """They never go back, and most are as they were."""
    assert "".join(settled_times(list(times))) == settled
