"""Two systems, or more, item by item."""

import math
from dataclasses import replace

import pytest

from lackmus.core.base.choices import Choices
from lackmus.core.verdicts.comparison import Pairing, SystemComparison, compare
from lackmus.core.verdicts.evaluation import evaluate
from lackmus.tables.verdicts.comparison import (
    comparison_table,
    comparison_tables,
    differences_table,
    listed,
    pairings_table,
)
from tests.core.campaigns import outputs_of_signs, suite_of


def compared(*signs: str) -> SystemComparison:
    """Systems A, B …; half of the items are Ambiguity, half Negation."""
    suite = suite_of("Ambiguity", "Negation", items=len(signs[0]) // 2)
    systems = dict(zip("ABCDE", signs, strict=False))
    return compare(evaluate(suite, outputs_of_signs(suite, **systems)), list(systems), Choices())


def pair_of(one: SystemComparison, first: str = "A", second: str = "B") -> Pairing:
    """Two of the systems."""
    return next(pair for pair in one.pairings if (pair.first, pair.second) == (first, second))


def test_what_both_pass_both_fail_and_one_wins() -> None:
    """Every item stands in one place."""
    one = compared("++--?+", "+-+-+?")
    total = one.total
    assert (total.all_pass, total.only, total.all_fail, total.open) == (1, (1, 1), 1, 2)
    assert (total.n, total.differ, total.difference) == (4, 2, 0)
    assert [(row.category, row.n) for row in one.rows] == [("Ambiguity", 3), ("Negation", 1)]
    assert one.items["outcome"].to_list() == [
        "all pass",
        "differ",
        "differ",
        "all fail",
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
    assert pair_of(compared(first, second)).p_value == pytest.approx(p_value)


def test_the_interval_holds_the_difference() -> None:
    """The difference is second minus first, in points, with a paired bootstrap interval around it."""
    one = compared("+" * 10 + "-" * 30, "+" * 30 + "-" * 10)
    assert one.total.difference == 50
    low, high = pair_of(one).interval
    assert 0 < low < 50 < high


def test_nothing_settled() -> None:
    """Open warnings everywhere: no test, no interval, no crash."""
    one = compared("++??", "??++")
    assert (one.total.n, one.total.difference, one.pairings) == (0, None, ())
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
    table = differences_table(compare(evaluation, ["A", "B"], Choices()), most=20)
    assert [row.cells[0].value for row in table.rows] == ["003"]
    assert table.notes == ("1 of them is reserved and not shown.",)


@pytest.mark.parametrize("name", ["item", "category", "*", "^.*$", "1"])
def test_a_system_may_have_any_name(name: str) -> None:
    """None is taken for a column, so the interval is always that of the two."""
    suite = suite_of("Ambiguity", items=20)
    signs = {name: "+" * 20, "B": "+-" * 10}
    evaluation = evaluate(suite, outputs_of_signs(suite, **signs))
    one = compare(evaluation, [name, "B"], Choices())
    assert one.total.difference == -50
    assert pair_of(one, name).interval[1] < 0


def test_four_systems() -> None:
    """Only items settled for all of them count; who alone passes an item is counted for it."""
    one = compared("++--+?", "+---+-", "+-+-++", "+-+-+-")
    total = one.total
    assert (total.n, total.all_pass, total.all_fail, total.differ, total.open) == (5, 2, 1, 2, 1)
    assert (total.only, total.passes) == ((1, 0, 0, 0), (3, 2, 3, 3))
    assert one.items["verdict"][1].to_list() == ["pass", "fail", "fail", "fail"]
    assert one.items["text"][2].to_list() == ["bad 003", "bad 003", "good 003", "good 003"]
    assert [(row.category, row.n, row.open) for row in one.rows] == [("Ambiguity", 3, 0), ("Negation", 2, 1)]
    assert "compare:A/B/C/D|" in one.signature
    assert "correction:holm(pairs)" in one.signature


def test_every_pair_pays_for_all_pairs() -> None:
    """Exact McNemar of each two, then Holm over the three; the differences add up."""
    one = compared("+" * 20, "-" * 8 + "+" * 12, "-" * 10 + "+" * 10)
    p_values = {"AB": 2 / 2**8, "AC": 2 / 2**10, "BC": 0.5}
    for names, p_value in p_values.items():
        assert pair_of(one, *names).p_value == pytest.approx(p_value)
    corrected = {"AB": 2 * 2 / 2**8, "AC": 3 * 2 / 2**10, "BC": 0.5}
    for names, p_value in corrected.items():
        assert pair_of(one, *names).corrected == pytest.approx(p_value)
    assert pair_of(one, "A", "B").difference + pair_of(one, "B", "C").difference == pytest.approx(
        pair_of(one, "A", "C").difference
    )


def test_two_alone_pay_for_nothing() -> None:
    """One pair, one test."""
    pair = pair_of(compared("++++++", "------"))
    assert pair.corrected == pair.p_value
    assert "correction" not in compared("++", "--").signature


@pytest.mark.parametrize("systems", [[], ["A"], ["A", "A"]])
def test_fewer_than_two(systems: list[str]) -> None:
    """Nothing to lay side by side."""
    suite = suite_of("Ambiguity", items=2)
    with pytest.raises(ValueError, match="two or more different systems"):
        compare(evaluate(suite, outputs_of_signs(suite, A="++", B="+-")), systems, Choices())


def test_some_systems_of_an_evaluation() -> None:
    """Whoever is not compared takes no item away."""
    suite = suite_of("Ambiguity", items=4)
    evaluation = evaluate(suite, outputs_of_signs(suite, A="++--", B="????", C="+-+-", D="+-+ "))
    assert compare(evaluation, ["A", "C"], Choices()).total.n == 4
    assert compare(evaluation, ["C", "A", "D"], Choices()).total.n == 3  # a missing line is open


def test_tables_of_four() -> None:
    """Counts by category, every system against every other, and the distinct texts below each source."""
    one = compared("++--+?", "+---+-", "+-+-++", "+-+-+-")
    counts, pairs, differing = comparison_tables(one, most=1)
    assert [column.name for column in counts.columns] == [
        "Category", "n", "All pass", "All fail", "Differ", "Only A", "Only B", "Only C", "Only D", "Open",
    ]  # fmt: skip
    assert [cell.value for cell in counts.rows[-1].cells] == ["All items", 5, 2, 1, 2, 1, 0, 0, 0, 1]
    assert "1 item does not count because at least one of the 4 has an open warning." in counts.notes
    assert [cell.value for cell in pairs.rows[1].cells] == [
        "B", 40.0, "−20.0 (1.000)", None, "−20.0 (1.000)", "−20.0 (1.000)",
    ]  # fmt: skip
    assert [[cell.value for cell in row.cells] for row in differing.rows] == [
        ["002", "Ambiguity", "Satz 2.", "", ""],
        ["", "", "good 002", "pass", "A"],
        ["", "", "bad 002", "fail", "B, C, D"],
    ]
    assert "1 of 2 items" in differing.title


def test_what_four_have_nothing_to_say_about() -> None:
    """Nothing settled, or no difference: no table of pairs, none of sentences."""
    (nothing,) = comparison_tables(compared("+?", "?+", "++"), most=5)
    assert nothing.notes == ("No item is settled for all 3; 2 are open.",)
    same = list(comparison_tables(compared("+-", "+-", "+-"), most=5))
    assert [len(table.rows) for table in same] == [3, 3]
    assert "0 pairs differ" in pairings_table(compared("+-", "+-", "+-")).notes[0]


@pytest.mark.parametrize(
    "names, said", [(["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")]
)
def test_names_in_a_row(names: list[str], said: str) -> None:
    """As people list them."""
    assert listed(names) == said


def test_the_same_from_either_side() -> None:
    """Turned around, every difference and interval turns its sign, and p stays."""
    one, other = (
        compared("+" * 14 + "-" * 6, "-" * 4 + "+" * 16),
        compared("-" * 4 + "+" * 16, "+" * 14 + "-" * 6),
    )
    mine, yours = pair_of(one), pair_of(other)
    assert (mine.difference, mine.p_value) == (-yours.difference, yours.p_value)
    assert mine.interval == pytest.approx((-yours.interval[1], -yours.interval[0]))
