"""Tuples without a reference: metrics that need one are told apart in tables and JSON."""

import polars as pl
import pytest

from lackmus.core.challenges.metrics import MetricInfo, Need, Scored
from lackmus.core.challenges.ranking import MetricRanking, rank
from lackmus.tables.challenges.ranking import metrics_table, ranking_table
from lackmus.tables.challenges.ranking_values import ranking_values
from tests.read.tuples import ROWS, challenge_of

NOTE = "2 tuples have no reference. These metrics need one, so do not compare them with the others: Based."


def ranked(*blank: int) -> MetricRanking:
    challenge = challenge_of(*({**row, "reference": ""} if n in blank else row for n, row in enumerate(ROWS)))
    better, worse = pl.Series([1.0, 1.0, 1.0]), pl.Series([0.0, 0.0, 2.0])
    metrics = MetricInfo("Based"), MetricInfo("Free", needs=(Need.SOURCE,))
    return rank(challenge, [Scored(about, better, worse) for about in metrics])


@pytest.mark.parametrize("blank, notes, metrics", [((), [], []), ((1, 2), [NOTE], ["Based"])])
def test_who_needs_a_reference(blank: tuple[int, ...], notes: list[str], metrics: list[str]) -> None:
    ranking = ranked(*blank)
    for table in (ranking_table(ranking), metrics_table(ranking)):
        assert [note for note in table.notes if "no reference" in note] == notes
    assert ranking_values(ranking)["without_reference"] == {"tuples": len(blank), "metrics": metrics}
