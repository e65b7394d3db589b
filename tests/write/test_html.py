"""One HTML file that can be sent by mail."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from lackmus import __version__
from lackmus.core.base.choices import By, Choices, Intervals, Testing
from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.outputs import OUTPUTS
from lackmus.core.rules.judge import judge_text
from lackmus.core.suites.suite import Item, Kind, Phenomenon, Rule, Side, Suite
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate
from lackmus.core.verdicts.trend import trend
from lackmus.tables.table import Cell, Column, Level, Report, Row, Table, Unit
from lackmus.tables.verdicts.evaluation import accuracies_table, systems_table
from lackmus.tables.verdicts.examples import examples_table, verdicts_table
from lackmus.tables.verdicts.trend import trend_table
from lackmus.write.reports.html import write
from tests.core.campaigns import outputs_of_signs, suite_of
from tests.write.drawn import GROUPED, MARKED, TABLE, suspected

TINY = Table(
    title="Accuracies",
    columns=(
        Column("Category"),
        Column("n", Unit.COUNT),
        Column("A", Unit.PERCENT, heat=True),
        Column("B", Unit.PERCENT, heat=True),
        Column("Why"),
    ),
    rows=(
        Row((Cell("Ambiguity"), Cell(1200), Cell(100.0, best=True), Cell(0.0), Cell("unmatched 1"))),
        Row((Cell("Negation"), Cell(0), Cell(None), Cell(None), Cell(""))),
        Row((Cell("Micro"), Cell(1200), Cell(51.0, best=True), Cell(49.0), Cell(None)), Level.AVERAGE),
    ),
    signature="suite:tiny|version:none",
    notes=("In short.", "A note."),
)
NASTY = """<script>alert("x")</script> {{ 7 * 7 }} {% raw %} 'q' "q" & &amp; </td></style><!-- \u2028"""
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><text>a drawing</text></svg>'


def page(title: str, tables: Sequence[Table], lead: str = "") -> str:
    """The tables on one page."""
    return write(Report(title, tuple(tables), lead=lead))


@pytest.fixture(autouse=True)
def no_drawing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Charts take a second each and have their own tests; one test here draws them."""
    if "drawn" not in request.fixturenames:
        monkeypatch.setattr(
            "lackmus.write.charts.report_charts", lambda report: [("Chart <1>", 'a "chart"', DRAWING)]
        )


@pytest.fixture
def drawn() -> None:
    """With real charts."""


class Reader(HTMLParser):
    """Reads a page as a browser would: its tags with their attributes, its text, and its scripts."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.cells: list[str] = []
        self.scripts: list[str] = []
        self.text = ""
        self.feed(content)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in ("td", "th"):
            self.cells.append("")
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            self.scripts[-1] += data
        else:
            self.text += data
            if self.cells:
                self.cells[-1] += data

    def named(self, tag: str) -> Iterator[dict[str, str | None]]:
        return (attributes for name, attributes in self.tags if name == tag)


def body(content: str) -> str:
    return content.partition("<body>")[2]


def policy(content: str) -> str:
    metas = Reader(content).named("meta")
    return next(str(meta["content"]) for meta in metas if meta.get("http-equiv") == "Content-Security-Policy")


# ---- tables only


def test_a_page_looks_as_kept() -> None:
    """The file beside this test is the body of the page; styles may change freely."""
    kept = (Path(__file__).parent / "page.html").read_text(encoding="utf-8")
    assert body(page("Tiny", [TINY], "In short.")).replace(__version__, "VERSION") == kept


@pytest.mark.parametrize("name, brief", [("#12", True), ("Verb tense/aspect/mood", False)])
def test_short_names_take_little_room(name: str, brief: bool) -> None:
    """Numbers of changes and of rules leave their room to the texts beside them."""
    table = Table("T", (Column("Change"), Column("After")), (Row((Cell(name), Cell("a text"))),), "s")
    assert ('<table class="brief">' in page("T", [table], "")) == brief


def test_names_are_text_and_nothing_else() -> None:
    """Titles, columns, cells, notes, alarms and signatures come from files of others."""
    table = Table(NASTY, (Column(NASTY),), (Row((Cell(NASTY),)),), NASTY, (NASTY,))
    content = write(Report(NASTY, (table,), lead=f"Lead {NASTY}", suspicions=suspected(NASTY)))
    # title, heading, alarm, lead, and of the table title, column, note and signature; a cell is one line
    assert Reader(content).text.count(NASTY) == 8
    assert Reader(content).text.count(NASTY.replace("\u2028", "\\u2028")) == 1
    table = Table("t", (Column("c"),), (Row((Cell("x"),)),), "s", ("n",))
    plain = write(Report("plain", (table,), lead="lead", suspicions=suspected("A")))
    assert [tag for tag, _ in Reader(content).tags] == [tag for tag, _ in Reader(plain).tags]
    assert "<script" not in content
    assert "49" not in body(content)


def test_best_cells_and_heat() -> None:
    """The cluster is bold by its class; colours only where they mean something."""
    reader = Reader(page("T", [TABLE]))
    classes = [str(attributes.get("class")).split() for tag, attributes in reader.tags if tag in ("td", "th")]
    first = slice(7, 14)  # the row below the headings
    shown = dict(zip(map(str.strip, reader.cells[first]), classes[first], strict=True))
    assert shown == {
        "Ambiguity": ["None"],
        "1,203": ["number"],
        "100.0": ["number", "best", "heat10"],
        "66.7": ["number", "best", "heat4"],
        "12.2": ["number", "heat0"],
        "59.6": ["number"],
        "−1.2": ["number"],
    }
    assert ".best { font-weight: 700; }" in page("T", [TABLE])


def test_groups_and_their_best() -> None:
    """A line of headings over the headings, a class for the mark, and what it means in words."""
    reader = Reader(page("T", [GROUPED]))
    over = [(one["scope"], one["colspan"]) for one in reader.named("th") if "colspan" in one]
    assert over == [("colgroup", "3"), ("colgroup", "2"), ("colgroup", "1")]
    spans = [int(str(one["span"])) for one in reader.named("colgroup")]
    assert spans == [2, 3, 2, 1, 1]
    assert reader.cells[:6] == ["", "", "baseline", "reference-based", "reference-free", "\n"]
    marked = [
        (text.strip(), "best" in str(one.get("class")).split())
        for text, (_, one) in zip(
            reader.cells, [tag for tag in reader.tags if tag[0] in ("td", "th")], strict=True
        )
        if "best-of-group" in str(one.get("class")).split()
    ]
    assert marked[:4] == [("52.5", False), ("55.0", False), ("89.5", True), ("88.8", True)]
    assert (
        "Bold: among the significantly best of its group; framed: among the significantly best of the row, "
        "all groups together." in reader.text
    )
    (table,) = reader.named("table")
    assert "grouped" in str(table.get("class")).split()  # by which the style sheet tells bold from framed
    plain = body(page("T", [TABLE]))
    assert not any(
        word in plain for word in ("groups", "grouped", "framed", "colspan", "colgroup", "best-of-group")
    )


def test_the_lead_is_not_said_twice() -> None:
    """What opens the page is not repeated as the first note of a table."""
    assert Reader(page("T", [TINY], "In short.")).text.count("In short.") == 1
    assert Reader(page("T", [TINY])).text.count("In short.") == 1


def test_other_answers_are_tables_only() -> None:
    """A trend has no texts to open: its table and its chart, no script, nothing embedded."""
    suite = suite_of("Ambiguity", "Negation", items=2)
    one = trend(
        {
            year: evaluate(suite, outputs_of_signs(suite, A=signs))
            for year, signs in {"2025": "++--", "2026": "+++-"}.items()
        },
        Choices(),
    )
    content = write(Report("Trend", (trend_table(one),), one))
    assert "<script" not in content
    assert "script-src 'none';" in policy(content)
    assert content.count(DRAWING) == 1
    assert {"Average 2025", "A 2026", "A Δ", "+25.0"} <= set(map(str.strip, Reader(content).cells))


# ---- an evaluation

SUITE = suite_of("Ambiguity/Lexical", "Ambiguity/Structural", "Negation", items=2)


def report_of(evaluation: SuiteEvaluation, **more: Any) -> Report:
    tables = (accuracies_table(evaluation), systems_table(evaluation))
    return Report("Drawn", tables, evaluation, evaluation.in_short, **more)


def drawn_report(choices: Choices | None = None, **more: Any) -> Report:
    """Systems A, C and B, in this order from the best down."""
    return report_of(
        evaluate(SUITE, outputs_of_signs(SUITE, A="++++-?", B="+-+-- ", C="+++-++"), choices), **more
    )


def evaluated(suite: Suite, *outputs: tuple[str, str, str]) -> SuiteEvaluation:
    rows = [(f"de-en:{item}", system, text) for item, system, text in outputs]
    return evaluate(suite, pl.DataFrame(rows, schema=OUTPUTS.schema, orient="row"))


def embedded(content: str) -> dict[str, Any]:
    data = json.loads(Reader(content).scripts[0])
    assert isinstance(data, dict)
    return data


def test_every_text_is_there_once() -> None:
    """Items phenomenon by phenomenon, each distinct text of an item once, with all who wrote it."""
    report = drawn_report()
    assert isinstance(report.answer, SuiteEvaluation)
    verdicts = report.answer.verdicts
    data = embedded(write(report))
    texts, items = data["texts"], data["items"]
    assert data["phenomena"] == [["", 2], ["", 2], ["", 2]]
    assert items["id"] == [item.id for item in SUITE.items]
    assert items["source"] == [item.source for item in SUITE.items]
    assert items["rules"][0] == [[0, "good"], [1, "bad"]]
    found, text = set(), 0
    for item, count in zip(SUITE.items, items["texts"], strict=True):
        for _ in range(count):
            said = data["outcomes"][texts["outcome"][text]]
            found |= {
                (item.key, data["systems"][by], texts["text"][text], *(part or None for part in said))
                for by in texts["by"][text]
            }
            text += 1
    assert text == len(texts["text"]) == verdicts.select("item", "text").n_unique()
    assert found == set(verdicts.select("item", "system", "text", "verdict", "reason", "step").iter_rows())


SMILING = Suite(
    "smiling",
    (
        Item(
            Pair("de", "en"),
            "1",
            "Ambiguity",
            "Lexical",
            "Sie sprach von ihrem Mann.",
            (
                Rule(Side.POSITIVE, Kind.PATTERN, "husband's"),
                Rule(Side.NEGATIVE, Kind.PATTERN, "man"),
                Rule(Side.NEGATIVE, Kind.FIXED, "She spoke of him."),
            ),
            comment="Who is it?",
        ),
    ),
    (Phenomenon("Ambiguity", "Lexical", "A word with two readings."),),
)


@pytest.mark.parametrize(
    "text, right, wrong",
    [
        ("😀 Her husband’s.", (0, "husband’s"), None),
        ("  An  😀 old\tman. ", None, (1, "man")),
        ("Her husband's man.", (0, "husband's"), (1, "man")),
        ("She spoke of him.", None, (2, "She spoke of him.")),
        ("Her friend.", None, None),
    ],
)
def test_spans_are_those_of_the_judge(
    text: str, right: tuple[int, str] | None, wrong: tuple[int, str] | None
) -> None:
    """They count the characters of the embedded text, which is the key that was judged."""
    texts = embedded(write(report_of(evaluated(SMILING, ("1", "A", text)))))["texts"]
    judged = judge_text(SMILING.items[0], text)
    for side, hit, expected in (("right", judged.right, right), ("wrong", judged.wrong, wrong)):
        rule, start, end = (texts[f"{side}_{part}"][0] for part in ("rule", "start", "end"))
        assert (rule, start, end) == (tuple(hit) if hit else (-1, -1, -1))
        assert ((rule, texts["text"][0][start:end]) if hit else None) == expected


def test_guidelines_comments_and_missing_lines() -> None:
    """A missing line is a text of its own: none."""
    two = Suite(
        "two", (*SMILING.items, Item(Pair("de", "en"), "2", "Ambiguity", "Lexical", "Ja.")), SMILING.phenomena
    )
    data = embedded(write(report_of(evaluated(two, ("1", "A", "x"), ("2", "A", "y"), ("2", "B", "z")))))
    assert data["phenomena"] == [["A word with two readings.", 2]]
    assert data["items"]["comment"] == ["Who is it?", ""]
    missing = data["texts"]["text"].index(None)
    assert data["outcomes"][data["texts"]["outcome"][missing]] == ["warning", "missing", ""]


def test_reserved_items_stay_at_home() -> None:
    """The page is made to be sent: of a reserved item only its verdicts travel."""
    secret = Item(
        Pair("de", "en"), "s", "Ambiguity", "Lexical", "Geheim.", SMILING.items[0].rules, reserved=True
    )
    suite = Suite("half secret", (*SMILING.items, secret))
    content = write(report_of(evaluated(suite, ("1", "A", "an open man"), ("s", "A", "a secret man"))))
    assert "an open man" in content
    assert "Geheim" not in content
    assert "secret man" not in content
    data = embedded(content)
    assert data["items"]["reserved"] == [1]
    assert data["items"]["rules"][1] == []
    assert [data["outcomes"][code][0] for code in data["texts"]["outcome"]] == ["fail", "fail"]


def test_tables_of_texts_say_nothing_more() -> None:
    """Every output is in the page already, and what is reserved does not come in with another table."""
    secret = Item(
        Pair("de", "en"), "s", "Ambiguity", "Lexical", "Geheim.", SMILING.items[0].rules, reserved=True
    )
    suite = Suite("half secret", (*SMILING.items, secret))
    evaluation = evaluated(suite, ("s", "A", "a secret man"), ("s", "B", "a secret husband"))
    tables = (verdicts_table(evaluation), examples_table(evaluation))
    content = write(Report("Sent", tables, evaluation, chosen=True))
    assert tables[0].title not in content
    assert tables[1].title in content
    assert "Geheim" not in content
    assert "secret man" not in content


def test_nothing_breaks_out_of_an_evaluation() -> None:
    """Systems, labels, categories, phenomena, guidelines, sources, rules and texts come from others."""
    item = Item(
        Pair("de", "en"),
        f"1{NASTY}",
        NASTY,
        NASTY,
        f"Source {NASTY}",
        (Rule(Side.POSITIVE, Kind.FIXED, NASTY),),
        comment=NASTY,
    )
    suite = Suite("plain", (item,), (Phenomenon(NASTY, NASTY, NASTY),))
    outputs = [(item.key, NASTY, NASTY), (item.key, "B", "x</script>\u2028")]
    frame = pl.DataFrame(outputs, schema=OUTPUTS.schema, orient="row")
    content = write(
        report_of(evaluate(suite, frame), suspicions=suspected(NASTY), labels={"B": f"B {NASTY}"})
    )
    reader = Reader(content)
    assert len(reader.scripts) == 2
    assert content.count("<script") == 2
    assert content.count("</script>") == 2
    data = json.loads(reader.scripts[0])
    assert not re.search("[<>&\u2028\u2029]", reader.scripts[0])
    assert data["systems"] == [NASTY, f"B {NASTY}"]
    assert data["items"]["source"] == [f"Source {NASTY}"]
    assert data["texts"]["text"] == [" ".join(NASTY.split()), "x</script>"]
    assert "innerHTML" not in content
    assert "49" not in content.partition("<main>")[2].partition("<script")[0]


def test_only_our_own_script_may_run() -> None:
    """The policy names the digest of the script, and lets nothing be loaded."""
    content = write(drawn_report())
    digest = b64encode(sha256(Reader(content).scripts[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in policy(content)
    assert policy(content).startswith("default-src 'none';")


@pytest.mark.parametrize("content", ["tables", "evaluation"])
def test_a_page_needs_nothing_from_elsewhere(content: str) -> None:
    """It must read the same offline, in ten years."""
    written = page("Lackmus", [TABLE, TINY], "lead") if content == "tables" else write(drawn_report())
    # A name space is a name, not an address.
    written = written.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(
        r"https?:|['\"(]//[a-z]|\bsrc\s*=|\bhref\s*=\s*[\"'][^#]|url\(|@import|<link|<iframe|fetch\(|import\(",
        written,
    )
    assert '<meta charset="utf-8">' in written


def test_rows_can_be_sorted_and_linked() -> None:
    """Figures unrounded, categories in bodies of their own, averages below all, anchors of all rows."""
    report = drawn_report()
    assert isinstance(report.answer, SuiteEvaluation)
    reader = Reader(write(report))
    anchors = [attributes["id"] for attributes in reader.named("tr") if "id" in attributes]
    assert anchors == [
        "/ambiguity",
        "/ambiguity/lexical",
        "/ambiguity/structural",
        "/negation",
        "/negation/negation",
    ]
    places = [
        attributes["data-phenomenon"] for attributes in reader.named("tr") if "data-phenomenon" in attributes
    ]
    assert places == ["0", "1", "2"]
    values = [attributes["data-value"] for attributes in reader.named("td") if "data-value" in attributes]
    cells = [
        cell.value
        for row in accuracies_table(report.answer, By.PHENOMENON).rows[:5]
        for cell in row.cells[1:]
    ]
    assert [float(value) if value else None for value in values[: len(cells)]] == [
        None if value is None else pytest.approx(value, rel=1e-4) for value in cells
    ]
    tags = [tag for tag, _ in reader.tags]
    assert tags.count("tbody") == 3  # two categories and the systems
    assert tags.index("tfoot") > tags.index("tbody")


def test_names_that_differ_only_in_signs_have_their_own_anchors() -> None:
    """Phenomena called alike must not be mixed up by a link."""
    suite = suite_of("A b/C", "A-b/C", "A b/c", "/!", "/?")
    content = write(report_of(evaluate(suite, outputs_of_signs(suite, A="+++++"))))
    anchors = [attributes["id"] for attributes in Reader(content).named("tr") if "id" in attributes]
    assert len(anchors) == len(set(anchors)) == 8


def test_what_was_said_about_the_figures() -> None:
    """Alarms, lead, charts, notes, other tables, the signature: each once."""
    report = drawn_report(suspicions=suspected("A"), labels={"A": "Alpha"})
    assert isinstance(report.answer, SuiteEvaluation)
    content = write(replace(report, tables=(*report.tables, TINY)))
    text = Reader(content).text
    for said in (
        "WARNING: A looks misaligned (shifted): look",
        report.answer.in_short,
        "Chart <1>",
        "a drawing",
        *systems_table(report.answer).notes,
        "1 item does not count because of an open warning (most in: Negation 1).",
    ):
        assert text.count(said) == 1, said
    assert text.count(report.answer.signature) == 1
    assert "Alpha" in text
    assert "A note." in text


def test_intervals_stand_below_the_figures() -> None:
    """A narrow column has room for two short lines."""
    content = write(drawn_report(Choices(testing=Testing(intervals=Intervals.WILSON))))
    assert re.search(r"100\.0<small>\d+–100</small>", content)


@pytest.mark.parametrize(
    "names, upright",
    [(["A", "B"], False), (["JDExploreAcademy", "B"], True), (list("ABCDEFG"), True)],
)
def test_headings_stand_upright_where_they_would_collide(names: list[str], upright: bool) -> None:
    """Few short names stand side by side."""
    content = write(report_of(evaluate(SUITE, outputs_of_signs(SUITE, **dict.fromkeys(names, "++++++")))))
    assert ('class="main sortable upright"' in content) is upright


@pytest.mark.parametrize(
    "signs", [{"A": "++--+-"}, {"A": "??????"}, {"A": "++++++", "B": "++++++"}, {"A": "------"}]
)
def test_any_campaign_can_be_shown(signs: dict[str, str]) -> None:
    """One system; nobody settled; all perfect; nobody passes."""
    reader = Reader(write(report_of(evaluate(SUITE, outputs_of_signs(SUITE, **signs)))))
    styles = ";".join(str(attributes.get("style")) for _, attributes in reader.tags)
    shares = re.findall("--(?:from|to|at|part): ([^;]*)", styles)
    assert shares
    assert all(0 <= float(share) <= 1 for share in shares)


def test_real_charts(drawn: None) -> None:
    """They stand in the page as SVG, with a text that says the same in words; names in them are text."""
    outputs = outputs_of_signs(SUITE, **{"<script>A</script>": "++++-?", "B & <b>B</b>": "+-+-- "})
    content = write(report_of(evaluate(SUITE, outputs)))
    reader = Reader(content)
    charts = [attributes for attributes in reader.named("div") if attributes.get("role") == "img"]
    assert charts
    assert all(attributes["aria-label"] for attributes in charts)
    assert len(list(reader.named("svg"))) == len(charts)
    assert content.count("<script") == 2
    assert "<script>A" in reader.text
    assert len(list(reader.named("b"))) < 10  # ours


def test_signs_behind_numbers() -> None:
    """Beside the number, and explained once below the table if they occur."""
    content = page("Title", [MARKED])
    assert '<td class="number best">80.0<span class="hung">↑</span></td>' in content
    assert '<td class="number">100.0<span class="hung">°</span></td>' in content
    assert '<p class="note">↑ higher than its place; ° by construction.</p>' in content
    assert " marked" in content
    assert "hung" not in page("Title", [TABLE]).partition("</style>")[2]


def test_the_worst_are_marked_where_they_were_asked_for() -> None:
    """The page draws its own table: it has the sign and its meaning only if the tables handed in have it."""
    suite = suite_of("Ambiguity/Lexical", items=6)
    evaluation = evaluate(suite, outputs_of_signs(suite, A="++++++", B="------"))
    plain, marked = (
        write(Report("", (accuracies_table(evaluation, worst=worst),), evaluation)) for worst in (False, True)
    )
    assert '<span class="hung">↓</span>' in marked and "<b>↓</b>: among the worst of its row" in marked
    assert "↓</span>" not in plain and "among the worst" not in plain
