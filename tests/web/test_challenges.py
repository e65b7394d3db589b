"""Challenges on their pages and for scripts: the ranking, the tuples behind each number, files, building."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import polars as pl
import pytest

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.error_free import with_thresholds
from lackmus.core.challenges.error_spans import SPANS
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.core.challenges.ranking import rank
from lackmus.core.workspaces.people import Role
from lackmus.flows.challenges import keeping
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read.challenges import read_challenge
from lackmus.tables.challenges.ranking_values import ranking_values
from tests.challenged import ODD, challenge_of, scores_of
from tests.web.conftest import Opener, Site

NASTY = """<script>alert("1")</script> & 'a' / ? # %2F, ü"""


def kept(desk: Desk, challenge: ChallengeSet | None = None, scored: bool = True) -> int:
    """A challenge in the workspace; its number."""
    challenge = challenge or challenge_of()
    shown = keeping.keep(desk, challenge)
    if scored:
        keeping.keep_scores(desk, challenge.name, scores_of(challenge))
    return shown.number


def got(site: Site, path: str, status: int = 200) -> str:
    answer = site.client.get(path)
    assert answer.status_code == status, answer.text
    return answer.text


def told(site: Site, path: str, status: int = 200) -> Any:
    answer = site.client.get(f"/api/v1{path}")
    assert answer.status_code == status, answer.text
    return answer.json()


def names(page: str) -> list[str]:
    """The tuples that a page shows."""
    return re.findall(r'<bdi class="text name[^"]*"[^>]*>([^<]*)</bdi>', page)


def test_a_workspace_without_any_says_how_to_make_one(site: Site) -> None:
    page = got(site, "/challenges")
    assert "No challenge yet" in page and 'href="/challenges/new"' in page
    assert "lackmus challenge build de-en 2025 --name de-en" in page


def test_the_list(site: Site) -> None:
    first = kept(site.desk)
    second = kept(site.desk, challenge_of(NASTY, pair="en-de"), scored=False)
    page = got(site, "/challenges")
    assert page.index(f"/challenges/{second}") < page.index(f"/challenges/{first}")  # newest first
    assert "<script>alert" not in page and NASTY in unescape(page)
    assert "BLEU" in page and "none yet" in page
    listed = told(site, "/challenges")["challenges"]
    assert [(one["number"], one["tuples"], one["items"], one["phenomena"]) for one in listed] == [
        (first, 8, 7, 5),
        (second, 8, 7, 5),
    ]
    assert told(site, f"/challenges/{first}")["metrics"] == ["BLEU", "TER", "Kiwi", ODD]


def test_the_page_shows_the_table(site: Site) -> None:
    number = kept(site.desk)
    ranking = rank(challenge_of(), scores_of(challenge_of()))
    page = got(site, f"/challenges/{number}?by=phenomenon")
    assert unescape(page).count(ranking.signature) == 1
    assert re.findall(r'<th scope="colgroup" colspan="(\d)"><span>([^<]*)', page) == [
        ("2", "baseline"),
        ("1", "reference-based"),
        ("1", "reference-free"),
    ]
    for row in ranking.rows:
        shown = cells(page, row.phenomenon or row.category or "", row.phenomenon is not None)
        each = [
            (f"{row.accuracy[name]:.1f}", name in row.best, name in row.best_of_group)
            for name in ranking.metrics
        ]
        assert shown == [(str(row.n), False, False), *each, (f"{row.average:.1f}", False, False)]


def cells(page: str, name: str, member: bool) -> list[tuple[str, bool, bool]]:
    """The numbers of a row: what is written, whether it is bold, whether it is framed."""
    level = "member" if member else "group"
    (row,) = re.findall(rf'<tr class="{level}"><th [^\n]*<span class="name">{name}</span>.*?</tr>', page)
    found = re.findall(r'<td class="([^"]*)"><a [^>]*>([^<]*)</a>', row)
    return [(text, "best" in kinds.split(), "best-of-group" in kinds) for kinds, text in found]


def test_every_number_leads_to_its_tuples(site: Site) -> None:
    """Whatever a metric is called, the address is right, and the page says the number again."""
    number = kept(site.desk)
    page = got(site, f"/challenges/{number}?by=phenomenon&min_items=1")
    links = re.findall(rf'<td class="[^"]*"><a href="(/challenges/{number}/tuples[^"]*)">([^<]*)</a>', page)
    assert len(links) == 6 * (4 + 5 + 1)
    for link, value in links:
        behind = got(site, unescape(link))
        asked = parse_qs(urlsplit(unescape(link)).query)
        if "metric" in asked:
            assert f"<strong>{value} %</strong>" in behind
        assert '<li class="item tuple"' in behind


def test_phenomena_unfold(site: Site) -> None:
    number = kept(site.desk)
    page = got(site, f"/challenges/{number}")
    assert "Lexical ambiguity" not in re.sub(r'<p class="lead.*?</p>', "", page)
    (part,) = re.findall(r'hx-get="([^"]*category=Verb[^"]*)"', page)
    rows = got(site, unescape(part))
    assert re.findall(r'<span class="name">([^<]*)', rows) == ["Conditional", "Future"]
    assert "no category" in got(site, f"/challenges/{number}/rows?category=Spelling", 400)


@pytest.mark.parametrize(
    "query, there, absent",
    [
        ({"metric": "BLEU", "outcome": "wrong"}, ["ffr-2-4-0", "neg-1-5-0"], "ver-1-6-0"),
        ({"metric": "BLEU", "outcome": "ties"}, ["ver-1-6-0"], "ffr-2-4-0"),
        ({"metric": ODD, "category": "Ambiguity", "outcome": "right"}, ["amb-1-1-0"], "amb-2-2-0"),
        ({"category": "Verb tense", "phenomenon": "Future"}, ["ver-2-7-0"], "ver-1-6-0"),
        ({"outcome": "right"}, ["amb-1-1-0"], "amb-1-0-0"),
    ],
)
def test_tuples_behind_a_number(site: Site, query: dict[str, str], there: list[str], absent: str) -> None:
    number = kept(site.desk)
    page = got(site, f"/challenges/{number}/tuples?{urlencode(query)}")
    shown = names(page)
    assert shown[: len(there)] == there and absent not in shown
    found = told(site, f"/challenges/{number}/tuples?{urlencode(query)}")
    assert [one["tuple"] for one in found["tuples"]] == shown


def test_a_tuple_with_its_scores_and_the_words_that_differ(site: Site) -> None:
    number = kept(site.desk)
    page = got(site, f"/challenges/{number}/tuples?metric=BLEU&category=False+friends")
    assert '<b class="value">9.8</b>' in page and '<b class="value">55.5</b>' in page
    assert "The <ins>secondary school</ins> is <ins>located beside</ins> the <ins>city</ins> hall." in page
    assert "The <del>gymnasium</del> is <del>next to</del> the <del>town</del> hall." in page
    assert '<span class="verdict fail">✗ wrong</span>' in page
    assert '<span class="tag">2021/Birke</span>' in page and '<span class="tag">2022/Linde</span>' in page
    assert "Other metrics: 2 of 3 right" in page and "lower is better" in page


def test_marked_errors_are_shown(site: Site) -> None:
    """In the worse text of a tuple: those of the key and those that the metric found; a table beside."""
    one = challenge_of("marked")
    cells = [[{"start": 4, "end": 10, "severity": "major", "category": None}]] * one.tuples.height
    spans = pl.Series("worse_spans", cells, dtype=SPANS)
    one = replace(one, tuples=one.tuples.with_columns(spans))
    number = keeping.keep(site.desk, one).number
    keeping.keep_scores(site.desk, "marked", [replace(each, spans=spans) for each in scores_of(one)[:1]])
    page = got(site, f"/challenges/{number}/tuples?metric=BLEU")
    assert page.count('<mark class="wrong">') == 2 * one.tuples.height and "Found by BLEU" in page
    listed = told(site, f"/challenges/{number}/tuples")["tuples"][0]
    assert listed["worse_spans"] == cells[0] == listed["scores"][0]["spans"]
    page = got(site, f"/challenges/{number}")
    assert "Marked errors" in page
    assert told(site, f"/challenges/{number}/ranking")["spans"]["all"]["metrics"]["BLEU"]["f1"] == 100


def test_a_blank_text_of_a_pair_is_shown(site: Site) -> None:
    """It is the worse text all the same; only single texts leave a side out."""
    one = challenge_of("blank")
    one = replace(one, tuples=one.tuples.with_columns(pl.lit("").alias("worse")))
    page = got(site, f"/challenges/{kept(site.desk, one)}/tuples")
    assert page.count("<dt>Worse") == page.count("<dt>Better") == one.tuples.height
    assert "Free of errors" not in page


@pytest.mark.parametrize("kind", ["error_free", "grades"])
def test_error_free_and_graded_texts_have_their_pages(site: Site, tmp_path: Path, kind: str) -> None:
    """A ranking with its own table, and tuples that say what they are."""
    said = {"A": True, "B": False} if kind == "error_free" else {"A": "none", "B": "major"}
    lines = [
        {"item_id": str(n), "pair": "de-en", "src": "Ja.", "hyps": {"A": f"Yes {n}.", "B": "No."}, kind: said}
        for n in range(12)
    ]
    (tmp_path / "set.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    one = read_challenge(tmp_path / "set.jsonl")
    number = keeping.keep(site.desk, one).number
    better, worse = (
        pl.Series([float(len(text)) or None for text in one.tuples[side]]) for side in ("better", "worse")
    )
    length = Scored(MetricInfo("length"), better, worse)
    keeping.keep_scores(site.desk, "set", with_thresholds(one, [length]))
    page, tuples = got(site, f"/challenges/{number}"), got(site, f"/challenges/{number}/tuples?metric=length")
    ranking = told(site, f"/challenges/{number}/ranking")
    if kind == "error_free":
        assert "Free of errors or not" in page and "MCC" in page and "Not free of errors" in tuples
        assert "<ins>" not in tuples and "WMT hand-in</a>" not in page
        assert "holds pairs" in got(site, f"/challenges/{number}/file?format=blind", 400)
        assert ranking["error_free"][-1]["metrics"]["length"]["auc"] == 1
    else:
        assert "Order by grades" in page and "Worse: major" in tuples and "Better: none" in tuples
        assert ranking["correlations"][-1]["metrics"]["length"]["kendall"] == 1
    assert told(site, f"/challenges/{number}/tuples")["n"] == one.tuples.height


def test_every_category_can_be_chosen(site: Site) -> None:
    """By its name, as it stands in the table."""
    challenge = challenge_of()
    page = got(site, f"/challenges/{kept(site.desk)}/tuples")
    (choice,) = re.findall(r'<select name="category">(.*?)</select>', page, re.DOTALL)
    shown = re.findall(r'<option value="([^"]+)"[^>]*>([^<]*)</option>', choice)
    there = sorted(challenge.tuples["category"].unique())
    assert [(unescape(value), unescape(name)) for value, name in shown] == [(one, one) for one in there]


@pytest.mark.parametrize("metric, lower", [("BLEU", False), ("TER", True)])
def test_which_scores_are_better_is_said(site: Site, metric: str, lower: bool) -> None:
    page = got(site, f"/challenges/{kept(site.desk)}/tuples?metric={metric}&category=Negation")
    assert ("Lower scores are better." in page) is lower


@pytest.mark.parametrize("by", ["category", "phenomenon"])
def test_a_large_table_comes_in_parts(site: Site, by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = f"/challenges/{kept(site.desk)}?by={by}"
    rows = re.compile(r'<tr class="(?:group|member)".*?</tr>', re.DOTALL)
    whole = rows.findall(got(site, place))
    monkeypatch.setattr("lackmus.web.http.table_parts.CELLS", 2 * 7)  # two rows
    page = got(site, place)
    assert len(rows.findall(page)) == 2 < len(whole)
    while waiting := re.search(r'<tr class="waiting" hx-get="([^"]*)".*?</tr>', page, re.DOTALL):
        page = page.replace(waiting[0], got(site, unescape(waiting[1])))
    assert rows.findall(page) == whole


def test_tuples_come_in_pages(site: Site) -> None:
    number = kept(site.desk, challenge_of(times=4))
    pages = [got(site, f"/challenges/{number}/tuples?metric=BLEU&page={page}") for page in (1, 2, 3)]
    shown = [names(page) for page in pages]
    assert [len(one) for one in shown] == [25, 7, 7] and shown[1] == shown[2]
    assert len({*shown[0], *shown[1]}) == 32
    assert "page=2" in pages[0] and 'rel="next"' not in pages[1]
    assert "metric=BLEU" in re.findall(r'rel="next" href="([^"]*)"', pages[0])[0]


def test_names_are_data(site: Site) -> None:
    """Whatever stands in a challenge or is called a metric, no markup of it reaches a page."""
    tuples = challenge_of().tuples.with_columns(
        *(pl.lit(NASTY).alias(name) for name in ("category", "phenomenon", "source", "reference")),
        *(pl.lit(f"{side} {NASTY}").alias(side) for side in ("better", "worse")),
        pl.lit(NASTY).alias("better_from"),
    )
    challenge = ChallengeSet(NASTY, tuples, "", {NASTY: NASTY})
    number = kept(site.desk, challenge, scored=False)
    scores = [replace(one, about=replace(one.about, group=NASTY)) for one in scores_of(challenge)]
    keeping.keep_scores(site.desk, NASTY, [*scores, replace(scores[0], about=MetricInfo(NASTY))])
    query = urlencode({"metric": NASTY, "category": NASTY, "phenomenon": NASTY})
    for path in ("", "?by=phenomenon", f"/tuples?{query}", "/tuples", "/pairs", "/figure?kind=heatmap"):
        page = got(site, f"/challenges/{number}{path}")
        assert "<script>alert" not in page and "<i>x" not in page
    assert told(site, f"/challenges/{number}/tuples?{query}")["n"] == 8


def test_what_a_paired_test_would_change(site: Site) -> None:
    """Said once, under the table; nothing where it was chosen."""
    number = kept(site.desk)
    page = got(site, f"/challenges/{number}")
    assert page.count("An exact paired test (McNemar) ") == 1
    assert page.index('id="table"') < page.index('id="paired"') < page.index('id="metrics"')
    paired = got(site, f"/challenges/{number}?test=paired")
    assert "An exact paired test" not in paired and "|correction:holm|" in paired


@pytest.mark.parametrize(
    "path, status, said",
    [
        ("/tuples?metric=METEOR", 400, "there is no metric METEOR"),
        ("/tuples?category=Spelling", 400, "there is no row Spelling"),
        ("?metrics=METEOR", 400, "here is no metric METEOR"),
        ("?pair=fr-en", 400, "has no pair fr-en"),
        ("?test=chance", 422, "test"),
        ("/tuples?page=0", 422, "page"),
        ("/download.exe", 404, "no format exe"),
        ("/file?format=exe", 400, "no format exe"),
        ("/chart.svg?kind=pie", 422, "kind"),
        ("/chart.gif?kind=heatmap", 404, "svg, png, pdf"),
    ],
)
def test_what_is_not_there(site: Site, path: str, status: int, said: str) -> None:
    number = kept(site.desk)
    assert said in unescape(got(site, f"/challenges/{number}{path}", status))


@pytest.mark.parametrize("number", ["7", "0", "99999999999999999999", "x"])
@pytest.mark.parametrize("path", ["", "/tuples", "/rows", "/pairs", "/file", "/download.csv"])
def test_no_such_challenge(site: Site, number: str, path: str) -> None:
    kept(site.desk)
    assert site.client.get(f"/challenges/{number}{path}").status_code == (404 if number == "7" else 422)


def test_only_some_metrics_and_one_pair(site: Site) -> None:
    both = pl.concat([challenge_of().tuples, challenge_of(times=2, pair="en-de").tuples.tail(8)])
    number = kept(site.desk, ChallengeSet("both", both))
    query = urlencode({"metrics": ["BLEU", ODD], "pair": "en-de"}, doseq=True)
    ranking = told(site, f"/challenges/{number}/ranking?{query}")
    assert ([one["name"] for one in ranking["metrics"]], ranking["tuples"]) == (["BLEU", ODD], 8)
    page = got(site, f"/challenges/{number}?{query}")
    assert "of 16" in page and "metric=Kiwi" not in page
    assert {one["pair"] for one in told(site, f"/challenges/{number}/tuples?{query}")["tuples"]} == {"en-de"}
    (way,) = re.findall(r'<tr class="average micro">.*?<a href="([^"]*metric=BLEU[^"]*)"', page)
    assert "pair=en-de" in way and "metrics=BLEU" in way  # what was chosen is still chosen there


def test_the_api_says_what_a_ranking_is(site: Site) -> None:
    number = kept(site.desk)
    expected = ranking_values(rank(challenge_of(), scores_of(challenge_of())))
    assert told(site, f"/challenges/{number}/ranking") == json.loads(json.dumps(expected))


@pytest.mark.parametrize("place", ["download.csv", "download.latex", "file?format=aces-tsv"])
def test_a_script_gets_the_same_files(site: Site, place: str) -> None:
    path = f"/challenges/{kept(site.desk)}/{place}"
    page, script = site.client.get(path), site.client.get(f"/api/v1{path}")
    assert page.status_code == script.status_code == 200
    assert page.content == script.content and len(page.content) > 100
    assert page.headers["content-disposition"] == script.headers["content-disposition"]


@pytest.mark.parametrize("kind", ["heatmap", "sorted", "speed"])
def test_charts(site: Site, kind: str) -> None:
    number = kept(site.desk)
    assert f'hx-get="/challenges/{number}/figure?kind={kind}"' in got(site, f"/challenges/{number}")
    figure = got(site, f"/challenges/{number}/figure?kind={kind}")
    assert "<svg" in figure and "In words" in figure
    assert "<style" not in figure and "<script" not in figure and " style=" not in figure
    answer = site.client.get(f"/challenges/{number}/chart.png?kind={kind}&theme=dark")
    assert (
        answer.content.startswith(b"\x89PNG") and f"{kind}-dark.png" in answer.headers["content-disposition"]
    )


def test_no_chart_of_a_speed_that_nobody_knows(site: Site) -> None:
    challenge = challenge_of()
    number = kept(site.desk, challenge, scored=False)
    scores = [replace(one, seconds=None) for one in scores_of(challenge)]
    keeping.keep_scores(site.desk, challenge.name, scores)
    assert "kind=speed" not in got(site, f"/challenges/{number}")
    assert "no chart speed" in got(site, f"/challenges/{number}/figure?kind=speed", 400)


def test_nothing_scored_yet(site: Site) -> None:
    number = kept(site.desk, challenge_of("a 'name' & more"), scored=False)
    page = unescape(got(site, f"/challenges/{number}"))
    assert """lackmus challenge score 'a '"'"'name'"'"' & more' --metric bleu,chrf,ter""" in page
    assert "download.csv" not in page and "file?format=jsonl" in page
    assert len(names(got(site, f"/challenges/{number}/tuples"))) == 8
    assert "has no scores" in told(site, f"/challenges/{number}/ranking", 400)["error"]


def test_new_scores_are_seen_at_once(site: Site) -> None:
    challenge = challenge_of()
    number = kept(site.desk, challenge)
    assert "METEOR" not in got(site, f"/challenges/{number}")
    more = Scored(MetricInfo("METEOR"), pl.Series([1.0] * 8), pl.Series([0.0] * 8))
    keeping.keep_scores(site.desk, challenge.name, [more])
    page = got(site, f"/challenges/{number}")
    assert "METEOR" in page and "METEOR" in got(site, "/challenges")
    keeping.regroup(site.desk, challenge.name, {"METEOR": "our own"})
    assert "our own" in got(site, f"/challenges/{number}")
    keeping.remove(site.desk, challenge.name)
    got(site, f"/challenges/{number}", 404)


def test_it_is_loaded_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    number = kept(site.desk)
    loads: list[Callable[..., Any]] = []
    monkeypatch.setattr("lackmus.web.challenges.rankings.load", counting(keeping.load, loads))
    monkeypatch.setattr("lackmus.web.challenges.rankings.ranked", counting(_ranked(), loads))
    for _ in range(2):
        got(site, f"/challenges/{number}")
        got(site, f"/challenges/{number}/tuples?metric=BLEU")
        got(site, f"/challenges/{number}?by=phenomenon")
    assert [one.__name__ for one in loads] == ["load", "ranked"]


def _ranked() -> Callable[..., Any]:
    from lackmus.flows.challenges.challenges import ranked

    return ranked


def counting(real: Callable[..., Any], calls: list[Callable[..., Any]]) -> Callable[..., Any]:
    def called(*given: Any) -> Any:
        calls.append(real)
        return real(*given)

    return called


def test_blind_files_and_their_key_are_for_editors(site_as: Opener) -> None:
    """Whoever reads may see everything, but the key to files that were sent out leaves only with editors."""
    rita, ed = site_as(Role.READER), site_as(Role.EDITOR)
    number = kept(ed.desk)
    assert "format=blind" not in got(rita, f"/challenges/{number}")
    got(rita, f"/challenges/{number}/file?format=blind", 403)
    got(rita, f"/api/v1/challenges/{number}/file?format=blind", 403)
    assert "format=blind" in got(ed, f"/challenges/{number}")
    answer = ed.client.get(f"/challenges/{number}/file?format=blind")
    assert answer.headers["content-type"] == "application/zip"
    inside = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert "key.jsonl" in inside and "blind/hypothesis.txt" in inside


def test_readers_are_not_led_where_they_may_not_go(site_as: Opener) -> None:
    rita, ed = site_as(Role.READER), site_as(Role.EDITOR)
    kept(ed.desk)
    assert "/challenges/new" not in got(rita, "/challenges")
    assert "/challenges/new" in got(ed, "/challenges")
    assert rita.client.post("/challenges", data={"part": "de-en|de-en"}).status_code == 403


def test_build_one_from_campaigns(site: Site) -> None:
    page = got(site, "/challenges/new?part=de-en%7Cde-en")
    assert re.findall(r'name="campaigns" value="([^"]*)" checked', page) == ["2025", "2026"]
    sent = {"part": "de-en|de-en", "campaigns": ["2026"], "name": NASTY, "per_item": "2", "seed": "3"}
    answer = site.client.post("/challenges", data={**sent, "trust": "settled"})
    assert answer.status_code == 303, answer.text
    shown = keeping.challenge(site.desk, NASTY)
    assert answer.headers["location"] == f"/challenges/{shown.number}"
    assert shown.about["seed"] == "3" and shown.pairs == ("de-en",) and shown.tuples > 10
    loaded = keeping.load(site.desk, NASTY).tuples
    assert loaded["item"].value_counts()["count"].max() == 2
    assert {one.split("/")[0] for one in loaded["worse_from"].str.split(", ").explode()} == {"2026"}
    other = {**sent, "seed": "4"}
    again = site.client.post("/challenges", data=other)
    assert again.status_code == 400 and "already" in again.text
    assert site.client.post("/challenges", data={**other, "replace": "true"}).status_code == 303
    assert keeping.challenge(site.desk, NASTY).about["seed"] == "4"


@pytest.mark.parametrize(
    "field, value, said",
    [
        ("per_item", "0", "per_item: “0” is no number from 1 to 1000"),
        ("seed", "-1", "seed: “-1” is no number"),
        ("trust", "nobody", "trust: there is no nobody"),
        ("campaigns", "1999", "1999"),
        ("part", "de-en|none", "none"),
    ],
)
def test_what_cannot_be_built(site: Site, field: str, value: str, said: str) -> None:
    sent = {"part": "de-en|de-en", "campaigns": "2026", "name": "new", field: value}
    answer = site.client.post("/challenges", data=sent)
    assert answer.status_code == 400 and said in unescape(answer.text)
    assert keeping.challenges(site.desk) == []
