"""Phenomena below and above chosen accuracies, system by system."""

import pytest

from lackmus.core.base.choices import By, Choices, TableName, Thresholds
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate
from lackmus.tables.verdicts.named import usual_tables
from lackmus.tables.verdicts.thresholds import thresholds_table, thresholds_values
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity/Lexical", "Ambiguity/Structural", "Negation/Scope", items=5)


def evaluated(thresholds: Thresholds) -> SuiteEvaluation:
    outputs = outputs_of_signs(SUITE, A="+++++++--------", B="+++++++++++----")
    return evaluate(SUITE, outputs, Choices(thresholds=thresholds))


@pytest.mark.parametrize(
    "thresholds, expected",
    [
        (
            Thresholds(50, 95),
            [
                ("Ahorn", 2, "Scope (0.0), Structural (40.0)", 1, "Lexical (100.0)"),
                ("B", 1, "Scope (20.0)", 2, "Lexical (100.0), Structural (100.0)"),
                ("Mean of the systems", 1, "Scope (10.0)", 1, "Lexical (100.0)"),
            ],
        ),
        (Thresholds(high=100), [("Ahorn", 0, None), ("B", 0, None), ("Mean of the systems", 0, None)]),
        (
            Thresholds(),  # asked for by name alone
            [
                ("Ahorn", 2, "Scope (0.0), Structural (40.0)"),
                ("B", 1, "Scope (20.0)"),
                ("Mean of the systems", 1, "Scope (10.0)"),
            ],
        ),
    ],
)
def test_the_table(thresholds: Thresholds, expected: list[tuple[object, ...]]) -> None:
    table = thresholds_table(evaluated(thresholds), {"A": "Ahorn"})
    rows = sorted(
        (tuple(cell.value for cell in row.cells) for row in table.rows), key=lambda row: str(row[0])
    )
    assert rows == expected


def test_the_values() -> None:
    """Lists for programs, by the mean and by system; nothing where nothing was chosen."""
    found = thresholds_values(evaluated(Thresholds(50, 95, 2)))
    assert found is not None
    scope = {"category": "Negation", "phenomenon": "Scope", "n": 5, "accuracy": 10.0}
    assert (found["low"], found["high"], found["min_items"], found["phenomena"]) == (50, 95, 2, 3)
    assert found["below"] == [scope]
    assert [one["phenomenon"] for one in found["systems"]["A"]["below"]] == ["Scope", "Structural"]
    assert thresholds_values(evaluated(Thresholds(min_items=2))) is None


def test_numbers_and_signature_stay() -> None:
    plain, chosen = evaluated(Thresholds()), evaluated(Thresholds(90, 10, 1))
    assert (plain.rows, plain.averages, plain.signature) == (chosen.rows, chosen.averages, chosen.signature)


def test_shown_where_a_threshold_is_chosen() -> None:
    assert TableName.THRESHOLDS not in usual_tables(By.CATEGORY, Thresholds(min_items=2))
    assert TableName.THRESHOLDS in usual_tables(By.CATEGORY, Thresholds(high=95))
