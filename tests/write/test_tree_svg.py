"""Sentences as trees in an SVG: whole, readable by any program, and without any markup of strangers."""

import re

import pytest
from lxml import etree

from lackmus.core.base.verdict import BY_RULES, Verdict
from lackmus.core.contrasts.study_sentences import SentenceView, in_words, sentence_view, verdicts_on
from lackmus.core.trees.drawing import DrawnSentence, Strength, drawing
from lackmus.core.trees.treebank import Word
from lackmus.write.charts.kinds import Theme
from lackmus.write.tree_svg import measure, tree_svg
from tests.studied import small_study

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<script>alert(1)</script>&\"'\x00\x1b\u202e\ufffe\ud800"


def view(system: str = "Ahorn", item: str = "gerund-dass-s3-3") -> SentenceView:
    """The last sentence of the small study: its verb is called “<b>eating”."""
    study = small_study()
    (one,) = (each for each in verdicts_on(study, item) if each.system == system)
    return sentence_view(study, one)


def drawn(one: SentenceView, theme: Theme = Theme.LIGHT) -> etree._Element:
    place = drawing(one.above, one.below, one.links, measure)
    told = in_words(one, one.evidence.system)
    return etree.fromstring(tree_svg(place, one.above, one.below, one.evidence.verdict, theme, told).encode())


def texts(svg: etree._Element, kind: str) -> list[str]:
    """The first line of every word of a kind."""
    return [group.findtext(f"{SVG}text") or "" for group in svg.iterfind(f".//{SVG}g[@class='word {kind}']")]


@pytest.mark.parametrize(
    "system, marked, inside, links",
    [
        ("Linde", ["<b>eating", "gehen"], ["early", ",", "früh", "zu"], {"other": 2, "keyword": 1}),
        ("Ahorn", ["<b>eating"], ["early"], {"other": 2}),  # not aligned
    ],
)
def test_what_is_drawn(system: str, marked: list[str], inside: list[str], links: dict[str, int]) -> None:
    svg = drawn(view(system))
    assert texts(svg, "marked") == marked
    assert texts(svg, "inside") == inside
    found = [link.get("class", "").split()[1] for link in svg.iterfind(f".//{SVG}path[@class]")]
    assert {kind: found.count(kind) for kind in set(found)} == links
    labels = [one.text for one in svg.iterfind(f"./{SVG}g/{SVG}text")]
    assert "advmod" in labels and "xcomp" in labels
    assert "Source: She denied <b>eating early" in (svg.findtext(f"{SVG}desc") or "")


def test_a_word_tells_all_that_is_known_of_it() -> None:
    titles = [one.text for one in drawn(view("Linde")).iterfind(f".//{SVG}title")]
    assert "gehen: gehen, VERB, xcomp" in titles


def test_what_a_fall_back_found_is_dashed() -> None:
    """The other links of the study have a word for the keyword, these have none."""
    study = small_study()
    one = next(
        each
        for each in verdicts_on(study, "gerund-dass-s3-3", list(type(study.symmetry))[1])
        if each.system == "Ahorn"
    )
    found = sentence_view(study, one)
    assert found.links[2, 5] is Strength.FALLBACK
    (dashed,) = drawn(found).iterfind(f".//{SVG}path[@class='link fall-back']")
    assert dashed.get("stroke-dasharray")


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("verdict", BY_RULES)
def test_no_text_becomes_markup(theme: Theme, verdict: Verdict) -> None:
    """Whatever stands in a tree: any program can read the file, and nothing in it acts."""
    word = Word(NASTY, NASTY, NASTY, NASTY, NASTY, 0, NASTY, 0, 1)
    half = DrawnSentence((word, word._replace(head=1)), frozenset({0}), frozenset({0, 1}), 0)
    place = drawing(half, half, {(0, 0): Strength.KEYWORD}, measure)
    written = tree_svg(place, half, half, verdict, theme, NASTY)
    svg = etree.fromstring(written.encode())
    assert {etree.QName(one).localname for one in svg.iter()} == (
        {"svg", "desc", "g", "path", "rect", "text", "title"}
    )
    attributes = {str(name) for one in svg.iter() for name in one.attrib}
    assert not {name for name in attributes if name.startswith("on") or name in ("href", "style")}
    shown = [text for text in svg.itertext() if "alert" in text]
    assert len(shown) > 4 and all("\x1b" not in text and "\u202e" not in text for text in shown)


def test_the_page_chooses_the_colours() -> None:
    grounds = {
        theme: {one.get("fill", "") for one in drawn(view("Linde"), theme).iterfind(f".//{SVG}text")}
        for theme in Theme
    }
    assert all(fill.startswith("light-dark(") for fill in grounds[Theme.PAGE])
    assert all(re.fullmatch("#[0-9a-f]{6}", fill) for fill in grounds[Theme.LIGHT] | grounds[Theme.DARK])
    assert not grounds[Theme.LIGHT] & grounds[Theme.DARK]


def test_a_system_without_a_text() -> None:
    """The source alone, with its clause."""
    one = view("Linde")
    place = drawing(one.above, None, {}, measure)
    svg = etree.fromstring(tree_svg(place, one.above, None, Verdict.WARNING, Theme.LIGHT).encode())
    assert texts(svg, "marked") == ["<b>eating"]
    assert float(svg.get("height", 0)) < float(drawn(one).get("height", 0)) / 1.5
