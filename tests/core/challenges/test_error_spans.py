"""Errors marked in texts: where they stand, and how much of them a metric finds."""

from dataclasses import replace

import polars as pl
import pytest

from lackmus.core.base.choices import By, Testing
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.error_spans import (
    SPANS,
    ErrorSpan,
    fits,
    marked,
    parts,
    penalty,
    placed,
    unmarked,
)
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.core.challenges.ranking import MetricRanking, RankingChoices, narrowed, rank
from lackmus.tables.challenges.kinds import spans_table
from lackmus.tables.challenges.ranking_values import ranking_values
from tests.core.rankings import challenge_of, metric_of


@pytest.mark.parametrize(
    "annotated, plain, spans",
    [
        ("the <v>young</v> man", "the young man", [(4, 9)]),
        ("<v>a</v> b <v>c</v>", "a b c", [(0, 1), (4, 5)]),
        ("gone<v></v>.", "gone.", [(4, 4)]),  # something is missing
        ("plain", "plain", []),
    ],
)
def test_marks(annotated: str, plain: str, spans: list[tuple[int, int]]) -> None:
    """Marks become numbers of characters, and come back."""
    text, found = unmarked(annotated) or ("", ())
    assert (text, [(one.start, one.end) for one in found]) == (plain, spans)
    assert marked(plain, found) == annotated


@pytest.mark.parametrize("broken", ["<v>a", "a</v>", "<v>a <v>b</v></v>"])
def test_marks_that_do_not_pair_up(broken: str) -> None:
    assert unmarked(broken) is None and placed(broken, "a") is None


@pytest.mark.parametrize(
    "annotated, text, found",
    [
        ("a  <v>bad</v> one", "a bad one", "bad"),  # other white space
        ("a <v> bad </v>one", "a bad one", "bad"),
        ("a <v>bad</v> two", "a bad one", None),  # another text
        ("Ö<v>ü</v>", "Öü", "ü"),
    ],
)
def test_spans_have_a_place_in_the_text(annotated: str, text: str, found: str | None) -> None:
    spans = placed(annotated, text)
    assert (None if spans is None else [text[one.start : one.end] for one in spans]) == (found and [found])


def test_overlapping_spans_are_one() -> None:
    spans = (ErrorSpan(4, 8), ErrorSpan(6, 9, "major"), ErrorSpan(0, 2))
    assert marked("ab cdefghij", spans) == "<v>ab</v> c<v>defgh</v>ij"
    assert [one.text for one in parts("ab cdefghij", spans) if one.wrong] == ["ab", "defgh"]
    assert penalty(spans) == -7 and penalty(()) == 0
    assert fits("ab", spans[2:]) and not fits("ab", spans)


def cells(*of_tuples: str | None) -> list[list[dict[str, object]] | None]:
    """Spans written as 0-4,6-8; None for a text of which nothing is known."""
    return [
        None
        if one is None
        else [ErrorSpan(int(part[0]), int(part[2:])).values for part in one.split(",") if part]
        for one in of_tuples
    ]


def spanned(*gold: str | None) -> ChallengeSet:
    """A tuple for each; worse texts have ten characters."""
    challenge = challenge_of(*["Negation/Scope"] * 2, *["Ambiguity"] * (len(gold) - 2))
    return replace(
        challenge,
        tuples=challenge.tuples.with_columns(
            pl.lit("abcdefghij").alias("worse"), pl.Series("worse_spans", cells(*gold), dtype=SPANS)
        ),
    )


def marking(name: str, *spans: str | None) -> Scored:
    return replace(metric_of(name, "+" * len(spans)), spans=pl.Series(cells(*spans), dtype=SPANS))


def ranked(*scored: Scored) -> MetricRanking:
    return rank(spanned("0-4", "2-6", "0-10", None), scored, RankingChoices(testing=Testing(samples=200)))


SHARP = marking("sharp", "0-4", "2-6", "0-10", "0-3")
HALF = marking("half", "0-2", "4-8", "", "")
MUTE = metric_of("mute", "++++")


def test_precision_recall_and_f1_over_characters() -> None:
    """Half marks 6 characters, 4 of them right, of the 18 wrong ones; tuples without gold do not count."""
    found = ranked(HALF, SHARP, MUTE).spans
    assert found is not None and found.metrics == ("sharp", "half") and found.unlocated == 1
    half = found.whole.tallies["half"]
    assert (half.shared, half.given, half.gold, half.n) == (4, 6, 18, 3)
    assert (half.precision, half.recall, half.f1) == pytest.approx((200 / 3, 400 / 18, 100 / 3))
    assert half.exact == 0
    sharp = found.whole.tallies["sharp"]
    assert (sharp.precision, sharp.recall, sharp.f1, sharp.exact) == (100, 100, 100, 1)
    assert found.whole.best == ("sharp",) and found.whole.intervals["sharp"] == (100, 100)
    assert [(row.category, row.phenomenon, row.n) for row in found.rows] == [
        ("Ambiguity", None, 1),
        ("Ambiguity", "Ambiguity", 1),
        ("Negation", None, 2),
        ("Negation", "Scope", 2),
    ]
    assert found.rows[0].tallies["half"].precision is None  # nothing is marked there


def test_no_spans_no_ranking() -> None:
    assert rank(challenge_of("A"), [metric_of("m", "+")]).spans is None
    assert ranked(MUTE).spans is None
    assert rank(challenge_of("A"), [marking("m", "0-1")]).spans is None
    assert "spans:" not in ranked(MUTE).signature
    assert "|spans:characters-micro|" in ranked(SHARP).signature


def test_a_metric_with_spans_of_some_is_not_the_best() -> None:
    found = ranked(SHARP, HALF, marking("part", "0-4", None, None, None)).spans
    assert found is not None
    assert found.whole.tallies["part"].f1 == 100 and found.whole.best == ("sharp",)


def test_parts_of_a_challenge_keep_their_spans() -> None:
    challenge, scored = narrowed(
        spanned("0-4", "2-6", "0-1"), [marking("m", "0-4", "", "")], None, ("Negation",)
    )
    found = rank(challenge, scored).spans
    assert found is not None and found.whole.n == 2
    assert (found.whole.tallies["m"].given, found.whole.tallies["m"].gold) == (4, 8)


def test_what_readers_see() -> None:
    table = spans_table(ranked(SHARP, HALF), By.PHENOMENON)
    assert [row.cells[0].value for row in table.rows][-3:] == ["All tuples", "sharp", "half"]
    assert any("1 tuple has no gold spans" in note for note in table.notes)
    told = ranking_values(ranked(SHARP, HALF))["spans"]
    assert told["all"]["metrics"]["half"]["recall"] == pytest.approx(400 / 18)
    assert ranking_values(ranked(MUTE))["spans"] is None
    assert MetricInfo("m").threshold is None
