"""The sentences a paper would write."""

import pytest

from lackmus.core.base.choices import Thresholds
from lackmus.core.verdicts.accuracies import Score
from lackmus.core.verdicts.findings import Findings, extremes_of, findings, sentences


def row(category: str, phenomenon: str | None, n: int, *accuracies: float) -> Score:
    """Accuracies of systems A, B, …"""
    names = "ABCDEF"[: len(accuracies)]
    accuracy = dict(zip(names, accuracies, strict=True)) if n else {}
    return Score(category, phenomenon, dict.fromkeys(names, n), {}, accuracy)


ROWS = [
    row("Easy", None, 20, 100, 90),
    row("Easy", "Perfect", 10, 100, 100),
    row("Easy", "Good", 10, 100, 80),
    row("Middling", None, 10, 80, 60),
    row("Middling", "So-so", 10, 80, 60),
    row("Hard", None, 30, 30, 40),
    row("Hard", "Idiom", 20, 10, 20),
    row("Hard", "Tiny", 2, 0, 0),
    row("Hard", "Nothing", 0, 0, 0),
]


def names(found: Findings, which: str) -> list[str]:
    """The names of one of the lists."""
    return [finding.name for finding in getattr(found, which)]


def test_what_stands_out() -> None:
    """Highest, lowest, perfect and below a threshold; tiny rows are not named, empty ones counted."""
    found = findings(ROWS)
    assert names(found, "highest_categories") == ["Easy"]
    assert names(found, "lowest_categories") == ["Hard"]
    assert names(found, "perfect") == ["Perfect"]
    assert names(found, "below") == ["Idiom"]
    assert names(found, "lowest_phenomena")[0] == "Idiom"
    assert names(found, "highest_phenomena")[0] == "Perfect"
    assert (found.uncounted, found.small) == (1, 1)


def test_the_threshold_is_a_choice() -> None:
    """Below 75 % there is more to say."""
    assert names(findings(ROWS, Thresholds(low=75)), "below") == ["Idiom", "So-so"]


def test_in_words() -> None:
    """Each sentence carries its figure."""
    said = " ".join(sentences(findings(ROWS)))
    assert "Easiest: Easy (95.0)." in said
    assert "Hardest: Hard (35.0)." in said
    assert "Every system is perfect on 1 phenomenon (Perfect)." in said
    assert "Below 50 % on average: Idiom (15.0)." in said
    assert "1 phenomenon has no counted item and cannot be judged yet." in said


def test_nothing_to_say() -> None:
    """No rows, no sentences."""
    assert sentences(findings([])) == []


def test_all_beyond_chosen_thresholds() -> None:
    """Whatever their number, each with its items; the bounds themselves are not beyond."""
    found = findings(ROWS, Thresholds(low=90, high=70, min_items=10))
    assert names(found, "below") == ["Idiom", "So-so"]  # Good has 90.0
    assert names(found, "above") == ["Perfect", "Good"]  # So-so has 70.0
    said = sentences(found)
    assert "2 of 4 phenomena with at least 10 items are below 90 % on average: " in " ".join(said)
    assert said[-2].endswith("on average: Idiom (15.0, n = 20), So-so (70.0, n = 10).")
    assert said[-3].startswith("2 of 4 phenomena with at least 10 items are above 70 % on average: Perfect")


@pytest.mark.parametrize(
    "thresholds, expected",
    [
        (Thresholds(low=10), "No phenomenon with at least 5 items is below 10 % on average."),
        (Thresholds(high=100), "No phenomenon with at least 5 items is above 100 % on average."),
        (Thresholds(high=100), "Below 50 % on average: Idiom (15.0)."),  # as without any
        (Thresholds(min_items=1), "Below 50 % on average: Tiny (0.0), Idiom (15.0)."),
        (
            Thresholds(20, min_items=1),
            "2 of 5 phenomena with at least 1 item are below 20 % on average: "
            "Tiny (0.0, n = 2), Idiom (15.0, n = 20).",
        ),
    ],
)
def test_thresholds_in_words(thresholds: Thresholds, expected: str) -> None:
    assert expected in sentences(findings(ROWS, thresholds))


def test_thresholds_of_one_system() -> None:
    """By its own accuracies: A passes what the mean of both does not show."""
    found = findings(ROWS, Thresholds(low=50, high=79, min_items=2))
    beyond = extremes_of(ROWS, "A", found)
    assert [one.name for one in beyond.below] == ["Tiny", "Idiom"]
    assert [(one.name, one.average) for one in beyond.above] == [
        ("Good", 100),
        ("Perfect", 100),
        ("So-so", 80),
    ]
    assert [one.name for one in extremes_of(ROWS, "B", found).above] == ["Perfect", "Good"]
