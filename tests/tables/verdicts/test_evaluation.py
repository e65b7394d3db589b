"""An evaluation as tables: what is said about the numbers, in the words of the table."""

from dataclasses import replace

import pytest

from lackmus.core.base.choices import By
from lackmus.core.verdicts.evaluation import evaluate
from lackmus.tables.verdicts.evaluation import accuracies_table
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity/Lexical", "Ambiguity/Structural", "Negation", items=6)


def notes(by: By) -> str:
    outputs = outputs_of_signs(SUITE, A="+" * 18, B="+" * 18, C="+-" * 9)
    evaluation = replace(
        evaluate(SUITE, outputs), identical=(("A", "B"),), differing_repeats={"A": 2, "C": 1}
    )
    return "\n".join(accuracies_table(evaluation, by, {"A": "Ahorn"}).notes[1:])


def test_notes_name_systems_as_the_columns_do() -> None:
    """Whoever reads the table knows only the labels."""
    assert "Ahorn and B wrote the very same texts." in notes(By.CATEGORY)
    assert "a system translated differently: Ahorn 2, C 1." in notes(By.CATEGORY)


@pytest.mark.parametrize("by, rows", [(By.CATEGORY, "categories"), (By.PHENOMENON, "phenomena")])
def test_small_rows_are_called_what_they_are(by: By, rows: str) -> None:
    """A page has the notes of both tables, one below the other."""
    assert f"Small {rows} can only show large differences: " in notes(by)
