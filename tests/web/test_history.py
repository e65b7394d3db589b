"""The log as a page and as the API: filters in the address, ways to what a change was about, undo."""

import re
from dataclasses import replace

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.workspaces.people import Role
from lackmus.flows.reviews.deciding import decide
from lackmus.flows.workspaces.log_pages import LogQuery, log_page
from lackmus.flows.workspaces.people import add_person
from tests.web.conftest import NAMES, Opener, Site


def decided(site: Site, comment: str = "") -> int:
    """Somebody has decided text 1; the number of the change."""
    decide(replace(site.desk, comment=comment), [(1, Verdict.PASS)])
    return log_page(site.desk, LogQuery()).entries[0].number


def rows(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'<tr id="change-(\d+)"', page)]


def buttons(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'action="/log/(\d+)/undo"', page)]


def test_lines_lead_to_what_they_are_about(site_as: Opener) -> None:
    """To the item, to the suite; comments are text."""
    site = site_as(Role.EDITOR)
    number = decided(site, "<script>alert(1)</script>")
    page = site.client.get("/log").text
    line = page[page.index(f'id="change-{number}"') :].split("</tr>")[0]
    assert re.search(r'<a href="/items/\d+">item <bdi>', line)
    assert ("<script>alert" in page, "&lt;script&gt;alert(1)" in line) == (False, True)
    assert '<a href="/suites/1">suite ' in page


@pytest.mark.parametrize(
    "asked, persons",
    [
        ("person=Ed", {"Ed"}),
        ("verb=user", {"Ada"}),
        ("verb=user+add&person=Ed", set()),
        ("verb=use", set()),
        ("text=RIT", {"Ada"}),
        ("text=25%25", set()),  # the sign is no joker
        ("text=_", set()),
        ("since=2000-01-01&until=2000-12-31", set()),
        ("since=2000-01-01&person=Ed", {"Ed"}),
        ("person=Nobody", set()),
        ("page=99&verb=user", {"Ada"}),  # the last one there is
    ],
)
def test_filters(site_as: Opener, asked: str, persons: set[str]) -> None:
    """They stand in the address, and the API has the same."""
    site = site_as(Role.EDITOR)
    decided(site)
    found = site.client.get(f"/api/v1/log?{asked}").json()
    assert {one["person"] for one in found["changes"]} == persons
    page = site.client.get(f"/log?{asked}").text
    assert rows(page) == [one["number"] for one in found["changes"]]
    assert ("No change is like that" in page) is not bool(persons)


@pytest.mark.parametrize("asked", ["since=yesterday", "until=2026-13-01"])
def test_a_day_is_a_day(site: Site, asked: str) -> None:
    """Told in one line."""
    answer = site.client.get(f"/api/v1/log?{asked}")
    assert (answer.status_code, "is no day. Write it as" in answer.json()["error"]) == (400, True)


def test_fifty_a_page(empty_site: Site) -> None:
    """Newest first; filters go along from page to page."""
    for number in range(60):
        add_person(empty_site.desk, f"Ben & {number}")
    first, second = (empty_site.client.get(f"/log?verb=user&page={page}").text for page in (1, 2))
    assert (rows(first), rows(second)) == (list(range(60, 10, -1)), list(range(10, 0, -1)))
    assert 'href="/log?verb=user&amp;page=2"' in first
    assert "60 changes, 50 of them here" in first


def test_an_empty_log(empty_site: Site) -> None:
    """A friendly word."""
    assert "Nothing has happened yet" in empty_site.client.get("/log").text


@pytest.mark.parametrize(
    "role, own, others, roles",
    [
        (Role.READER, False, False, False),
        (Role.ANNOTATOR, True, False, False),
        (Role.EDITOR, True, True, False),
        (Role.ADMIN, True, True, True),
    ],
)
def test_who_may_undo_what(site_as: Opener, role: Role, own: bool, others: bool, roles: bool) -> None:
    """A button stands where it would be obeyed."""
    mine = decided(site_as(role)) if role is not Role.READER else 0
    page = site_as(role).client.get("/log?page=1").text
    found = log_page(site_as(role).desk, LogQuery())
    of = {entry.number: entry for entry in found.entries}
    shown = buttons(page)
    assert (mine in shown) is own
    assert any(of[number].verb == "suite import" for number in shown) is others
    assert any(of[number].verb == "user add" for number in shown) is roles


def test_undo_and_again(site_as: Opener) -> None:
    """The line is struck out, and the undo can be undone."""
    site = site_as(Role.ANNOTATOR)
    number = decided(site)
    answer = site.client.post(f"/log/{number}/undo", data={"next": "/log?person=Anna"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/log?person=Anna")
    page = site.client.get("/log").text
    assert f'<tr id="change-{number}" class="undone">' in page
    assert f"undone by #{number + 1}" in page
    assert (number in buttons(page), number + 1 in buttons(page)) == (False, True)
    site.client.post(f"/log/{number + 1}/undo")
    assert f'<tr id="change-{number}">' in site.client.get("/log").text


def test_undo_by_the_api(site_as: Opener) -> None:
    """One's latest, or the one named; what is refused is said."""
    site = site_as(Role.ANNOTATOR)
    number = decided(site)
    done = site.client.post("/api/v1/undo", json={"comment": "a slip"}).json()
    assert (done["undone"]["number"], done["undone"]["person"]) == (number, NAMES[Role.ANNOTATOR])
    assert site.client.get("/api/v1/log").json()["changes"][0]["comment"] == "a slip"
    answer = site.client.post("/api/v1/undo", json={"number": 1})
    assert (answer.status_code, "Only an editor may undo" in answer.json()["error"]) == (400, True)


def test_a_change_is_found_by_its_number(site: Site) -> None:
    """As the history of an item links to it, on whatever page of the log it stands; it is told in words."""
    number = decided(site)
    page = site.client.get(f"/log?text=%23{number}").text
    assert (rows(page), '<td class="verb">decided</td>' in page) == ([number], True)
    assert rows(site.client.get("/log?text=%23999999").text) == []
    item = site.client.get("/items/1").text
    assert re.search(r'<a href="/log\?text=%23\d+"[^>]*>#\d+</a>', item)
