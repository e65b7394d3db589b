"""The page in a real browser: what opens, what is marked, what sorts."""

import json
import re
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from lxml import html

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Item, Suite
from lackmus.core.verdicts.evaluation import evaluate
from lackmus.core.verdicts.judging import MARKED
from lackmus.tables.table import Report
from lackmus.write.reports.html import write
from tests.browser.bringing import installed
from tests.core.campaigns import outputs_of_signs, suite_of
from tests.write.drawn import GROUPED, TABLE
from tests.write.test_html import NASTY, SMILING, evaluated, report_of

BROWSER = installed()
QUIET = "headless no-sandbox disable-gpu disable-quic no-first-run disable-sync disable-background-networking"
CUT_LABELS = (Path(__file__).parents[1] / "browser" / "cut_labels.js").read_text(encoding="utf-8")
MORE = "disable-component-update virtual-time-budget=2000 dump-dom"
pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="no Chromium here")]

SUITE = suite_of("Ambiguity/Lexical", "Ambiguity/Structural", "Negation", items=4)
REPORT = report_of(
    evaluate(SUITE, outputs_of_signs(SUITE, A="++++" + "++--" + "+-??", B="++--" + "++++" + "+++?"))
)


@pytest.fixture(autouse=True)
def no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Charts have their own tests."""
    monkeypatch.setattr("lackmus.write.charts.report_charts", lambda report: [])


@dataclass(frozen=True)
class Seen:
    """The page as it stands after its script has run."""

    tree: Any

    def all(self, path: str) -> list[str]:
        """The texts at these places, white space folded."""
        return [" ".join(found.text_content().split()) for found in self.tree.xpath(path)]


def seen(content: str, folder: Path, anchor: str = "", clicks: str = "") -> Seen:
    """Open the page at an anchor; `clicks` is what a person does there, as JavaScript."""
    if clicks:  # the page would rightly refuse a script that is not its own
        content = re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', "", content)
        content = content.replace("</body>", f"<script>{clicks}</script></body>")
    (folder / "page.html").write_text(content, encoding="utf-8")
    assert BROWSER
    address = (folder / "page.html").as_uri() + (f"#{anchor}" if anchor else "")
    flags = [f"--{flag}" for flag in f"{QUIET} {MORE}".split()]
    command = [BROWSER, *flags, f"--user-data-dir={folder / 'browser'}", address]
    shown = subprocess.run(command, capture_output=True, check=True, timeout=120)
    return Seen(html.document_fromstring(shown.stdout.decode()))


def test_labels_of_charts_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the fonts of this machine: one wider than the chart was drawn for would lose the first letters."""
    monkeypatch.undo()  # charts are drawn here
    suite = suite_of("Named entities & terminology", "Verb tense/aspect/mood", items=4)
    report = report_of(evaluate(suite, outputs_of_signs(suite, A="++++++--", B="++--++++")))
    page = seen(write(report), tmp_path, clicks=f"document.title = JSON.stringify({CUT_LABELS})")
    assert page.tree.xpath("//figure//*[local-name()='svg']")
    assert json.loads(page.all("//title")[0]) == []


def test_bold_is_the_best_of_a_group_and_framed_the_best_of_all(tmp_path: Path) -> None:
    """As in the paper; in a table without groups bold is the best of the row."""
    look = (
        "((s) => [c.textContent.trim(), s.fontWeight >= 600, s.outlineStyle !== 'none'])(getComputedStyle(c))"
    )
    told = f"[...document.querySelectorAll('tbody td.number')].map((c) => {look})"
    clicks = f"document.title = JSON.stringify({told})"
    page = seen(write(Report("T", (GROUPED, TABLE))), tmp_path, clicks=clicks)
    first = reversed(json.loads(page.all("//title")[0]))  # of equal numbers the first
    found = {text: (bold, framed) for text, bold, framed in first}
    assert [found[text] for text in ("89.5", "52.5", "98.5", "41.2", "66.7", "12.2")] == [
        (True, True), (True, False), (False, True), (False, False), (True, False), (False, False),
    ]  # fmt: skip


def test_a_marked_text_tells_why_it_is_open(tmp_path: Path) -> None:
    """In words where somebody points at it, with what the rules matched."""
    marked = pl.DataFrame([("de-en:011", "good 011", "verbose")], schema=MARKED.schema, orient="row")
    outputs = outputs_of_signs(SUITE, A="++++" + "++--" + "+-??", B="++--" + "++++" + "+++?")
    page = seen(write(report_of(evaluate(SUITE, outputs, marked=marked))), tmp_path, "/negation/negation")
    assert "? warning verbose · rule 1good 011B" in page.all("//tr[@class='below'][3]//ul/li")
    told = "warning: it looks like more than a translation"
    assert page.all(f"//tr[@class='item'][3]//span[@title='{told}']") == ["?"]


def test_a_link_opens_its_row(tmp_path: Path) -> None:
    """Items are built when they are asked for, with every text, who wrote it, and why it does not count."""
    page = seen(write(REPORT), tmp_path, "/negation/negation")
    assert page.all("//tr[@class='item']/th") == ["009", "010", "011", "012"]
    assert page.all("//tr[@class='item'][3]/td/span/@aria-label/..") == ["✓", "?"]  # B, then A
    assert page.all("//tr[@class='below'][3]//p[@class='source']") == ["Satz 11."]
    assert page.all("//tr[@class='below'][3]//ul/li") == [
        "✓ pass pattern · rule 1good 011B",
        "? warning unmatchedunclear 011A",
    ]
    assert page.all("//p[@class='unfair']") == [
        "Does not count: open for A.",
        "Does not count: open for B, A.",
    ]
    assert page.all("//button[@aria-expanded='true']/span") == ["Negation", "Negation"]


def test_nothing_is_built_before_it_is_opened(tmp_path: Path) -> None:
    """Only categories are in sight; a link to a single item still finds it."""
    assert seen(write(REPORT), tmp_path).all("//tr[@class='item']") == []
    assert seen(write(REPORT), tmp_path, "item/006").all("//tr[@id='item/006']/th") == ["006"]


def test_what_matched_is_marked(tmp_path: Path) -> None:
    """To the character, whatever stands before it; tags in texts are text."""
    texts = {
        "😀 Her husband’s 😀 here.": [("right", "husband’s")],
        "😀 An old man.": [("wrong", "man")],
        "<b>man</b> </script>": [("wrong", "man")],
        "Her husband's man.": [("right", "husband's"), ("wrong", "man")],
        "Him": [],
    }
    outputs = [("1", f"System {number}", text) for number, text in enumerate(texts)]
    page = seen(write(report_of(evaluated(SMILING, *outputs))), tmp_path, "item/1")
    found = {
        line.text_content(): [(mark.get("class"), mark.text) for mark in line.xpath("mark")]
        for line in page.tree.xpath("//li/span[@class='text']")
    }
    assert found == texts
    assert page.all("//p[@class='guideline']") == ["A word with two readings."]


def test_names_of_others_do_nothing(tmp_path: Path) -> None:
    """A system, an id and a text full of tags are shown as they are."""
    picture = "<img src=x onerror=document.title='broken'>"
    item = Item(Pair("de", "en"), f"1 {picture}", "Ambiguity", "Lexical", f"Satz {NASTY}")
    outputs = evaluated(Suite("nasty", (item,)), (item.id, picture, f"{picture} {NASTY}"))
    page = seen(write(report_of(outputs)), tmp_path, "/ambiguity/lexical")
    assert page.all("//tr[@class='item']/th") == [f"1 {picture}"]
    assert page.all("//li/span[@class='by']/b") == [picture]
    assert page.all("//img") == []
    assert page.all("//title") == ["Drawn"]


def test_a_long_name_does_not_widen_the_page(tmp_path: Path) -> None:
    """Wherever a system is named, in text, in a list to choose from or in a heading."""
    report = replace(REPORT, labels={"A": "N" * 300}, lead="M" * 300)
    tell = "document.title = document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert seen(write(report), tmp_path, clicks=tell).all("//title") == ["0"]


def said_after(steps: list[str], tell: str, folder: Path) -> tuple[list[Any], Seen]:
    """What `tell` finds at first and after each step, with a phenomenon open; and the page at the end."""
    clicks = f"const told = [{tell}];" + "".join(f"{step}; told.push({tell});" for step in steps)
    clicks += "document.title = JSON.stringify(told)"
    page = seen(write(REPORT), folder, "/ambiguity/lexical", clicks)
    return json.loads(page.all("//title")[0]), page


def test_sorting(tmp_path: Path) -> None:
    """By any heading and back, phenomena within their category; averages stay below, items with their own."""
    given = ["", "Ambiguity", "Lexical", "Structural", "Negation", "Negation"]
    reverse = ["Negation", "Negation", "Ambiguity", "Structural", "Lexical"]
    click = "document.querySelectorAll('.main .sort')[{}].click()".format
    tell = """[document.querySelector('.wide .main [aria-sort]')?.ariaSort ?? '',
        ...[...document.querySelectorAll('.main tbody .name')].map((name) => name.textContent)]"""
    told, page = said_after([click(3), click(3), click(3), click(0), click(0)], tell, tmp_path)
    assert (
        told
        == [
            given,
            ["descending", *given[1:]],  # by A
            ["ascending", *reverse],
            given,
            ["ascending", *given[1:]],  # by name
            ["descending", *reverse],
        ]
    )
    table = page.tree.xpath("//div[@class='wide']/table[contains(@class, 'main')]")[0]
    assert [part.tag for part in table] == ["colgroup", "thead", "tbody", "tbody", "tfoot"]
    below = table.xpath(".//tr[@id='/ambiguity/lexical']/following-sibling::tr[position() <= 3]/@class")
    assert below == ["guide", "item", "below"]


def test_choosing_and_finding(tmp_path: Path) -> None:
    """Where systems differ, what is open, where a system fails; and rows by a part of their name."""
    act = (
        "((box) => {{ box.value = '{}'; box.dispatchEvent(new Event('{}')); }})(document.querySelector('{}'))"
    )

    def choose(value: str) -> str:
        return act.format(value, "change", "#which")

    def find(value: str) -> str:
        return act.format(value, "input", "#find")

    rows = ".main tbody:not([hidden]) :is(tr.group, tr.shown, tr.item:not([hidden]))"
    names = ".map((row) => row.querySelector('.name, a').textContent).join(' ')"
    tell = f"[...document.querySelectorAll('{rows}')]{names}"
    steps = [choose("differ"), choose("1"), choose("0"), find("STRUCT"), find("neg"), find("zz")]
    told, _ = said_after(steps, tell, tmp_path)
    assert told == [
        "Ambiguity Lexical 001 002 003 004 Structural Negation",
        "Ambiguity Lexical 003 004 Structural Negation",
        "Ambiguity Lexical Structural Negation",  # A passes them all
        "Ambiguity Lexical 003 004 Structural Negation",  # B does not
        "Ambiguity Structural",
        "Negation",
        "",
    ]
