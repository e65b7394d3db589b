"""Spearman's rho: ranks with ties, p by counting orders, and an interval that knows its limits."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base import correlations
from lackmus.core.base.correlations import EXACT, ORDERS, Correlation, ranks, spearman


@pytest.mark.parametrize(
    "values, places",
    [
        ([], []),
        ([7.0], [1]),
        ([10.0, 30.0, 20.0], [1, 3, 2]),
        ([1.0, 2.0, 2.0, 3.0], [1, 2.5, 2.5, 4]),
        ([5.0, 5.0, 5.0], [2, 2, 2]),
        ([-1.0, 0.0, -1.0, 4.0, 0.0], [1.5, 3.5, 1.5, 5, 3.5]),
    ],
)
def test_ranks(values: list[float], places: list[float]) -> None:
    """From the lowest; equals share the mean of their places."""
    assert ranks(values).tolist() == places


def test_ranks_row_by_row() -> None:
    """A matrix has ranks of its own in every row."""
    assert ranks(np.array([[3.0, 1.0, 2.0], [0.0, 0.0, 9.0]])).tolist() == [[3, 1, 2], [1.5, 1.5, 3]]


@pytest.mark.parametrize(
    "first, second, rho",
    [
        ([1, 2, 3], [10, 20, 30], 1.0),
        ([1, 2, 3], [30, 20, 10], -1.0),
        ([1, 2, 3, 4], [1, 2, 4, 3], 0.8),
        ([1, 2, 3, 4, 5], [2, 1, 4, 3, 5], 0.8),
    ],
)
def test_rho(first: list[float], second: list[float], rho: float) -> None:
    """1 − 6 Σd² / n(n² − 1), where nothing is equal."""
    assert spearman(first, second).rho == pytest.approx(rho)


values = st.integers(-3, 3).map(float)
pairs = st.lists(st.tuples(values, values), min_size=3, max_size=6)


@given(pairs)
def test_exact_p_is_the_share_of_all_orders(given_pairs: list[tuple[float, float]]) -> None:
    """Every order of the second list is tried; rho is the correlation of ranks."""
    first, second = (list(side) for side in zip(*given_pairs, strict=True))
    found = spearman(first, second)
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert found == Correlation(len(first), None)
        return
    one, other = ranks(first), ranks(second)
    assert found.rho == pytest.approx(np.corrcoef(one, other)[0, 1])
    sums = [abs(np.corrcoef(one, order)[0, 1]) for order in permutations(other.tolist())]
    as_far = sum(size >= abs(found.rho or 0) - 1e-9 for size in sums)
    assert found.p_value == pytest.approx(as_far / len(sums))
    assert found.exact


def test_many_systems_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond twelve, orders are drawn; p is near to what counting all of them gives, and never 0."""
    first, second = range(EXACT + 1), [x * 5 % (EXACT + 1) for x in range(EXACT + 1)]
    sampled = spearman(first, second)
    assert not sampled.exact
    assert "100,000 random orders" in sampled.how
    assert spearman(range(20), range(20)).p_value == pytest.approx(1 / (ORDERS + 1))
    assert spearman(range(EXACT), range(EXACT)).exact
    monkeypatch.setattr(correlations, "EXACT", EXACT + 1)
    exact = spearman(first, second)
    assert exact.exact and exact.p_value is not None
    assert 0.01 < exact.p_value < 0.99
    assert sampled.p_value == pytest.approx(exact.p_value, abs=0.005)


@pytest.mark.parametrize(
    "first, second, why",
    [
        ([], [], "no system has both"),
        ([1], [2], "only 1 of at least 3 systems have both"),
        ([1, 2], [2, 1], "only 2 of at least 3 systems have both"),
        ([1, 1, 1], [1, 2, 3], "all systems have the same value"),
        ([1, 2, 3], [5, 5, 5], "all systems have the same value"),
    ],
)
def test_no_rho(first: list[float], second: list[float], why: str) -> None:
    """Then there is a reason, and nothing else."""
    found = spearman(first, second)
    assert (found.rho, found.p_value, found.interval) == (None, None, None)
    assert found.why_not == why


def test_lists_of_different_length() -> None:
    """That is a mistake of the caller."""
    with pytest.raises(ValueError, match="2 values beside 3"):
        spearman([1, 2], [1, 2, 3])


def test_the_interval_holds_rho_and_is_the_same_twice() -> None:
    """Systems are resampled with a seed."""
    first, second = [1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 4, 3, 6, 5, 8, 7]
    found = spearman(first, second)
    assert found == spearman(first, second)
    assert found.interval is not None and found.rho is not None
    low, high = found.interval
    assert -1 <= low < found.rho < high <= 1
    mixed = [x * 7 % 23 for x in range(20)]
    assert spearman(range(20), mixed, seed=2).interval != spearman(range(20), mixed).interval


def test_a_wider_interval_for_fewer_systems() -> None:
    """The same disorder says less about four than about twelve."""
    few = spearman([1, 2, 3, 4], [2, 1, 4, 3]).interval
    many = spearman(range(12), [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10]).interval
    assert few is not None and many is not None
    assert few[1] - few[0] > many[1] - many[0]


def test_a_perfect_order_has_no_interval() -> None:
    """Every resample is perfect, too: that would look like certainty."""
    found = spearman([1, 2, 3], [1, 2, 3])
    assert (found.rho, found.interval) == (1.0, None)
    assert found.p_value == pytest.approx(1 / 3)
    assert (found.why_not, found.how) == ("", "all 6 orders")
