"""The page of a search, its downloads and the API: the same lines, for those who may see them."""

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
