"""Studies on their pages and for scripts: tables, the items behind each number, trees, refining, files."""

import gzip
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from lxml import etree

from lackmus.core.base.choices import ItemSet
from lackmus.core.contrasts.shares import TENDENCY, tendencies
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.contrasts.study_lines import study_lines
from lackmus.core.trees.treebank import Sentence, Treebank, Word, treebank
from lackmus.core.workspaces.people import Role
from lackmus.flows.contrasts import keeping as flow
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read.studies import read_choices, read_study
from lackmus.web.contrasts import studies
from tests.studied import small_study
from tests.web.conftest import Opener, Site

NASTY = """<script>alert("1")</script> & 'a' / ? # %2F, ü"""
FIRST, SECOND, THIRD, FOURTH = (f"gerund-dass-s{number}-3" for number in range(4))


def kept(desk: Desk, study: ContrastStudy | None = None) -> int:
    """A study in the workspace; its number."""
    return flow.keep(desk, study or small_study()).number


def got(site: Site, path: str, status: int = 200) -> str:
    answer = site.client.get(path)
    assert answer.status_code == status, answer.text
    return answer.text


def told(site: Site, path: str, status: int = 200) -> Any:
    answer = site.client.get(f"/api/v1{path}")
    assert answer.status_code == status, answer.text
    return answer.json()


def listed(page: str) -> list[str]:
    """The items that a page shows."""
    return re.findall(r'<bdi class="text name[^"]*"[^>]*>([^<]*)</bdi>', page)


def table_of(page: str, section: str) -> list[list[tuple[str, str]]]:
    """The rows of a table: what stands in each cell, and where it leads."""
    (part,) = re.findall(rf'<section id="{section}">.*?</section>', page, re.DOTALL)
    (body,) = re.findall("<tbody>(.*?)</tbody>", part, re.DOTALL)
    rows = re.findall("<tr class[^>]*>(.*?)</tr>", body, re.DOTALL)
    found = []
    for row in rows:
        cells = re.findall(r"<t[hd][^>]*>(?:<a href=\"([^\"]*)\">)?(.*?)(?:</a>)?</t[hd]>", row)
        found.append([(unescape(re.sub("<[^>]*>", "", text)), unescape(link)) for link, text in cells])
    return found


def test_what_stands_for_keywords(site: Site) -> None:
    """In percent for everybody; an example leads to both sentences of that system."""
    number = kept(site.desk)
    rows = table_of(got(site, f"/contrasts/{number}"), "counterparts")
    assert [row[0][0] for row in rows] == ["Gerund", "other word", "nothing aligned"]
    example, way = rows[1][-1]
    assert example == "asking → gehen" and way.startswith(f"/contrasts/{number}/items/3?system=")
    assert "gehen" in got(site, way)
    assert "asking → gehen" in got(site, f"/contrasts/{number}/download.markdown")
    assert told(site, f"/contrasts/{number}/tendencies")["counterparts"][0]["keywords"] == 4


# -- the list and the report -------------------------------------------------------------------------------


def test_a_workspace_without_any_says_how_to_make_one(site: Site) -> None:
    page = got(site, "/contrasts")
    assert "No study yet" in page and "lackmus contrast run" in page


def test_the_list(site: Site) -> None:
    first = kept(site.desk)
    second = kept(site.desk, replace(small_study(), name=NASTY))
    flow.choose(site.desk, "small", FIRST, True)
    page = got(site, "/contrasts")
    assert page.index(f"/contrasts/{second}") < page.index(f"/contrasts/{first}")  # newest first
    assert "<script>alert" not in page and NASTY in unescape(page)
    assert "1 kept, 0 dropped" in page and "not yet" in page
    found = told(site, "/contrasts")["studies"]
    assert [(one["number"], one["items"], one["selected"], one["kept"]) for one in found] == [
        (first, 8, 4, 1),
        (second, 8, 4, 0),
    ]
    assert told(site, f"/contrasts/{first}")["systems"] == ["Ahorn", "Birke", "Linde"]


def test_the_page_says_what_it_is_and_what_it_is_not(site: Site) -> None:
    page = unescape(got(site, f"/contrasts/{kept(site.desk)}"))
    found = tendencies(small_study())
    assert page.count(TENDENCY) == 1 and page.count(found.signature) == 1
    assert "4 pairs are few." in page and "Which clause?" in page


@pytest.mark.parametrize("refined", [{}, {FIRST: True, SECOND: False}])
def test_every_number_leads_to_its_items(site: Site, refined: dict[str, bool]) -> None:
    """And the page of the items says the number again."""
    number = kept(site.desk)
    flow.choose_many(site.desk, "small", refined)
    page = got(site, f"/contrasts/{number}")
    found = tendencies(flow.load(site.desk, "small"))
    followed = 0
    for section in ("shares", "tallies", "unknown"):
        for row in table_of(page, section):
            for value, link in row[1:]:
                if not link:
                    continue
                followed += 1
                asked = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
                behind = told(site, link)
                assert behind["items"] > 0 and behind["set"] == asked["set"]
                panel = found.panels[ItemSet(asked["set"])]
                if "system" in asked and "contrast" in asked:
                    tally = panel.tally(asked["contrast"], asked["system"])
                    assert behind["counts"] == {
                        "good": tally.good,
                        "bad": tally.bad,
                        "unknown": tally.unknown,
                    }
                elif section == "unknown" and {"reason", "found_by"} & asked.keys():
                    assert behind["items"] == int(value)
    assert followed > 40


def test_a_number_that_is_nothing_leads_nowhere(site: Site) -> None:
    rows = table_of(got(site, f"/contrasts/{kept(site.desk)}"), "tallies")
    assert [link for row in rows for value, link in row if value in ("–", "0")] == [""] * sum(
        value in ("–", "0") for row in rows for value, _ in row
    )


@pytest.mark.parametrize(
    "query, told_of",
    [
        ("test=mcnemar", "test:mcnemar"),
        ("test=paired", "|correction:holm|"),
        ("intervals=wilson", "<small>"),
        ("", "test:z"),
    ],
)
def test_tests_are_chosen_in_the_address(site: Site, query: str, told_of: str) -> None:
    page = got(site, f"/contrasts/{kept(site.desk)}?{query}")
    assert told_of in page
    assert "An exact paired test" not in page  # each system has items of its own


# -- items -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query, there, absent",
    [
        ("", [FIRST, SECOND, THIRD, FOURTH], "gerund-zu-s0-3"),
        ("set=hits&contrast=gerund-zu", ["gerund-zu-s0-3"], FIRST),
        ("system=Birke&verdict=fail", [FIRST, SECOND, THIRD], FOURTH),
        ("system=Ahorn&reason=not+aligned", [FOURTH], FIRST),
        ("text=waiting", [THIRD], FIRST),
        ("system=Ahorn&found_by=link&page=9", [FIRST, SECOND, THIRD], FOURTH),
        ("refined=open&text=&reason=", [FIRST, SECOND, THIRD, FOURTH], "gerund-zu-s0-3"),
    ],
)
def test_items_behind_a_number(site: Site, query: str, there: list[str], absent: str) -> None:
    number = kept(site.desk)
    shown = listed(got(site, f"/contrasts/{number}/items?{query}"))
    assert shown[: len(there)] == there and absent not in shown
    assert [one["item"] for one in told(site, f"/contrasts/{number}/items?{query}")["listed"]] == shown


def test_an_item_with_its_words_marked(site: Site) -> None:
    page = got(site, f"/contrasts/{kept(site.desk)}/items?text=leaving")
    assert 'She denied <mark class="keyword">leaving</mark> early' in page
    assert 'dass sie früh <mark class="of-pass">ging</mark>' in page
    assert 'früh zu <mark class="of-fail">gehen</mark>' in page
    assert '<span class="verdict pass">✓ Good</span>' in page


def test_no_verdict_is_like_that(site: Site) -> None:
    number = kept(site.desk)
    assert "No verdict is like that" in got(site, f"/contrasts/{number}/items?text=zebra")
    for query in ("contrast=none", "system=Esche"):
        assert "Open the study and choose a number" in got(site, f"/contrasts/{number}/items?{query}", 400)
        assert told(site, f"/contrasts/{number}/items?{query}", 400)["error"]


def test_items_come_in_pages(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        studies, "items_behind", lambda index, behind, page: items_behind(index, behind, page, 3)
    )
    from lackmus.core.contrasts.study_items import items_behind

    number = kept(site.desk)
    pages = [got(site, f"/contrasts/{number}/items?system=Ahorn&page={page}") for page in (1, 2)]
    assert [listed(page) for page in pages] == [[FIRST, SECOND, THIRD], [FOURTH]]
    (after,) = re.findall(r'rel="next" href="([^"]*)"', pages[0])
    assert "system=Ahorn" in after and 'rel="next"' not in pages[1]


# -- sentences ---------------------------------------------------------------------------------------------


def test_a_sentence_with_its_evidence(site: Site) -> None:
    number = kept(site.desk)
    page = got(site, f"/contrasts/{number}/items/1?system=Birke")
    assert re.findall(r'aria-current="page"><span class="sign (\w+)"', page) == ["fail"]
    assert '<bdi class="text form" dir="ltr">gehen</bdi>' in page
    assert "By a link of the alignment." in page
    assert 'role="img" tabindex="0" aria-label="Source: She denied leaving early' in page
    assert page.count("<svg") == 1 and page.count('class="link keyword"') == 1
    found = told(site, f"/contrasts/{number}/items/1?system=Birke")
    assert [word["form"] for word in found["target"]] == ["Sie", "bestritt", ",", "früh", "zu", "gehen"]
    assert (found["source_clause"], found["target_clause"]) == ([2, 3], [2, 3, 4, 5])
    assert [2, 5] in found["links"] and found["item"]["verdicts"][0]["verdict"] == "bad"


def test_why_a_verdict_is_unknown(site: Site) -> None:
    page = got(site, f"/contrasts/{kept(site.desk)}/items/7?system=Ahorn")
    assert "No word of the output is aligned with the keyword." in page
    assert '<span class="verdict warning">? Unknown <small>not aligned</small></span>' in page


@pytest.mark.parametrize(
    "place, status", [("/9", 404), ("/0", 422), ("/1?system=Esche", 400), (f"/{2**40}", 422), ("/x", 422)]
)
def test_a_sentence_that_is_not_there(site: Site, place: str, status: int) -> None:
    number = kept(site.desk)
    got(site, f"/contrasts/{number}/items{place}", status)
    assert told(site, f"/contrasts/{number}/items{place}", status)["error"]


def test_a_study_that_is_not_there(site: Site) -> None:
    number = kept(site.desk)
    flow.remove(site.desk, "small")
    for place in ("", "/items", "/items/1", "/refine", "/download.csv", "/file", "/chart.svg?kind=systems"):
        assert "It may be removed" in got(site, f"/contrasts/{number}{place}", 404)


def stretched(study: ContrastStudy, words: int = 70) -> ContrastStudy:
    """The same with a long source, of which the first four words are as before."""
    bank = study.sources
    sentences = [bank.sentence(number) for number in range(len(bank))]
    first = sentences[0]
    more = tuple(
        Word(f"word{number}", "word", "NOUN", "_", "_", 2, "obl", 0, 1) for number in range(words - 4)
    )
    sentences[0] = replace(first, words=(*first.words, *more))
    return replace(study, sources=treebank(sentences))


def test_a_long_sentence_is_shown_around_its_clause(site: Site) -> None:
    number = kept(site.desk, stretched(small_study()))
    page = got(site, f"/contrasts/{number}/items/1")
    assert "65 words" in page and "word30" not in re.sub("<title>.*?</title>", "", page, flags=re.DOTALL)
    whole = got(site, f"/contrasts/{number}/items/1?whole=1")
    assert "65 words" not in whole and ">word30</text>" in whole
    assert "Only around the clause" in whole and "Show all words" in page


# -- hostile and foreign texts ------------------------------------------------------------------------------


def foreign(text: str, form: str) -> ContrastStudy:
    """The small study in other words: everything that strangers may have written."""
    study = small_study()

    def bank(one: Treebank) -> Treebank:
        return treebank(
            Sentence(
                sentence.id,
                text,
                tuple(
                    word._replace(form=form, lemma=form, feats=form, deprel=word.deprel, start=0, end=3)
                    for word in sentence.words
                ),
            )
            for sentence in map(one.sentence, range(len(one)))
        )

    contrasts = tuple(
        replace(one, about=text, source=text, good=text, bad=text, reference=text) for one in study.contrasts
    )
    return replace(
        study,
        name=text[:200],
        sources=bank(study.sources),
        targets=bank(study.targets),
        contrasts=contrasts,
        about={text[:50]: text},
        notes=(text,),
    )


@pytest.mark.parametrize(
    "text, form",
    [
        (NASTY, NASTY),
        ("שלום עולם, זה משפט ארוך", "שלום"),
        ("\u202eturned around\u202c and “quoted”", "\u202ex"),
        ("Donaudampf" * 100, "schifffahrt" * 50),
        ("日本語の文です。", "日本語"),
    ],
    ids=["markup", "hebrew", "override", "long", "japanese"],
)
def test_texts_are_data(site: Site, text: str, form: str) -> None:
    number = kept(site.desk, foreign(text, form))
    for place in ("", "/items", "/items/1", "/items/7?system=Ahorn", "/refine", "/refine/cards?many=2"):
        page = got(site, f"/contrasts/{number}{place}")
        assert "<script>alert" not in page
        assert text[:40] in unescape(re.sub("</?mark[^>]*>", "", page)), place
    drawn = site.client.get(f"/contrasts/{number}/items/1/drawing.svg").content
    assert {etree.QName(one).localname for one in etree.fromstring(drawn).iter()} <= (
        {"svg", "desc", "g", "path", "rect", "text", "title"}
    )
    assert got(site, "/log").count("<script>alert") == 0


def test_names_of_systems_are_data(site: Site) -> None:
    study = small_study()
    named = {"Ahorn": NASTY}
    renamed = replace(
        study,
        systems=(NASTY, "Birke", "Linde"),
        verdicts=study.verdicts.with_columns(study.verdicts["system"].replace(named)),
        target_of={named.get(name, name): rows for name, rows in study.target_of.items()},
        scores=(),
    )
    number = kept(site.desk, renamed)
    page = got(site, f"/contrasts/{number}")
    links = {link for row in table_of(page, "tallies") for _, link in row if "script" in link}
    assert len(links) > 3
    for link in links:
        assert NASTY in unescape(got(site, link)) and "<script>alert" not in got(site, link)
    shown = got(site, f"/contrasts/{number}/items/1")
    assert "<script>alert" not in shown and f'<bdi class="text " dir="ltr">{NASTY[:0]}' in shown


# -- files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "place",
    [
        "/download.csv",
        "/download.json",
        "/download.html",
        "/download.latex",
        "/download.markdown",
        "/download.excel",
        "/download.parquet",
        "/chart.svg?kind=systems",
        "/chart.png?kind=contrasts&theme=dark",
        "/chart.pdf?kind=correlation",
        "/items/1/drawing.svg?system=Linde",
        "/items/1/drawing.png?theme=dark",
        "/items/1/drawing.pdf",
        "/file",
        "/file?what=choices",
    ],
)
def test_files_and_their_twins(site: Site, place: str) -> None:
    number = kept(site.desk)
    flow.choose(site.desk, "small", FIRST, True)
    page = site.client.get(f"/contrasts/{number}{place}")
    script = site.client.get(f"/api/v1/contrasts/{number}{place}")
    assert page.status_code == script.status_code == 200, page.text
    assert len(page.content) > 10 and "attachment" in page.headers["content-disposition"]
    if "excel" not in place and "pdf" not in place:  # they tell when they were made
        assert page.content == script.content


@pytest.mark.parametrize(
    "place, status, said",
    [
        ("/download.exe", 404, "There is no format exe"),
        ("/chart.gif?kind=systems", 404, "svg, png, pdf"),
        ("/items/1/drawing.gif", 404, "svg, png, pdf"),
        ("/chart.svg?kind=heatmap", 422, "kind"),
        ("/file?what=all", 400, "There is no file all. There are study, choices."),
    ],
)
def test_files_that_are_not_there(site: Site, place: str, status: int, said: str) -> None:
    assert said in got(site, f"/contrasts/{kept(site.desk)}{place}", status)


def test_the_study_leaves_as_it_came(site: Site, tmp_path: Path) -> None:
    """With what people said of it, which can also be taken along alone."""
    number = kept(site.desk)
    flow.choose_many(site.desk, "small", {FIRST: True, SECOND: False})
    answer = site.client.get(f"/contrasts/{number}/file")
    assert 'filename="small.jsonl.gz"' in answer.headers["content-disposition"]
    (tmp_path / "small.jsonl").write_bytes(gzip.decompress(answer.content))
    expected = small_study(refined={FIRST: True, SECOND: False})
    assert list(study_lines(read_study(tmp_path / "small.jsonl"))) == list(study_lines(expected))
    (tmp_path / "choices.tsv").write_bytes(site.client.get(f"/contrasts/{number}/file?what=choices").content)
    assert read_choices(tmp_path / "choices.tsv") == {FIRST: True, SECOND: False}


def test_a_chart_comes_into_sight(site: Site) -> None:
    number = kept(site.desk)
    page = got(site, f"/contrasts/{number}")
    parts = [unescape(one) for one in re.findall(r'hx-get="([^"]*/figure[^"]*)"', page)]
    assert [parse_qs(urlsplit(one).query)["kind"][0] for one in parts] == [
        "systems",
        "contrasts",
        "correlation",
    ]
    for part in parts:
        assert "<svg" in got(site, part)


# -- refining ----------------------------------------------------------------------------------------------


def test_one_card_after_another(site: Site) -> None:
    """Without scripts: a form, and on to the next that is open; what was said is shown on the way back."""
    number = kept(site.desk)
    place = f"/contrasts/{number}/refine"
    page = got(site, place)
    assert "0 of 4 items looked at" in page and f'data-name="{FIRST}"' in page
    assert (
        'denied <mark class="keyword">leaving</mark>' in page and '<mark class="of-pass">ging</mark>' in page
    )
    assert "selected it" in page and "Which clause?" in page
    answer = site.client.post(place, data={"item": "1", "kept": "keep", "contrast": ""})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{place}?item=3")
    site.client.post(place, data={"item": "3", "kept": "drop"})
    assert flow.choices(site.desk, "small") == {FIRST: True, SECOND: False}
    page = got(site, place)
    assert "2 of 4 items looked at" in page and f'data-name="{THIRD}"' in page
    assert 'data-before="3"' in page and 'data-after="7"' in page
    again = got(site, f"{place}?item=1")
    assert "Kept by Ada" in again and 'data-kept="keep"' in again
    undone = site.client.post(f"{place}/undo", data={"contrast": ""})
    assert undone.headers["location"] == f"{place}?item=3"
    assert flow.choices(site.desk, "small") == {FIRST: True}


def test_the_end(site: Site) -> None:
    number = kept(site.desk)
    flow.choose_many(site.desk, "small", dict.fromkeys((FIRST, SECOND, THIRD, FOURTH), True))
    page = got(site, f"/contrasts/{number}/refine")
    assert "Every item has been looked at" in page and "<article" not in page
    other = got(site, f"/contrasts/{number}/refine?contrast=gerund-zu")
    assert "There is no pre-selected item" in other
    assert "has no contrast none" in got(site, f"/contrasts/{number}/refine?contrast=none", 400)


@pytest.mark.parametrize(
    "sent, said",
    [
        ({"kept": "keep"}, "Say which item is meant."),
        ({"item": "1"}, "Say whether the item is kept or dropped."),
        ({"item": "1", "kept": "perhaps"}, "Say whether the item is kept or dropped."),
        ({"item": "9" * 30, "kept": "keep"}, "is no number from"),
        ({"item": "99", "kept": "keep"}, "has no item 99"),
    ],
)
def test_what_nobody_can_mean(site: Site, sent: dict[str, str], said: str) -> None:
    answer = site.client.post(f"/contrasts/{kept(site.desk)}/refine", data=sent)
    assert answer.status_code in (400, 404) and said in answer.text
    assert flow.choices(site.desk, "small") == {}


def cards(page: str) -> list[str]:
    return re.findall(r'<article [^>]*data-name="([^"]*)"', page)


def test_cards_lie_ready(site: Site) -> None:
    """What is shown, lies ready or is not saved yet does not come again."""
    place = f"/contrasts/{kept(site.desk)}/refine/cards"
    assert cards(got(site, f"{place}?many=3")) == [FIRST, SECOND, THIRD]
    assert cards(got(site, f"{place}?many=3&after=3&without=5&without=3")) == [FOURTH, FIRST]
    assert cards(got(site, f"{place}?without=1&without=3&without=5&without=7")) == []
    assert cards(got(site, f"{place.removesuffix('s')}?item=3")) == [SECOND]
    got(site, f"{place}?many=99", 422)


def test_choosing_for_scripts(site: Site) -> None:
    number = kept(site.desk)
    place = f"/api/v1/contrasts/{number}"

    def say(*said: tuple[str, bool | None], status: int = 200) -> Any:
        sent = {"choices": [{"item": item, "kept": each} for item, each in said]}
        answer = site.client.post(f"{place}/choices", json=sent)
        assert answer.status_code == status, answer.text
        return answer.json()

    assert say((FIRST, True))["progress"] == {"selected": 4, "kept": 1, "dropped": 0, "left": 3}
    assert say((FIRST, True))["changed"] == []  # sent twice, said once
    assert say((FIRST, False), (SECOND, True))["changed"] == [FIRST, SECOND]
    assert say((SECOND, None))["progress"]["left"] == 3
    assert "has no item gone" in say(("gone", True), status=400)["error"]
    say(status=422)
    said = told(site, f"/contrasts/{number}/choices?item={FIRST}")["choices"]
    assert [(one["kept"], one["person"], one["holds"]) for one in said] == [
        (True, "Ada", False),
        (False, "Ada", True),
    ]
    undone = site.client.post(f"{place}/undo").json()
    assert (undone["items"], undone["numbers"], undone["progress"]["kept"]) == ([SECOND], [3], 1)
    found = told(site, f"/contrasts/{number}/refine?many=2")
    assert [card["item"] for card in found["cards"]] == [THIRD, FOURTH]
    assert found["cards"][0]["references"][0]["system"] == "human"


def test_two_people_at_once(site_as: Opener) -> None:
    """The later word holds; each takes back only their own, and is told whose is in the way."""
    anna, ed = site_as(Role.ANNOTATOR), site_as(Role.EDITOR)
    number = kept(ed.desk)
    place = f"/api/v1/contrasts/{number}"
    for site, said in ((anna, True), (ed, False)):
        answer = site.client.post(f"{place}/choices", json={"choices": [{"item": FIRST, "kept": said}]})
        assert answer.json()["changed"] == [FIRST]
    assert flow.choices(ed.desk, "small") == {FIRST: False}
    refused = anna.client.post(f"{place}/undo")
    assert refused.status_code == 400 and "by Ed changed the same since" in refused.json()["error"]
    assert ed.client.post(f"{place}/undo").json()["items"] == [FIRST]
    assert flow.choices(ed.desk, "small") == {FIRST: True}
    page = got(anna, f"/contrasts/{number}/items/1")
    assert "kept by Anna" in page and "dropped by Ed" in page


def test_readers_only_look(site_as: Opener) -> None:
    number = kept(site_as(Role.EDITOR).desk)
    rita = site_as(Role.READER)
    page = got(rita, f"/contrasts/{number}/refine")
    assert 'data-do="keep"' not in page and '<form method="post" action="/contrasts' not in page
    assert "keeping and dropping is for annotators" in page and 'data-do="next"' in page
    sent = {"choices": [{"item": FIRST, "kept": True}]}
    assert rita.client.post(f"/api/v1/contrasts/{number}/choices", json=sent).status_code == 403
    assert (
        rita.client.post(f"/contrasts/{number}/refine", data={"item": "1", "kept": "keep"}).status_code == 403
    )


def test_the_report_follows_what_people_say(site: Site) -> None:
    """The refined set is there as soon as somebody has kept something; the trees are not loaded again."""
    number = kept(site.desk)
    assert ">refined</span>" not in got(site, f"/contrasts/{number}")
    flow.choose(site.desk, "small", FIRST, True)
    assert ">refined</span>" in got(site, f"/contrasts/{number}")
    assert told(site, f"/contrasts/{number}/items")["set"] == "refined"


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Which studies were loaded from the database."""
    found: list[str] = []

    def load(desk: Desk, name: str, with_choices: bool = True) -> ContrastStudy:
        found.append(name)
        return flow.load(desk, name, with_choices)

    monkeypatch.setattr(studies, "load", load)
    yield found


def test_a_study_is_loaded_once(site: Site, loads: list[str]) -> None:
    number = kept(site.desk)
    for item in (FIRST, SECOND, THIRD):
        site.client.post(
            f"/api/v1/contrasts/{number}/choices", json={"choices": [{"item": item, "kept": True}]}
        )
        got(site, f"/contrasts/{number}")
    assert loads == ["small"]
    flow.keep(site.desk, replace(small_study(), links=np.zeros((0, 3), np.int64)), replacing=True)
    newest = told(site, "/contrasts")["studies"][-1]["number"]
    assert 'class="link keyword' not in got(site, f"/contrasts/{newest}/items/1")
    assert loads == ["small", "small"]


def test_the_log_leads_to_it(site: Site) -> None:
    number = kept(site.desk)
    flow.choose(site.desk, "small", FIRST, True)
    page = got(site, "/log")
    assert page.count(f'href="/contrasts/{number}"') == 2
    assert "ran the study" in page and "kept" in page
    assert "1 study" in got(site, "/settings")
