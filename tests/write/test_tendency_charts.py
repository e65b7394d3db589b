"""Charts of contrasts: every share is the study's, every name is there, and no two labels overlap."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise

import altair as alt
import pytest

from lackmus.core.base.choices import TendencyTable
from lackmus.core.contrasts.shares import Tendencies, tendencies
from lackmus.core.contrasts.study import Overall
from lackmus.errors import NoAnswerError
from lackmus.tables.contrasts.share_values import tendency_values
from lackmus.tables.contrasts.shares import lead, tendency_tables
from lackmus.tables.table import Report
from lackmus.write.charts import ENDINGS, TendencyKind, Theme, render, report_charts, tendency_chart
from lackmus.write.charts.drawing import INKS, framed
from lackmus.write.charts.labelled_points import LabelledPoint, placed
from lackmus.write.charts.page_charts import tendency_texts
from lackmus.write.charts.scatter import STEPS, Point, scatter, span_of
from lackmus.write.reports import html
from lackmus.write.reports import json as json_writer
from tests.studied import FINITE, small_study
from tests.tallied import PHENOMENA, SYSTEMS, real_life, study_by_lot, tallied_study
from tests.write.test_charts import LONG, NASTY, Shape, Words, overlaps, shapes_of, words_of

MANY = [*PHENOMENA, *(f"EN structure number {number} → CS counterpart of it" for number in range(7))]


@cache
def small() -> Tendencies:
    return tendencies(small_study())


@cache
def real() -> Tendencies:
    return tendencies(real_life())


@cache
def large() -> Tendencies:
    systems = [*LONG, *(f"System-{number}" for number in range(26))]
    return tendencies(study_by_lot(systems, MANY, ("refA", "refB"), "refA", size=20))


@cache
def least() -> Tendencies:
    """Two systems, one contrast."""
    return tendencies(
        tallied_study({FINITE: {"A": (3, 1, 0), "B": (1, 3, 2)}}, scores=[Overall("X", {"A": 1.0})])
    )


def drawn(
    kind: TendencyKind, found: Tendencies, theme: Theme = Theme.LIGHT, **labels: str
) -> tuple[str, list[Words]]:
    svg = render(tendency_chart(kind, found, labels, theme), ".svg").decode()
    return svg, words_of(svg)


def texts(shown: list[Words]) -> list[str]:
    return [word.text for word in shown]


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("kind", TendencyKind)
def test_no_two_texts_overlap(kind: TendencyKind, theme: Theme) -> None:
    """However many systems and contrasts there are, and whatever they are called."""
    for found in (least(), small(), real(), large()):
        assert overlaps(drawn(kind, found, theme)[1]) == []


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("kind", TendencyKind)
def test_every_kind_as_every_file(kind: TendencyKind, ending: str) -> None:
    """As a reader of the format would recognise it."""
    content = render(tendency_chart(kind, small()), ending)
    assert content.startswith({".svg": b"<svg", ".png": b"\x89PNG\r\n", ".pdf": b"%PDF-"}[ending])


@pytest.mark.parametrize("kind", TendencyKind)
def test_it_is_vega_lite(kind: TendencyKind) -> None:
    """Altair's look at every part is skipped, so here is one at the whole."""
    assert alt.Chart.from_dict(tendency_chart(kind, real()).to_dict(validate=True), validate=True)


# --- small panels


@pytest.mark.parametrize("kind", [TendencyKind.SYSTEMS, TendencyKind.CONTRASTS])
def test_panels_say_what_the_table_says(kind: TendencyKind) -> None:
    """All shares of the leading set, the best of each contrast in bold."""
    found = real()
    numbers = [word for word in drawn(kind, found)[1] if re.fullmatch(r"\d+\.\d", word.text)]
    shares = [found.leading.tally(one, who).share for one in found.phenomena for who in found.everybody]
    assert sorted(word.text for word in numbers) == sorted(f"{share:.1f}" for share in shares)
    best = [
        f"{found.leading.tally(one, who).share:.1f}"
        for one in found.phenomena
        for who in found.leading.best(one)
    ]
    assert sorted(word.text for word in numbers if word.bold) == sorted(best)


def titles(shown: list[Words]) -> str:
    """What stands bold above the panels, panel by panel."""
    bold = [word.text for word in shown if word.bold and word.size < 12]
    return " ".join(text for text in bold if not re.fullmatch(r"\d+\.\d", text)).replace("\u00a0", " ")


def test_a_panel_for_each_system() -> None:
    """By their means, which stand in the titles; references last; contrasts at the left of every line."""
    found = real()
    _, shown = drawn(TendencyKind.SYSTEMS, found, refC="second")
    told = titles(shown)
    expected = [f"{system} {found.leading.means[system]:.1f} %" for system in found.systems]
    expected += [
        "refB (selecting reference) 100.0 %",
        f"second (reference) {found.leading.means['refC']:.1f} %",
    ]
    places = [told.index(title) for title in expected]
    assert places == sorted(places)
    assert texts(shown).count(PHENOMENA[0]) == 3  # twelve panels in three lines


def test_a_panel_for_each_contrast() -> None:
    """With the mean over systems in its title; references stand below the systems, at a distance."""
    found = real()
    _, shown = drawn(TendencyKind.CONTRASTS, found)
    told = titles(shown)
    for phenomenon in PHENOMENA:
        assert f"{phenomenon} {found.leading.mean_over(phenomenon, found.systems):.1f} %" in told
    rows = [*found.systems, "refB (selecting reference)", "refC (reference)"]
    there = sorted((word for word in shown if word.text in rows), key=lambda word: word.y)
    assert texts(there) == rows
    steps = [round(low.y - high.y, 3) for high, low in pairwise(there)]
    assert [step > steps[0] for step in steps] == [
        place == len(found.systems) - 1 for place in range(len(steps))
    ]


def test_bars_are_as_long_as_their_shares() -> None:
    """From 0 to 100; those of references are hollow."""
    svg, _ = drawn(TendencyKind.CONTRASTS, small())
    lengths = sorted(round(box[2] / 1.16, 3) for _, box in bars_of(svg))
    shares = [small().leading.tally(FINITE, who).share or 0 for who in small().everybody]
    assert lengths == sorted(round(share, 3) for share in shares)
    hollow = INKS[Theme.LIGHT].hollow
    assert sum(shape.attributes.get("fill", "") == hollow for shape, _ in bars_of(svg)) == 2


def bars_of(svg: str) -> list[tuple[Shape, tuple[float, float, float, float]]]:
    """Return the bars: what is as high as one, and has a colour of bars."""
    ink = INKS[Theme.LIGHT]
    return [
        (shape, box)
        for shape in shapes_of(svg)
        if (box := shape.box) and box[3] < 12 and shape.attributes.get("fill", "") in (ink.passed, ink.hollow)
    ]


def bars_with_diamonds(svg: str) -> list[tuple[float, float]]:
    """Return the share of each bar and the mean at which its diamond stands, both in percent.

    A diamond belongs to the bar on whose height it stands, in the panel that begins left of it.
    """
    bars = [(left, top + high / 2, wide) for _, (left, top, wide, high) in bars_of(svg)]
    marks = [
        shape.middle for shape in shapes_of(svg) if shape.attributes.get("fill") == INKS[Theme.LIGHT].failed
    ]
    found = []
    for x, y in marks:
        (bar,) = (one for one in bars if abs(one[1] - y) < 0.01 and 0 <= x - one[0] <= 116.001)
        found.append((round(bar[2] / 1.16, 2), round((x - bar[0]) / 1.16, 2)))
    assert len(found) == len(bars)
    return found


@pytest.mark.parametrize("found", [real, large])
@pytest.mark.parametrize("kind", [TendencyKind.SYSTEMS, TendencyKind.CONTRASTS])
def test_a_diamond_at_every_bar(kind: TendencyKind, found: Callable[[], Tendencies]) -> None:
    """By systems the contrast's mean over all systems, by contrasts the system's own mean over contrasts."""
    panel, systems = found().leading, found().systems
    over = {one: panel.mean_over(one, systems) or 0.0 for one in found().phenomena}
    expected = [
        (panel.tally(one, who).share or 0.0, over[one] if kind is TendencyKind.SYSTEMS else panel.means[who])
        for one in found().phenomena
        for who in found().everybody
    ]
    pairs = bars_with_diamonds(drawn(kind, found())[0])
    assert sorted(pairs) == sorted((round(share, 2), round(mean, 2)) for share, mean in expected)


@pytest.mark.parametrize(
    "kind, means",
    [
        (TendencyKind.SYSTEMS, {80.0: 50.0, 20.0: 50.0, 75.0: 60.0, 45.0: 60.0}),
        (TendencyKind.CONTRASTS, {80.0: 77.5, 20.0: 32.5, 75.0: 77.5, 45.0: 32.5}),
    ],
)
def test_where_diamonds_stand(kind: TendencyKind, means: dict[float, float]) -> None:
    """A has 80 and 75 percent in two contrasts, B 20 and 45; where nothing is known, there is neither."""
    counts = {FINITE: {"A": (8, 2, 0), "B": (2, 8, 0)}, "Other": {"A": (15, 5, 0), "B": (9, 11, 0)}}
    blank = {"Blank": {"A": (0, 0, 3), "B": (0, 0, 3)}}
    assert dict(bars_with_diamonds(drawn(kind, tendencies(tallied_study(counts | blank)))[0])) == means


@pytest.mark.parametrize(
    "kind, said",
    [
        (TendencyKind.SYSTEMS, "Diamond: the mean of that contrast over all systems."),
        (TendencyKind.CONTRASTS, "Diamond: that system's own mean over all contrasts."),
    ],
)
def test_the_legend_says_what_a_diamond_is(kind: TendencyKind, said: str) -> None:
    """In the picture, and in the words for whoever cannot see it."""
    assert said in " ".join(texts(drawn(kind, small())[1]))
    _, words = tendency_texts(small(), {"Linde": "L"})[kind]
    diamonds = {
        TendencyKind.SYSTEMS: f"Diamonds, the means of contrasts over all systems: {FINITE} 55.6 %.",
        TendencyKind.CONTRASTS: "Diamonds, each one's own mean over all contrasts: L 75.0 %, Ahorn 66.7 %, ",
    }
    assert diamonds[kind] in words


def test_the_second_set_is_a_line() -> None:
    """Beside the refined set the pre-selected one is seen; where there is none, nothing is said of lines."""
    svg, shown = drawn(TendencyKind.CONTRASTS, real())
    assert "Upright line: the share of 614 pre-selected keywords." in " ".join(texts(shown))
    ticks = len(PHENOMENA) * (len(SYSTEMS) + 1)  # not of the reference that selected
    assert sum(box[2] == pytest.approx(1.4) for shape in shapes_of(svg) if (box := shape.box)) == ticks
    assert "Upright" not in " ".join(texts(drawn(TendencyKind.CONTRASTS, small())[1]))


@pytest.mark.parametrize("kind", TendencyKind)
def test_every_picture_says_that_it_shows_a_tendency(kind: TendencyKind) -> None:
    """A picture may be all that somebody sees."""
    for theme in Theme:
        assert "a tendency, not a count of errors" in " ".join(texts(drawn(kind, real(), theme)[1]))


def test_a_share_that_nobody_knows() -> None:
    """A dash and no bar; without any share there is no picture."""
    study = tallied_study({FINITE: {"A": (1, 1, 0), "B": (0, 0, 2)}})
    assert "–" in texts(drawn(TendencyKind.CONTRASTS, tendencies(study))[1])
    nothing = tendencies(tallied_study({FINITE: {"A": (0, 0, 2)}}))
    for kind in (TendencyKind.SYSTEMS, TendencyKind.CONTRASTS):
        with pytest.raises(NoAnswerError, match="no share of Good to draw"):
            tendency_chart(kind, nothing)


# --- correlation


def test_a_point_for_each_system() -> None:
    """Named, with rho, interval and p above it; a panel for each score."""
    labels = {"Online-W": "W"}
    told = texts(words_of(render(tendency_chart(TendencyKind.CORRELATION, real(), labels), ".svg").decode()))
    assert told.count("Online-A") == told.count("W") == 3
    assert "Online-W" not in told
    assert "refC" not in told
    heads = [text for text in told if "ρ = " in text]
    assert [head.partition(":")[0] for head in heads] == ["BLEU", "chrF", "TER"]
    assert all("95 % interval" in head and "p = " in head and "10 systems" in head for head in heads)
    assert {"BLEU", "chrF", "TER (lower is better)"} <= {*told}


def test_points_stand_where_their_numbers_are() -> None:
    """On axes that run over round numbers around all of them."""
    shares = {"A": (20, 80, 0), "B": (60, 40, 0), "C": (40, 60, 0)}
    study = tallied_study({FINITE: shares}, scores=[Overall("X", {"A": 10.0, "B": 30.0, "C": 20.0})])
    svg, _ = drawn(TendencyKind.CORRELATION, tendencies(study))
    found = re.findall(r'<path[^>]*transform="translate\(([-\d.]+),([-\d.]+)\)"[^>]*fill="#006aa8"', svg)
    x, y = span_of([10, 30]), span_of([20, 60])
    expected = [
        (560 * x.part(score), 280 * (1 - y.part(share))) for share, score in ((20, 10), (60, 30), (40, 20))
    ]
    places = sorted((float(across), float(down)) for across, down in found)
    assert [round(end, 3) for place in places for end in place] == [
        round(end, 3) for place in sorted(expected) for end in place
    ]


@pytest.mark.parametrize(
    "values, within, ends, numbers",
    [
        ([16.2, 26.6], None, (14, 28), ["14", "16", "18", "20", "22", "24", "26", "28"]),
        ([-0.42, 0.3], None, (-0.6, 0.4), ["−0.6", "−0.4", "−0.2", "0.0", "0.2", "0.4"]),
        ([96.0, 99.9], (0.0, 100.0), (95, 100), ["95", "96", "97", "98", "99", "100"]),
        ([0.5, 0.5], None, None, None),
        ([5.0], None, None, None),
        ([0.0], (0.0, 100.0), None, None),
        ([100.0], (0.0, 100.0), None, None),
        ([12345.0, 98765.0], None, None, None),
    ],
)
def test_round_numbers_on_axes(
    values: list[float],
    within: tuple[float, float] | None,
    ends: tuple[float, float] | None,
    numbers: list[str] | None,
) -> None:
    """All values lie between the ends, and every tick is a number that can be read."""
    span = span_of(values, within)
    assert span.low < span.high
    assert all(span.low <= value <= span.high for value in values)
    assert ends is None or ends == pytest.approx((span.low, span.high))
    ink = INKS[Theme.LIGHT]
    points = [Point("", value, value) for value in values]
    drawing = scatter(points, span, span, 280.0, alt.Axis(title=None, tickCount=STEPS), [""], ink)
    told = [word.text for word in words_of(render(framed(drawing, "T", "F", "S", 600, ink), ".svg").decode())]
    numbers_seen = [text for text in told if re.fullmatch(r"[−\d.,]+", text)]
    assert 2 <= len({*numbers_seen}) <= 12
    assert numbers is None or [*dict.fromkeys(numbers_seen)] == numbers


def test_no_rho_is_drawn_with_its_reason() -> None:
    """Points are points, also where there are too few."""
    told = " ".join(texts(drawn(TendencyKind.CORRELATION, least())[1]))
    assert "X: no ρ: only 1 of at least 3 systems have both" in told
    with pytest.raises(NoAnswerError, match="nothing to draw"):
        tendency_chart(TendencyKind.CORRELATION, tendencies(replace(small_study(), scores=())))


def test_lines_run_through_no_label_where_there_is_room() -> None:
    """Labels are near their marks where they can be; a crowd is spread around."""
    row = [LabelledPoint(f"name {number}", 100.0 + 30 * number, 100.0) for number in range(6)]
    found = placed(row, 280.0)
    assert all(abs(one.middle - 100) < 60 for one in found)
    (alone,) = placed([LabelledPoint("alone", 100.0, 100.0)], 280.0)
    assert (alone.left, alone.middle, alone.far) == (112.0, 100.0, False)


# --- whatever they are called, and wherever they go


@pytest.mark.parametrize("kind", TendencyKind)
def test_names_are_text(kind: TendencyKind) -> None:
    """Names of systems, contrasts and scores come from users."""
    counts = {phenomenon: dict.fromkeys(NASTY, (3, 1, 0)) for phenomenon in NASTY[:3]}
    scores = [Overall(NASTY[0], {name: float(place) for place, name in enumerate(NASTY)})]
    svg, shown = drawn(kind, tendencies(tallied_study(counts, scores=scores)))
    assert "<b>" not in svg
    told = " ".join(texts(shown))
    assert all(name.replace("\n", "\\n") in told for name in NASTY)


def test_a_page_shows_the_three_charts_and_says_them_in_words() -> None:
    """Below the tables, in the colours of the page."""
    found = real()
    report = Report("Contrasts", tuple(tendency_tables(found, list(TendencyTable))), found, lead(found))
    charts = report_charts(report)
    assert [title for title, _, _ in charts] == [
        "Share of Good by system",
        "Share of Good by contrast",
        "Mean share of Good and overall scores",
    ]
    page = html.write(report)
    assert page.count("<svg") == 3
    assert page.count("A contrast shows a tendency") == 1
    assert page.index("A contrast shows a tendency") < page.index("<table")


def test_the_words_of_charts() -> None:
    """Means, ends, and correlations."""
    told = tendency_texts(small(), {"Linde": "L"})
    assert (
        "Mean shares: L 75.0 %, Ahorn 66.7 %, Birke 25.0 %. References: human 100.0 %, second 66.7 %."
        in (told[TendencyKind.SYSTEMS][1])
    )
    contrasts = told[TendencyKind.CONTRASTS][1]
    assert f"{FINITE}: mean 55.6 %, highest L (75.0 %), lowest Birke (25.0 %)." in contrasts
    assert "zu-infinitive: nothing is known." in contrasts
    assert (
        "BLEU: ρ = 1.00 (no interval: all resamples agree), p = 0.333, 3 systems."
        in (told[TendencyKind.CORRELATION][1])
    )
    nothing = tendencies(tallied_study({FINITE: {"A": (0, 0, 2)}}))
    assert tendency_texts(nothing, {}) == {}


def test_json_holds_the_study_itself() -> None:
    """All that is known, unless tables were asked for by name."""
    found, labels = small(), {"Linde": "L"}
    tables = tendency_tables(found, [TendencyTable.SYSTEMS], labels)
    report = Report("Study", tuple(tables), found, labels=labels)
    assert json.loads(json_writer.write(report)) == json.loads(json.dumps(tendency_values(found, labels)))
    assert "tables" in json.loads(json_writer.write(replace(report, chosen=True)))


# --- very many systems


@cache
def crowd(systems: int) -> Tendencies:
    """Systems of two contrasts with an overall score each."""
    names = [f"System-{number:02}" for number in range(systems)]
    study = study_by_lot(names, PHENOMENA[:2], ("refA", "refB"), "refA", size=20)
    scores = (Overall("X", {name: 0.5 + number for number, name in enumerate(names)}),)
    return tendencies(replace(study, scores=scores))


@pytest.mark.parametrize("systems", [40, 41])
@pytest.mark.parametrize(
    "kind, short",
    [
        (TendencyKind.SYSTEMS, "The first 15 and the last 15 of 41 systems, in their order; 11 are not"),
        (TendencyKind.CONTRASTS, "The first 15 and the last 15 of 41 systems, in their order; 11 are not"),
        (TendencyKind.CORRELATION, "The 15 highest and the 15 lowest of 41 systems have their names."),
    ],
)
def test_charts_of_very_many_systems(kind: TendencyKind, short: str, systems: int) -> None:
    """Up to 40 systems each has its name; of more those at the ends, and the chart says so."""
    found = crowd(systems)
    shown = drawn(kind, found)[1]
    told = " ".join(texts(shown))
    assert overlaps(shown) == []
    assert (short in told) is (systems == 41)
    assert sum(name in told for name in found.systems) == (40 if systems == 40 else 30)
    if kind is not TendencyKind.CORRELATION:
        assert "refA" in told and "refB" in told


def test_means_count_all_of_very_many() -> None:
    """The mean of a contrast is that of the study, whoever is shown."""
    found = crowd(41)
    told = titles(drawn(TendencyKind.CONTRASTS, found)[1])
    for phenomenon in found.phenomena:
        assert f"{found.leading.mean_over(phenomenon, found.systems):.1f} %" in told
