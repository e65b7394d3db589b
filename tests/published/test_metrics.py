"""The averages that were printed with published accuracies of metrics follow from them.

Avramidis & Macketanz 2022, "Linguistically Motivated Evaluation of Machine Translation Metrics Based on a
Challenge Set", Proceedings of the Seventh Conference on Machine Translation (WMT22), Table 1,
German–English. Its accuracies are rounded to whole percents, so the passes behind them are known only
nearly: enough for the averages, which were rounded likewise, but not for the clusters, which cannot be
recomputed from such figures.
"""

import polars as pl
import pytest

from lackmus.core.challenges.challenge import TUPLES, ChallengeSet
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.core.challenges.ranking import rank
from lackmus.core.verdicts.accuracies import Average, Score, averages

COUNTS = (298, 252, 316, 90, 586, 1014, 610, 861, 76, 419, 293, 679, 4697, 211)
METRICS = [  # accuracies in the order of the categories, the category macro-average, the micro-average
    pytest.param((71, 65, 74, 64, 72, 75, 73, 62, 84, 74, 77, 69, 69, 70), 71, 70, id="first"),
    pytest.param((89, 90, 80, 92, 81, 85, 86, 76, 91, 76, 73, 74, 89, 90), 84, 85, id="second"),
]


def rounded(row: Score) -> int:
    """As printed: to whole percents, halves up."""
    return int(row.accuracy["metric"] + 0.5)


@pytest.mark.parametrize("percents, macro, micro", METRICS)
def test_printed_averages(percents: tuple[int, ...], macro: int, micro: int) -> None:
    """Categories weigh the same in the macro-average, tuples in the micro-average."""
    rows = [
        Score(
            f"category {place:02}",
            None,
            {"metric": n},
            {"metric": percent * n / 100},
            {"metric": float(percent)},
        )
        for place, (percent, n) in enumerate(zip(percents, COUNTS, strict=True))
    ]
    means = averages(rows, ["metric"])
    assert rounded(means[Average.CATEGORY_MACRO]) == macro
    assert rounded(means[Average.MICRO]) == micro
    assert means[Average.MICRO].n == 10_402


@pytest.mark.parametrize("percents, macro, micro", METRICS)
def test_the_same_from_tuple_to_average(percents: tuple[int, ...], macro: int, micro: int) -> None:
    """The whole way: as many tuples as printed, of which the metric prefers about so many rightly."""
    rows, better = [], []
    for place, (percent, n) in enumerate(zip(percents, COUNTS, strict=True)):
        for number in range(n):
            names = f"{place:02}-{number:04}", f"{place:02}-{number:04}", "de-en", f"category {place:02}"
            rows.append((*names, f"phenomenon {place:02}", "Quelle", "reference", "good", "bad", "", "", ""))
            better.append(1.0 if number < round(percent * n / 100) else 0.0)
    challenge = ChallengeSet("Table 1", pl.DataFrame(rows, schema=TUPLES.schema, orient="row"))
    scored = Scored(MetricInfo("metric"), pl.Series(better), pl.Series([0.5] * len(better)))
    ranking = rank(challenge, [scored])
    assert [row.n for row in ranking.categories] == list(COUNTS)
    assert [rounded(row) for row in ranking.categories] == list(percents)
    assert rounded(ranking.averages[Average.CATEGORY_MACRO]) == macro
    assert rounded(ranking.averages[Average.MICRO]) == micro
