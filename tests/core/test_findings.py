"""The sentences a paper would write."""

from lackmus.core.findings import Findings, findings, sentences
from lackmus.core.scores import Score


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
    assert (found.uncounted, found.small) == (1, 1)


def test_the_threshold_is_a_choice() -> None:
    """Below 75 % there is more to say."""
    assert names(findings(ROWS, threshold=75), "below") == ["Idiom", "So-so"]


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
