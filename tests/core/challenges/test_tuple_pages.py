"""The tuples behind a number of a ranking: which, in what order, with which scores."""

import polars as pl
import pytest

from lackmus.core.base.choices import Preference
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.core.challenges.ranking import rank
from lackmus.core.challenges.tuple_pages import (
    BehindRanking,
    NoSuchTuplesError,
    TupleMode,
    TupleOrder,
    TuplePage,
    TupleScore,
    tuple_index,
    tuple_page_values,
    tuples_behind,
)
from tests.challenged import ODD, challenge_of, scores_of

CHALLENGE = challenge_of()
INDEX = tuple_index(CHALLENGE, scores_of(CHALLENGE))


def seen(metric: str | None = None, **more: object) -> TuplePage:
    return tuples_behind(INDEX, BehindRanking(metric=metric, **more))  # type: ignore[arg-type]


def items(page: TuplePage) -> list[str]:
    return [one.name.rsplit("-", 1)[0] for one in page.tuples]


@pytest.mark.parametrize("metric", ["BLEU", "TER", "Kiwi", ODD])
def test_every_cell_of_a_ranking_has_its_tuples(metric: str) -> None:
    ranking = rank(CHALLENGE, scores_of(CHALLENGE))
    for row in ranking.rows:
        found = seen(metric, category=row.category, phenomenon=row.phenomenon)
        assert found.tallies[metric] == ranking.tallies_of(row)[metric]
        assert [found.n, len(found.tuples)] == [row.n, row.n]
        outcomes = [one.given[0].outcome for one in found.tuples]
        assert 100 * outcomes.count(Preference.RIGHT) / row.n == row.accuracy[metric]


@pytest.mark.parametrize(
    "metric, mode, expected",
    [
        ("BLEU", TupleMode.WRONG, ["ffr-2-4", "neg-1-5", "amb-1-0", "ffr-1-3", "amb-2-2"]),
        ("BLEU", TupleMode.RIGHT, ["amb-1-1", "ver-2-7"]),
        ("BLEU", TupleMode.TIES, ["ver-1-6"]),
        # A lower error rate is better, so the largest surplus of the better text comes first.
        ("TER", TupleMode.WRONG, ["ffr-1-3", "amb-2-2", "neg-1-5", "ffr-2-4"]),
        ("TER", TupleMode.TIES, ["amb-1-0"]),
        ("Kiwi", TupleMode.WRONG, []),
        # Without a metric: wrong for any, right for all, a tie for any; what most misjudge comes first.
        (None, TupleMode.RIGHT, ["amb-1-1"]),
        (None, TupleMode.TIES, ["amb-1-0", "ffr-1-3", "ver-2-7", "ver-1-6"]),
    ],
)
def test_the_worst_misjudged_come_first(metric: str | None, mode: TupleMode, expected: list[str]) -> None:
    found = seen(metric, mode=mode)
    assert sorted(items(found)) == sorted(expected)
    if metric is not None:
        assert items(found) == expected
    assert found.counts[mode] == len(expected)


def test_as_in_the_challenge() -> None:
    given = [name.rsplit("-", 1)[0] for name in CHALLENGE.tuples["tuple"]]
    assert items(seen("BLEU", order=TupleOrder.GIVEN)) == given
    assert items(seen("BLEU")) != given


def test_the_chosen_metric_stands_first_and_the_others_in_their_order() -> None:
    assert [one.metric for one in seen("Kiwi").tuples[0].given] == ["Kiwi", "BLEU", "TER", ODD]
    assert [one.metric for one in seen().tuples[0].given] == ["BLEU", "TER", "Kiwi", ODD]


@pytest.mark.parametrize(
    "better, worse, shown",
    [
        (53.7, 70.1, ("53.7", "70.1")),
        (0.81234, 0.81233, ("0.81234", "0.81233")),  # as many digits as it takes
        (0.5, 0.25, ("0.5", "0.25")),
        (1 / 3, 1 / 3, ("0.3333", "0.3333")),
        (-0.5, 0.0, ("−0.5", "0")),
        (123456.0, 123457.0, ("123456", "123457")),
        (0.1 + 0.2, 0.3, ("0.30000000000000004", "0.3")),
        (1e-9, 2e-9, ("1e−09", "2e−09")),
    ],
)
def test_scores_that_differ_look_different(better: float, worse: float, shown: tuple[str, str]) -> None:
    outcome = Preference.TIE if better == worse else Preference.RIGHT if better > worse else Preference.WRONG
    assert TupleScore("any", True, better, worse, outcome).shown == shown


@pytest.mark.parametrize("page, expected", [(1, 3), (2, 3), (3, 2), (9, 2)])
def test_pages(page: int, expected: int) -> None:
    found = tuples_behind(INDEX, BehindRanking(metric="BLEU"), page, size=3)
    assert (found.page, found.pages, len(found.tuples)) == (min(page, 3), 3, expected)


@pytest.mark.parametrize(
    "behind",
    [
        BehindRanking(metric="METEOR"),
        BehindRanking(category="Spelling"),
        BehindRanking(category="Negation", phenomenon="Future"),
    ],
)
def test_a_number_that_is_not_there(behind: BehindRanking) -> None:
    with pytest.raises(NoSuchTuplesError):
        tuples_behind(INDEX, behind)


def test_without_scores_there_are_only_tuples() -> None:
    index = tuple_index(CHALLENGE, ())
    found = tuples_behind(index, BehindRanking())
    assert found.counts == {TupleMode.ALL: 8, TupleMode.WRONG: 0, TupleMode.RIGHT: 0, TupleMode.TIES: 0}
    assert found.tuples[0].given == () and len(found.tuples) == 8


def test_a_tie_is_one_of_equal_numbers_not_of_close_ones() -> None:
    sides = pl.Series([1.0] * 8), pl.Series([1.0, 1.0 + 1e-15] * 4)
    found = tuples_behind(tuple_index(CHALLENGE, [Scored(MetricInfo("close"), *sides)]), BehindRanking())
    assert (found.tallies["close"].ties, found.tallies["close"].wrong) == (4, 4)


def test_values() -> None:
    values = tuple_page_values(seen("BLEU", mode=TupleMode.TIES))
    assert values["tallies"]["BLEU"] == {"right": 2, "wrong": 5, "ties": 1}
    (one,) = values["tuples"]
    assert one["tuple"] == "ver-1-6-0" and one["worse"] == "If I had time, I came along."
    assert one["worse_spans"] is None
    assert one["scores"][0] == {
        **{"metric": "BLEU", "better": 40.0, "worse": 40.0, "outcome": "tie"},
        "spans": None,
    }
