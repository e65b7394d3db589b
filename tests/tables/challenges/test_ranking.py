"""A ranking of metrics as tables and as plain values."""

import json
from dataclasses import replace

import pytest

from lackmus.core.base.choices import By, Intervals, RankingTable, Test, Testing
from lackmus.core.challenges.metrics import Need, Scored
from lackmus.core.challenges.ranking import MetricRanking, RankingChoices, rank
from lackmus.tables.challenges.ranking import (
    lead,
    mcnemar_table,
    metrics_table,
    ranking_table,
    ranking_tables,
    tau_table,
)
from lackmus.tables.challenges.ranking_values import ranking_values
from lackmus.tables.table import Level, Table, Unit
from tests.core.rankings import challenge_of, metric_of

TUPLES = ["Negation/Scope"] * 20 + ["Negation/Particle"] * 10 + ["Ambiguity/Lexical"] * 30
SHARP = metric_of("Sharp", "+" * 56 + "-" * 4)
BLUNT = metric_of("Blunt", "+" * 20 + "-" * 40)
FREE = metric_of("Free", "+" * 15 + "=" * 15 + "+" * 15 + "-" * 15, group="", needs=(Need.SOURCE,))
ALONE = metric_of("Alone", "=" * 60, higher=False, group="baseline")


def ranked(*metrics: Scored, **choices: object) -> MetricRanking:
    """Sixty tuples of thirty items in two categories."""
    chosen = RankingChoices(**choices)  # type: ignore[arg-type]
    return rank(challenge_of(*TUPLES, per_item=2), metrics or (SHARP, BLUNT, FREE, ALONE), chosen)


def column(table: Table, name: str) -> list[object]:
    """The values below a heading."""
    (place,) = [place for place, one in enumerate(table.columns) if one.name == name]
    return [row.cells[place].value for row in table.rows]


def said(table: Table) -> str:
    """All notes."""
    return " ".join(table.notes)


def test_ranking_by_category() -> None:
    """Metrics under their groups, best first in each, the mean over them at the end, averages below."""
    table = ranking_table(ranked(), labels={"Sharp": "S"})
    assert [(one.name, one.group) for one in table.columns] == [
        ("Category", ""),
        ("#", ""),
        ("Alone", "baseline"),
        ("S", "reference-based"),
        ("Blunt", "reference-based"),
        ("Free", "reference-free"),
        ("Mean", ""),
    ]
    assert [one.unit for one in table.columns][1:3] == [Unit.COUNT, Unit.PERCENT]
    assert [one.heat for one in table.columns] == [False, False, True, True, True, True, False]
    assert column(table, "Category") == [
        "Ambiguity",
        "Negation",
        "Micro-average (tuples)",
        "Macro-average (categories)",
        "Macro-average (phenomena)",
    ]
    assert column(table, "#") == [30, 30, 60, 60, 60]
    assert column(table, "S") == pytest.approx([260 / 3, 100, 280 / 3, 280 / 3, (100 + 100 + 260 / 3) / 3])
    assert column(table, "Mean")[:3] == pytest.approx([410 / 12, 650 / 12, 530 / 12])
    assert [row.level for row in table.rows] == [Level.BODY] * 2 + [Level.AVERAGE] * 3


def test_marks() -> None:
    """In the cluster of all, in the cluster of the group; who is alone in a group has beaten nobody there."""
    micro = ranking_table(ranked()).rows[2]
    marks = {cell.value: (cell.best, cell.best_of_group) for cell in micro.cells[2:6]}
    assert list(marks.values()) == [(False, False), (True, True), (False, False), (False, False)]


def test_one_group_has_one_kind_of_mark() -> None:
    """Where the best of the group are those of the row, nobody needs to be told twice."""
    table = ranking_table(ranked(SHARP, BLUNT))
    assert [cell.best for cell in table.rows[2].cells] == [False, False, True, False, False]
    assert not any(cell.best_of_group for row in table.rows for cell in row.cells)
    assert "group" not in said(table)


def test_one_metric_is_no_cluster() -> None:
    """No mark, no mean over metrics, and a sentence about it alone."""
    table = ranking_table(ranked(SHARP))
    assert [one.name for one in table.columns] == ["Category", "#", "Sharp"]
    assert not any(cell.best or cell.best_of_group for row in table.rows for cell in row.cells)
    assert table.notes[0].startswith(
        "Sharp prefers the better translation in 93.3 % of 60 tuples (30 items)."
    )


def test_ranking_by_phenomenon() -> None:
    """Phenomena below their categories; those that are hidden are counted in words."""
    table = ranking_table(ranked(min_items=15), By.PHENOMENON)
    assert [(row.cells[0].value, row.level, row.group) for row in table.rows[:4]] == [
        ("Ambiguity", Level.GROUP, ""),
        ("Lexical", Level.MEMBER, "Ambiguity"),
        ("Negation", Level.GROUP, ""),
        ("Scope", Level.MEMBER, "Negation"),
    ]
    assert column(table, "#")[-1] == 50
    assert "1 phenomenon with fewer than 15 tuples is not shown" in said(table)
    assert "not shown" not in said(ranking_table(ranked()))


def test_notes() -> None:
    """Ties by metric, what the tuples share, the test, the seeds."""
    notes = said(ranking_table(ranked()))
    assert "Ties (both texts have the same score, so neither is preferred): Alone (60), Free (15)." in notes
    assert "The 60 tuples come from 30 items" in notes
    assert "a one-tailed Z-test at 95 %; the best of a group likewise" in notes
    assert "The tuples were drawn with seed 7." in notes
    assert "Ties" not in said(ranking_table(ranked(SHARP, BLUNT)))
    bootstrap = ranked(testing=Testing(Test.BOOTSTRAP, samples=20, seed=5, alpha=0.01))
    assert "a paired bootstrap (20 resamples, seed 5) at 99 %" in said(ranking_table(bootstrap))
    apart = rank(challenge_of(*TUPLES), [SHARP])
    assert "come from" not in said(ranking_table(apart))


def test_intervals_if_asked() -> None:
    """In the cells of rows and of the micro-average, not of means of accuracies."""
    table = ranking_table(ranked(SHARP, testing=Testing(intervals=Intervals.WILSON)))
    assert [row.cells[2].interval is not None for row in table.rows] == [True, True, True, False, False]


def test_lead() -> None:
    """The best of all, the best of each group, and where it is hard."""
    said = lead(ranked(), {"Sharp": "S"})
    assert said.startswith(
        "4 metrics are ranked by 60 tuples (30 items). Best on all tuples together: S (93.3 %)."
    )
    groups = "baseline: Alone (0.0 %); reference-based: S (93.3 %); reference-free: Free (50.0 %)"
    assert f"Best of each group: {groups}." in said
    assert "Easiest: Negation (54.2). Hardest: Ambiguity (34.2)." in said
    assert "Best of each group" not in lead(ranked(SHARP, BLUNT))
    perfect = metric_of("P", "+" * 60), metric_of("Q", "+" * 60)
    assert "Every metric is perfect on 3 phenomena" in lead(ranked(*perfect))


def test_metrics_table() -> None:
    """A row for each metric; speed only if somebody's is known."""
    timed = replace(SHARP, seconds=2.0, computed=2469, about=replace(SHARP.about, signature="v1|x:2"))
    table = metrics_table(ranked(timed, BLUNT, FREE, ALONE))
    assert column(table, "Metric") == ["Alone", "Sharp", "Blunt", "Free"]
    assert column(table, "Needs") == ["reference", "reference", "reference", "source"]
    assert column(table, "Better is") == ["lower", "higher", "higher", "higher"]
    assert column(table, "Right") == [0, 56, 20, 30]
    assert column(table, "Wrong") == [0, 4, 40, 15]
    assert column(table, "Ties") == [60, 0, 0, 15]
    assert column(table, "Tau") == [None, pytest.approx(52 / 60), pytest.approx(-1 / 3), pytest.approx(1 / 3)]
    assert column(table, "Best cat.") == [0, 2, 0, 0]
    assert column(table, "Segments/s") == [None, 1234, None, None]
    sharp = table.rows[1].cells[7]
    assert (sharp.best, sharp.best_of_group) == (True, True)
    assert sharp.interval == pytest.approx((84.07464, 97.37713), abs=1e-5)
    assert "Sharp: v1|x:2" in table.notes
    assert "Segments/s" not in [one.name for one in metrics_table(ranked()).columns]
    alone = metrics_table(ranked(SHARP))  # it wins everywhere, and nothing is said by that
    assert "Best cat." not in [one.name for one in alone.columns] and "Best cat." not in said(alone)
    assert {len(row.cells) for row in alone.rows} == {len(alone.columns)}


def test_mcnemar_table() -> None:
    """Every two metrics, both ways, nothing against itself; corrected where there are several pairs."""
    table = mcnemar_table(ranked(SHARP, BLUNT))
    p_values = [[cell.value for cell in row.cells[2:]] for row in table.rows]
    assert p_values == [[None, pytest.approx(2 / 2**36)], [pytest.approx(2 / 2**36), None]]
    assert {one.unit for one in table.columns[2:]} == {Unit.P}
    assert "Holm" not in said(table)
    assert "1 pair differs (p ≤ 0.05)" in said(table)
    assert "corrected by Holm over all 6 pairs" in said(mcnemar_table(ranked()))
    assert [len(row.cells) for row in mcnemar_table(ranked(SHARP)).rows] == [3]


def test_tau_table() -> None:
    """Tau in every row, no marks: the clusters are those of the accuracies."""
    table = tau_table(ranked(SHARP, FREE, ALONE), By.PHENOMENON)
    assert column(table, "Alone") == [None] * 8
    assert column(table, "Free")[:5] == pytest.approx([0.0, 0.0, 1.0, None, 1.0])
    assert column(table, "Free")[5:] == pytest.approx([1 / 3, 0.5, 0.5])
    assert column(table, "Mean")[1] == pytest.approx((22 / 30 + 0) / 2)
    assert not any(cell.best for row in table.rows for cell in row.cells)
    assert table.columns[2].unit is Unit.RATIO


def test_plain_values() -> None:
    """All of it, as JSON can hold it, numbers not rounded."""
    ranking = ranked(min_items=15, testing=Testing(intervals=Intervals.WILSON))
    values = json.loads(json.dumps(ranking_values(ranking), allow_nan=False))
    assert (values["challenge"], values["tuples"], values["items"], values["hidden"]) == ("drawn", 60, 30, 1)
    assert values["signature"] == ranking.signature
    assert values["pairs"] == ["de-en"]
    sharp = values["metrics"][1]
    assert (sharp["name"], sharp["group"], sharp["needs"]) == ("Sharp", "reference-based", ["reference"])
    assert (sharp["right"], sharp["wrong"], sharp["ties"], sharp["higher"]) == (56, 4, 0, True)
    assert sharp["accuracy"] == 5600 / 60
    assert sharp["interval"][0] < sharp["accuracy"] < sharp["interval"][1]
    first = values["rows"][0]
    assert (first["category"], first["phenomenon"], first["n"]) == ("Ambiguity", None, 30)
    assert first["accuracy"]["Sharp"] == 2600 / 30
    assert first["best"] == ["Sharp"]
    assert first["best_of_group"] == ["Sharp"]
    assert first["ties"]["Alone"] == 30
    assert first["tau"]["Alone"] is None
    assert first["average"] == pytest.approx(410 / 12)
    assert list(values["averages"]) == ["micro", "category_macro", "phenomenon_macro"]
    assert values["averages"]["micro"]["accuracy"]["Blunt"] == 2000 / 60
    assert values["groups"]["reference-based"] == ["Sharp", "Blunt"]
    assert [(one["first"], one["second"]) for one in values["mcnemar"]][:2] == [
        ("Alone", "Sharp"),
        ("Alone", "Blunt"),
    ]
    assert values["wins"]["Sharp"] == 2


@pytest.mark.parametrize("rows, tau", [("categories", By.CATEGORY), ("phenomena", By.PHENOMENON)])
def test_tables_by_name(rows: str, tau: By) -> None:
    """In the order asked for; tau has the rows of the accuracies beside it."""
    ranking, labels = ranked(), {"Sharp": "S"}
    asked = [RankingTable.MCNEMAR, RankingTable(rows), RankingTable.TAU, RankingTable.METRICS]
    assert list(ranking_tables(ranking, asked, labels)) == [
        mcnemar_table(ranking, labels),
        ranking_table(ranking, tau, labels),
        tau_table(ranking, tau, labels),
        metrics_table(ranking, labels),
    ]
