"""Compare and trend."""

import re
from dataclasses import replace

import pytest

from lackmus.flows.outputs.campaigns import change_campaign, change_system, renamed
from lackmus.web.verdicts import compare_page
from tests.web.conftest import Site

WHERE = "campaign=2026&suite=de-en&pair=de-en"


def test_what_one_system_has_won_and_lost(site: Site) -> None:
    page = site.client.get(f"/compare?{WHERE}&a=Ahorn&b=Linde").text
    assert "Linde is" in page and "better than Ahorn" in page and "exact McNemar" in page
    answer = site.client.get(f"/api/v1/compare/items?{WHERE}&a=Ahorn&b=Linde").json()
    for system, many in answer["only"].items():
        assert re.search(rf"Only {system} passes <b>{many}</b>", page)
        listed = site.client.get(
            f"/api/v1/compare/items?{WHERE}&a=Ahorn&b=Linde&mode=only&system={system}"
        ).json()
        assert listed["total"] == many
        for item in listed["items"]:
            verdicts = {one["system"]: one["verdict"] for one in item["systems"]}
            assert verdicts.pop(system) == "pass" and set(verdicts.values()) == {"fail"}


def test_it_begins_with_the_two_best(site: Site) -> None:
    """As the report orders them; where one is chosen, with the best of the others."""
    best = site.client.get("/api/v1/report?campaign=2026&suite=de-en").json()["systems"]
    assert best[:2] != sorted(best)[:2]
    for query, chosen in {
        "": best[:2],
        f"&a={best[0]}": best[:2],
        f"&a={best[3]}": [best[3], best[0]],
    }.items():
        page = site.client.get(f"/compare?{WHERE}{query}").text
        assert re.findall(r'<option value="(\w+)" selected', page.partition('name="a"')[2])[:2] == chosen
        assert site.client.get(f"/api/v1/compare?{WHERE}{query}").json()["systems"] == chosen


@pytest.mark.parametrize("place", ["/compare", "/compare/agreement", "/report"])
def test_what_there_is_only_one_of_is_not_asked(site: Site, place: str) -> None:
    """2026 has outputs for several suites, 2025 for one; each suite has one pair."""
    for campaign, asked in {"2026": ["campaign", "suite"], "2025": ["campaign"]}.items():
        page = site.client.get(f"{place}?campaign={campaign}").text
        assert re.findall(r'<select name="(campaign|suite|pair)"', page) == asked


def test_every_item_is_in_one_list(site: Site) -> None:
    counts = site.client.get(f"/api/v1/compare/items?{WHERE}&a=Ahorn&b=Linde").json()["counts"]
    assert counts["all"] == sum(many for mode, many in counts.items() if mode not in ("all", "fail")) == 160
    assert counts["fail"] == counts["alike"] + counts["unlike"]


@pytest.mark.parametrize(
    "query, said",
    [
        ("", "Ahorn"),  # what there is several of is chosen
        (f"{WHERE}&a=Ahorn&b=Birke&more=Linde", "Two by two"),
        (f"{WHERE}&a=Linde&b=2025/Eiche", "2025/Eiche"),
        (f"{WHERE}&a=Linde&b=Eiche&category=Ambiguity", "all categories"),
        # What belongs to another campaign or suite is forgotten.
        (f"{WHERE}&a=gone&b=Birke&category=gone&mode=only&system=gone", "Birke"),
        (f"{WHERE}&a=Linde&b=Linde", "Ahorn"),
        (f"{WHERE}&a=Ahorn&b=Linde&mode=pass&page=99", "Page 3 of 3"),
    ],
)
def test_whatever_is_chosen_there_is_a_page(site: Site, query: str, said: str) -> None:
    answer = site.client.get(f"/compare?{query}")
    assert answer.status_code == 200 and said in answer.text


@pytest.mark.parametrize(
    "path, status",
    [
        ("/compare?campaign=1999", 404),
        ("/compare?mode=nonsense", 422),
        ("/compare?page=0", 422),
        ("/compare/download.exe", 404),
        ("/trend/chart.exe", 404),
        (f"/api/v1/compare?{WHERE}&a=nobody", 404),
        (f"/api/v1/compare/items?{WHERE}&mode=only&system=nobody", 404),
        ("/api/v1/trend?campaigns=2025", 400),
    ],
)
def test_mistakes_are_told(site: Site, path: str, status: int) -> None:
    assert site.client.get(path).status_code == status


@pytest.mark.parametrize("place", ["/compare", "/compare/agreement", "/trend"])
@pytest.mark.parametrize("format", ["csv", "json", "latex", "html", "markdown", "excel", "parquet"])
def test_files_in_every_format(site: Site, place: str, format: str) -> None:
    answer = site.client.get(f"{place}/download.{format}")
    assert answer.status_code == 200 and answer.content
    assert answer.headers["content-disposition"].startswith('attachment; filename="lackmus-')


@pytest.mark.parametrize("place", ["/compare/agreement", "/trend"])
@pytest.mark.parametrize("ending, start", [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_charts_as_files(site: Site, place: str, ending: str, start: bytes) -> None:
    answer = site.client.get(f"{place}/chart.{ending}")
    assert answer.status_code == 200 and start in answer.content[:200]


@pytest.mark.parametrize("place", ["/compare/agreement/figure", "/trend/figure"])
def test_charts_on_the_page_hold_nothing_that_the_policy_forbids(site: Site, place: str) -> None:
    part = site.client.get(place).text
    assert "<svg" in part and "aria-label=" in part
    assert not re.search(r"<script|\sstyle=|<style|\shref=", part)


@pytest.mark.parametrize("most, tabled", [(4, True), (3, False)])
def test_a_table_of_very_many_pairs_is_left_to_the_files(
    site: Site, monkeypatch: pytest.MonkeyPatch, most: int, tabled: bool
) -> None:
    """The sample has four systems; above the limit the page says so, and still offers chart and files."""
    monkeypatch.setattr(compare_page, "_TABLED", most)
    page = site.client.get(f"/compare/agreement?{WHERE}").text
    assert ('title="Where the two differ"' in page) is tabled
    assert ("The table of 4 systems is too large for a page; it is in the files." in page) is not tabled
    assert "download.csv" in page and "/compare/agreement/figure" in page
    assert site.client.get(f"/compare/agreement/download.csv?{WHERE}").text.count("\n") == 5


def test_how_alike_systems_are(site: Site) -> None:
    page = site.client.get(f"/compare/agreement?{WHERE}").text
    answer = site.client.get(f"/api/v1/compare/agreement?{WHERE}").json()
    assert answer["n"] == 129 and len(answer["pairs"]) == 6
    for pair in answer["pairs"]:
        assert f"{pair['percent']:.1f}</a>" in page and pair["same"] == round(pair["percent"] * 1.29)


def test_a_browser_gets_the_choices_of_a_trend_before_its_answer(site: Site) -> None:
    """Whoever opens the page for the first time does not wait before an empty window."""
    opening = {"Sec-Fetch-Dest": "document"}
    first = site.client.get("/trend", headers=opening).text
    assert 'hx-select="#trended"' in first and "Campaigns</legend>" in first and "<table" not in first
    fetched = site.client.get("/trend", headers={"Sec-Fetch-Dest": "empty", "HX-Request": "true"}).text
    assert 'id="trended"' in fetched and "<table" in fetched
    assert "<table" in site.client.get("/trend", headers=opening).text  # at hand now


def test_campaigns_over_time(site: Site) -> None:
    page = site.client.get("/trend").text
    answer = site.client.get("/api/v1/trend").json()
    assert "2025 → 2026" in page and answer["campaigns"] == ["2025", "2026"]
    assert 'name="systems" value="Eiche"' in page and 'value="Linde"' not in page
    fewer = site.client.get("/trend?campaigns=2025")
    assert fewer.status_code == 200 and "Choose two campaigns" in fewer.text


def test_tags_keep_systems_outside_the_averages(site: Site) -> None:
    assert "Outside the averages" not in site.client.get("/trend").text
    change_system(site.desk, "Ahorn", "2026", "system tag", lambda one: replace(one, tags=("unsupervised",)))
    page = site.client.get("/trend?exclude_tags=unsupervised").text
    assert "Not in the average: 2026 Ahorn" in page
    assert re.search(r'value="unsupervised" checked', page)


def test_a_trend_by_phenomenon(site: Site) -> None:
    """Each category above its phenomena, in one table with the signs of significant changes."""
    page = site.client.get("/trend?by=phenomenon").text
    rows = re.findall(r'<tr class="(group|member|average)"><th scope="row">([^<]*)', page)
    assert rows[:2] == [("group", "Ambiguity"), ("member", "Lexical ambiguity")]
    assert '<span class="sign">*</span>' in page and "a significant change" in page
    assert re.search(r'<span title="p (=|&lt;|<) 0\.\d+">\+10\.2</span><span class="sign">', page)
    written = site.client.get("/trend/download.csv?by=phenomenon").text
    assert (
        written.startswith("level,group,Phenomenon,n,") and "\nmember,Ambiguity,Lexical ambiguity" in written
    )
    answer = site.client.get("/api/v1/trend?by=phenomenon").json()
    assert len(answer["phenomena"]) == sum(level == "member" for level, _ in rows)
    assert site.client.get("/trend?by=nonsense").status_code == 422


def test_names_that_a_trend_joins(site: Site) -> None:
    """By spelling or label, to the letter on request, and by hand; page and API alike."""
    change_system(site.desk, "Ahorn", "2025", "system rename", renamed("AHORN <b>"))
    change_system(site.desk, "Birke", "2025", "system rename", renamed("Betula"))

    def both(query: str) -> tuple[str, list[str]]:
        page = site.client.get(f"/trend?{query}").text
        offered = re.findall(r'name="systems" value="([^"]*)"', page)
        assert site.client.get(f"/api/v1/trend?{query}").json()["systems"] == offered
        return page, offered

    assert both("")[1] == ["Eiche"]
    change_system(site.desk, "AHORN <b>", "2025", "system rename", renamed("A.HORN"))
    page, offered = both("")
    assert offered == ["Ahorn", "Eiche"] and "A.HORN (2025) = Ahorn (2026), by their spelling" in page
    assert both("exact_names=true")[1] == ["Eiche"]
    page, offered = both("same=Betula%3DBirke&exact_names=true")
    assert offered == ["Birke", "Eiche"] and 'name="same" value="Betula=Birke" checked' in page
    change_system(site.desk, "Betula", "2025", "system label", lambda one: replace(one, label="Birke"))
    page, offered = both("")
    assert offered == ["Ahorn", "Birke", "Eiche"] and "by their label" in page
    wrong = site.client.get("/trend?same=Betula%3DA.HORN")
    assert wrong.status_code == 200 and "Betula and A.HORN are both systems of 2025" in wrong.text
    assert "--same" not in wrong.text
    assert site.client.get("/api/v1/trend?same=Betula%3DNobody").status_code == 400
    assert re.search(r'value="Ahorn" checked', site.client.get("/trend?systems=A.HORN").text)


def test_names_are_text_and_addresses_hold(site: Site) -> None:
    name = '<img src=x onerror="alert(1)">/?#&\' ü'
    change_system(site.desk, "Ahorn", "2026", "system rename", renamed(name))
    change_campaign(site.desk, "2025", "campaign rename", lambda one: replace(one, name="a/b?c&d"))
    page = site.client.get(f"/compare?{WHERE}").text
    assert "<img src=x" not in page and "&lt;img src=x" in page
    for place in set(re.findall(r'href="(/compare\?[^"]*mode=only[^"]*)"', page)):
        assert site.client.get(place.replace("&amp;", "&")).status_code == 200
    for place in ("/trend", "/compare/agreement", "/trend/figure", "/compare/agreement/figure"):
        assert "<img src=x" not in site.client.get(place).text
    assert "a_b_c_d" in site.client.get("/trend/download.csv").headers["content-disposition"]
    assert site.client.get("/compare", params={"a": name, "b": "a/b?c&d/Eiche"}).status_code == 200


@pytest.mark.parametrize("path", ["/compare", "/compare/agreement", "/trend"])
def test_nothing_yet_is_no_error(empty_site: Site, path: str) -> None:
    answer = empty_site.client.get(path)
    assert answer.status_code == 200 and "Upload outputs" in answer.text
