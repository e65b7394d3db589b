"""Texts with a yes or a no, or with grades: read, kept, scored, ranked."""

import json
from pathlib import Path

import polars as pl
import pytest

from lackmus.core.base.choices import Test
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.error_free import error_free_tally, with_thresholds
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.core.challenges.ranking import rank
from lackmus.core.challenges.severity import grade_correlation
from lackmus.errors import LackmusError
from lackmus.flows.challenges.challenges import scores_in
from lackmus.read.challenges import read_challenge
from lackmus.tables.challenges.kinds import correlations_table, error_free_table
from lackmus.tables.challenges.ranking_values import ranking_values
from lackmus.write.challenges import write_challenge
from tests.refusals import refuses

HYPS = {"A": "Yes.", "B": "No.", "C": "Well."}


def item(number: int, **said: object) -> dict[str, object]:
    return {
        "item_id": f"challenge_###_de_###_en_###_news_###_d_###_{number}",
        "src": "Ja.",
        "hyps": HYPS,
        **said,
    }


def file(folder: Path, *entries: object, name: str = "set.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(one) + "\n" for one in entries))
    return path


def read(folder: Path, *entries: object) -> ChallengeSet:
    return read_challenge(file(folder, *entries))


FREE = {"A": True, "B": False, "C": False}
GRADES = {"A": "none", "B": "major", "C": "major"}


def test_error_free_texts_stand_alone(tmp_path: Path) -> None:
    """One tuple a text, on the side that says what it is; it survives our own format and no other."""
    found = read(tmp_path, item(1, error_free=FREE), item(2, error_free=FREE))
    assert found.single and found.tuples.height == 6 and found.pairs == ["de-en"]
    assert found.tuples["better"].to_list() == ["Yes.", "", ""] * 2
    assert found.tuples["category"].unique().to_list() == ["news"]
    assert sorted(found.segments.hypothesis) == ["No.", "Well.", "Yes."]
    write_challenge(found, "jsonl", tmp_path / "again.jsonl")
    assert read_challenge(tmp_path / "again.jsonl").tuples.equals(found.tuples)
    with refuses(LackmusError, match="single texts, and blind holds pairs"):
        write_challenge(found, "blind", tmp_path / "blind")


def scored(better: list[float | None], worse: list[float | None], **about: object) -> Scored:
    series = (pl.Series(side, dtype=pl.Float64) for side in (better, worse))
    return Scored(MetricInfo("m", **about), *series)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "threshold, higher, right, mcc",
    [(85, True, (1, 2), 1.0), (90, True, (1, 2), 1.0), (90.1, True, (0, 2), 0.0), (95, False, (1, 0), 0.0)],
)
def test_a_declared_threshold(
    threshold: float, higher: bool, right: tuple[int, int], mcc: float, tmp_path: Path
) -> None:
    """From the threshold on the answer is yes."""
    challenge = read(tmp_path, item(1, error_free=FREE))
    given = scored([90, None, None], [None, 20, 84], threshold=threshold, higher=higher)
    (one,) = with_thresholds(challenge, [given])
    tally = error_free_tally(challenge, one, one.answered)
    assert ((tally.yes_right, tally.no_right), tally.mcc) == (right, mcc)
    assert tally.auc == (1.0 if higher else 0.0)


def test_a_learnt_threshold_comes_from_other_items(tmp_path: Path) -> None:
    """Where scores tell yes from no, it finds the place between; ties of a yes and a no count half in AUC."""
    challenge = read(tmp_path, *(item(n, error_free=FREE) for n in range(12)))
    clear = scored([5.0, None, None] * 12, [None, 1.0, 2.0] * 12)
    (one,) = with_thresholds(challenge, [clear])
    found = rank(challenge, [one])
    assert found.tallies["m"].right == 36 and "threshold learnt in 5 folds" in one.about.signature
    assert with_thresholds(challenge, [one]) == [one]  # nothing to fill any more
    assert "|kind:error-free|" in found.signature and found.alone is None
    (tied,) = with_thresholds(challenge, [scored([1.0, None, None] * 12, [None, 1.0, 0.0] * 12)])
    tally = error_free_tally(challenge, tied, tied.answered)
    assert (tally.auc, tally.tied) == (0.75, 144)
    rows = [[cell.value for cell in row.cells] for row in error_free_table(found).rows]
    assert rows[-1] == ["m", 36, 12, 1.0, 100.0, 1.0, 100.0, 100.0, 0]
    assert ranking_values(found)["error_free"][-1]["metrics"]["m"]["auc"] == 1.0


def test_grades_make_pairs(tmp_path: Path) -> None:
    """All differently graded ones, with their grades; tested by items."""
    same = dict.fromkeys(HYPS, 50)
    found = read(tmp_path, item(1, grades=GRADES), item(2, grades=same), item(3, grades={**same, "B": 51.5}))
    pairs = found.tuples.select("better_from", "worse_from", "better_grade", "worse_grade").rows()
    assert pairs == [
        *[("A", "B", "none", "major"), ("A", "C", "none", "major")],
        *[("B", "A", "51.5", "50"), ("B", "C", "51.5", "50")],
    ]
    assert found.graded and found.about["items of one grade"] == "1"
    one = scored([3, 3, 2, 2], [1, 1, 2, 1])
    ranking = rank(found, [one])
    assert ranking.choices.testing.test is Test.ITEMS and ranking.tallies["m"].right == 3
    got = grade_correlation(found, one, one.answered, ranking.choices.testing)
    # 1: two pairs told, one tied on both sides; 3: scores B 2, A 2, C 1 for grades 51.5, 50, 50.
    assert got.items == 2 and got.kendall == pytest.approx((1 + 0.5) / 2)
    assert got.spearman == pytest.approx((1 + 0.5) / 2)
    assert correlations_table(ranking).rows[-1].cells[1].value == 2
    assert ranking_values(ranking)["correlations"][-1]["metrics"]["m"]["items"] == 2


def test_predictions_of_participants(tmp_path: Path) -> None:
    """By item and system: a yes or no has its threshold; items of one grade are skipped."""
    free = read(tmp_path, item(1, error_free=FREE))
    said = file(tmp_path, item(1, task3_pred={"A": 1, "B": 0, "C": 1}), name="Judge.jsonl")
    (one,) = scores_in(free, [said])
    assert rank(free, [one]).tallies["Judge"].right == 2 and one.about.threshold == 0.5
    graded = read(tmp_path, item(1, grades=GRADES), item(2, grades=dict.fromkeys(HYPS, 1)))
    scores = {"A": 9.5, "B": 1, "C": 2}
    said = file(tmp_path, *(item(n, task2_pred=scores) for n in (1, 2)), name="Score.jsonl")
    # B and C are in one pair each, A in both with the same score.
    (one,) = scores_in(graded, [said])
    assert (one.better.to_list(), one.worse.to_list()) == ([9.5, 9.5], [1, 2])


@pytest.mark.parametrize(
    "entry, said",
    [
        (item(1), "all items need “grades”, or all “error_free”"),
        (item(1, grades=GRADES, error_free=FREE), "all items need"),
        (item(1, error_free={"A": True}), "do not name the same systems"),
        (item(1, error_free={**FREE, "A": "yes"}), "of A is neither true nor false"),
        (item(1, grades={**GRADES, "A": "bad"}), "the grade of A is neither a number nor one of critical"),
        (item(1, grades=GRADES, hyps={**HYPS, "A": " "}), "the text of A in “hyps” is blank"),
        ({**item(1, grades=GRADES), "item_id": ""}, "needs the texts item_id and src"),
        ({**item(1, grades=GRADES), "item_id": "7"}, "names no language pair.*--langpair"),
    ],
)
def test_mistakes(entry: object, said: str, tmp_path: Path) -> None:
    with refuses(LackmusError, match=f"line 1: .*{said}"):
        read(tmp_path, entry)
