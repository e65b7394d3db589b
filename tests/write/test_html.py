"""One HTML file that can be sent by mail."""

import re
from html.parser import HTMLParser
from pathlib import Path

from lackmus.core.tables import Cell, Column, Level, Row, Table, Unit
from lackmus.write.html import page

from .drawn import TABLE

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


class Reader(HTMLParser):
    """Reads a page as a browser would: its tags with their attributes, and its text."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.cells: list[str] = []
        self.text = ""
        self.feed(content)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.cells:
            self.cells[-1] += data


def body(content: str) -> str:
    return content.partition("<body>")[2]


def test_a_page_looks_as_kept() -> None:
    """The file beside this test is the body of the page; styles may change freely."""
    kept = (Path(__file__).parent / "page.html").read_text(encoding="utf-8")
    assert body(page("Tiny", [TINY], "In short.")) == kept


NASTY = """<script>alert("x")</script> {{ 7 * 7 }} {% raw %} 'q' "q" & &amp; </td></style><!--"""


def test_names_are_text_and_nothing_else() -> None:
    """Titles, columns, cells, notes and signatures come from files of others."""
    table = Table(NASTY, (Column(NASTY),), (Row((Cell(NASTY),)),), NASTY, (NASTY,))
    content = page(NASTY, [table], f"Lead {NASTY}")
    assert Reader(content).text.count(NASTY) == 8  # title, heading, lead, and five of the table
    plain = page("plain", [Table("t", (Column("c"),), (Row((Cell("x"),)),), "s", ("n",))], "lead")
    assert [tag for tag, _ in Reader(content).tags] == [tag for tag, _ in Reader(plain).tags]
    assert "<script" not in content
    assert "49" not in body(content)


def test_a_page_needs_nothing_from_elsewhere() -> None:
    """It must read the same offline, in ten years."""
    content = page("Lackmus", [TABLE, TINY], "lead")
    assert not re.search(r"https?:|//[a-z]|\bsrc\s*=|\bhref\s*=|url\(|@import|<script|<link|<iframe", content)
    assert '<meta charset="utf-8">' in content


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
        "66.7": ["number", "best", "heat7"],
        "12.2": ["number", "heat1"],
        "59.6": ["number"],
        "−1.2": ["number"],
    }
    assert ".best { font-weight: 700; }" in page("T", [TABLE])


def test_the_lead_is_not_said_twice() -> None:
    """What opens the page is not repeated as the first note of a table."""
    assert Reader(page("T", [TINY], "In short.")).text.count("In short.") == 1
    assert Reader(page("T", [TINY])).text.count("In short.") == 1
