"""Accuracies beside human scores: correlation over systems, passed and failed texts, names."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from lackmus.core.base.choices import By
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.evaluation import evaluate
from lackmus.core.verdicts.human_scores import (
    SEGMENTS,
    HumanScores,
    OutputPlaces,
    SegmentMatch,
    beside_humans,
    mean_by_system,
    output_places,
)
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.human_scores import human_comparisons
from lackmus.tables.verdicts.human_scores import correlations_table, human_values, scores_table
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity/Lexical", "Negation/Scope", items=2)
ONE = evaluate(SUITE, outputs_of_signs(SUITE, A="++++", B="+++-", C="+-++", D="--+-"))
SAME = {name: name for name in "ABCD"}
OVERALL = HumanScores("MQM", {"A": -1.0, "B": -2.0, "C": -3.0, "D": -4.0})


def scored(rows: Sequence[tuple[object, ...]], lines: int | None = None) -> HumanScores:
    segments = pl.DataFrame(rows, schema=SEGMENTS.schema, orient="row")
    return HumanScores("ESA", mean_by_system(segments), segments, lines=lines)


def handed_in(system: str, documents: list[str] | None = None, segments: list[str] | None = None) -> HandIn:
    """Six lines: the items stand on lines 2 to 5."""
    places = [(item.key, place) for place, item in enumerate(SUITE.items, start=1)]
    return HandIn(system, f"{system}.txt", ["x"] * 6, ["y"] * 6, places, documents or [], segments or [])


def test_accuracies_go_with_the_human_score() -> None:
    found = beside_humans(ONE, OVERALL, SAME, OutputPlaces())
    ambiguity, _, negation, _ = found.rows
    assert ambiguity.correlation.rho == pytest.approx(0.9486832980505138)  # 100 100 50 0 by 4 3 2 1: ties
    assert negation.correlation.rho == pytest.approx(0.4472135954999579)  # 100 50 100 50
    micro = found.averages[Average.MICRO].correlation
    assert micro.rho == pytest.approx(0.9486832980505138) and micro.n == 4 and micro.interval is not None
    p_values = [row.correlation.p_value for row in (ambiguity, negation)]
    assert p_values == pytest.approx([1 / 6, 2 / 3])
    assert [row.corrected for row in (ambiguity, negation)] == pytest.approx([1 / 3, 2 / 3])  # Holm
    assert found.matched_by is None and found.texts == 0
    assert found.signature.startswith("scores:MQM|") and ONE.signature in found.signature


def test_systems_without_a_score_and_scores_of_others_are_named() -> None:
    scores = HumanScores("MQM", {"a": -1.0, "B": -2.0, "refA": 0.0})
    found = beside_humans(ONE, scores, {"a": "A", "B": "B"}, OutputPlaces())
    assert dict(found.systems) == {"A": -1.0, "B": -2.0}
    assert found.without == ("C", "D") and found.others == ("refA",)
    assert found.rows[0].correlation.rho is None  # of two systems
    notes = " ".join((*scores_table(found, ONE).notes, *correlations_table(found).notes))
    assert "Without a human score: C, D." in notes and "not compared here: refA." in notes
    assert "only 2 of at least 3 systems" in notes


@pytest.mark.parametrize(
    "segments, places, way",
    [
        # A sentence is known by its source, in any white space; what people judged must be what we have.
        ([("A", None, None, None, " Satz  1.", "good 001", 80.0)], OutputPlaces(), SegmentMatch.SOURCE),
        (
            [("A", "news", 2, None, None, None, 80.0)],
            output_places({"A": handed_in("A", ["news"] * 6, list("123456"))}),
            SegmentMatch.DOCUMENT,
        ),
        ([("A", None, None, 2, None, None, 80.0)], output_places({"A": handed_in("A")}), SegmentMatch.LINE),
    ],
)
def test_segments_are_matched_to_items(
    segments: list[tuple[object, ...]], places: OutputPlaces, way: SegmentMatch
) -> None:
    found = beside_humans(ONE, scored(segments, lines=6), SAME, places)
    assert (found.matched_by, found.texts) == (way, 1)
    lexical = found.rows[1]
    assert (lexical.phenomenon, lexical.passed.n, lexical.passed.mean) == ("Lexical", 1, 80.0)


def test_lines_of_another_test_set_match_nothing() -> None:
    one = scored([("A", None, None, 2, None, None, 80.0)], lines=7)
    found = beside_humans(ONE, one, SAME, output_places({"A": handed_in("A")}))
    assert (
        found.matched_by is None
        and "No scored segment could be matched" in correlations_table(found).notes[-1]
    )


def test_passed_and_failed_texts() -> None:
    rows = [
        ("A", None, None, None, "Satz 1.", "good 001", 90.0),
        ("D", None, None, None, "Satz 1.", "bad 001", 40.0),
        ("D", None, None, None, "Satz 2.", "bad 002", 20.0),
        ("C", None, None, None, "Satz 2.", "corrected 002", 99.0),  # handed in again since
    ]
    found = beside_humans(ONE, scored(rows), SAME, OutputPlaces())
    lexical = found.rows[1]
    assert (lexical.passed.mean, lexical.failed.mean, lexical.failed.n) == (90.0, 30.0, 2)
    assert lexical.difference == 60.0 and found.other_texts == 1
    assert found.rows[3].passed.n == 0 and found.averages[Average.MICRO].failed.n == 2
    assert "1 text is left out: people judged another wording." in correlations_table(found).notes[-1]
    values = human_values(found)
    assert values["rows"][1]["failed"] == {"n": 2, "mean": 30.0} and values["matched_by"] == "source"


def test_names_are_matched_by_spelling_and_label(tmp_path: Path) -> None:
    path = tmp_path / "de-en.esa.sys.score"
    path.write_text("a\t3\nB.\t2\nCedar\t1\n", encoding="utf-8")
    (found,) = human_comparisons(ONE, [path], {"C": "Cedar"})
    assert dict(found.systems) == {"A": 3, "B": 2, "C": 1} and found.without == ("D",)
    path.write_text("X\t3\n", encoding="utf-8")
    with pytest.raises(LackmusError, match="scores of X, and of none of A, B, C, D"):
        human_comparisons(ONE, [path], {})
    with pytest.raises(LackmusError, match="who is who"):
        human_comparisons(ONE, [path], {}, anonymous=True)


def test_tables_have_categories_or_phenomena() -> None:
    found = beside_humans(ONE, replace(OVERALL, file="x"), SAME, OutputPlaces())
    assert [row.cells[0].value for row in correlations_table(found, By.PHENOMENON).rows[:4]] == [
        "Ambiguity",
        "Lexical",
        "Negation",
        "Scope",
    ]
    table = scores_table(found, ONE, {"A": "Ada"})
    assert [cell.value for cell in table.rows[0].cells] == ["Ada", -1.0, None, 100.0, 100.0, 100.0]
