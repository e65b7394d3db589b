"""Worked examples of the coefficients of agreement give the printed figures."""

# Krippendorff, Klaus (2011): "Computing Krippendorff's Alpha-Reliability", University of Pennsylvania,
# Annenberg School for Communication, sections A to C. A column is a unit; a dot is a missing value.
# Cohen, Jacob (1960): "A Coefficient of Agreement for Nominal Scales", Educational and Psychological
# Measurement 20(1); the 2 × 2 table is the usual textbook example (50 proposals, two readers).

import numpy as np
import pytest

from lackmus.core.base.agreement_measures import alpha, kappa

BINARY = ["0100000010", "1110010000"]
NOMINAL = ["aabbdcccedda", "babbbccceddd"]
FOUR_OBSERVERS = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]


def counts_of(observers: list[str]) -> list[list[int]]:
    """How many observers gave each unit each value."""
    values = sorted(set("".join(observers)) - {"."})
    return [[unit.count(value) for value in values] for unit in zip(*observers, strict=True)]


@pytest.mark.parametrize("observers, printed", [(BINARY, 0.095), (NOMINAL, 0.692), (FOUR_OBSERVERS, 0.743)])
def test_krippendorff_2011(observers: list[str], printed: float) -> None:
    """Two observers with two and with five values; four observers with missing values."""
    found = alpha(np.array(counts_of(observers)))
    assert found is not None
    assert round(found, 3) == printed


def test_cohen() -> None:
    """Both say yes 20 times and no 15 times: 0.7 observed, 0.5 by chance."""
    assert kappa(np.array([[20, 5], [10, 15]])) == pytest.approx(0.4)
