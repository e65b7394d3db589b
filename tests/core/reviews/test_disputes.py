"""Who says what where people differ."""

import polars as pl

from lackmus.core.reviews.decisions import DECISIONS, decided
from lackmus.core.reviews.disputes import disputes
from lackmus.tables.reviews.disputes import disputes_table, disputes_values


def test_disputes() -> None:
    """Only texts that are disputed now; everybody is named."""
    said = [
        ("1", "a", "Cem", "fail"),
        ("1", "a", "Ben", "pass"),
        ("1", "a", "Ada", "pass"),
        ("2", "b", "Ben", "pass"),
    ]
    made = pl.DataFrame([(*one, False) for one in said], schema=DECISIONS.schema, orient="row")
    numbers = pl.DataFrame({"text": ["a", "b"], "text_id": [7, 8]})
    found = disputes(made.join(numbers, on="text"), decided(made).join(numbers, on="text"))
    assert found.rows() == [(7, "1", "a", ["Ada", "Ben"], ["Cem"], [])]
    table = disputes_table(found, {"suite": "drawn"}, settle="decide")
    assert [cell.value for cell in table.rows[0].cells] == [7, "1", "a", "Ada, Ben", "Cem"]
    assert table.notes[0] == "1 text is disputed; an editor settles one: decide."
    assert disputes_values(found)["texts"][0]["pass"] == ["Ada", "Ben"]
    assert disputes_table(found.head(0)).notes == ("0 texts are disputed.",)
