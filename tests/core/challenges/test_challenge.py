"""Challenges and their segments: what a metric scores, once each, and where the tuples find the scores."""

from dataclasses import replace

import polars as pl
import pytest

from lackmus.core.challenges.challenge import ERROR_FREE, KIND, TUPLES, ChallengeSet

ROWS = [
    ("Es regnet.", "It is raining.", "It rains.", "It is snowing."),
    ("Es regnet.", "It is raining.", "It rains.", "He rains."),
    ("Es regnet.", "It is raining.", "Rain is falling.", "It is snowing."),
    ("Es schneit.", "Snow is falling.", "It is snowing.", "It rains."),
]


def challenge_of(rows: list[tuple[str, str, str, str]], pair: str = "de-en") -> ChallengeSet:
    """Tuples of source, reference, better and worse."""
    frame = pl.DataFrame(
        rows, schema=dict.fromkeys(("source", "reference", "better", "worse"), pl.String), orient="row"
    )
    numbers = [str(n) for n in range(len(rows))]
    known = {"tuple": numbers, "item": numbers, "pair": [pair] * len(rows)}
    rest = [name for name in TUPLES if name not in frame.columns and name not in known]
    named = [pl.Series(name, values, pl.String) for name, values in known.items()]
    return ChallengeSet("rain", frame.with_columns(*named, *(pl.lit("").alias(name) for name in rest)))


def test_segments_are_scored_once() -> None:
    """A text that stands in several tuples of a source and reference is one segment."""
    segments = challenge_of(ROWS).segments
    triples = list(zip(segments.source, segments.reference, segments.hypothesis, strict=True))
    assert len(segments) == len(triples) == len(set(triples)) == 6
    assert set(triples) == {(row[0], row[1], text) for row in ROWS for text in row[2:]}


@pytest.mark.parametrize("side", ["better", "worse"])
def test_every_tuple_finds_its_segments(side: str) -> None:
    """Places lead back to the very texts, with their own source and reference."""
    challenge = challenge_of(ROWS)
    segments = challenge.segments
    for place, row in zip(getattr(segments, side), challenge.tuples.iter_rows(named=True), strict=True):
        found = (segments.source[place], segments.reference[place], segments.hypothesis[place])
        assert found == (row["source"], row["reference"], row[side])


@pytest.mark.parametrize(
    "about, texts, worse", [({}, ["It rains.", ""], [1]), ({KIND: ERROR_FREE}, ["It rains."], [None])]
)
def test_a_blank_text_is_scored_in_pairs(
    about: dict[str, str], texts: list[str], worse: list[int | None]
) -> None:
    """A system may have written nothing; only the blank side of a single text is none."""
    challenge = replace(challenge_of([("Es regnet.", "It is raining.", "It rains.", "")]), about=about)
    segments = challenge.segments
    assert (segments.hypothesis, segments.better.to_list(), segments.worse.to_list()) == (texts, [0], worse)


def test_no_tuples_no_segments() -> None:
    """An empty challenge is one, too."""
    challenge = challenge_of([])
    assert len(challenge.segments) == 0
    assert challenge.pairs == []


def test_a_challenge_keeps_its_promise() -> None:
    """Columns are checked at the border, and others left out."""
    with pytest.raises(TypeError, match="better"):
        ChallengeSet("odd", challenge_of(ROWS).tuples.drop("better"))
    more = challenge_of(ROWS).tuples.with_columns(pl.lit(1).alias("more"))
    assert ChallengeSet("odd", more).tuples.columns == list(TUPLES)
