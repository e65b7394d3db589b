"""What people decided, from a file: it settles warnings, and a report shows before and after."""

from pathlib import Path

import pytest

from lackmus.core.reviews.decisions import decided
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate
from lackmus.errors import LackmusError
from lackmus.read.decisions import read_decisions
from lackmus.tables.verdicts.evaluation import warnings_table
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity", "Negation", items=2)


def with_decisions(lines: str, folder: Path, suite: Suite = SUITE) -> SuiteEvaluation:
    path = folder / "decisions.tsv"
    path.write_text(lines, encoding="utf-8")
    outputs = outputs_of_signs(suite, A="+?-?", B="+?+ ")
    return evaluate(suite, outputs, decided=decided(read_decisions(path, suite)))


def test_a_decision_settles_a_warning(tmp_path: Path) -> None:
    """For every system that wrote the text; what is missing stays missing."""
    evaluation = with_decisions(
        "id\tverdict\ttext\n002\tpass\tunclear 002\nde-en:004\tfail\t unclear  004 \n", tmp_path
    )
    assert (evaluation.before["A"].count, evaluation.warnings["A"].count) == (2, 0)
    assert (evaluation.before["B"].count, evaluation.warnings["B"].count) == (2, 1)
    assert evaluation.fairness.fair == 3
    assert "|decided:3|" in evaluation.signature
    rows = [[cell.value for cell in row.cells] for row in warnings_table(evaluation).rows]
    assert rows[-1] == ["All systems", 8, 4, 50.0, 1, 12.5, "missing 1"]


def test_people_who_differ_leave_it_open(tmp_path: Path) -> None:
    """Until an editor adjudicates."""
    evaluation = with_decisions("002\tpass\tunclear 002\tAda\n002\tfail\tunclear 002\tBob\n", tmp_path)
    assert evaluation.warnings["A"].reasons == {"unmatched": 1, "disputed": 1}


def test_without_decisions_the_table_says_so() -> None:
    """Before and after are the same then."""
    table = warnings_table(evaluate(SUITE, outputs_of_signs(SUITE, A="+?-?", B="+?+ ")))
    assert "--decisions" in table.notes[1]


@pytest.mark.parametrize(
    "line, said",
    [
        (
            "002 pass text",
            ", line 1: 1 cells. Each line is an id, pass, fail or untestable, the text and perhaps a name "
            "and an error type, …",
        ),
        ("002\tperhaps\ttext", ", line 1: “perhaps” is no verdict of a person. …"),
        ("999\tpass\ttext", ", line 1: item 999 is not in drawn. Correct the id, or use its own suite."),
    ],
)
def test_a_slip_is_one_line(line: str, said: str, tmp_path: Path) -> None:
    """With its number."""
    with pytest.raises(LackmusError) as raised:
        with_decisions(line, tmp_path)
    assert said.rstrip("…") in str(raised.value)
