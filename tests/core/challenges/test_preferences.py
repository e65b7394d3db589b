"""Metrics that scored one language pair of two: what they are counted on, and with whom they are compared."""

from functools import reduce

import polars as pl
import pytest

from lackmus.core.base.choices import Counted, Intervals, Test, Testing
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.core.challenges.preferences import MetricCoverage, MetricTally, matches
from lackmus.core.challenges.ranking import MetricRanking, RankingChoices, narrowed, rank
from lackmus.core.challenges.tuple_pages import BehindRanking, TupleMode, tuple_index, tuples_behind
from lackmus.core.verdicts.accuracies import Average
from lackmus.tables.challenges.ranking import lead, metrics_table, ranking_table
from lackmus.tables.challenges.ranking_values import ranking_values
from tests.core.rankings import challenge_of

SIGNS = {"+": (1.0, 0.0), "-": (0.0, 1.0), "=": (0.0, 0.0), ".": (None, None)}


def two_pairs() -> ChallengeSet:
    """Four tuples of de-en (Negation), six of en-de: two more of Negation, four of Ambiguity."""
    whole = challenge_of(*["Negation"] * 6, *["Ambiguity"] * 4)
    pairs = pl.Series("pair", ["de-en"] * 4 + ["en-de"] * 6)
    return ChallengeSet(whole.name, whole.tuples.with_columns(pairs), whole.signature)


def metric(name: str, signs: str) -> Scored:
    better, worse = ([SIGNS[sign][side] for sign in signs] for side in (0, 1))
    return Scored(MetricInfo(name), pl.Series(better, dtype=pl.Float64), pl.Series(worse, dtype=pl.Float64))


WHOLE, OTHER, HALF = (
    metric("whole", "++--++++--"),
    metric("other", "+---------"),
    metric("half", "+++-......"),
)


def ranked(*scored: Scored, **choices: object) -> MetricRanking:
    return rank(two_pairs(), scored or (WHOLE, OTHER, HALF), RankingChoices(**choices))  # type: ignore[arg-type]


def test_each_is_counted_on_its_own() -> None:
    """One that covers a single pair takes no tuple from the others, and has its own accuracy."""
    found = ranked()
    assert found.tallies == {
        "whole": MetricTally(6, 4, 0),
        "other": MetricTally(1, 9, 0),
        "half": MetricTally(3, 1, 0),
    }
    assert found.averages[Average.MICRO].accuracy == {"whole": 60, "other": 10, "half": 75}
    assert found.coverage["half"] == MetricCoverage(4, 10, ("de-en",), 2)
    assert found.partial == ["half"] and found.metrics[-1] == "half"
    assert "|tuples-counted:own|" in found.signature
    assert "tuples-counted" not in ranked(WHOLE, OTHER).signature


def test_it_is_the_best_only_where_it_scored_all() -> None:
    """75 % of the first four tuples is not better than 60 % of all ten: those may be harder."""
    found = ranked()
    assert found.averages[Average.MICRO].best == ("whole",)
    assert all("half" not in row.best for row in found.rows)
    part = narrowed(found.challenge, found.scored, "de-en")
    assert "half" in rank(*part).averages[Average.MICRO].best  # here it scored everything


@pytest.mark.parametrize("test", Test)
def test_every_test_takes_it(test: Test) -> None:
    """Intervals are on its own tuples, whatever the test; the others are as without it."""
    testing = Testing(test, intervals=Intervals.WILSON, samples=50)
    found, without = ranked(testing=testing), ranked(WHOLE, OTHER, testing=testing)
    low, high = found.intervals["half"]
    assert 0 <= low <= 75 <= high <= 100
    assert {name: found.intervals[name] for name in without.metrics} == without.intervals
    assert [row.best for row in found.rows] == [row.best for row in without.rows]


def test_fair_counts_what_all_scored() -> None:
    """Only the four shared tuples count, and then all are compared."""
    found = ranked(counted=Counted.FAIR)
    assert {name: tally.n for name, tally in found.tallies.items()} == {"whole": 4, "other": 4, "half": 4}
    assert "half" in found.averages[Average.MICRO].best
    assert "|tuples-counted:fair(4)|" in found.signature


def test_a_metric_of_no_tuple_is_left_out_and_named() -> None:
    """As when a report is narrowed to the other language pair."""
    whole = ranked()
    found = rank(*narrowed(whole.challenge, whole.scored, "en-de"))
    assert (found.metrics, found.absent) == (["whole", "other"], ("half",))
    assert any("Without a score of these tuples: half." in note for note in ranking_table(found).notes)


def test_pairs_of_metrics_share_tuples() -> None:
    """McNemar on the tuples that both scored."""
    found = matches(two_pairs(), [WHOLE, HALF])[0]
    assert (found.both, found.only_first, found.only_second, found.neither) == (2, 0, 1, 1)


def test_what_readers_see() -> None:
    """A column of coverage, a sentence about it, and both in JSON."""
    found = ranked()
    table = metrics_table(found)
    assert [column.name for column in table.columns][2:4] == ["Scored", "Language pairs"]
    assert [[cell.value for cell in row.cells[2:4]] for row in table.rows] == [
        *([[10, "all"]] * 2),
        [4, "de-en"],
    ]
    assert "half (4 of 10; de-en)" in lead(found)
    assert "Best on all tuples together: whole (60.0 %)." in lead(found)
    told = ranking_values(found)
    half = next(one for one in told["metrics"] if one["name"] == "half")
    assert (half["scored"], half["scored_pairs"], half["right"]) == (4, ["de-en"], 3)
    assert told["rows"][0]["counts"] == {"whole": 4, "other": 4, "half": 0}
    assert not any(column.name == "Scored" for column in metrics_table(ranked(WHOLE, OTHER)).columns)


def test_two_metrics_of_different_pairs() -> None:
    """Nobody is compared with anybody, and nothing breaks."""
    found = ranked(HALF, metric("rest", "....++++--"))
    assert found.averages[Average.MICRO].best == ()
    assert "Best on all" not in lead(found)
    assert ranking_table(found).rows


def test_tuples_behind_a_number() -> None:
    """A metric says nothing about a tuple that it did not score, and those come last."""
    index = tuple_index(two_pairs(), (WHOLE, OTHER, HALF))
    page = tuples_behind(index, BehindRanking(metric="half"))
    assert [len(one.given) for one in page.tuples] == [3] * 4 + [2] * 6
    assert page.tallies["half"].n == 4
    right = tuples_behind(index, BehindRanking(mode=TupleMode.RIGHT))
    assert reduce(max, (len(one.given) for one in right.tuples)) == 3 and right.counts[TupleMode.RIGHT] == 1
