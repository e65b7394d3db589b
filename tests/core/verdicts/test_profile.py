"""One system against the others, and the exact test that compares them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base import exchange_tests
from lackmus.core.base.choices import By, Choices, Thresholds
from lackmus.core.base.exchange_tests import difference_p, exchange_p, sign_p
from lackmus.core.base.significance import two_tailed_p
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate
from lackmus.core.verdicts.profile import ProfileSide, profile
from lackmus.tables.verdicts.profile import profile_in_short, profile_table, profile_values
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity/Lexical", "Ambiguity/Structural", "Negation/Scope", items=20)


def evaluated(**systems: str) -> SuiteEvaluation:
    return evaluate(SUITE, outputs_of_signs(SUITE, **systems), Choices(thresholds=Thresholds()))


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60))
def test_with_two_systems_it_is_exact_mcnemar(verdicts: list[tuple[bool, bool]]) -> None:
    won = sum(one and not other for one, other in verdicts)
    lost = sum(other and not one for one, other in verdicts)
    for test in (exchange_p, sign_p, difference_p):
        assert math.isclose(test(np.array(verdicts), [0], [1]), two_tailed_p(won, lost), rel_tol=1e-9)


def test_by_hand() -> None:
    """Three systems, two items that only the first passes: 1/3 · 1/3, doubled."""
    assert math.isclose(exchange_p(np.array([[1, 0, 0], [1, 0, 0]], bool), [0], [1, 2]), 2 / 9)
    # Two against two: an item with one pass falls on the first two by 1/2.
    assert math.isclose(exchange_p(np.array([[1, 0, 0, 0]] * 5, bool), [0, 1], [2, 3]), 2 / 32)
    # What all pass or all fail says nothing.
    assert exchange_p(np.array([[1, 1, 1], [0, 0, 0]], bool), [0], [1, 2]) == 1


def test_what_others_nearly_always_pass_is_no_proof() -> None:
    """Ten items, each failed by another one of ten systems: a resample of differences is always above 0."""
    passes = np.ones((10, 11), bool)
    passes[range(10), range(1, 11)] = False
    assert sign_p(passes, [0], range(1, 11)) < 0.01
    assert exchange_p(passes, [0], range(1, 11)) > 0.5
    assert difference_p(passes, [0], range(1, 11)) > 0.5


def test_systems_that_always_agree_are_one_witness() -> None:
    """Two items that eight copies of one system pass alone, and six that only the other passes."""
    passes = np.array([[0, *[1] * 8]] * 2 + [[1, *[0] * 8]] * 6, bool)
    assert exchange_p(passes, [0], range(1, 9)) < 0.01
    assert math.isclose(difference_p(passes, [0], range(1, 9)), two_tailed_p(6, 2), rel_tol=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_many_systems_are_tested_alike(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond so many sums the normal distribution stands in, and says nearly the same."""
    passes = np.random.default_rng(seed).random((120, 20)) < 0.7
    passes[:, :3] &= np.random.default_rng(seed + 9).random((120, 3)) < 0.93
    exact = exchange_p(passes, range(8), range(8, 20))
    monkeypatch.setattr(exchange_tests, "_MOST", 0)
    assert abs(exchange_p(passes, range(8), range(8, 20)) - exact) < 0.01


@pytest.mark.parametrize("seed", range(5))
def test_many_differences_are_tested_alike(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    passes = np.random.default_rng(seed).random((200, 9)) < 0.7
    passes[:, 0] &= np.random.default_rng(seed + 9).random(200) < 0.9
    exact = sign_p(passes, [0], range(1, 9))
    monkeypatch.setattr(exchange_tests, "_MOST", 0)
    assert abs(sign_p(passes, [0], range(1, 9)) - exact) < 0.01


def test_it_keeps_its_level() -> None:
    """Of systems drawn alike, no more than five in a hundred are found to differ."""
    random = np.random.default_rng(1)
    found = []
    for _ in range(400):
        hard = random.random((12, 1))  # small rows, items of all kinds
        passes = random.random((12, 6)) < hard
        passes[:, 2:5] = passes[:, [1]]  # four of the others always agree
        found.append(difference_p(passes, [0], range(1, 6)))
    assert sum(p <= 0.05 for p in found) <= 0.05 * 400 + 2 * math.sqrt(400 * 0.05 * 0.95)


@pytest.mark.parametrize("own, others", [((), (1,)), ((0,), ()), ((0, 1), (1,))])
def test_groups_that_are_none(own: tuple[int, ...], others: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="two groups of different systems"):
        exchange_p(np.ones((3, 2), bool), own, others)


SMALL = evaluated(
    A="+" * 20 + "+-" * 10 + "-" * 20,
    B="+" * 20 + "+-" * 10 + "+" * 20,
    C="+" * 20 + "-+" * 10 + "+" * 19 + "-",
)


def test_rows_of_a_profile() -> None:
    """Accuracy, mean of the others, difference, where it stands, clusters."""
    found = profile(SMALL, "A")
    rows = {row.name: row for row in found.rows}
    scope = rows["Scope"]
    assert (scope.accuracy, scope.others, scope.difference) == (0, 97.5, -97.5)
    assert (scope.standing, scope.best, scope.worst) == (ProfileSide.BELOW, False, True)
    assert (scope.best_other, scope.best_other_accuracy) == ("B", 100)
    assert scope.p_value is not None and scope.corrected is not None
    assert scope.p_value < scope.corrected <= 3 * scope.p_value * 1.0001  # three phenomena
    lexical = rows["Lexical"]
    assert (lexical.difference, lexical.standing, lexical.best, lexical.worst) == (0, None, True, True)
    assert found.averages[Average.MICRO].standing is ProfileSide.BELOW
    assert found.averages[Average.CATEGORY_MACRO].p_value is None
    assert found.signature.startswith("profile:A|between:exchange+signs(two-tailed)+holm(level)|suite:")


def test_in_short() -> None:
    said = profile_in_short(profile(SMALL, "A"), {"A": "Ahorn"})
    assert said.startswith(
        "Ahorn passes 50.0 % of 60 items; the 2 other systems pass on average 82.5 % (−32.5"
    )
    assert "Among the best and not the worst in none of 2 categories." in said
    assert "Below the mean of the others in 1 of 3 phenomena: Scope (−97.5)." in said


def test_the_table_and_the_values() -> None:
    found = profile(SMALL, "B")
    table = profile_table(found, By.PHENOMENON, {"B": "Birke", "C": "Cedro"})
    assert [column.name for column in table.columns][2] == "Birke"
    shown = {row.cells[0].value: [cell.value for cell in row.cells[6:]] for row in table.rows}
    assert shown["Scope"] == ["above", "best", 95.0, "Cedro"]
    values = profile_values(found)
    assert [row["phenomenon"] for row in values["rows"]] == [None, "Lexical", "Structural", None, "Scope"]
    assert values["rows"][4]["standing"] == "above" and values["averages"]["micro"]["n"] == 60
    assert len(profile_table(found).rows) == 5 + 3 and len(profile_table(found, By.CATEGORY).rows) == 2 + 3


def test_without_items_that_count() -> None:
    found = profile(evaluated(A="?" + "+" * 59, B="?" * 60), "A")
    assert "nothing can be compared" in profile_in_short(found)
    assert all(cell.value is None for cell in profile_table(found).rows[0].cells[2:])


def test_nobody_to_compare_with() -> None:
    with pytest.raises(ValueError, match="a profile needs A and others"):
        profile(evaluated(A="+" * 60), "A")
