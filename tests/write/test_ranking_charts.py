"""Charts of metrics: every number is the ranking's, every name is there, and no two labels overlap."""

import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

import polars as pl
import pytest

from lackmus.core.challenges.challenge import TUPLES, ChallengeSet
from lackmus.core.challenges.metrics import GROUPS, MetricInfo, Scored
from lackmus.core.challenges.ranking import MetricRanking, rank
from lackmus.core.verdicts.accuracies import Average
from lackmus.errors import NoAnswerError
from lackmus.tables.challenges.chart_texts import metrics_text, sorted_rows, sorted_text, speed_text
from lackmus.tables.challenges.ranking import metrics_table, ranking_table
from lackmus.tables.challenges.ranking_values import ranking_values
from lackmus.tables.table import Report
from lackmus.write.charts import RankingKind, Theme, ranking_chart, render, report_charts
from lackmus.write.charts.labelled_points import LabelledPoint, placed
from lackmus.write.reports import html
from lackmus.write.reports import json as json_writer
from lackmus.write.text_widths import width
from tests.write.test_charts import LONG, NASTY, Words, overlaps, words_of

TUPLES_EACH = 4


def challenge_of(phenomena: int, categories: int, pair: str = "de-en") -> ChallengeSet:
    """Some tuples for each phenomenon, with texts of their own."""
    rows = [
        (
            f"{number}-{turn}", f"{pair}:{number}", pair, f"Category {number % categories}",
            f"Phenomenon with number {number}", f"source {number} {turn}", "reference", "better", "worse",
            "", "", "",
        )
        for number in range(phenomena)
        for turn in range(TUPLES_EACH)
    ]  # fmt: skip
    return ChallengeSet("drawn", pl.DataFrame(rows, schema=TUPLES.schema, orient="row"), "seed:1")


def scored(
    challenge: ChallengeSet, name: str, group: str, rate: float | None = None, skill: float = 0.7
) -> Scored:
    """A metric that prefers the better text by lot, and knows how fast it was or does not."""
    lot = random.Random(name)
    better = [float(lot.random() < skill) for _ in range(challenge.tuples.height)]
    worse = pl.Series([0.5] * len(better))
    timed = {} if rate is None else {"seconds": 100 / rate, "computed": 100}
    return Scored(MetricInfo(name, group=group), pl.Series(better), worse, **timed)  # type: ignore[arg-type]


def ranked(
    phenomena: int, categories: int, metrics: Sequence[str], groups: int = 3, pair: str = "de-en"
) -> MetricRanking:
    challenge = challenge_of(phenomena, categories, pair)
    given = [
        scored(challenge, name, GROUPS[place % groups], 10.0 ** (place % 5 - 1), 0.35 + place % 7 / 10)
        for place, name in enumerate(metrics)
    ]
    return rank(challenge, given)


@cache
def small() -> MetricRanking:
    return ranked(6, 3, ["BLEU", "chrF", "Ahorn", "Birke"])


@cache
def large() -> MetricRanking:
    return ranked(100, 14, [*LONG, *(f"metric-{number}" for number in range(21))])


def drawn(
    kind: RankingKind, *rankings: MetricRanking, theme: Theme = Theme.LIGHT, **labels: str
) -> tuple[str, list[Words]]:
    svg = render(ranking_chart(kind, rankings, labels, theme), ".svg").decode()
    return svg, words_of(svg)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("kind", RankingKind)
def test_no_two_texts_overlap(kind: RankingKind, theme: Theme) -> None:
    """However many metrics, phenomena and categories there are, and whatever they are called."""
    for ranking in (small(), large()):
        assert overlaps(drawn(kind, ranking, theme=theme)[1]) == []


# --- sorted phenomena


@pytest.mark.parametrize("ranking", [small, large])
def test_phenomena_from_the_hardest_to_the_easiest(ranking: Callable[[], MetricRanking]) -> None:
    """Their names stand upright below the dots, in the order of their means over metrics."""
    one = ranking()
    shown = sorted(
        (word for word in drawn(RankingKind.SORTED, one)[1] if word.angle), key=lambda word: word.x
    )
    assert [word.text for word in shown] == [row.phenomenon for row in sorted_rows(one)]
    means = [row.average or 0.0 for row in sorted_rows(one)]
    assert all(low <= high for low, high in pairwise(means))


def test_a_panel_for_each_language_pair() -> None:
    """One below the other, each with its pair, its tuples and its phenomena."""
    other = ranked(9, 3, ["BLEU", "chrF"], pair="en-de")
    said = [word for word in drawn(RankingKind.SORTED, small(), other)[1] if "tuples," in word.text]
    assert [word.text for word in said] == [
        "de-en: 24 tuples, 6 phenomena, 4 metrics",
        "en-de: 36 tuples, 9 phenomena, 2 metrics",
    ]
    assert said[0].y < said[1].y


def test_dots_stand_where_their_numbers_are() -> None:
    """Dots above the line of guessing and diamonds below it, at the height of their means."""
    svg, _ = drawn(RankingKind.SORTED, small())
    found = re.findall(r'<path[^>]*transform="translate\(([\d.]+),([\d.]+)\)"[^>]*fill="(#\w+)"', svg)
    dots = sorted((float(x), float(y), fill) for x, y, fill in found)
    means = [row.average or 0.0 for row in sorted_rows(small())]
    assert [round(100 - 100 * y / 240, 3) for _, y, _ in dots] == [round(mean, 3) for mean in means]
    assert [fill == "#e3832f" for _, _, fill in dots] == [mean < 50 for mean in means]
    assert any(mean < 50 for mean in means)
    assert not all(mean < 50 for mean in means)


def test_too_many_phenomena_for_names() -> None:
    """Then the axis says what runs along it, and nothing is unreadable."""
    _, shown = drawn(RankingKind.SORTED, ranked(140, 5, ["BLEU", "chrF"]))
    assert not any(word.angle for word in shown)
    assert any(word.text == "phenomena, from the hardest to the easiest" for word in shown)


def test_no_phenomenon_has_enough_tuples() -> None:
    """There is nothing to draw, and that is said."""
    empty = replace(small(), rows=tuple(small().categories))
    with pytest.raises(NoAnswerError, match="nothing to draw"):
        ranking_chart(RankingKind.SORTED, [empty])


# --- metrics × categories


@pytest.mark.parametrize(
    "ranking, turned, several",
    [
        (small, True, True),
        (large, True, True),
        (lambda: ranked(8, 8, ["A", "B"]), False, False),  # no group has several metrics
    ],
)
def test_the_heat_map_says_what_the_table_says(
    ranking: Callable[[], MetricRanking], turned: bool, several: bool
) -> None:
    """All numbers, the best of each group in bold, the best of all framed; the longer side runs down."""
    one = ranking()
    svg, shown = drawn(RankingKind.HEATMAP, one)
    table = ranking_table(one)
    cells = [cell for row in table.rows for cell in row.cells[2:]]
    numbers = [word for word in shown if re.fullmatch(r"\d+\.\d", word.text)]
    assert sorted(word.text for word in numbers) == sorted(f"{cell.value:.1f}" for cell in cells)
    bold = sorted(f"{cell.value:.1f}" for cell in cells if table.bold(cell))
    assert sorted(word.text for word in numbers if word.bold) == bold
    assert svg.count('stroke-opacity="0.65"') == sum(table.grey(cell) for cell in cells)
    facts = " ".join(word.text for word in shown)
    assert ("Bold with a dot: among the significantly best of its group; framed: among" in facts) is several
    assert (
        f"Bold with a dot: among the significantly best of the {'column' if turned else 'row'}." in facts
    ) is not several
    place = {word.text: (word.x, word.y) for word in shown}
    assert {*one.members} <= {*place}
    first, last = (place[name] for name in (next(iter(one.members)), [*one.members][-1]))
    assert (first[0] == last[0]) is turned  # beside the rows, or below the columns
    assert (first[1] == last[1]) is not turned


def test_one_group_needs_no_name() -> None:
    """Nor frames: the best of it are the best of all."""
    alone = ranked(6, 3, ["BLEU", "chrF"], groups=1)
    svg, shown = drawn(RankingKind.HEATMAP, alone)
    assert 'stroke-opacity="0.65"' not in svg
    assert not any(word.text == "baseline" or "framed" in word.text for word in shown)


# --- speed


def test_speed_names_every_metric_and_every_group() -> None:
    """Metrics whose speed nobody knows are named in words."""
    known, unknown = small().scored[:-1], small().scored[-1]
    one = replace(small(), scored=(*known, replace(unknown, seconds=None, computed=0)))
    _, shown = drawn(RankingKind.SPEED, one, BLEU="Short")
    texts = [word.text for word in shown]
    assert {*one.metrics} - {unknown.about.name, "BLEU"} <= {*texts}
    assert "Short" in texts
    assert {one.groups[metric.about.name] for metric in known} <= {*texts}
    assert f"Speed not known: {unknown.about.name}." in " ".join(texts)


def test_faster_is_farther_right_and_better_is_higher() -> None:
    """A mark is where its numbers are, on axes from the power of ten below to that above."""
    challenge = challenge_of(10, 2)
    given = [scored(challenge, "slow", "a", 10.0, 1.0), scored(challenge, "fast", "b", 1000.0, 0.0)]
    svg, shown = drawn(RankingKind.SPEED, rank(challenge, given))
    assert {"10", "100", "1,000"} <= {word.text for word in shown}
    marks = re.findall(r'<path[^>]*transform="translate\(([-\d.]+),([-\d.]+)\)"[^>]*fill="(#\w+)"', svg)
    places = {(round(float(x)), round(float(y))) for x, y, _ in marks}
    assert {(0, 0), (560, 340)} <= places  # 10 a second and always right; 1,000 a second and never


def test_no_speed_is_known() -> None:
    """Scores that were read from files do not tell."""
    challenge = challenge_of(2, 1)
    with pytest.raises(NoAnswerError, match="not known"):
        ranking_chart(RankingKind.SPEED, [rank(challenge, [scored(challenge, "BLEU", "baseline")])])


@pytest.mark.parametrize("seed", range(5))
def test_labels_keep_their_distance(seed: int) -> None:
    """Even where many metrics are equally fast and equally good."""
    lot = random.Random(seed)
    points = [
        LabelledPoint(f"metric number {number}", 560 * lot.random() ** 3, 340 * lot.random())
        for number in range(30)
    ] + [LabelledPoint(f"same {number}", 300.0, 100.0) for number in range(6)]
    boxes = [
        (one.left, one.middle - 6, one.left + width(one.spot.name, 11.0), one.middle + 6)
        for one in placed(points, 340.0)
    ]
    for place, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0 <= top
        assert bottom <= 340
        for other in boxes[place + 1 :]:
            assert left >= other[2] or other[0] >= right or top >= other[3] or other[1] >= bottom


# --- very many metrics


@pytest.mark.parametrize("groups", [1, 3])
@pytest.mark.parametrize("metrics", [40, 41])
@pytest.mark.parametrize(
    "kind, short",
    [
        (RankingKind.SORTED, None),
        (RankingKind.HEATMAP, "The first 15 and the last 15 of 41 metrics, in their order; 11 are not shown"),
        (RankingKind.SPEED, "The 15 highest and the 15 lowest of 41 metrics have their names."),
    ],
)
def test_charts_of_very_many_metrics(kind: RankingKind, short: str | None, metrics: int, groups: int) -> None:
    """Up to 40 metrics each has its name; of more those at the ends, and the chart says so."""
    one = ranked(6, 3, [f"metric-{number:02}" for number in range(metrics)], groups)
    shown = drawn(kind, one)[1]
    texts = [word.text for word in shown]
    assert overlaps(shown) == []
    if short:
        assert (short in " ".join(texts)) is (metrics == 41)
        assert len({*texts} & {*one.metrics}) == (40 if metrics == 40 else 30)


def test_all_metrics_have_their_marks() -> None:
    """Those without names are small."""
    one = ranked(6, 3, [f"metric-{number:02}" for number in range(41)], groups=1)
    svg = drawn(RankingKind.SPEED, one)[0]
    marks = re.findall(r'<path[^>]*transform="translate\([-\d.]+,[-\d.]+\)"[^>]*fill="#\w+"', svg)
    assert len(marks) == 41


# --- whatever they are called, and wherever they go


@pytest.mark.parametrize("kind", RankingKind)
def test_names_are_text(kind: RankingKind) -> None:
    """Names of metrics and groups come from users."""
    challenge = challenge_of(4, 2)
    given = [scored(challenge, name, NASTY[place % 2], 10.0) for place, name in enumerate(NASTY)]
    svg, shown = drawn(kind, rank(challenge, given))
    assert "<b>" not in svg
    texts = " ".join(word.text for word in shown)
    assert kind is RankingKind.SORTED or all(name.replace("\n", "\\n") in texts for name in NASTY)


def test_the_order_of_files_changes_nothing() -> None:
    """The same picture, byte by byte."""
    challenge = challenge_of(6, 3)
    given = [scored(challenge, name, "baseline", 10.0) for name in ("A", "B", "C")]
    one, other = rank(challenge, given), rank(challenge, given[::-1])
    for kind in RankingKind:
        assert drawn(kind, one)[0] == drawn(kind, other)[0]


def test_a_page_shows_both_charts_and_says_them_in_words() -> None:
    """The heat map and the sorted phenomena, beside the tables."""
    report = Report("Ranking", (ranking_table(small()), metrics_table(small())), small())
    titles = [title for title, _, _ in report_charts(report)]
    assert titles == ["Accuracy of metrics by phenomenon", "Accuracy of metrics by category"]
    page = html.write(report)
    assert page.count("<svg") == 2
    assert "light-dark(" in page  # drawn for the colours of the page


def test_the_words_name_the_ends() -> None:
    """Hardest first; most and least accurate; fastest and slowest."""
    hardest, micro = sorted_rows(small())[0], small().averages[Average.MICRO].accuracy
    assert f"Hardest: {hardest.phenomenon} ({hardest.average:.1f} %)" in sorted_text([small()])
    best = max(micro, key=micro.__getitem__)
    assert f"to Best one ({micro[best]:.1f} %)" in metrics_text(small(), {best: "Best one"})
    assert "Fastest: Birke (100 segments a second" in speed_text(small(), {})
    assert "slowest: BLEU (0.1 segments a second" in speed_text(small(), {})


def test_json_holds_the_ranking_itself() -> None:
    """All that is known, unless tables were asked for by name."""
    report = Report("Ranking", (ranking_table(small()),), small(), labels={"BLEU": "B"})
    assert json.loads(json_writer.write(report)) == json.loads(
        json.dumps(ranking_values(small(), {"BLEU": "B"}))
    )
    assert "tables" in json.loads(json_writer.write(replace(report, chosen=True)))
