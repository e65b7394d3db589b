"""The page of a search, its downloads and the API: the same lines, for those who may see them."""

import re

import pytest

from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces.history import LogFilter, log
from lackmus.web.http.downloads import formats
from tests.web.conftest import Opener, Site


def test_page_and_api_show_the_same_lines(site: Site) -> None:
    page = site.client.get("/search?q=bench&in=output&sort=right").text
    told = site.client.get("/api/v1/search?q=bench&in=output&sort=right&lines=50").json()
    assert page.count("<mark>bench</mark>") == len(told["lines"]) == min(50, told["total"]) > 2
    assert f"/items/{told['lines'][0]['item_id']}#text-{told['lines'][0]['text_id']}" in page
    assert "verdict pass" in page and "Review these" in page


def test_found_texts_are_reviewed_settled_ones_too(site: Site) -> None:
    told = site.client.get("/api/v1/search?q=bench&in=output").json()
    part = told["parts"][0]
    scope = {name: part[name] for name in ("campaign", "suite", "pair")}
    asked = {**scope, "found": told["review"], "many": 20}
    given = site.client.post("/api/v1/review/next", json=asked).json()
    numbers = {one["text_id"] for one in told["lines"]}
    assert given["fitting"] == part["texts"]
    assert {one["text_id"] for one in given["texts"]} <= numbers
    page = site.client.get("/review", params={**scope, "found": told["review"]}).text
    assert "Found by a search" in page


def test_an_address_that_names_no_search(site: Site) -> None:
    told = site.client.get("/review?found=colour%3Dred")
    assert (told.status_code, "The address names no search: colour" in told.text) == (400, True)


@pytest.mark.parametrize("format", formats())
def test_every_format_can_be_downloaded(site: Site, format: str) -> None:
    told = site.client.get(f"/search/download.{format}?q=bench")
    assert told.status_code == 200 and "attachment" in told.headers["content-disposition"]
    assert len(told.content) > 500


@pytest.mark.parametrize(
    ("asked", "status", "line"),
    [
        ("q=a%28&match=pattern", 400, "a(: this is no pattern"),
        ("q=*", 400, "There is nothing to search for."),
        ("q=x&category=Nothing", 400, "There is no Nothing. There are "),
        ("q=x&sort=size", 422, "place"),
    ],
)
def test_mistakes_keep_the_form(site: Site, asked: str, status: int, line: str) -> None:
    page = site.client.get(f"/search?{asked}")
    assert (page.status_code, line in page.text) == (status, True)
    told = site.client.get(f"/api/v1/search?{asked}")
    assert (told.status_code, line in told.json()["error"]) == (status, True)


@pytest.mark.parametrize("role", Role)
def test_systems_are_named_to_those_who_ask(site_as: Opener, role: Role) -> None:
    """The log keeps it of those who judge, once for all pages of a search."""
    site = site_as(role)
    assert "written_by" in site.client.get("/api/v1/search?q=bench").text
    assert all(not one["written_by"] for one in site.client.get("/api/v1/search?q=bench").json()["lines"])
    named = site.client.get("/api/v1/search?q=bench&in=output&systems=named").json()["lines"]
    assert all(one["written_by"] for one in named)
    site.client.get("/search?q=bench&systems=each&page=2")
    kept = [entry for entry in log(site.desk, LogFilter()) if entry.verb == "review reveal"]
    assert len(kept) == (role is not Role.READER)
    assert ("/review?" in site.client.get("/search?q=bench").text) == (role is not Role.READER)


def test_texts_are_listed_by_page_and_api_alike(site: Site) -> None:
    """Without words; all that fit can be named by number, and reviewed."""
    asked = "campaign=2026&state=open&sort=-text"
    told = site.client.get(f"/api/v1/texts?{asked}&lines=10000").json()
    texts = [one["text"].lower() for one in told["texts"]]
    assert texts == sorted(texts, reverse=True) and len(texts) == told["total"] > 50
    numbers = [one["text_id"] for one in told["texts"]]
    assert sorted(site.client.get(f"/api/v1/texts/numbers?{asked}").json()["texts"]) == sorted(numbers)
    page = site.client.get(f"/texts?{asked}").text
    assert [int(one) for one in re.findall(r'<tr data-number="(\d+)"', page)] == numbers[:50]
    some = ",".join(map(str, sorted(numbers)[:3]))
    few = site.client.get(f"/api/v1/texts?texts={some}").json()
    assert [one["text_id"] for one in few["texts"]] == sorted(numbers)[:3]
    (part, *_) = few["parts"]
    scope = {name: part[name] for name in ("campaign", "suite", "pair")}
    offered = site.client.post(
        "/api/v1/review/next", json={**scope, "found": few["review"], "many": 20}
    ).json()
    assert {one["text_id"] for one in offered["texts"]} <= set(numbers[:0]) | set(sorted(numbers)[:3])
    assert offered["fitting"] == part["texts"]


def test_texts_are_assigned_together_and_back(site_as: Opener) -> None:
    site = site_as(Role.EDITOR)
    done = site.client.post("/api/v1/texts/assign", json={"texts": [2, 3], "person": "Ada"}).json()
    assert (done["texts"], done["said"]) == ([2, 3], "2 texts assigned to Ada")
    again = site.client.post("/api/v1/texts/assign", json={"texts": [3, 4], "person": "Ada"}).json()
    assert (again["texts"], again["unchanged"]) == ([4], 1)
    none = site.client.post("/api/v1/texts/assign", json={"texts": [2, 3, 4, 5]}).json()
    assert (none["texts"], none["person"]) == ([2, 3, 4], "")
    assert site.client.post("/api/v1/undo", json={"number": none["change"]}).status_code == 200
    assert site.client.post("/api/v1/texts/assign", json={"texts": [2, 3, 4]}).json()["unchanged"] == 0
    assert site_as(Role.ANNOTATOR).client.post("/api/v1/texts/assign", json={"texts": [2]}).status_code == 403


def test_texts_of_people_and_systems_are_listed(site_as: Opener) -> None:
    """Names of systems only on request, which the log records; who decided and whose they are, always."""
    site = site_as(Role.EDITOR)
    client = site.client
    client.post("/api/v1/texts/assign", json={"texts": [2, 3], "person": "Ada"})
    own = client.get("/api/v1/texts?assigned=Ada").json()
    assert [one["text_id"] for one in own["texts"]] == [2, 3]
    assert all(one["assigned"] == ["Ada"] and not one["written_by"] for one in own["texts"])
    assert client.get("/api/v1/texts?assigned=nobody&lines=0").json()["total"] > 2
    scope = own["parts"][0]
    asked = {name: scope[name] for name in ("campaign", "suite", "pair")}
    review = client.post("/api/v1/review/next", json={**asked, "found": own["review"], "many": 20}).json()
    assert review["fitting"] == 2
    before = len(log(site.desk, LogFilter(verb="review reveal")))
    named = client.get("/api/v1/texts?assigned=Ada&systems=named").json()
    assert all(len(one["written_by"]) == one["systems"] > 0 for one in named["texts"])
    assert len(log(site.desk, LogFilter(verb="review reveal"))) == before + 1
    page = client.get("/texts?assigned=Ada&systems=named").text
    assert named["texts"][0]["written_by"][0]["system"] in page and ">Ada</td>" in page
    aliased = client.get("/api/v1/texts?assigned=Ada&systems=named&anonymous=true").json()
    assert aliased["texts"][0]["written_by"] != named["texts"][0]["written_by"]


def test_the_list_of_texts_is_downloaded(site: Site) -> None:
    told = site.client.get("/api/v1/texts?state=open&lines=1").json()
    page = site.client.get("/texts?state=open").text
    for form in formats():
        assert f"/texts/download.{form}?state=open" in page
        assert site.client.get(f"/texts/download.{form}?state=open").status_code == 200
    values = site.client.get("/api/v1/texts/download.json?state=open").json()
    assert (len(values["texts"]), values["signature"]) == (told["total"], told["signature"])
    assert site.client.get("/texts/download.exe").status_code in (400, 404)


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ("sort=size", "There is no size."),
        ("texts=a-b", "“a-b” is no number. Write numbers and ranges: 12-40,45."),
        ("items=a-b", "“a-b” is no number. Write numbers and ranges: 12-40,45."),
        ("assigned=Zoe", "here is no Zoe."),
        ("decided_by=Zoe", "here is no Zoe."),
        ("category=Nothing", "There is no Nothing. There are "),
    ],
)
def test_a_mistake_in_a_list_is_one_line(site: Site, asked: str, line: str) -> None:
    for address in ("/texts", "/api/v1/texts"):
        told = site.client.get(f"{address}?{asked}")
        assert (told.status_code, line in told.text) == (400, True)
