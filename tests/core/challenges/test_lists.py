"""Tuples one by one: side by side for programs, stacked for people."""

from collections.abc import Callable

import polars as pl
import pytest

from lackmus.core.base.choices import Preference
from lackmus.core.challenges.challenge import TUPLES, ChallengeSet
from lackmus.core.challenges.lists import ShownTuples, shown_tuples
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.tables.challenges.lists import stacked_tuples_table, tuples_table, tuples_values
from lackmus.tables.table import Level, Table

WORDS = [("rain", "It is raining.", "It rains."), ("sun", "The sun shines.", "The sun is shining.")]
CHALLENGE = ChallengeSet(
    "c",
    TUPLES.of(
        pl.DataFrame(
            {
                "tuple": [name for name, _, _ in WORDS],
                "item": [f"de-en:{name}" for name, _, _ in WORDS],
                "pair": "de-en",
                "category": "Weather",
                "phenomenon": "Present",
                "source": [f"{name}?" for name, _, _ in WORDS],
                "reference": [reference for _, reference, _ in WORDS],
                "better": [better for _, _, better in WORDS],
                "worse": [f"No {name}." for name, _, _ in WORDS],
                "reference_from": "",
                "better_from": "",
                "worse_from": "",
            }
        )
    ),
    "challenge:c",
)
SCORED = Scored(MetricInfo("M"), pl.Series([0.5, 0.25]), pl.Series([0.25, 0.75]))


def cells(table: Table) -> list[tuple[object, ...]]:
    """What stands in the rows."""
    return [tuple(cell.value for cell in row.cells) for row in table.rows]


def test_a_line_a_tuple() -> None:
    """The worst misjudged first, with both scores under names that say whose they are."""
    table = tuples_table(shown_tuples(CHALLENGE, SCORED))
    assert [one.name for one in table.columns][-3:] == ["Score of better", "Score of worse", "Metric is"]
    assert [(row[0], *row[-3:]) for row in cells(table)] == [
        ("sun", 0.25, 0.75, "wrong"),
        ("rain", 0.5, 0.25, "right"),
    ]
    assert table.notes == ("M, higher is better: right 1, wrong 1, tie 0. The worst misjudged come first.",)


def test_a_line_a_text() -> None:
    """Under each other, only what was scored has a score."""
    table = stacked_tuples_table(shown_tuples(CHALLENGE, SCORED), 1, "--show")
    assert cells(table) == [
        ("sun", "Present: wrong", ""),
        ("source", "sun?", ""),
        ("reference", "The sun shines.", ""),
        ("better", "The sun is shining.", 0.25),
        ("worse", "No sun.", 0.75),
    ]
    assert [row.level for row in table.rows] == [Level.GROUP, *[Level.BODY] * 4]
    assert table.notes[-1] == "1 of 2 tuples are shown. See more with --show."


@pytest.mark.parametrize("table", [tuples_table, stacked_tuples_table])
def test_without_scores(table: Callable[[ShownTuples], Table]) -> None:
    """As they stand, and nothing is said about scores."""
    found = table(shown_tuples(CHALLENGE, None))
    assert (found.title, found.notes) == ("c: tuples", ())
    assert cells(found)[0][0] == "rain"
    assert not any("core" in one.name for one in found.columns)


def test_of_one_outcome() -> None:
    """The counts are those of all."""
    told = tuples_values(shown_tuples(CHALLENGE, SCORED, Preference.RIGHT))
    assert [one["tuple"] for one in told["tuples"]] == ["rain"]
    assert told["counts"] == {"right": 1, "wrong": 1, "tie": 0}
