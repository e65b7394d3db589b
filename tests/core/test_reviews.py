"""What holds when people have spoken."""

import polars as pl
import pytest

from lackmus.core.reviews import DECISIONS, decided

ANNA, BEN, ED = ("Anna", False), ("Ben", False), ("Ed", True)  # Ed is an editor and adjudicates


@pytest.mark.parametrize(
    "made, verdict, reason",
    [
        ([(ANNA, "pass")], "pass", None),
        ([(ANNA, "pass"), (ANNA, "fail")], "fail", None),  # a changed mind: the latest holds
        ([(ANNA, "pass"), (BEN, "pass")], "pass", None),
        ([(ANNA, "pass"), (BEN, "fail")], "warning", "disputed"),
        ([(ANNA, "pass"), (BEN, "fail"), (ANNA, "fail")], "fail", None),  # Anna came round
        ([(ANNA, "pass"), (BEN, "fail"), (ED, "fail")], "fail", None),
        (
            [(ANNA, "pass"), (BEN, "fail"), (ED, "fail"), (BEN, "pass")],
            "fail",
            None,
        ),  # adjudicated is adjudicated
        ([(ANNA, "pass"), (ED, "fail"), (ED, "pass")], "pass", None),
    ],
)
def test_what_holds_for_a_text(
    made: list[tuple[tuple[str, bool], str]], verdict: str, reason: str | None
) -> None:
    """Latest, adjudicated, or disputed."""
    rows = [("de-en:1", "a text", person, said, adjudicates) for (person, adjudicates), said in made]
    frame = decided(pl.DataFrame(rows, schema=DECISIONS.schema, orient="row"))
    assert frame.rows() == [("de-en:1", "a text", verdict, reason)]


def test_texts_are_apart() -> None:
    """A decision belongs to one text of one item."""
    rows = [
        ("de-en:1", "a", "Anna", "pass", False),
        ("de-en:1", "b", "Ben", "fail", False),
        ("de-en:2", "a", "Ben", "fail", False),
    ]
    frame = decided(pl.DataFrame(rows, schema=DECISIONS.schema, orient="row"))
    assert frame["verdict"].to_list() == ["pass", "fail", "fail"]


def test_nobody_has_spoken() -> None:
    """No decisions, nothing decided."""
    assert decided(DECISIONS.empty()).is_empty()


def test_a_decision_is_on_the_text_not_on_its_spaces() -> None:
    """White space does not make another text, so it does not make another decision either."""
    rows = [("de-en:1", "a  text ", "Anna", "pass", False), ("de-en:1", "a text", "Ben", "fail", False)]
    frame = decided(pl.DataFrame(rows, schema=DECISIONS.schema, orient="row"))
    assert frame.rows() == [("de-en:1", "a text", "warning", "disputed")]
