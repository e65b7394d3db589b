"""A share of the texts for a second person: as many as asked in the end, and none that they judged first."""

import pytest

from lackmus.core.reviews.assignments import Assigned, doubled
from lackmus.core.suites.draws import Amount
from lackmus.tables.reviews.assignments import assigned_table

POOL = range(1, 21)


@pytest.mark.parametrize(
    "amount, given, judged, new",
    [
        ("10%", [], [], 2),
        ("all", [], [], 20),
        ("3", [], [], 3),
        ("10%", [1, 2], [], 0),  # asking twice gives nothing more
        ("20%", [1, 2], [], 2),
        ("10%", [99], [], 2),  # of another campaign
        ("all", [], range(1, 16), 5),  # the first to judge cannot be the second
        ("1%", [], [], 0),
    ],
)
def test_doubled(amount: str, given: list[int], judged: list[int], new: int) -> None:
    """How many are new."""
    found = doubled(POOL, given, judged, Amount.parse(amount), seed=1)
    assert len(found) == new
    assert set(found) <= set(POOL) - set(given) - set(judged)


def test_the_seed_decides() -> None:
    """Always the same texts for the same seed, whatever the order of the pool."""
    half = Amount.parse("50%")
    draws = [doubled(pool, [], [], half, seed) for pool, seed in ((POOL, 1), (POOL[::-1], 1), (POOL, 2))]
    assert draws[0] == draws[1] != draws[2]


def test_what_was_given_is_told() -> None:
    """With the seed, so that it can be drawn again."""
    table = assigned_table(Assigned("Ben", "WMT26", "10%", 7, 42, 3, 450, 12))
    assert [cell.value for cell in table.rows[0].cells] == ["Ben", 42, 3, 450]
    assert table.signature.startswith("review:assign|campaign:WMT26|double:10%|seed:7|change:12|")
