"""The first page."""

import re
from dataclasses import replace

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.workspaces.first_steps import SETTLED_IN, FirstStep, StepsTaken
from lackmus.core.workspaces.people import Role
from lackmus.flows.outputs.campaigns import change_campaign
from lackmus.flows.reviews.deciding import decide
from lackmus.flows.reviews.reviews import Scope, next_texts
from lackmus.flows.workspaces.history import LogFilter, log
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.workspaces.first_steps import COOKIE
from tests.web.conftest import Opener, Site

GLANCE = "/overview/glance?campaign=2026&suite=de-en&pair=de-en"


def decide_some(site: Site, many: int, person: str = "Ada") -> None:
    """Let somebody decide the next texts of a campaign, one by one."""
    desk = Desk(site.desk.workspace, person)
    for _ in range(many):
        (offer,) = next_texts(desk, Scope("2026", "de-en")).offers
        decide(desk, [(offer.text_id, Verdict.PASS)])


def test_an_empty_workspace_shows_the_way(empty_site: Site) -> None:
    page = empty_site.client.get("/").text
    assert "Welcome" in page and "Import a suite" in page and "Fill it with the samples" in page
    answer = empty_site.client.post("/overview/samples")
    assert answer.status_code == 303 and answer.headers["location"] == "/"
    page = empty_site.client.get("/").text
    assert "Welcome" not in page and page.index(">2026<") < page.index(">2025<")
    assert done_steps(empty_site) == ["suite", "outputs"]
    again = empty_site.client.post("/api/v1/overview/samples")
    assert again.status_code == 409 and "has a suite already" in again.json()["error"]
    assert len(log(empty_site.desk, LogFilter())) == 9, "each import is a change of its own"


def done_steps(site: Site) -> list[str]:
    """The steps that have a tick on the overview, as the API tells them too."""
    page = site.client.get("/").text
    told = site.client.get("/api/v1/overview/steps").json()["steps"]
    if "First steps" in page:
        ticks = [bool(one) for one in re.findall(r'<li class="card( done)?"', page)]
        assert ticks == [one["done"] for one in told]
    return [one["key"] for one in told if one["done"]]


def test_the_first_steps_are_ticked_off_and_go(empty_site: Site) -> None:
    """A suite and outputs, the first decision, a report under a name."""
    added = empty_site.client.post("/api/v1/overview/samples").json()
    assert added["suites"][0] == "de-en" and added["campaigns"] == ["2025", "2026"]
    decide_some(empty_site, 1)
    assert done_steps(empty_site) == ["suite", "outputs", "review"]
    assert "First steps" in empty_site.client.get("/").text
    saved = {"name": "first", "campaign": "2026", "suite": "de-en"}
    assert empty_site.client.post("/report/save", data=saved).status_code == 303
    assert done_steps(empty_site) == ["suite", "outputs", "review", "report"]
    assert "First steps" not in empty_site.client.get("/").text


def test_many_decisions_need_no_first_steps() -> None:
    """Whoever has decided so much knows the way, with or without a saved report."""
    taken = StepsTaken(suite=True, outputs=True, decisions=SETTLED_IN - 1, saved=False)
    assert FirstStep.REPORT not in taken.done
    assert replace(taken, decisions=SETTLED_IN).done == {*FirstStep}


def test_the_first_steps_are_hidden_in_one_browser(site: Site) -> None:
    assert "First steps" in site.client.get("/").text
    assert site.client.post("/overview/steps/hide").status_code == 303
    assert "First steps" not in site.client.get("/").text
    site.client.cookies.delete(COOKIE)
    assert "First steps" in site.client.get("/").text


@pytest.mark.parametrize(
    "role, may",
    [
        (Role.READER, ["report"]),
        (Role.ANNOTATOR, ["review", "report"]),
        (Role.EDITOR, ["suite", "outputs", "review", "report"]),
        (Role.ADMIN, ["suite", "outputs", "review", "report"]),
    ],
)
def test_everybody_sees_what_they_can_do(empty_site_as: Opener, role: Role, may: list[str]) -> None:
    """Buttons for what the role allows, the role's name where it does not, the command for all."""
    site = empty_site_as(role)
    page = site.client.get("/").text
    told = site.client.get("/api/v1/overview/steps").json()["steps"]
    assert [one["key"] for one in told if one["may"]] == may
    panel = page[page.index('id="first-steps"') :]
    for one in told:
        assert one["command"] in panel
        assert (f'href="{one["page"]}"' in panel) is one["may"]
    assert ("Fill it with the samples" in panel) is role.may(Role.EDITOR)
    assert ("Ask an editor" in panel) is not role.may(Role.EDITOR)


def test_campaigns_come_newest_first_and_are_counted_later(site: Site) -> None:
    page = site.client.get("/").text
    assert page.index(">2026<") < page.index(">2025<")
    assert page.count('hx-get="/overview/glance') == 5 and GLANCE.replace("&", "&amp;") in page
    assert "Counting" in page and "items fair" not in page


def test_a_glance_says_what_the_report_says(site: Site) -> None:
    part = site.client.get(GLANCE).text
    assert "129 of 160 items fair" in part and "34 open texts" in part
    assert re.search(r'class="best"><th scope="row"><bdi>Linde</bdi>', part)
    assert "fair today" not in part
    answer = site.client.get("/api/v1" + GLANCE).json()
    assert (answer["fair"], answer["open"], answer["best"]) == (129, 34, ["Linde", "Eiche"])


def test_decisions_of_today_are_seen(site: Site) -> None:
    decide_some(site, 3)
    page = site.client.get("/").text
    assert re.search(r"Decided today</dt><dd><a [^>]*>3</a> <small>3 by you", page)
    assert "decided 3 texts" in page
    assert "132 of 160 items fair" in site.client.get(GLANCE).text
    assert "+3 fair today" in site.client.get(GLANCE).text
    won = int(re.findall(r"\d+", site.client.get("/overview/won").text)[0])
    assert won == site.client.get("/api/v1/overview/won").json()["won"] >= 3


def test_what_waits_is_shown_where_something_does(site: Site) -> None:
    assert "Disputed" not in site.client.get("/").text
    (offer,) = next_texts(site.desk, Scope("2026", "de-en")).offers
    for person, verdict in (("Ben", Verdict.PASS), ("Cleo", Verdict.FAIL)):
        decide(Desk(site.desk.workspace, person), [(offer.text_id, verdict)])
    page = site.client.get("/").text
    assert re.search(r"Disputed</dt><dd><a href=\"/agreement/disputes\">1</a>", page)
    assert f'<a href="/items/{_item(site, offer.text_id)}">text {offer.text_id}: fail</a>' in page


def _item(site: Site, text: int) -> int:
    found = site.client.get("/api/v1/disputes").json()["texts"]
    return int(next(one["item_id"] for one in found if one["text_id"] == text))


@pytest.mark.parametrize(
    "query", ["campaign=1999&suite=de-en&pair=de-en", "campaign=2026&suite=x&pair=de-en"]
)
def test_what_is_not_there_has_no_glance(site: Site, query: str) -> None:
    for place in ("", "/api/v1"):
        assert site.client.get(f"{place}/overview/glance?{query}").status_code == 404


def test_names_are_text(site: Site) -> None:
    name = '<script>alert(1)</script>"&/?#'
    change_campaign(site.desk, "2026", "campaign rename", lambda one: replace(one, name=name))
    page = site.client.get("/").text
    assert "<script>alert" not in page and "&lt;script&gt;alert(1)" in page
    place = re.search(r'hx-get="(/overview/glance\?campaign=%3Cscript[^"]*pair=de-en)"', page)
    assert place and "129 of 160" in site.client.get(place[1].replace("&amp;", "&")).text


def test_the_api_tells_the_same(site: Site) -> None:
    answer = site.client.get("/api/v1/overview").json()
    assert [one["name"] for one in answer["campaigns"]] == ["2025", "2026"]
    assert answer["errands"] == {"assigned": 0, "disputed": 0, "flagged": 0, "training": [], "phenomena": 0}
    assert answer["lately"][0]["words"] == "imported outputs:"


def test_the_first_buttons_lead_to_forms(empty_site: Site) -> None:
    """Not to lists in which nothing is yet."""
    page = empty_site.client.get("/").text
    for place in ("/suites/import", "/outputs/upload"):
        assert f'href="{place}"' in page
        assert empty_site.client.get(place).status_code == 200
