"""Answers as JSON: the keys others build upon."""

import json
from typing import Any

import pytest

from lackmus.core.base.choices import By, Choices, Intervals, Testing
from lackmus.core.outputs.checks import check
from lackmus.core.outputs.fit import Damage, Suspicion
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.comparison import compare
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate
from lackmus.core.verdicts.trend import trend
from lackmus.tables.outputs.checks import checks_table, checks_values
from lackmus.tables.table import Report
from lackmus.tables.verdicts.evaluation import accuracies_table
from lackmus.write.reports.json import comparison_json, dump, evaluation_json, trend_json, write
from tests.core.campaigns import outputs_of_signs, suite_of
from tests.write.drawn import GROUPED, MARKED, TABLE

SUITE = suite_of("Ambiguity/Lexical", "Ambiguity/Structural", "Negation", items=2)
NASTY = 'Onl"ine\n<B> Ä 😀'


def evaluated(choices: Choices | None = None, **systems: str) -> SuiteEvaluation:
    return evaluate(SUITE, outputs_of_signs(SUITE, **systems), choices)


def parsed(text: str) -> dict[str, Any]:
    assert text.endswith("}\n")
    content = json.loads(text)
    assert isinstance(content, dict)
    return content


def test_every_key_that_the_design_names() -> None:
    """In column order; both levels; percent not rounded; null and nothing where no item counts."""
    evaluation = evaluated(A="++-??+", B="+-+++ ", C="+++-+?")
    content = parsed(evaluation_json(evaluation))
    assert content["signature"] == evaluation.signature
    assert content["systems"] == ["C", "A", "B"]  # best first
    assert content["left_out"] == {}
    assert content["items"].items() >= {"total": 6, "fair": 3, "excluded": 3, "uncovered": 0}.items()
    assert content["warnings"]["B"] == {
        "count": 1,
        "share": pytest.approx(100 / 6),
        "reasons": {"missing": 1},
        "price": 0,
        "before": 1,
    }
    assert content["warnings"]["A"]["price"] == 2
    assert content["warnings"]["C"]["reasons"] == {"unmatched": 1}
    assert [(row["category"], row["phenomenon"], row["n"]) for row in content["rows"]] == [
        ("Ambiguity", None, 3),
        ("Ambiguity", "Lexical", 2),
        ("Ambiguity", "Structural", 1),
        ("Negation", None, 0),
        ("Negation", "Negation", 0),
    ]
    ambiguity, lexical, _, negation, _ = content["rows"]
    assert ambiguity["accuracy"] == {
        "A": pytest.approx(200 / 3),
        "B": pytest.approx(200 / 3),
        "C": 100.0,
    }
    assert ambiguity["average"] == pytest.approx(700 / 9)
    assert lexical["best"] == ["C", "A", "B"]  # two items tell nobody apart
    assert content["averages"]["micro"]["best"] == list(evaluation.averages[Average.MICRO].best)
    assert negation["accuracy"] == {"A": None, "B": None, "C": None}
    assert (negation["average"], negation["best"]) == (None, [])
    assert set(content["averages"]) == {"micro", "category_macro", "phenomenon_macro"}
    for average in content["averages"].values():
        assert average.keys() >= {"n", "accuracy", "best", "average"}
        assert average["n"] == 3
        assert set(average["accuracy"]) == {"A", "B", "C"}
    assert content["bounds"] == {
        "low": {"A": 50.0, "B": pytest.approx(400 / 6), "C": pytest.approx(400 / 6)},
        "high": {"A": pytest.approx(500 / 6), "B": pytest.approx(500 / 6), "C": pytest.approx(500 / 6)},
    }
    assert content["wins"] == dict(evaluation.wins)
    assert set(content["wins"]) == {"A", "B", "C"}


def test_tables_asked_for_by_name() -> None:
    """Intervals, the category of a phenomenon and alarms are there as in the whole answer."""
    choices = Choices(testing=Testing(intervals=Intervals.WILSON))
    evaluation = evaluated(choices, A="++--++", B="++++++")
    suspicions = {"A": [Suspicion(Damage.SHIFTED, 1, 6, 2, "it fits better")]}
    table = accuracies_table(evaluation, By.PHENOMENON)
    report = Report("", (table,), evaluation, chosen=True, suspicions=suspicions)
    content = parsed(write(report))
    whole = parsed(evaluation_json(evaluation, suspicions))
    (written,) = content["tables"]
    assert content["misaligned"] == whole["misaligned"] != {}
    assert [row.get("intervals") for row in written["rows"][:5]] == [
        row.get("intervals") for row in whole["rows"]
    ]
    assert written["rows"][0]["intervals"].keys() == {"A", "B"}
    assert [row["group"] for row in written["rows"][:4]] == ["", "Ambiguity", "Ambiguity", ""]


def test_groups_and_their_best() -> None:
    """The group of every column, and the best of each group in every row; only where there are groups."""
    plain, grouped = parsed(write(Report("T", (TABLE, GROUPED))))["tables"]
    assert grouped["groups"][1:4] == ["", "baseline", "baseline"]
    assert [row["best_of_group"] for row in grouped["rows"]] == [
        ["chrF", "edit distance", "Ahorn", "Eibe"],
        ["BLEU", "Ahorn", "Birke"],
        [],
        ["chrF", "Ahorn", "Eibe"],
    ]
    assert "groups" not in plain
    assert "best_of_group" not in plain["rows"][0]


def test_one_system_with_intervals() -> None:
    """Intervals are there when they were asked for."""
    choices = Choices(testing=Testing(intervals=Intervals.WILSON))
    row = parsed(evaluation_json(evaluated(choices, A="++--++")))["rows"][0]
    low, high = row["intervals"]["A"]
    assert 0 < low < row["accuracy"]["A"] == 50.0 < high < 100
    assert "intervals" not in parsed(evaluation_json(evaluated(A="++--++")))["rows"][0]


def test_nothing_fair() -> None:
    """Valid JSON although no number exists."""
    content = parsed(evaluation_json(evaluated(A="+++???", B="???+++")))
    assert content["items"]["fair"] == 0
    assert content["averages"]["micro"] == {
        **content["averages"]["micro"],
        "n": 0,
        "accuracy": {"A": None, "B": None},
        "best": [],
        "average": None,
    }


def test_names_are_kept_as_they_are() -> None:
    """Quotes, line breaks, umlauts; UTF-8 is not escaped."""
    suspicion = Suspicion(Damage.SHIFTED, 3, 600, -1, "lines 3–600 …")
    written = evaluation_json(
        evaluate(SUITE, outputs_of_signs(SUITE, **{NASTY: "++++++", "gone": "+     "})),
        {NASTY: [suspicion]},
        {NASTY: "Ö"},
    )
    content = parsed(written)
    assert content["systems"] == [NASTY]
    assert content["labels"] == {NASTY: "Ö"}
    assert content["left_out"] == {"gone": "of 6 items: 5 missing"}
    assert content["misaligned"] == {
        NASTY: [{"kind": "shifted", "first": 3, "last": 600, "shift": -1, "evidence": "lines 3–600 …"}]
    }
    assert "Ä 😀" in written


def test_two_systems() -> None:
    """Counts, tests, and every item with both texts."""
    one = compare(evaluated(A="++-??+", B="+-+++-"), ["A", "B"], Choices())
    content = parsed(comparison_json(one))
    assert content["systems"] == ["A", "B"]
    assert content["total"] == {
        "n": 4,
        "all_pass": 1,
        "all_fail": 0,
        "differ": 3,
        "open": 2,
        "untestable": 0,
        "only": {"A": 2, "B": 1},
        "passes": {"A": 3, "B": 2},
        "both_pass": 1,
        "both_fail": 0,
        "only_first": 2,
        "only_second": 1,
        "difference": -25.0,
    }
    assert content["rows"][1]["category"] == "Negation"
    assert content["p_value"] == 1.0
    low, high = content["interval"]
    assert low <= -25 <= high
    assert len(content["items"]) == 6
    assert content["items"][1] == {
        "item": "de-en:002",
        "source": "Satz 2.",
        "category": "Ambiguity",
        "phenomenon": "Lexical",
        "first_text": "good 002",
        "first_verdict": "pass",
        "first_reason": None,
        "second_text": "bad 002",
        "second_verdict": "fail",
        "second_reason": None,
        "outcome": "only first",
    }


def test_more_than_two_systems() -> None:
    """The same counts and pairs, and every item with the outputs by system."""
    one = compare(evaluated(A="++-??+", B="+-+++-", C="+---+-"), ["A", "B", "C"], Choices())
    content = parsed(comparison_json(one))
    assert content["systems"] == ["A", "B", "C"]
    assert content["total"] == {
        "n": 4,
        "all_pass": 1,
        "all_fail": 0,
        "differ": 3,
        "open": 2,
        "untestable": 0,
        "only": {"A": 2, "B": 1, "C": 0},
        "passes": {"A": 3, "B": 2, "C": 1},
    }
    assert not {"p_value", "interval"} & content.keys()
    pair = content["pairs"][0]
    low, high = pair.pop("interval")
    assert low <= -25 <= high
    assert pair == {
        "first": "A", "second": "B", "only_first": 2, "only_second": 1,
        "difference": -25.0, "p_value": 1.0, "corrected": 1.0,
    }  # fmt: skip
    assert content["items"][1] == {
        "item": "de-en:002",
        "source": "Satz 2.",
        "category": "Ambiguity",
        "phenomenon": "Lexical",
        "outputs": {
            "A": {"text": "good 002", "verdict": "pass", "reason": None},
            "B": {"text": "bad 002", "verdict": "fail", "reason": None},
            "C": {"text": "bad 002", "verdict": "fail", "reason": None},
        },
        "outcome": "differ",
    }


def test_a_trend() -> None:
    """Accuracies by campaign and system, and the mean of each campaign."""
    followed = trend({"x": evaluated(A="++++--"), "y": evaluated(A="++++++", B="------")}, Choices())
    content = parsed(trend_json(followed))
    assert content["campaigns"] == ["x", "y"]
    assert content["systems"] == ["A"]
    assert content["items"] == {"common": 6}
    assert content["left_out"] == {"x": {}, "y": {}}
    assert content["unaveraged"] == {}
    micro = content["averages"]["micro"]
    average, own = micro.pop("changes")
    assert micro == {
        "n": 6,
        "accuracy": {"x": {"A": pytest.approx(200 / 3)}, "y": {"A": 100.0, "B": 0.0}},
        "average": {"x": pytest.approx(200 / 3), "y": 50.0},
    }
    assert own == {
        "before": "x",
        "after": "y",
        "system": "A",
        "n": 6,
        "gained": 2,
        "lost": 0,
        "p_value": 0.5,
        "corrected": 0.5,
        "significant": False,
    }
    assert (average["system"], average["gained"], average["lost"]) == (None, 2, 4)
    assert [row["category"] for row in content["rows"]] == ["Ambiguity", "Negation"]
    assert [(row["category"], row["phenomenon"]) for row in content["phenomena"]] == [
        ("Ambiguity", "Lexical"),
        ("Ambiguity", "Structural"),
        ("Negation", "Negation"),
    ]
    assert (content["joined"], content["apart"]) == ([], [])


def test_a_trend_of_joined_names() -> None:
    """Each joined system under its latest name, with the name it had in each campaign, and why."""
    years = {
        "x": evaluated(A_1="++++--"),
        "y": evaluated(a1="++++++"),
        "z": evaluated(A_1="------", B="+" * 6),
    }
    content = parsed(trend_json(trend(years, Choices())))
    assert content["systems"] == ["A_1"]
    assert content["joined"] == [
        {"system": "A_1", "names": {"x": "A_1", "y": "a1", "z": "A_1"}, "because": ["spelling"]}
    ]
    assert content["averages"]["micro"]["accuracy"]["y"] == {"A_1": 100.0}
    steps = [(one["system"], one["before"]) for one in content["averages"]["micro"]["changes"]]
    assert steps == [(None, "x"), (None, "y"), ("A_1", "x"), ("A_1", "y")]
    twice = {"x": evaluated(A_1="++++--"), "y": evaluated(a1="++++++", A1="------")}
    assert parsed(trend_json(trend(twice, Choices())))["apart"] == [
        {"names": ["A_1", "a1", "A1"], "campaign": "y", "both": ["a1", "A1"], "because": "spelling"}
    ]


def test_checks() -> None:
    """Each file with its figures and problems; null where nothing can be known."""
    checks = [check(HandIn("A", "a.txt", ["Eins.", "Zwei."], ["One."]))]
    report = Report("Check", (checks_table(checks),), checks_values(checks))
    (checked,) = parsed(write(report))["files"]
    assert checked["file"] == "a.txt"
    assert (checked["lines"], checked["blank"], checked["copied"]) == (1, 0, 0)
    assert checked["fit"]["length_correlation"] is None
    assert checked["problems"] == ["1 lines, but the source has 2"]


def test_what_is_no_number_is_no_json() -> None:
    """NaN would be written as a word that other programs refuse."""
    with pytest.raises(ValueError, match="JSON compliant"):
        dump({"x": float("nan")})


def test_signs_behind_numbers() -> None:
    """By column, and what those that occur mean; no such key where there are none."""
    (table,) = parsed(write(Report("R", (MARKED,))))["tables"]
    assert table["columns"] == ["Contrast", "Bad", "Share", "Bad", "Share"]
    assert table["groups"] == ["", "refined", "refined", "hits", "hits"]
    assert table["marks"] == {"↑": "higher than its place", "°": "by construction"}
    assert [row["marks"] for row in table["rows"]] == [{"Share (refined)": "↑"}, {"Share (hits)": "°"}]
    assert table["rows"][0]["best"] == ["Share (refined)"]
    (plain,) = parsed(write(Report("R", (TABLE,))))["tables"]
    assert "marks" not in plain and "marks" not in plain["rows"][0]
