"""The cluster of the worst: the mirror of the best, by the same test and correction."""

import pytest

from lackmus.core.base.choices import Choices, Correction, Test, Testing
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate
from lackmus.tables.verdicts.evaluation import accuracies_table
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity/Lexical", "Ambiguity/Structural", "Negation/Scope", items=20)
SYSTEMS = {
    "A": "+" * 60,
    "B": "+" * 55 + "-" * 5,
    "C": "++-" * 20,
    "D": "+-" * 10 + "---+" * 10,
    "E": "---+" * 15,
}
MIRROR = str.maketrans("+-", "-+")
EVERY_TESTING = [
    Testing(test, correction, samples=300)
    for test in Test
    for correction in (Correction.NONE, Correction.HOLM)
]


def evaluated(systems: dict[str, str], testing: Testing) -> SuiteEvaluation:
    return evaluate(SUITE, outputs_of_signs(SUITE, **systems), Choices(testing=testing))


@pytest.mark.parametrize("testing", EVERY_TESTING, ids=lambda one: f"{one.test}-{one.correction}")
def test_the_worst_are_the_best_where_fails_are_passes(testing: Testing) -> None:
    """In every row and average."""
    one = evaluated(SYSTEMS, testing)
    other = evaluated({name: signs.translate(MIRROR) for name, signs in SYSTEMS.items()}, testing)
    for row, mirrored in zip(one.rows, other.rows, strict=True):
        assert set(row.worst) == set(mirrored.best) and set(row.best) == set(mirrored.worst)
    for kind, mean in one.averages.items():
        assert set(mean.worst) == set(other.averages[kind].best)


def test_by_hand() -> None:
    """One of Negation: D and E both pass a quarter of the items, the others far more."""
    row = evaluated(SYSTEMS, Testing()).rows[-1]
    assert (row.phenomenon, row.best, row.worst) == ("Scope", ("A",), ("D", "E"))


def test_a_row_that_tells_nothing_has_everybody_on_both_sides() -> None:
    row = evaluated({"A": "+" * 60, "B": "+" * 60}, Testing()).rows[0]
    assert row.best == row.worst == ("A", "B")


def test_marked_in_tables_on_request() -> None:
    one = evaluated(SYSTEMS, Testing())
    plain, marked = accuracies_table(one), accuracies_table(one, worst=True)
    assert not plain.marked and plain.legend == ()
    assert marked.legend == (("↓", "among the significantly worst of the row"),)
    negation = next(row for row in marked.rows if row.cells[0].value == "Negation")
    named = dict(zip(marked.names, negation.cells, strict=True))
    assert {name for name, cell in named.items() if cell.mark} == {"D", "E"}


def test_one_system_alone_is_no_cluster() -> None:
    assert not accuracies_table(evaluated({"A": "+" * 60}, Testing()), worst=True).marked
