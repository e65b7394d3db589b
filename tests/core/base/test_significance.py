"""Tests, clusters and intervals against values worked out by hand or printed in textbooks."""

import importlib.util
import math
import runpy
import sys
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from lackmus.core.base import significance
from lackmus.core.base.choices import ALPHA, Test
from lackmus.core.base.significance import (
    best_of,
    bootstrap_means,
    bootstrap_p_values,
    bootstrap_passes,
    cluster,
    holm,
    macro_bootstrap_means,
    mcnemar_p_values,
    smallest_difference,
    wilson,
    z_p_values,
)

Passes = NDArray[np.bool_]


def table(*systems: str) -> Passes:
    """One string a system, one sign an item: + passes, - fails."""
    return np.array([[sign == "+" for sign in system] for system in systems]).T


def pair(both: int, first: int, second: int, neither: int) -> Passes:
    """Two systems by how many items both pass, only one of them passes, and neither passes."""
    return table(
        "+" * both + "+" * first + "-" * second + "-" * neither,
        "+" * both + "-" * first + "+" * second + "-" * neither,
    )


def drawn(accuracies: Sequence[float], n: int, seed: int) -> Passes:
    """Systems that pass independently of each other."""
    return np.random.default_rng(seed).random((n, len(accuracies))) < np.array(accuracies)


# --- Z-test


@pytest.mark.parametrize(
    ("accuracies", "counts", "p"),
    [
        ([0.9, 0.8], [100, 100], 0.02275),  # error 0.05, z = 2
        ([0.9, 0.8], [25, 25], 0.15866),  # error 0.10, z = 1
        ([0.9, 0.8], [100, 10], 0.22088),  # error 0.13, z = 0.769: each with its own n
        ([0.6, 0.5], [100, 100], 0.07656),  # error 0.07, z = 1.429
        ([0.9, 0.9], [100, 100], 0.5),  # equal: z = 0
        ([1.0, 1.0], [7, 7], 1.0),  # no error, equal
        ([1.0, 0.0], [1, 1], 0.0),  # no error, different
        ([0.0, 0.0], [9, 7], 1.0),  # all fail everything
    ],
)
def test_second_system_against_the_best(accuracies: list[float], counts: list[int], p: float) -> None:
    """The normal distribution's tail beyond (p₁ − p₂) / sqrt(p₁q₁/n₁ + p₂q₂/n₂)."""
    assert z_p_values(accuracies, counts) == [1.0, pytest.approx(p, abs=1e-5)]


def test_best_is_not_compared_with_itself() -> None:
    assert z_p_values([0.8, 0.9, 0.7], [50, 50, 50])[1] == 1.0


@pytest.mark.parametrize(
    ("accuracies", "counts", "best"),
    [
        ([0.5, 0.9, 0.7], None, 1),
        ([0.9, 0.5, 0.9], None, 0),  # the first of equals
        ([0.9, 0.5, 0.9], [10, 99, 20], 2),  # of equals the one with more items
    ],
)
def test_best_of_a_row(accuracies: list[float], counts: list[int] | None, best: int) -> None:
    assert best_of(accuracies, counts) == best


@pytest.mark.parametrize(
    ("accuracies", "counts", "complaint"),
    [
        ([0.5, 0.5], [10, 0], "without items"),
        ([90.1, 61.3], [10, 10], "fraction"),  # percents
        ([math.nan, 0.5], [10, 10], "fraction"),
        ([-0.1, 0.5], [10, 10], "fraction"),
        ([0.5, 0.5], [10], "2 accuracies, but 1 counts"),
    ],
)
def test_rows_that_cannot_be_tested(accuracies: list[float], counts: list[int], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        z_p_values(accuracies, counts)


def test_no_systems_no_p_values() -> None:
    assert z_p_values([], []) == []


def test_average_a_hair_above_one_is_one() -> None:
    """Adding up fractions may end at 1.0000000000000002."""
    assert z_p_values([math.nextafter(1.0, 2.0), 0.5], [10, 10])[1] < ALPHA


def test_z_test_needs_no_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line should not wait for a library that its default does not use."""
    monkeypatch.setitem(sys.modules, "numpy", None)  # importing it now fails
    fresh = runpy.run_path(significance.__file__)
    assert fresh["z_p_values"]([0.9, 0.8], [100, 100])[0] == 1.0
    with pytest.raises(ImportError):
        fresh["bootstrap_means"]([[True]])


# --- McNemar


@pytest.mark.parametrize(
    ("both", "first", "second", "neither", "p"),
    [
        (5, 0, 0, 5, 1.0),  # the same verdict everywhere
        (5, 4, 0, 0, 1 / 16),  # four in a row are not enough
        (5, 5, 0, 0, 1 / 32),  # five are
        (0, 3, 1, 0, 5 / 16),  # (4 + 1) / 2⁴
        (0, 2, 2, 0, 11 / 16),  # equal: (6 + 4 + 1) / 2⁴
        # Airway status of 21 children before and after transplantation (Bentur et al.), the example in
        # Fagerland, Lydersen & Laake 2013, "The McNemar test for binary matched-pairs data".
        (1, 7, 1, 12, 9 / 256),
    ],
)
def test_mcnemar_by_hand(both: int, first: int, second: int, neither: int, p: float) -> None:
    """Only the items on which two systems differ count; each is a coin."""
    assert mcnemar_p_values(pair(both, first, second, neither)) == [1.0, pytest.approx(p, rel=1e-14)]


@pytest.mark.parametrize(("wins", "losses"), [(25, 15), (121, 59), (700, 650), (3000, 2900)])
def test_mcnemar_is_the_binomial_tail(wins: int, losses: int) -> None:
    flips = wins + losses
    tail = sum(math.comb(flips, k) for k in range(wins, flips + 1)) / 2**flips
    assert mcnemar_p_values(pair(0, wins, losses, 0))[1] == pytest.approx(tail, rel=1e-12)


def test_mcnemar_of_several_systems() -> None:
    """The second is the best; the third fails five of its items, the first fails one and gains none."""
    passes = table("-+++++++", "++++++++", "-----+++")
    assert mcnemar_p_values(passes) == [0.5, 1.0, 1 / 32]


@pytest.mark.parametrize(
    "won, lost", [(0, 0), (1, 0), (5, 0), (12, 0), (7, 1), (24, 10), (80, 58), (1300, 1250)]
)
def test_mcnemar_is_an_exact_binomial_test(won: int, lost: int) -> None:
    """One-tailed: either wins an item on which the two differ like a coin, and the best won so many."""
    flips = won + lost
    exact = Fraction(sum(math.comb(flips, heads) for heads in range(won, flips + 1)), 2**flips)
    assert significance.coin_p(won, flips) == pytest.approx(float(exact), rel=1e-9)
    # scipy comes with some of the extras only, and knows no test of no flips at all.
    if flips and importlib.util.find_spec("scipy"):
        binomtest = importlib.import_module("scipy.stats").binomtest
        assert significance.coin_p(won, flips) == pytest.approx(
            binomtest(won, flips, alternative="greater").pvalue, rel=1e-9
        )


# --- bootstrap


def test_same_seed_same_resamples() -> None:
    passes = drawn([0.8, 0.7], n=50, seed=1)
    assert (bootstrap_means(passes, seed=7) == bootstrap_means(passes, seed=7)).all()
    assert (bootstrap_means(passes, seed=7) != bootstrap_means(passes, seed=8)).any()


def test_resamples_scatter_around_the_accuracy_by_its_standard_error() -> None:
    passes = table("+" * 80 + "-" * 20)
    means = bootstrap_means(passes, samples=20_000)
    assert means.shape == (20_000, 1)
    assert means.mean() == pytest.approx(0.8, abs=0.002)
    assert means.std() == pytest.approx(math.sqrt(0.8 * 0.2 / 100), rel=0.03)


def test_resamples_are_drawn_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little fits at once, the resamples are the same."""
    passes = drawn([0.8, 0.7, 0.2], n=60, seed=1)
    whole = bootstrap_means(passes, samples=100)
    monkeypatch.setattr(significance, "_CELLS", 500)
    assert (bootstrap_means(passes, samples=100) == whole).all()


@pytest.mark.parametrize(
    ("n", "lost", "p"),
    [
        (20, 0, 1.0),  # the same verdicts
        (20, 1, 0.95**20),
        (20, 2, 0.90**20),
        (5, 3, 0.40**5),
    ],
)
def test_keeps_up_only_where_no_lost_item_is_drawn(n: int, lost: int, p: float) -> None:
    """A system that only loses items is as good as the best in (1 − d/n)ⁿ of the resamples."""
    passes = pair(both=n - lost, first=lost, second=0, neither=0)
    shares = bootstrap_p_values(bootstrap_means(passes, samples=20_000), best=0)
    assert shares == [1.0, pytest.approx(p, abs=0.01)]


def test_order_of_systems_does_not_matter() -> None:
    passes = drawn([0.80, 0.78, 0.70, 0.79], n=300, seed=3)
    best = best_of(passes.mean(axis=0).tolist())
    shares = bootstrap_p_values(bootstrap_means(passes), best)
    order = [2, 0, 3, 1]
    permuted = bootstrap_p_values(bootstrap_means(passes[:, order]), order.index(best))
    assert permuted == [shares[i] for i in order]


def test_passes_of_resamples_tell_the_same_as_their_means() -> None:
    """Rows compare whole numbers instead of accuracies: the same shares, to the last bit."""
    passes = np.random.default_rng(3).random((23, 7)) < 0.6
    sums, means = bootstrap_passes(passes), bootstrap_means(passes)
    assert (sums / 23 == pytest.approx(means)) and set(np.unique(sums % 1)) == {0.0}
    for best in range(7):
        assert bootstrap_p_values(sums, best) == bootstrap_p_values(means, best)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bootstrap_agrees_with_the_z_test_on_unrelated_systems(seed: int) -> None:
    """Pairing helps only where systems fail alike; where they do not, both tests say the same."""
    passes = drawn([0.80, 0.79, 0.78, 0.76], n=4000, seed=seed)
    accuracies: list[float] = passes.mean(axis=0).tolist()
    shares = bootstrap_p_values(bootstrap_means(passes, samples=4000), best_of(accuracies))
    assert shares == pytest.approx(z_p_values(accuracies, [4000] * 4), abs=0.03)


def test_macro_average_of_resampled_strata() -> None:
    """A small stratum weighs as much as a large one and scatters more."""
    large, small = table("+" * 90 + "-" * 10), table("++---")
    means = macro_bootstrap_means([large, small], samples=20_000)
    assert means.mean() == pytest.approx((0.9 + 0.4) / 2, abs=0.005)
    error = math.sqrt(0.9 * 0.1 / 100 + 0.4 * 0.6 / 5) / 2  # only independent strata add up so
    assert means.std() == pytest.approx(error, rel=0.03)


def test_macro_resamples_follow_from_the_seed() -> None:
    strata = [drawn([0.8, 0.6], n=n, seed=n) for n in (5, 40, 12)]
    first = macro_bootstrap_means(iter(strata), seed=4)
    assert (first == macro_bootstrap_means(strata, seed=4)).all()
    assert (first != macro_bootstrap_means(strata, seed=5)).any()


def test_macro_averages_equal_on_paper_tie() -> None:
    """(0.1 + 0.2) + 0.3 and (0.3 + 0.2) + 0.1 differ as floats, not as averages."""
    means = np.array([[(0.1 + 0.2 + 0.3) / 3, (0.3 + 0.2 + 0.1) / 3]])
    assert means[0, 0] != means[0, 1]
    assert bootstrap_p_values(means, best=0) == [1.0, 1.0]


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (3,)])
def test_nothing_to_resample(shape: tuple[int, ...]) -> None:
    passes = np.zeros(shape, dtype=np.bool_)
    with pytest.raises(ValueError, match="items × systems"):
        bootstrap_means(passes)
    with pytest.raises(ValueError, match="items × systems"):
        mcnemar_p_values(passes)
    with pytest.raises(ValueError, match="items × systems"):
        macro_bootstrap_means([passes])


def test_neither_strata_nor_resamples() -> None:
    with pytest.raises(ValueError, match="no strata"):
        macro_bootstrap_means([])
    with pytest.raises(ValueError, match="no resamples"):
        bootstrap_p_values(np.empty((0, 2)), best=0)


# --- Holm, clusters


@pytest.mark.parametrize(
    ("p_values", "adjusted"),
    [
        ([1.0, 0.01, 0.04, 0.03, 0.005], [1.0, 0.03, 0.06, 0.06, 0.02]),  # ×3, ×1 but not below, ×2, ×4
        ([0.02, 1.0, 0.02], [0.04, 1.0, 0.04]),  # equal stay equal
        ([1.0, 0.6, 0.7], [1.0, 1.0, 1.0]),  # never above 1
        ([1.0, 0.03], [1.0, 0.03]),  # one comparison costs nothing
        ([1.0], [1.0]),
    ],
)
def test_holm_by_hand(p_values: list[float], adjusted: list[float]) -> None:
    assert holm(p_values, best=p_values.index(1.0)) == pytest.approx(adjusted)


@pytest.mark.parametrize(
    ("p_values", "alpha", "together"),
    [
        ([1.0, 0.2, 0.01], 0.05, "AB"),
        ([1.0, 0.05, 0.0501], 0.05, "AC"),  # at alpha itself the test tells them apart
        ([0.04, 1.0, 0.04], 0.05, "B"),
        ([0.04, 1.0, 0.04], 0.01, "ABC"),
    ],
)
def test_cluster_of_the_best(p_values: list[float], alpha: float, together: str) -> None:
    assert cluster("ABC", p_values, alpha) == list(together)


# --- Wilson


@pytest.mark.parametrize(
    ("passes", "n", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (1, 2, 0.0945, 0.9055),
        (0, 10, 0.0, 0.2775),  # z² / (n + z²)
        (10, 10, 0.7225, 1.0),
        (0, 1, 0.0, 0.7935),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_wilson_interval(passes: int, n: int, low: float, high: float) -> None:
    assert wilson(passes, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("n", [1, 3, 10, 1000])
def test_wilson_ends_are_exact(n: int) -> None:
    assert wilson(0, n)[0] == 0.0
    assert wilson(n, n)[1] == 1.0


@pytest.mark.parametrize(("passes", "n"), [(0, 0), (3, 2), (-1, 2)])
def test_no_interval_without_an_accuracy(passes: int, n: int) -> None:
    with pytest.raises(ValueError, match="items"):
        wilson(passes, n)


# --- what a row could show


@pytest.mark.parametrize(
    ("test", "n", "best", "difference"),
    [
        (Test.Z, 100, 0.9, 0.09),  # 81 of 100: z = 1.82; 82 of 100: z = 1.64, just not
        (Test.Z, 3, 1.0, 2 / 3),  # 1 of 3: z = 2.45; 2 of 3: z = 1.22
        (Test.Z, 2, 1.0, 1.0),  # 1 of 2: z = 1.41; 0 of 2 has no error and is not equal
        (Test.Z, 3, 1 / 3, None),  # 0 of 3: z = 1.22
        (Test.Z, 10, 0.0, None),  # nobody can be worse
        (Test.Z, 3, 0.9, 0.9 - 1 / 3),  # an average between 2 and 3 of 3; 2 of 3: z = 0.72
        (Test.MCNEMAR, 4, 1.0, None),  # four in a row: 1/16
        (Test.MCNEMAR, 5, 1.0, 1.0),  # five in a row: 1/32
        (Test.MCNEMAR, 5, 0.8, None),  # the best has only four to win by
        (Test.MCNEMAR, 100, 0.9, 0.05),
        (Test.MCNEMAR, 100, 0.05, 0.05),
        (Test.BOOTSTRAP, 1, 1.0, 1.0),  # drawn in every resample
        (Test.BOOTSTRAP, 3, 1.0, 2 / 3),  # (1/3)³ = 0.037
        (Test.BOOTSTRAP, 5, 1.0, 0.6),  # 0.4⁵ = 0.010; 0.6⁵ = 0.078
        (Test.BOOTSTRAP, 5, 0.4, None),
        (Test.BOOTSTRAP, 1000, 0.9, 0.003),  # e⁻³ = 0.0498
        (Test.Z, 0, math.nan, None),
        (Test.MCNEMAR, 0, math.nan, None),
        (Test.BOOTSTRAP, 0, math.nan, None),
    ],
)
def test_smallest_difference(test: Test, n: int, best: float, difference: float | None) -> None:
    assert smallest_difference(n, best, test) == pytest.approx(difference, abs=1e-12)


@pytest.mark.parametrize("n", [7, 29, 100, 643])
@pytest.mark.parametrize("share", [0.5, 0.8, 1.0])
def test_smallest_difference_is_where_the_z_test_turns(n: int, share: float) -> None:
    passes = round(share * n)
    difference = smallest_difference(n, passes / n, Test.Z)
    assert difference is not None
    lost = round(difference * n)
    assert z_p_values([passes / n, (passes - lost) / n], [n, n])[1] <= ALPHA
    assert z_p_values([passes / n, (passes - lost + 1) / n], [n, n])[1] > ALPHA


def test_stricter_alpha_asks_for_more() -> None:
    assert smallest_difference(100, 0.9, Test.MCNEMAR, alpha=0.01) == 0.07  # 2⁻⁷ = 0.0078


# --- what holds for every row

ROWS = st.lists(st.tuples(st.floats(0, 1), st.integers(1, 5000)), min_size=1, max_size=8)
P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=8)
TABLES = st.tuples(st.integers(1, 12), st.integers(1, 5), st.integers(0, 2**32 - 1)).map(
    lambda drawing: np.random.default_rng(drawing[2]).random(drawing[:2]) < 0.7
)


@given(ROWS.flatmap(lambda row: st.tuples(st.just(row), st.permutations(range(len(row))))))
def test_z_cluster_has_the_best_whatever_the_order(
    drawing: tuple[list[tuple[float, int]], list[int]],
) -> None:
    row, permuted = drawing

    def together(order: Sequence[int]) -> set[str]:
        p_values = z_p_values([row[i][0] for i in order], [row[i][1] for i in order])
        assert all(0 <= p <= 1 for p in p_values)
        return set(cluster([str(i) for i in order], p_values))

    best = best_of([accuracy for accuracy, _ in row], [n for _, n in row])
    assert str(best) in together(range(len(row)))
    assert together(permuted) == together(range(len(row)))


@given(TABLES)
def test_paired_tests_keep_the_best(passes: Passes) -> None:
    best = best_of(passes.mean(axis=0).tolist())
    for p_values in (
        mcnemar_p_values(passes),
        bootstrap_p_values(bootstrap_means(passes, samples=50), best),
        bootstrap_p_values(macro_bootstrap_means([passes, passes[:1]], samples=50), best),
    ):
        assert p_values[best] == 1.0
        assert all(0 <= p <= 1 for p in p_values)


@given(P_VALUES)
def test_holm_never_shrinks_a_p_value_nor_changes_their_order(p_values: list[float]) -> None:
    others = holm([1.0, *p_values], best=0)[1:]
    assert all(p <= adjusted <= 1 for p, adjusted in zip(p_values, others, strict=True))
    ranked = sorted(zip(p_values, others, strict=True))
    assert [adjusted for _, adjusted in ranked] == sorted(others)


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_accuracy(row: tuple[int, int]) -> None:
    low, high = wilson(*row)
    assert 0 <= low <= row[0] / row[1] <= high <= 1
