"""Charts: every number is the evaluation's, every name is there, and no two labels overlap."""

import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import altair as alt
import pytest
from altair.utils import schemapi
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from lackmus.core.base.choices import Choices
from lackmus.core.outputs.outputs import outputs_of
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate
from lackmus.core.verdicts.similarity import likeness
from lackmus.core.verdicts.trend import CampaignTrend, checkpoints, trend
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.read import hand_ins_of, read_suite
from lackmus.tables.table import Report
from lackmus.write.charts import ENDINGS, ChartKind, Theme, chart, render, report_charts
from lackmus.write.charts.cells import ACCURACY, ACCURACY_ON_BLACK, LIKENESS, LIKENESS_ON_BLACK, ColourScale
from lackmus.write.charts.drawing import INKS
from lackmus.write.charts.text_widths import shortened, spread, wrapped
from lackmus.write.text_widths import width
from tests.core.campaigns import outputs_of_signs, suite_of

SVG = "{http://www.w3.org/2000/svg}"
SMALL = suite_of("Ambiguity/Lexical", "Ambiguity/Structural", "Negation/Negation", items=4)
NASTY = ["<b>&amp;</b>", "B \"quoted\" & 'so'", "C\nbroken", "D 😀", "Überläufer", "Переводчик"]
LONG = [f"A system whose name is longer than any column could ever be, run {n}" for n in range(4)]


def evaluated(suite: Suite = SMALL, **systems: str) -> SuiteEvaluation:
    return evaluate(suite, outputs_of_signs(suite, **systems))


@cache
def small() -> SuiteEvaluation:
    return evaluated(A="++++--+++++?", B="+-+-+-+-+++-", C="++------+-+-")


def drawn_by_lot(systems: Sequence[str], categories: int, phenomena: int, seed: int = 1) -> SuiteEvaluation:
    """As many systems, categories and phenomena as somebody may have, some with open warnings."""
    lot = random.Random(seed)
    names = [f"Category number {n % categories}/A phenomenon with number {n}" for n in range(phenomena)]
    suite = suite_of(*names, items=3)
    skill = {system: lot.uniform(0.4, 0.99) for system in systems}
    sure = {item.key: lot.random() < 0.7 for item in suite.items}
    signs = {
        system: "".join(
            "?" if not sure[item.key] and lot.random() < 0.2 else "+" if lot.random() < skill[system] else "-"
            for item in suite.items
        )
        for system in systems
    }
    return evaluated(suite, **signs)


def many(count: int) -> list[str]:
    """Names of systems, short and long."""
    return (
        [*LONG, *(f"System-{n}" for n in range(count))][:count] if count > 4 else ["A", "Bee", "Cee", LONG[0]]
    )


@pytest.fixture(scope="module")
def large() -> dict[int, SuiteEvaluation]:
    return {count: drawn_by_lot(many(count), 14, 120) for count in (4, 30)}


@pytest.fixture(scope="module")
def followed(large: dict[int, SuiteEvaluation]) -> dict[int, CampaignTrend]:
    """Everybody came back; in the smaller one a system is new."""
    before = {4: drawn_by_lot(["A", "Bee", "Old"], 14, 120, 2), 30: drawn_by_lot(many(30), 14, 120, 3)}
    between = drawn_by_lot(["Bee", "System-9"], 14, 120, 4)
    return {
        count: trend({"2024": before[count], "Between, general": between, "2026": large[count]}, Choices())
        for count in (4, 30)
    }


# --- what a picture says -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Words:
    """A line of text where it stands."""

    text: str
    x: float
    y: float
    angle: float
    size: float
    anchor: str
    bold: bool
    fill: str

    @property
    def corners(self) -> list[tuple[float, float]]:
        """A box around the letters; a little smaller than the line, for letters seldom fill it."""
        wide = width(self.text, self.size, self.bold) * 0.97
        left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[self.anchor]
        turn = math.radians(self.angle)
        box = [(left, -0.62), (left + wide, -0.62), (left + wide, 0.1), (left, 0.1)]
        return [
            (
                self.x + along * math.cos(turn) - high * self.size * math.sin(turn),
                self.y + along * math.sin(turn) + high * self.size * math.cos(turn),
            )
            for along, high in box
        ]


def words_of(svg: str) -> list[Words]:
    """Every line of text in a picture."""
    return list(_words(ElementTree.fromstring(svg), 0.0, 0.0))


def _words(node: ElementTree.Element, x: float, y: float) -> Iterator[Words]:
    moved = node.get("transform", "")
    angle = 0.0
    if found := re.search(r"translate\(([-\d.e]+),([-\d.e]+)\)", moved):
        x, y = x + float(found[1]), y + float(found[2])
    if found := re.search(r"rotate\(([-\d.]+)", moved):
        angle = float(found[1])
    if node.tag == f"{SVG}text":
        assert node.get("font-size", "").endswith("px")
        common = {
            "size": float(node.get("font-size", "0px")[:-2]),
            "anchor": node.get("text-anchor", "start"),
            "bold": node.get("font-weight") == "bold",
            "fill": node.get("fill", ""),
        }
        below = 0.0
        for line in list(node) or [node]:
            below += float(line.get("dy", 0))
            yield Words(line.text or "", x, y + below, angle, **common)  # type: ignore[arg-type]
        return
    for child in node:
        yield from _words(child, x, y)


@dataclass(frozen=True)
class Shape:
    """A path of a picture: its own attributes, and how far its group is moved."""

    x: float
    y: float
    attributes: Mapping[str, str]

    @property
    def middle(self) -> tuple[float, float]:
        """Where a symbol stands."""
        found = re.match(r"translate\(([-\d.e]+),([-\d.e]+)\)", self.attributes.get("transform", ""))
        assert found
        return self.x + float(found[1]), self.y + float(found[2])

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """Left, top, width and height of a rectangle."""
        path = r"M([-\d.e]+),([-\d.e]+)h([\d.e]+)v([\d.e]+)h-[\d.e]+Z"
        if not (found := re.fullmatch(path, self.attributes.get("d", ""))):
            return None
        left, top, wide, high = map(float, found.groups())
        return self.x + left, self.y + top, wide, high


def shapes_of(svg: str) -> list[Shape]:
    """Every path of a picture."""
    return list(_shapes(ElementTree.fromstring(svg), 0.0, 0.0))


def _shapes(node: ElementTree.Element, x: float, y: float) -> Iterator[Shape]:
    if node.tag == f"{SVG}path":
        yield Shape(x, y, node.attrib)
    elif found := re.search(r"translate\(([-\d.e]+),([-\d.e]+)\)", node.get("transform", "")):
        x, y = x + float(found[1]), y + float(found[2])
    for child in node:
        yield from _shapes(child, x, y)


def overlaps(words: Sequence[Words]) -> list[tuple[str, str]]:
    """Pairs of texts whose boxes meet."""
    boxes = sorted(
        ((one.corners, one) for one in words if one.text), key=lambda box: min(y for _, y in box[0])
    )
    found = []
    for place, (box, one) in enumerate(boxes):
        lowest = max(y for _, y in box)
        for other_box, other in boxes[place + 1 :]:
            if min(y for _, y in other_box) >= lowest:
                break
            if _meet(box, other_box):
                found.append((one.text, other.text))
    return found


def _meet(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
    """Two rectangles are apart if they are so in the direction of one of their sides."""
    for (ax, ay), (bx, by) in (side for box in (one, other) for side in (box[:2], box[1:3])):
        dx, dy = bx - ax, by - ay
        mine = [x * dx + y * dy for x, y in one]
        yours = [x * dx + y * dy for x, y in other]
        if max(mine) <= min(yours) or max(yours) <= min(mine):
            return False
    return True


def svg_of(
    kind: ChartKind, answer: SuiteEvaluation | CampaignTrend, theme: Theme = Theme.LIGHT, **labels: str
) -> str:
    return render(chart(kind, answer, labels, theme), ".svg").decode()


@cache
def small_svg(kind: ChartKind, theme: Theme = Theme.LIGHT) -> str:
    return svg_of(kind, small(), theme)


def texts_of(svg: str) -> list[str]:
    return [one.text for one in words_of(svg)]


EVALUATION_KINDS = [kind for kind in ChartKind if kind not in (ChartKind.TREND, ChartKind.CHECKPOINTS)]


def answer_for(
    kind: ChartKind, evaluation: SuiteEvaluation, followed: CampaignTrend
) -> SuiteEvaluation | CampaignTrend:
    """What the chart draws."""
    if kind is ChartKind.CHECKPOINTS:
        return checkpoints(evaluation, evaluation.systems, Choices())
    return followed if kind is ChartKind.TREND else evaluation


# --- every kind, every ending --------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("kind", ChartKind)
def test_every_kind_as_every_file(kind: ChartKind, ending: str, followed: dict[int, CampaignTrend]) -> None:
    """As a reader of the format would recognise it."""
    content = render(chart(kind, answer_for(kind, small(), followed[4])), ending)
    assert content.startswith({".svg": b"<svg", ".png": b"\x89PNG\r\n", ".pdf": b"%PDF-"}[ending])
    if ending == ".svg":
        root = ElementTree.fromstring(content)
        assert root.get("viewBox")
        bare = content.decode().replace("http://www.w3.org/2000/svg", "")
        assert "http" not in bare.replace("http://www.w3.org/1999/xlink", "")


@pytest.mark.parametrize("kind", ChartKind)
def test_it_is_vega_lite(kind: ChartKind, followed: dict[int, CampaignTrend]) -> None:
    """Altair's look at every part is skipped, so here is one at the whole; nothing stays switched off."""
    assert schemapi.DEBUG_MODE
    drawn = chart(kind, answer_for(kind, small(), followed[4]))
    assert schemapi.DEBUG_MODE
    assert alt.Chart.from_dict(drawn.to_dict(validate=True), validate=True)


@pytest.mark.parametrize("ending", ["", ".gif", ".htm"])
def test_other_endings_are_refused(ending: str) -> None:
    """With the ones there are."""
    with pytest.raises(LackmusError, match=r"Use \.svg, \.png, \.pdf"):
        render(chart(ChartKind.VERDICTS, small()), ending)


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.PAGE])
@pytest.mark.parametrize("kind", EVALUATION_KINDS)
def test_titles_facts_and_signature(kind: ChartKind, theme: Theme) -> None:
    """The signature is wrapped, never cut; a page has a title and a signature of its own."""
    evaluation = small()
    texts = texts_of(small_svg(kind, theme))
    assert "11 items" in " ".join(texts)  # one of twelve is open
    assert (evaluation.signature in "".join(texts)) is (theme is not Theme.PAGE)


# --- labels --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [4, 30])
@pytest.mark.parametrize(
    "kind, theme", [*((kind, Theme.LIGHT) for kind in ChartKind), (ChartKind.PHENOMENA, Theme.PAGE)]
)
def test_labels_never_overlap(
    kind: ChartKind,
    count: int,
    theme: Theme,
    large: dict[int, SuiteEvaluation],
    followed: dict[int, CampaignTrend],
) -> None:
    """With 14 categories, 120 phenomena and names of any length; nothing stands outside the picture."""
    svg = svg_of(kind, answer_for(kind, large[count], followed[count]), theme)
    words = words_of(svg)
    assert overlaps(words) == []
    root = ElementTree.fromstring(svg)
    wide, high = (float(size) for size in root.get("viewBox", "").split()[2:])
    for one in words:
        assert all(-2 <= x <= wide + 2 and -2 <= y <= high + 2 for x, y in one.corners), one
    sizes = {one.size for one in words}
    assert min(sizes) >= 9


def test_an_overlap_is_seen() -> None:
    """The test above can fail."""
    text = '<text transform="translate({},0) rotate({})" font-size="11px">Word</text>'

    def found(*texts: str) -> int:
        return len(overlaps(words_of(f'<svg xmlns="{SVG[1:-1]}">{"".join(texts)}</svg>')))

    assert found(text.format(0, 0), text.format(10, 0)) == 1
    assert found(text.format(0, 0), text.format(40, 0)) == 0
    assert found(text.format(0, -45), text.format(8, -45)) == 1
    assert found(text.format(0, -45), text.format(30, -45)) == 0


def test_every_phenomenon_and_every_system_has_its_label(large: dict[int, SuiteEvaluation]) -> None:
    """Once; long names are shortened, and differ."""
    phenomena = texts_of(svg_of(ChartKind.PHENOMENA, large[30]))
    for row in large[30].phenomena:
        assert phenomena.count(row.phenomenon or "") == (1 if row.n else 0)
    systems = texts_of(svg_of(ChartKind.VERDICTS, large[30]))
    assert all(systems.count(f"System-{n}") == 1 for n in range(26))
    assert len({text for text in systems if "…" in text}) == len(LONG)


@pytest.mark.parametrize("kind", EVALUATION_KINDS)
def test_names_are_data(kind: ChartKind) -> None:
    """Whatever a name contains, it is shown and does nothing else."""
    suite = suite_of(*(f"{name}/{name} phenomenon" for name in ("<i>Ä", 'a & "b"', "日本語 😀")), items=4)
    signs = ["++++++++++++", "+-++-+++-+++", "++--++--++--", "+-+-+-+-+-+-", "+-----------", "++++----++++"]
    svg = svg_of(kind, evaluated(suite, **dict(zip(NASTY, signs, strict=True))))
    texts = texts_of(svg)
    shown = [name.replace("\n", "\\n") for name in NASTY]
    if kind is ChartKind.PHENOMENA:
        shown = [f"{name} phenomenon" for name in ("<i>Ä", 'a & "b"', "日本語 😀")]
    for name in shown:
        assert name in texts
    assert "<b>" not in svg and "<i>" not in svg


def test_labels_replace_names() -> None:
    """Short labels wherever a system is named."""
    for kind in (ChartKind.HEATMAP, ChartKind.VERDICTS, ChartKind.AGREEMENT):
        texts = texts_of(svg_of(kind, small(), A="Ahorn"))
        assert "Ahorn" in texts and "A" not in texts


def test_one_name_in_two_categories() -> None:
    """The category tells two phenomena apart."""
    suite = suite_of("Verbs/Negation", "Nouns/Negation", "Nouns/Number", items=2)
    texts = texts_of(svg_of(ChartKind.PHENOMENA, evaluated(suite, A="++++++", B="+-+-+-")))
    assert {"Negation (Verbs)", "Negation (Nouns)", "Number"} <= set(texts)


# --- numbers -------------------------------------------------------------------------------------------


def test_the_heat_map_shows_the_table() -> None:
    """Every accuracy and average as in the table, in bold where a system is among the best."""
    suite = suite_of("Ambiguity", "Negation", "Punctuation", items=4)
    evaluation = evaluated(suite, A="++++--+++++?", B="+-+-+-+-+++-", C="-------+-+--")
    rows = [*evaluation.categories, *evaluation.averages.values()]
    words = [
        one for one in words_of(svg_of(ChartKind.HEATMAP, evaluation)) if re.fullmatch(r"[\d.]+", one.text)
    ]
    lines: dict[float, list[Words]] = {}
    for one in sorted(words, key=lambda one: (one.y, one.x)):
        lines.setdefault(round(one.y), []).append(one)
    assert [[one.text for one in line] for line in lines.values()] == [
        [*(f"{row.accuracy[system]:.1f}" for system in evaluation.systems), f"{row.average:.1f}"]
        for row in rows
    ]
    for row, line in zip(rows, lines.values(), strict=True):
        assert [one.bold for one in line[:-1]] == [system in row.best for system in evaluation.systems]


@pytest.mark.parametrize("systems, run_down", [({"A": "+" * 12, "B": "-" * 12}, False), ({}, True)])
def test_what_there_is_more_of_runs_down(systems: dict[str, str], run_down: bool) -> None:
    """Two systems and two categories, and three systems: the page is higher than wide."""
    svg = svg_of(ChartKind.HEATMAP, evaluated(SMALL, **systems)) if systems else small_svg(ChartKind.HEATMAP)
    words = {one.text: one for one in words_of(svg)}
    assert (words["A"].y != words["B"].y) is run_down


@pytest.mark.parametrize("systems", [1, 3])
def test_a_long_category_keeps_its_size(systems: int) -> None:
    """Whether it names a row or a column: a name is shortened, a number is not."""
    suite = suite_of(*(f"A category with a name longer than any room for it {n}" for n in range(2)), items=4)
    signs = dict(zip("ABC"[:systems], ["++++++++", "+-+-+-+-", "--------"], strict=False))
    texts = texts_of(svg_of(ChartKind.HEATMAP, evaluated(suite, **signs)))
    named = [text for text in texts if text.startswith("A category")]
    assert len(set(named)) == 2
    assert all("…" in text and text.endswith(" (4)") for text in named)


def test_a_row_without_items_is_blank() -> None:
    """Shown, with its n = 0 and no number."""
    texts = texts_of(svg_of(ChartKind.HEATMAP, evaluated(A="++++++++????", B="+-+-+-+-++++")))
    assert "Negation (0)" in texts
    assert sum(bool(re.fullmatch(r"\d+\.\d", text)) for text in texts) == 4 * 3  # 1 category, 3 averages


def test_verdicts_add_up() -> None:
    """The bounds and the warnings of the evaluation, over all items."""
    evaluation = small()
    texts = texts_of(small_svg(ChartKind.VERDICTS))
    assert texts.count("8.3") == 1  # one of A's twelve texts is open
    for system in evaluation.systems:
        assert f"{evaluation.bounds.low[system]:.1f}" in texts
        assert f"{100 - evaluation.bounds.high[system]:.1f}" in texts


def test_phenomena_are_sorted() -> None:
    """The hardest first, each with its mean where it belongs."""
    evaluation = small()
    svg = small_svg(ChartKind.PHENOMENA)
    order = sorted(evaluation.phenomena, key=lambda row: row.average or 0)
    places = {one.text: one.y for one in words_of(svg)}
    assert sorted((row.phenomenon or "" for row in order), key=places.__getitem__) == [
        row.phenomenon for row in order
    ]
    ink = INKS[Theme.LIGHT].passed
    means = re.findall(rf'<path [^>]*translate\(([\d.]+),[\d.]+\)[^>]*fill="{ink}"', svg)
    assert [float(place) / 4 for place in means] == pytest.approx([row.average for row in order])


def test_agreement_shows_every_pair_once() -> None:
    """As counted by likeness."""
    evaluation = small()
    texts = texts_of(small_svg(ChartKind.AGREEMENT))
    alike = likeness(evaluation.verdicts, evaluation.systems)
    numbers = sorted(f"{alike[pair]:.0f}" for pair in alike if pair[0] < pair[1])
    assert sorted(text for text in texts if re.fullmatch(r"\d+", text)) == numbers


def test_a_trend_labels_every_line(followed: dict[int, CampaignTrend]) -> None:
    """The last accuracy of each system, and by how much it changed since it first was there."""
    one = followed[4]
    row = one.averages[Average.MICRO]
    texts = texts_of(svg_of(ChartKind.TREND, one))
    assert {"2024", "Between, general", "2026"} <= set(texts)
    change = row.difference("A", "2024", "2026")
    assert change is not None
    label = f"{row.accuracy['2026', 'A']:.1f} A ({change:+.1f})".replace("-", "−")
    assert label in [" ".join(text.split()) for text in texts]
    assert f"{row.average['2026']:.1f} Average" in " ".join(" ".join(texts).split())
    assert "Old" not in " ".join(texts)  # a dot, but no label


def test_checkpoints_have_a_line_for_every_category() -> None:
    """Their last accuracy and that of the averages, and by how much it changed; labels on the axis."""
    one = checkpoints(small(), ["C", "B", "A"], Choices())
    texts = [" ".join(text.split()) for text in texts_of(svg_of(ChartKind.CHECKPOINTS, one, C="step 10"))]
    assert {"step 10", "B", "A"} <= set(texts)
    assert {"75.0 Ambiguity (+50.0)", "100.0 Negation (+33.3)"} <= set(texts)
    assert "81.8 Micro-average (items) (+45.5)" in texts
    assert "Accuracy by category from step 10 to A" in texts


# --- little or nothing to draw -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ChartKind.HEATMAP, ChartKind.PHENOMENA, ChartKind.VERDICTS])
def test_one_system_alone(kind: ChartKind) -> None:
    """No cluster, no mean of one, but a chart."""
    texts = texts_of(svg_of(kind, evaluated(A="+++-+-++++-?")))
    assert any("A" in text for text in texts)
    assert "Average" not in texts and "Bold" not in " ".join(texts)


def test_one_system_alone_has_its_label() -> None:
    """The facts name it as everything else does."""
    svg = svg_of(ChartKind.PHENOMENA, evaluated(Ahorn="+-" * 6), Ahorn="Short")
    assert "Short: percent" in " ".join(texts_of(svg))
    assert "Ahorn" not in " ".join(texts_of(svg))


def test_agreement_needs_two() -> None:
    """Said in one line."""
    with pytest.raises(LackmusError, match="at least two systems"):
        chart(ChartKind.AGREEMENT, evaluated(A="+" * 12))


@pytest.mark.parametrize("kind", [ChartKind.HEATMAP, ChartKind.PHENOMENA, ChartKind.AGREEMENT])
def test_no_fair_item(kind: ChartKind) -> None:
    """The answer is no; the verdicts still show why."""
    nothing = evaluated(A="??????++++++", B="++++++??????")
    with pytest.raises(NoAnswerError, match="No item is settled for all systems"):
        chart(kind, nothing)
    assert "50.0" in texts_of(svg_of(ChartKind.VERDICTS, nothing))
    assert [title for title, *_ in report_charts(Report("", (), nothing))] == ["Verdicts by system"]


def test_nothing_in_common() -> None:
    """Campaigns without a common fair item have no trend."""
    one, other = evaluated(A="??????++++++"), evaluated(A="++++++??????")
    nothing = trend({"1": one, "2": other}, Choices())
    with pytest.raises(NoAnswerError, match="fair in all campaigns"):
        chart(ChartKind.TREND, nothing)
    assert report_charts(Report("", (), nothing)) == []
    with pytest.raises(NoAnswerError, match="settled for all checkpoints"):
        chart(ChartKind.CHECKPOINTS, checkpoints(evaluated(A="+?" * 6, B="?+" * 6), "AB", Choices()))


def test_the_right_chart_for_the_answer(followed: dict[int, CampaignTrend]) -> None:
    """A trend is no evaluation."""
    with pytest.raises(LackmusError, match="draws a trend"):
        chart(ChartKind.TREND, small())
    with pytest.raises(LackmusError, match="draws an evaluation"):
        chart(ChartKind.HEATMAP, followed[4])


# --- on a page -----------------------------------------------------------------------------------------


def test_charts_of_a_report(followed: dict[int, CampaignTrend]) -> None:
    """A title, a text that says the main thing, and an SVG that leans on nothing around it."""
    evaluation = small()
    shown = report_charts(Report("", (), evaluation, labels={"A": "Ahorn"}))
    assert [title for title, *_ in shown] == [
        "Verdicts by system", "Accuracy by phenomenon", "Agreement between systems",
    ]  # fmt: skip
    shown += report_charts(Report("", (), followed[4]))
    shown += report_charts(Report("", (), checkpoints(evaluation, "CBA", Choices())))
    assert [title for title, *_ in shown[3:]] == ["Campaigns over time", "Checkpoints by category"]
    for title, text, svg in shown:
        assert svg.startswith("<svg") and svg.endswith("</svg>")
        assert "currentColor" in svg
        assert not re.search(r' id="|url\(|href|<style|@import|@font-face', svg)
        assert re.findall(r"http[^\"]*", svg) == ["http://www.w3.org/2000/svg"]
        assert title not in texts_of(svg)
        assert text.endswith(".") and re.search(r"\d+\.\d %", text)
    passes = f"{evaluation.bounds.low['A']:.1f} % (Ahorn)"
    assert f"Passes run from {passes}" in shown[0][1]
    assert "Ahorn" in texts_of(shown[0][2])


def test_a_report_of_something_else() -> None:
    """No chart, no error."""
    assert report_charts(Report("", ())) == []


# --- colours -------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb, as accessibility guidelines define it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    "white, black",
    [(ACCURACY, ACCURACY_ON_BLACK), (LIKENESS, LIKENESS_ON_BLACK)],
    ids=["accuracy", "likeness"],
)
def test_scales_keep_their_order_in_grey(white: ColourScale, black: ColourScale) -> None:
    """The more the darker on white, and the lighter on black: the strongest stands out."""
    on_white = [luminance(colour) for colour in white.colours.values()]
    on_black = [luminance(colour) for colour in black.colours.values()]
    assert on_white == sorted(on_white, reverse=True) and on_black == sorted(on_black)
    assert contrast(white.colours[0], [*white.colours.values()][-1]) > 4
    assert contrast(INKS[Theme.DARK].ground or "", [*black.colours.values()][-1]) > 3


def test_a_scale_mixes_between_its_colours() -> None:
    """At its stops it has them, beyond its ends no others, and from another lowest value on the same."""
    scale = ColourScale({0: "#000000", 0.5: "#0b73ac", 1: "#ffffff"}, 0.4)
    shown = [scale.colour(value) for value in (-1, 0, 0.5, 1, 2)]
    assert shown == [
        "rgb(0, 0, 0)", "rgb(0, 0, 0)", "rgb(11, 115, 172)", "rgb(255, 255, 255)", "rgb(255, 255, 255)",
    ]  # fmt: skip
    assert scale.colour(0.25) == scale.from_(40).colour(55) == "rgb(6, 58, 86)"
    assert [scale.from_(40).ink(value) for value in (63, 65)] == ["#000000", "#ffffff"]


@pytest.mark.parametrize("kind", [ChartKind.HEATMAP, ChartKind.AGREEMENT])
@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
def test_numbers_are_readable_in_every_cell(
    kind: ChartKind, theme: Theme, large: dict[int, SuiteEvaluation]
) -> None:
    """Black or white, whichever can be read on the colour of the cell."""
    svg = svg_of(kind, large[30], theme)
    fills = {
        (box[0] + box[2] / 2, box[1] + box[3] / 2): "#{:02x}{:02x}{:02x}".format(*map(int, colour))
        for shape in shapes_of(svg)
        if (box := shape.box) and (colour := re.findall(r"\d+", shape.attributes.get("fill", ""))[:3])
        if shape.attributes.get("fill", "").startswith("rgb")
    }
    assert len(fills) > 400
    inks = {(one.x, one.y): one.fill for one in words_of(svg) if re.fullmatch(r"[\d.]+", one.text)}
    read = [
        contrast(colour, ink)
        for (x, y), colour in fills.items()
        for (left, below), ink in inks.items()
        if abs(left - x) < 0.6 and abs(below - y) < 6
    ]
    assert len(read) >= len(fills)
    assert min(read) > 4.5  # WCAG AA


@pytest.mark.parametrize("kind", [ChartKind.HEATMAP, ChartKind.AGREEMENT])
def test_a_page_chooses_the_colours_of_its_ground(kind: ChartKind) -> None:
    """Cells and numbers are those of the light file on white, and those of the dark file on black."""
    on_page = re.findall(
        r'fill="light-dark\((rgb\([^)]*\)|#\w+), (rgb\([^)]*\)|#\w+)\)"', small_svg(kind, Theme.PAGE)
    )
    light, dark = ({pair[side] for pair in on_page} for side in (0, 1))
    assert "#ffffff" in dark and len(light) > 2 and len(dark) > 2
    for theme, used in ((Theme.LIGHT, light), (Theme.DARK, dark)):
        svg = small_svg(kind, theme)
        assert all(f'fill="{colour}"' in svg for colour in used)


@pytest.mark.parametrize("theme", Theme)
def test_pass_and_fail_differ_in_grey_and_from_their_ground(theme: Theme) -> None:
    """On white, on a dark slide, and, for a page, on both."""
    ink = INKS[theme]
    assert contrast(ink.passed, ink.failed) > 1.4
    for ground in [ink.ground] if ink.ground else ["#ffffff", "#111111"]:
        assert contrast(ink.passed, ground) > 3
        assert contrast(ink.failed, ground) > 2.6
        assert contrast(ink.quiet, ground) > 4.1


# --- lettering -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names, shown",
    [
        (["short", "also short"], ["short", "also short"]),
        (["a name that is too long"], ["a name that is…"]),
        (["the same beginning one", "the same beginning two"], ["the sam…ing one", "the sam…ing two"]),
        (["x" * 30 + "y" * 30, "x" * 31 + "y" * 29], ["xxxxxxx…yyyyyyy", "xxxxxxx…yyyyyyy (2)"]),
        (["twice", "twice"], ["twice", "twice (2)"]),
        (["bad\udcffname", "two\nlines"], ["bad\\udcffname", "two\\nlines"]),
    ],
)
def test_long_names_are_shortened_and_differ(names: list[str], shown: list[str]) -> None:
    """The beginning, else both ends, else a number."""
    assert shortened(names, 15) == shown


@given(st.lists(st.text(max_size=40), max_size=8), st.integers(4, 40))
def test_names_always_differ(names: list[str], room: int) -> None:
    """However little room there is."""
    shown = shortened(names, room)
    assert len(set(shown)) == len(names)
    for name in shown:
        name.encode()


@given(st.text(max_size=200), st.integers(8, 80))
def test_nothing_is_lost_in_wrapping(text: str, room: int) -> None:
    """Only white space at the ends of lines, and no line is too wide."""
    text = " ".join(text.split())
    lines = wrapped(text, room)
    whole = "".join("".join(lines).split())
    assert whole == "".join(wrapped(text, 10**9)[0].split()) if lines else not text.strip()
    assert all(cell_len(line) <= room for line in lines if len(line) > 1)


@pytest.mark.parametrize(
    "places, spread_out",
    [
        ([], []),
        ([50], [50]),
        ([50, 20], [50, 20]),
        ([50, 50], [45, 55]),
        ([0, 0, 0], [0, 10, 20]),
        ([100, 99], [100, 90]),
        ([40, 45, 52, 90], [36, 46, 56, 90]),
    ],
)
def test_labels_keep_their_distance(places: list[float], spread_out: list[float]) -> None:
    """As near to their place as they can be."""
    assert spread(places, 10, 0, 100) == pytest.approx(spread_out, abs=0.5)


@given(st.lists(st.floats(0, 300), max_size=20))
def test_spreading_keeps_order_and_bounds(places: list[float]) -> None:
    """A gap between any two, nobody overtakes, nobody leaves."""
    found = spread(places, 15, 0, 300)
    ordered = sorted(found)
    assert all(high - low > 14.99 for low, high in pairwise(ordered))
    assert all(-0.01 <= place <= 300.01 for place in found)
    for (one, place), (other, wanted) in pairwise(sorted(zip(places, found, strict=True))):
        assert place < wanted or one == other


# --- published data ------------------------------------------------------------------------------------


@pytest.mark.real_data
def test_eighteen_systems_of_wmt21(real_data: Path) -> None:
    """Real names, 105 phenomena, no overlap."""
    suite = read_suite(real_data / "dfki" / "de-en" / "items.json")
    hand_ins = hand_ins_of(suite, [str(real_data / "wmt21" / "de-en")])
    evaluation = evaluate(suite, outputs_of(hand_ins))
    for kind in EVALUATION_KINDS:
        words = words_of(svg_of(kind, evaluation))
        assert overlaps(words) == []
    assert "Modal negated - pluperfect" in texts_of(svg_of(ChartKind.PHENOMENA, evaluation))


@pytest.mark.parametrize(
    "kind", [ChartKind.HEATMAP, ChartKind.VERDICTS, ChartKind.PHENOMENA, ChartKind.AGREEMENT]
)
@pytest.mark.parametrize("systems", [40, 41])
def test_charts_of_very_many_systems(kind: ChartKind, systems: int) -> None:
    """Up to 40 systems each is shown; of more the ends, or groups, and the chart says so without overlaps."""
    evaluation = drawn_by_lot(many(systems), categories=3, phenomena=6)
    svg = render(chart(kind, evaluation), ".svg").decode()
    said = " ".join(one.text for one in words_of(svg))
    expected = {
        ChartKind.HEATMAP: "11 are not shown",
        ChartKind.VERDICTS: "11 are not shown",
        ChartKind.AGREEMENT: "41 systems in 30 groups",
    }
    assert (expected.get(kind, "never") in said) is (systems == 41 and kind in expected)
    assert not overlaps(words_of(svg))


@pytest.mark.parametrize("systems", [40, 41])
def test_a_trend_of_very_many_systems(systems: int) -> None:
    """Up to 40 systems each has its line; of more the 15 best and the 15 last of the latest campaign have."""
    names = [f"System-{number:02}" for number in range(systems)]
    one = trend({"2025": drawn_by_lot(names, 3, 6, 1), "2026": drawn_by_lot(names, 3, 6, 2)}, Choices())
    words = words_of(svg_of(ChartKind.TREND, one))
    said = " ".join(word.text for word in words)
    drawn = [name for name in names if f"{name} (" in said]
    assert len(drawn) == (40 if systems == 40 else 30)
    assert ("The first 15 and the last 15 of 41 systems, in their order; 11 are not" in said) is (
        systems == 41
    )
    assert overlaps(words) == []
    row = one.averages[Average.MICRO]
    reached = {name: row.accuracy["2026", name] for name in names}
    hidden = [reached[name] for name in names if name not in drawn]
    assert all(not min(hidden) < reached[name] < max(hidden) for name in drawn if hidden)
    assert f"{row.average['2026']:.1f}  Average" in said  # of all systems


@pytest.mark.parametrize("systems", [40, 41, 300])
def test_very_many_checkpoints(systems: int) -> None:
    """Of more than 40 checkpoints only some have their names below the lines."""
    names = [f"step-{number:03}" for number in range(systems)]
    svg = svg_of(ChartKind.CHECKPOINTS, checkpoints(drawn_by_lot(names, 3, 6), names, Choices()))
    words = words_of(svg)
    named = [word.text for word in words if word.text in set(names)]
    assert overlaps(words) == []
    assert named[0] == names[0] and named[-1] == names[-1]
    assert (len(named) == systems) is (systems == 40)
