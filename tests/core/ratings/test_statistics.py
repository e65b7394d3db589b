"""Means, intervals and tests of ratings, against what one can work out by hand."""

import polars as pl
import pytest

from lackmus.core.base.agreement_measures import Resampling, interval_alpha
from lackmus.core.ratings.report import RATINGS
from lackmus.core.ratings.statistics import EXACT, mean_of, paired, pearson, standardised

# Krippendorff (2011), “Computing Krippendorff's Alpha-Reliability”, example D: interval data, alpha = 0.849.
UNITS = [
    *([1, 1, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4]),
    *([4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [5, 5, 5], [1, 1], [3]),
]


def test_interval_alpha_is_the_published_one() -> None:
    found = interval_alpha(UNITS, Resampling())
    assert found.value == pytest.approx(0.849, abs=0.0005)
    assert found.interval is not None and found.interval[0] < 0.849 < found.interval[1]


@pytest.mark.parametrize(
    "units, value, note",
    [
        ([[1, 1], [5, 5]], 1.0, ""),
        ([[0, 10], [10, 0]], -0.5, ""),  # by hand: Do = 100, De = 200/3
        ([[3, 3], [3, 3]], None, "all opinions are the same"),
        ([[1], [2]], None, "no text was judged by two people"),
        ([], None, "no text was judged by two people"),
    ],
)
def test_interval_alpha_by_hand(units: list[list[float]], value: float | None, note: str) -> None:
    found = interval_alpha(units, Resampling())
    assert found.value == (None if value is None else pytest.approx(value))
    assert note in found.note


@pytest.mark.parametrize(
    "differences, mean, p",
    [
        ([1.0], 1.0, 1.0),  # both signs are as far from 0
        ([2.0, 2.0, 2.0], 2.0, 2 / 8),
        ([1.0, 2.0, 3.0, 4.0], 2.5, 2 / 16),
        ([3.0, -1.0], 1.0, 1.0),  # |±3±1| is 2 or 4: always at least 2
        ([5.0, 1.0, -1.0], 5 / 3, 6 / 8),  # sums 5, 7, 3, 5 and their negatives: |sum| >= 5 in six of eight
        ([0.0, 0.0], 0.0, 1.0),
        ([], None, None),
    ],
)
def test_sign_flips_by_hand(differences: list[float], mean: float | None, p: float | None) -> None:
    found = paired(differences)
    assert found.difference.value == (None if mean is None else pytest.approx(mean))
    assert found.p_value == (None if p is None else pytest.approx(p))


def test_many_differences_are_tried_with_random_signs() -> None:
    """As good as all signs, never 0, and the same twice."""
    few = [0.5, -0.2, 0.9, 0.4] * 4
    assert len(few) == EXACT and paired(few).exact
    many = [*few, 0.0]  # has the same exact p, for a difference of nothing decides nothing
    assert not paired(many).exact
    assert paired(many).p_value == pytest.approx(paired(few).p_value, abs=0.01)
    assert paired(many) == paired(many)
    assert 0 < (paired([1.0] * 200).p_value or 0) < 0.001


def test_means_have_intervals() -> None:
    assert mean_of([]).value is None
    assert mean_of([4.0]).interval is None
    found = mean_of([0.0, 100.0] * 50)
    low, high = found.interval or (0, 0)
    assert (found.n, found.value) == (100, 50.0)
    assert 35 < low < 45 < 55 < high < 65
    assert mean_of([7.0, 7.0]).interval == (7.0, 7.0)


def test_ratings_are_standardised_per_person() -> None:
    """10, 20, 30 have mean 20 and standard deviation 10; who gave the same to all has no z."""
    rows = [(0, "Ann", 0, 10), (1, "Ann", 0, 20), (2, "Ann", 0, 30), (0, "Ann", 1, 25)]
    rows += [(0, "Ben", 0, 5), (1, "Ben", 0, 5), (0, "Cem", 0, 9)]
    found = standardised(pl.DataFrame(rows, schema=RATINGS.schema, orient="row"))
    assert found["z"].to_list() == [-1.0, 0.0, 1.0, 0.5, None, None, None]


@pytest.mark.parametrize(
    "one, other, r",
    [
        ([1, 2, 3], [2, 4, 6], 1.0),
        ([1, 2, 3], [3, 2, 1], -1.0),
        ([1, 1, 1], [1, 2, 3], None),
        ([1], [1], None),
    ],
)
def test_pearson_by_hand(one: list[float], other: list[float], r: float | None) -> None:
    assert pearson(one, other) == (None if r is None else pytest.approx(r))
