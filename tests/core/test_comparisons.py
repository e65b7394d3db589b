"""Two systems item by item."""

import math
from dataclasses import replace

import pytest

from lackmus.core.choices import Choices
from lackmus.core.comparisons import Comparison, compare, comparison_table, differences_table
from lackmus.core.evaluations import evaluate

from .campaigns import outputs_of_signs, suite_of


def compared(first: str, second: str) -> Comparison:
    """Half of the items are Ambiguity, half Negation."""
    suite = suite_of("Ambiguity", "Negation", items=len(first) // 2)
    evaluation = evaluate(suite, outputs_of_signs(suite, A=first, B=second))
    return compare(evaluation, "A", "B", Choices())


def test_what_both_pass_both_fail_and_one_wins() -> None:
    """Every item stands in one place."""
    one = compared("++--?+", "+-+-+?")
    total = one.total
    assert (total.both_pass, total.only_first, total.only_second, total.both_fail) == (1, 1, 1, 1)
    assert (total.n, total.difference) == (4, 0)
    assert [(row.category, row.n) for row in one.rows] == [("Ambiguity", 3), ("Negation", 1)]
    assert one.items["outcome"].to_list() == [
        "both pass",
        "only first",
        "only second",
        "both fail",
        "open",
        "open",
    ]


@pytest.mark.parametrize(
    "first, second, p_value",
    [
        ("++++++", "++++++", 1.0),  # no difference at all
        ("++++++", "-+++++", 1.0),
        ("++++++", "------", 2 / 2**6),
        ("--++++", "++----", 2 * (math.comb(6, 4) + 6 + 1) / 2**6),
    ],
)
def test_exact_mcnemar_two_tailed(first: str, second: str, p_value: float) -> None:
    """Only the items on which the two differ speak, as fair coins would."""
    assert compared(first, second).p_value == pytest.approx(p_value)


def test_the_interval_holds_the_difference() -> None:
    """The difference is second minus first, in points, with a paired bootstrap interval around it."""
    one = compared("+" * 10 + "-" * 30, "+" * 30 + "-" * 10)
    assert one.total.difference == 50
    assert one.interval is not None
    assert one.interval[0] < 50 < one.interval[1]
    assert one.interval[0] > 0


def test_nothing_settled() -> None:
    """Open warnings everywhere: no test, no interval, no crash."""
    one = compared("++??", "??++")
    assert (one.total.n, one.total.difference, one.p_value, one.interval) == (0, None, None, None)
    assert "No item is settled for both" in comparison_table(one).notes[0]


def test_tables_of_a_comparison() -> None:
    """The counts with a total, and the sentences on which the two differ."""
    one = compared("++--", "+-+-")
    table = comparison_table(one)
    assert [cell.value for cell in table.rows[-1].cells] == ["All items", 4, 1, 1, 1, 1, 0.0]
    differing = differences_table(one, most=1)
    assert [cell.value for cell in differing.rows[0].cells] == [
        "002", "Ambiguity", "Satz 2.", "A", "good 002", "bad 002",
    ]  # fmt: skip
    assert "1 of 2 items" in differing.title


def test_reserved_sentences_stay_secret() -> None:
    """A report is made to be sent: they count, but nobody reads them there."""
    drawn = suite_of("Ambiguity", items=4)
    items = tuple(replace(item, reserved=item.id == "002") for item in drawn.items)
    suite = replace(drawn, items=items)
    evaluation = evaluate(suite, outputs_of_signs(suite, A="++--", B="+-+-"))
    table = differences_table(compare(evaluation, "A", "B", Choices()), most=20)
    assert [row.cells[0].value for row in table.rows] == ["003"]
    assert table.notes == ("1 of them is reserved and not shown.",)


@pytest.mark.parametrize("name", ["item", "category", "*", "^.*$", "1"])
def test_a_system_may_have_any_name(name: str) -> None:
    """None is taken for a column, so the interval is always that of the two."""
    suite = suite_of("Ambiguity", items=20)
    signs = {name: "+" * 20, "B": "+-" * 10}
    evaluation = evaluate(suite, outputs_of_signs(suite, **signs))
    one = compare(evaluation, name, "B", Choices())
    assert one.total.difference == -50
    assert one.interval is not None
    assert one.interval[1] < 0
