"""Results draw themselves: as text, as HTML that a notebook shows, and as pictures."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import lackmus
from tests.api.told import printed, written


class Looked(HTMLParser):
    """Sees to it that every element is closed, and collects what stands in them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data.strip())


def looked_at(html: str) -> list[str]:
    """Return the words of a piece of HTML that is whole and brings no script."""
    assert "<script" not in html
    parser = Looked()
    parser.feed(html)
    parser.close()
    assert not parser.open
    return parser.words


def test_a_result_is_a_table_at_a_terminal(desk: Path) -> None:
    """What the command prints into a pipe."""
    evaluation = lackmus.evaluate("items.json", "outputs/2026")
    assert f"{evaluation!r}\n" == f"{evaluation}\n" == printed("evaluate items.json outputs/2026")


def test_a_result_is_a_table_in_a_notebook(desk: Path) -> None:
    """With heat colours, bold for the best, and the signature once."""
    evaluation = lackmus.evaluate("items.json", "outputs/2026", by="phenomenon", intervals="wilson")
    html = evaluation._repr_html_()
    words = looked_at(html)
    assert {"Lexical ambiguity", "93.8", "Micro-average (items)"} <= set(words)
    assert words.count(evaluation.signature) == 1
    assert 'class="number best heat10"' in html


def test_texts_of_strangers_are_escaped(desk: Path) -> None:
    Path("outputs/2026/Ahorn.tsv").rename("outputs/2026/<b>Ahorn.tsv")
    html = lackmus.evaluate("items.json", "outputs/2026", label={"Linde": "<i>L"})._repr_html_()
    assert {"<b>Ahorn", "<i>L"} <= set(looked_at(html))


def test_a_long_table_is_cut_in_a_notebook(desk: Path) -> None:
    html = lackmus.evaluate("items.json", "outputs/2026", table="verdicts")._repr_html_()
    assert "100 of 640 rows are shown." in looked_at(html)


def test_every_result_draws_itself(desk: Path) -> None:
    for result in (
        lackmus.compare("items.json", "outputs/2026", systems="Birke,Eiche"),
        lackmus.trend("items.json", {"2025": "outputs/2025", "2026": "outputs/2026"}),
        lackmus.profile("items.json", "Ahorn", "outputs/2026"),
        lackmus.lint("items.json", min_items=50),
        lackmus.build_challenge("items.json", "outputs/2026"),
    ):
        assert looked_at(result._repr_html_())
        assert result.signature in repr(result) or result.signature
        assert json.loads(result.to("json"))


KINDS = ["heatmap", "phenomena", "verdicts", "agreement", "checkpoints"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_chart_is_that_of_the_command_line(desk: Path, kind: str) -> None:
    chart = lackmus.evaluate("items.json", "outputs/2026").chart(kind, theme="dark")
    assert chart.svg.encode() == written(f"chart {kind} items.json outputs/2026 --theme dark", "chart.svg")
    bundle = chart._repr_mimebundle_()
    assert bundle["image/svg+xml"] == chart.svg
    assert bundle["text/plain"] == f"<lackmus chart: {kind}>"


def test_a_chart_is_saved_by_its_ending(desk: Path) -> None:
    chart = lackmus.trend("items.json", {"2025": "outputs/2025", "2026": "outputs/2026"}).chart()
    starts = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF", ".html": b"<!doctype", ".json": b"{"}
    for ending, start in starts.items():
        assert chart.save(f"trend{ending}").read_bytes().startswith(start)
    page = Path("trend.html").read_text()
    assert "<svg" in page
    assert not re.search(r"src=|<link|<script", page)
    assert json.loads(Path("trend.json").read_text())["$schema"].startswith("https://vega.github.io/schema/")


def test_findings_of_lint_are_those_of_the_command_line(desk: Path) -> None:
    lint = lackmus.lint("items.json", min_items=50)
    assert f"{lint}\n" == printed("suite lint items.json --min-items 50")
    assert lint.to("json") == printed("suite lint items.json --min-items 50 -f json")
    assert lint.findings.height == len(json.loads(lint.to("json"))["findings"])
    assert lint.errors == 0
    of_value = lackmus.lint(lackmus.read_suite("items.json"), min_items=50)
    assert of_value.findings.equals(lint.findings)
