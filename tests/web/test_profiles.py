"""The profile of a system: its page, its files, and the same for scripts."""

import pytest

from tests.test_cli import answer
from tests.web.conftest import Site

ASKED = "campaign=2026&suite=de-en"


def test_the_report_leads_to_profiles(site: Site) -> None:
    page = site.client.get(f"/report?{ASKED}").text
    assert "/report/profile?campaign=2026&amp;suite=de-en&amp;pair=de-en&amp;system=Ahorn" in page


def test_the_page(site: Site) -> None:
    page = site.client.get(f"/report/profile?{ASKED}&system=Ahorn").text
    assert "Ahorn passes" in page and "the 3 other systems pass on average" in page
    assert (
        "/report/items?campaign=2026" in page and "category=Ambiguity" in page and "Idiom" not in table(page)
    )
    unfolded = site.client.get(f"/report/profile?{ASKED}&system=Ahorn&by=phenomenon").text
    assert "Idiom" in table(unfolded) and "phenomenon=Idiom" in unfolded


def table(page: str) -> str:
    return page.partition("<tbody>")[2].partition("</tbody>")[0]


def test_scripts_and_the_command_line_get_the_same(site: Site) -> None:
    told = site.client.get(f"/api/v1/report/profile?{ASKED}&system=Ahorn").json()
    place = site.desk.workspace
    assert told == answer("profile", "de-en", "Ahorn", "--campaign", "2026", "--workspace", place)
    assert told["rows"][0]["category"] == "Ambiguity" and told["averages"]["micro"]["standing"] == "below"


@pytest.mark.parametrize("name", ["csv", "excel", "html", "json", "latex", "markdown", "parquet"])
def test_files(site: Site, name: str) -> None:
    place = f"/report/profile/download.{name}?{ASKED}&system=Ahorn"
    page, script = site.client.get(place), site.client.get(f"/api/v1{place}")
    assert page.status_code == script.status_code == 200 and len(page.content) > 300
    assert page.headers["content-disposition"] == script.headers["content-disposition"]
    if name not in ("excel", "html"):
        assert page.content == script.content


@pytest.mark.parametrize(
    "query, said",
    [
        ("system=Pappel", "There is no system Pappel. There are "),
        ("systems=Ahorn&system=Ahorn", "here is only Ahorn"),
    ],
)
def test_what_cannot_be_profiled(site: Site, query: str, said: str) -> None:
    answer = site.client.get(f"/report/profile?{ASKED}&{query}")
    assert answer.status_code == 400 and said in answer.text
    assert said in site.client.get(f"/api/v1/report/profile?{ASKED}&{query}").text


def test_an_empty_workspace(empty_site: Site) -> None:
    assert "There is nothing to report yet" in empty_site.client.get("/report/profile").text
