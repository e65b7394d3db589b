"""Edit distance and length ratio, counted by hand."""

import pytest

from lackmus.core.challenges.metrics import BASELINE
from lackmus.metrics import Segment, open_metric


@pytest.mark.parametrize(
    "unit, reference, hypothesis, distance",
    [
        ("character", "He sits.", "He sits.", 0),
        ("character", "He sits.", "She sits.", 2 / 8),  # one letter new, one replaced
        ("character", "It rains.", "", 1),
        ("character", "", "Rain", 4),  # as if the reference had one character
        ("character", "", "", 0),
        ("character", "Äpfel", "Apfel", 1 / 5),
        ("character", "No", "Not at all", 8 / 2),  # a distance has no upper end
        ("word", "It rains today", "Today it rains", 3 / 3),
        ("word", "It rains  today", "It snows today", 1 / 3),
        ("word", "   ", "", 0),
    ],
)
def test_edit_distance(unit: str, reference: str, hypothesis: str, distance: float) -> None:
    """For each character or word of the reference."""
    metric = open_metric("edit-distance", {"unit": unit})
    assert metric.score([Segment("", reference, hypothesis)]) == [distance]
    about = metric.about("edits")
    assert (about.higher, about.usual_group) == (False, BASELINE)
    assert about.signature == f"levenshtein/reference|unit:{unit}"


@pytest.mark.parametrize(
    "unit, reference, hypothesis, ratio",
    [
        ("character", "He sits.", "She sits.", 8 / 9),
        ("character", "She sits.", "He sits.", 8 / 9),
        ("character", "It rains.", "So what?!", 1),  # nothing but the length counts
        ("character", "It rains.", "", 0),
        ("character", "", "It rains.", 0),
        ("character", "", "", 1),
        ("word", "It rains.", "It is raining.", 2 / 3),
        ("word", "", "  ", 1),
    ],
)
def test_length_ratio(unit: str, reference: str, hypothesis: str, ratio: float) -> None:
    """The shorter through the longer."""
    metric = open_metric("length-ratio", {"unit": unit})
    assert metric.score([Segment("", reference, hypothesis)]) == [ratio]
    assert metric.about("length").higher


def test_what_is_counted_is_part_of_what_they_are() -> None:
    """Scores of characters and of words are kept apart, and so are those of the two metrics."""
    kept = [
        open_metric(name, {"unit": unit}).identity()
        for name in ("edit-distance", "length-ratio")
        for unit in ("character", "word")
    ]
    assert all(one != other for place, one in enumerate(kept) for other in kept[:place])
