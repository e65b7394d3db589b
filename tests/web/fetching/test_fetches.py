"""Fetching from engines on pages and by script: who may, what it costs, how far it is, what is not told."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from lackmus.core.fetching.fetch import UNFINISHED, JobState
from lackmus.core.workspaces.people import Role
from lackmus.flows.fetching import jobs
from lackmus.flows.fetching.job_work import work
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.store.fetching.jobs import move_job, tell_job
from lackmus.web.fetching import fetches
from lackmus.web.served import Served
from tests.flows.apprentice import KEY, SECRET, Apprentice, let_in
from tests.web.conftest import Opener, Site

FORM = {"engine": "apprentice", "campaign": "2025", "part": "de-en|de-en", "option-style": "fancy"}
ASKED = {"engine": "apprentice", "campaign": "2025", "suite": "de-en", "pair": "de-en"}
NASTY = "<img src=x onerror=alert(1)>"


class Here:
    """A worker that is no process: what is begun is worked on when the test says so."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.begun: list[str] = []

    def begin(self, token: str) -> None:
        self.begun.append(token)

    def work(self) -> None:
        for token in self.begun:
            assert work(self.desk, token, Event())
        self.begun.clear()

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.fixture(autouse=True)
def engines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """An engine with its key, and one of the server's own under a name."""
    let_in(monkeypatch)
    monkeypatch.setenv(KEY, SECRET)
    names = tmp_path / "engines.toml"
    names.write_text('[ours]\nengine = "locked"\nplace = "http://10.0.0.7/hidden"\n')
    monkeypatch.setenv("LACKMUS_ENGINES", str(names))
    yield


def here(served: Served) -> Here:
    """Let a server work on fetches in this very process."""
    worker = Here(served.desk)
    served.__dict__["worker"] = worker
    return worker


def agreed(site: Site, form: dict[str, str]) -> dict[str, str]:
    """The form with what the page of the estimate adds to it."""
    told = site.client.post("/outputs/fetch/estimate", data=form, headers={"HX-Request": "true"}).text
    found = re.search(r'name="agreed" value="(\w+)"', told)
    assert found, told
    return {**form, "agreed": found[1]}


def begun(site: Site, **more: str) -> str:
    """The address of a fetch that waits."""
    answer = site.client.post("/outputs/fetch", data=agreed(site, {**FORM, **more}))
    assert answer.status_code == 303, answer.text
    place: str = answer.headers["location"]
    return place


def test_which_engines_there_are(site: Site) -> None:
    """Keys by their names, and whether they are there; of ours the kind and the name."""
    told = site.client.get("/outputs/fetch?campaign=2025").text
    for part in (
        "/outputs/fetch?engine=apprentice&amp;campaign=2025",
        KEY,
        "is there",
        "shouts",
        "named here",
    ):
        assert part in told
    assert re.search(r"DEEPL_AUTH_KEY</bdi> <span[^>]*>is missing", told)
    form = site.client.get("/outputs/fetch?engine=apprentice&campaign=2025").text
    assert "how &lt;loud&gt;" in form and 'name="option-book"' in form
    assert '<option value="de-en|de-en" selected>' in form  # what the campaign is about
    assert 'id="fetch"' not in form and "Estimate the cost" in form  # it is paid
    assert 'id="fetch"' in site.client.get("/outputs/fetch?engine=ours").text
    assert 'name="option-' not in site.client.get("/outputs/fetch?engine=nobody").text


def test_the_price_is_seen_before_anything_is_paid_for(site: Site) -> None:
    """And agreed to for these choices, not for others."""
    before, worker = latest(site.desk), here(site.served)
    told = site.client.post("/outputs/fetch/estimate", data={**FORM, "system": NASTY}).text
    for part in (
        "160 sentences to be asked: about 7.62 EUR",
        "price list of 2026-01",
        'value="2025" selected',
    ):
        assert part in told
    assert NASTY not in told and "&lt;img" in told and 'value="fancy" selected' in told
    for form in (FORM, {**agreed(site, FORM), "option-style": "plain"}, {**FORM, "agreed": "0" * 32}):
        refused = site.client.post("/outputs/fetch", data=form)
        assert refused.status_code == 400 and "Estimate the cost first" in refused.text
    assert (latest(site.desk), worker.begun, Apprentice.asked) == (before, [], [])


def test_from_the_form_to_the_report(site: Site) -> None:
    worker = here(site.served)
    place = begun(site, system=NASTY)
    told = site.client.get(place).text
    for part in (f'data-events="{place}/events"', 'http-equiv="refresh"', "Waiting for its turn", "Cancel"):
        assert part in told
    assert NASTY not in told and place in site.client.get("/outputs").text
    worker.work()
    told = site.client.get(place).text
    for part in ("160 sentences fetched, 0 known before", 'data-state="done"', "/report?campaign=2025"):
        assert part in told
    assert "data-events" not in told and "refresh" not in told and NASTY not in told
    assert place not in site.client.get("/outputs").text and place in site.client.get("/outputs/fetches").text
    system = site.client.get("/outputs/system", params={"campaign": "2025", "name": NASTY}).text
    assert "Fetched from an engine" in system and "apprentice-1" in system and NASTY not in system
    shown = site.client.get("/api/v1/system", params={"campaign": "2025", "name": NASTY}).json()
    assert shown["hand_ins"][0]["origin"]["engine"] == "apprentice"


def test_what_looks_odd_leads_to_its_review(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    first = jobs.job  # what the page shows comes from the row
    worker = here(site.served)
    place = begun(site)
    worker.work()
    token = place.rsplit("/", 1)[1]
    result = {
        **(first(site.desk, token).result or {}),
        "marked": {"verbose": 12},
        "missing": 1,
        "missing_first": [NASTY],
    }
    with site.served.desk.open() as workspace, workspace.claiming() as connection:
        move_job(connection, token, [JobState.DONE], JobState.DONE, result=result)
    told = site.client.get(place).text
    (link,) = re.findall(r'href="(/review[^"]*reason=verbose)">12 look verbose<', told)
    assert "system=Apprentice" in unescape(link) and site.client.get(unescape(link)).status_code == 200
    assert "1 sentence without a translation" in told and NASTY not in told


def test_cancelled_and_gone_on_with(site: Site) -> None:
    worker = here(site.served)
    place = begun(site)
    assert site.client.post(f"{place}/cancel").headers["location"] == place
    worker.work()
    told = site.client.get(place).text
    assert "Cancelled. What was fetched is kept." in told and "Go on" in told and Apprentice.asked == []
    assert site.client.post(f"{place}/resume").headers["location"] == place
    worker.work()
    assert 'data-state="done"' in site.client.get(f"{place}/progress").text
    assert site.client.post(f"{place}/cancel").status_code == 303  # it is over, and stays so
    assert 'data-state="done"' in site.client.get(place).text


def test_what_stopped_it_and_what_helps(site: Site) -> None:
    here(site.served)
    place = begun(site)
    token = place.rsplit("/", 1)[1]
    jobs.give_up(site.desk, token, f"No more {NASTY}. Come back tomorrow.")
    told = site.client.get(place).text
    assert "Come back tomorrow." in told and NASTY not in told and "Go on" in told
    assert "stopped; it can go on" in site.client.get("/outputs").text


# -- how far it is -------------------------------------------------------------------------------------------


def data_of(streamed: str) -> list[dict[str, Any]]:
    """What the events say."""
    return [json.loads(line[6:]) for line in streamed.splitlines() if line.startswith("data: ")]


def test_the_stream_tells_all_until_it_is_over(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins with how it stands, and ends by itself."""
    here(site.served)
    token = begun(site).rsplit("/", 1)[1]
    desk = site.served.desk
    look, looks = jobs.job, iter(range(3))

    def going_on(asked: Desk, wanted: str) -> Any:
        """Each look finds it a little further."""
        with desk.open() as workspace, workspace.claiming() as connection:
            turn = next(looks)
            if turn == 1:
                move_job(connection, token, UNFINISHED, JobState.RUNNING)
                tell_job(connection, token, "Fetching", 5, 160)
            if turn == 2:
                move_job(connection, token, UNFINISHED, JobState.CANCELLED)
        return look(asked, wanted)

    monkeypatch.setattr(jobs, "job", going_on)
    monkeypatch.setattr(fetches, "_TICK", 0)
    answer = site.client.get(f"/outputs/fetches/{token}/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert (answer.headers["cache-control"], answer.headers["x-accel-buffering"]) == ("no-store", "no")
    told = [(one["state"], one["stage"], one["done"]) for one in data_of(answer.text)]
    assert told == [("waiting", "", 0), ("running", "Fetching", 5), ("cancelled", "", 5)]


@pytest.mark.parametrize("why", ["the server ends", "it was long"])
def test_no_stream_is_for_ever(site: Site, monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    here(site.served)
    place = begun(site)
    if why == "the server ends":
        site.served.ending.set()
    else:
        monkeypatch.setattr(fetches, "_LONGEST", -1)
    assert [one["state"] for one in data_of(site.client.get(f"{place}/events").text)] == ["waiting"]


def test_no_stream_of_nothing(site: Site) -> None:
    assert site.client.get("/outputs/fetches/nothing/events").status_code == 404


# -- by script -----------------------------------------------------------------------------------------------


def test_by_script(site: Site) -> None:
    """The same flows, the same rows."""
    worker, api = here(site.served), site.client
    told = api.post("/api/v1/fetches/estimate", json=ASKED).json()
    assert (told["left"], told["dry_run"], told["about"]["price"]["currency"]) == (160, True, "EUR")
    first = api.post("/api/v1/fetches", json=ASKED).json()
    assert (first["state"], first["asked"]["system"], "seal" in first["asked"]) == (
        "waiting",
        "Apprentice",
        False,
    )
    assert api.post(f"/api/v1/fetches/{first['token']}/cancel").json()["state"] == "cancelled"
    assert api.post(f"/api/v1/fetches/{first['token']}/resume", json={}).json()["state"] == "waiting"
    worker.work()
    done = api.get(f"/api/v1/fetches/{first['token']}").json()
    assert (done["state"], done["result"]["asked"], done["result"]["campaign"]) == ("done", 160, "2025")
    assert [one["token"] for one in api.get("/api/v1/fetches?mine=true").json()["fetches"]] == [
        first["token"]
    ]
    known = {one["name"]: one for one in api.get("/api/v1/engines").json()["engines"]}
    assert known["apprentice"]["keys"] == [{"name": KEY, "help": "a key", "required": False, "there": True}]
    assert known["ours"]["set"] == [["place", "http://10.0.0.7/hidden"]]  # she runs the server


@pytest.mark.parametrize("price, cost", [("", "7.62"), ("500", "3.81"), ("0.5", "0.0038"), ("0", "0.00")])
def test_a_price_of_ones_own(site: Site, price: str, cost: str) -> None:
    told = site.client.post("/outputs/fetch/estimate", data={**FORM, "price": price}).text
    assert f"about {cost} EUR" in told


@pytest.mark.parametrize("price", ["-1", "1e3", "nan", "1.2.3", "9" * 10, "."])
def test_what_is_no_price(site: Site, price: str) -> None:
    answer = site.client.post("/outputs/fetch/estimate", data={**FORM, "price": price})
    assert answer.status_code == 400 and "is no number" in answer.text


@pytest.mark.parametrize(
    "asked, status",
    [
        ({}, 422),
        ({**ASKED, "engine": "nobody"}, 400),
        ({**ASKED, "context": 99}, 422),
        ({**ASKED, "context": 2}, 400),  # it takes none
        ({**ASKED, "options": {"colour": "red"}}, 400),
        ({**ASKED, "options": {"style": "loud"}}, 400),
        ({**ASKED, "suite": "large"}, 400),
        ({**ASKED, "campaign": "\ud800"}, 422),
        ({**ASKED, "campaign": "New\x00"}, 400),
        ({**ASKED, "system": "a\x00b"}, 400),
        ({**ASKED, "options": {"style": "\x00"}}, 400),
        ({**ASKED, "round": "\x00"}, 400),
    ],
)
def test_what_cannot_be_fetched(site: Site, asked: dict[str, Any], status: int) -> None:
    worker = here(site.served)
    for path in ("/api/v1/fetches", "/api/v1/fetches/estimate"):
        assert site.client.post(path, content=json.dumps(asked), headers=JSON).status_code == status
    assert worker.begun == [] and jobs.jobs(site.desk) == []


JSON = {"Content-Type": "application/json"}


# -- who may what --------------------------------------------------------------------------------------------


def test_visitors_name_no_programs_and_no_places(site_as: Opener) -> None:
    """Names that whoever runs the server gave are how they use what is there."""
    site = site_as(Role.ADMIN)
    worker = here(site.served)
    form = site.client.get("/outputs/fetch?engine=apprentice").text
    assert 'name="option-style"' in form and "option-book" not in form
    for path, sent in (
        ("/outputs/fetch/estimate", {"data": {**FORM, "option-book": "/etc/passwd"}}),
        ("/outputs/fetch", {"data": {**FORM, "option-book": "/etc/passwd"}}),
        ("/api/v1/fetches", {"json": {**ASKED, "options": {"book": "/etc/passwd"}}}),
        ("/api/v1/fetches/estimate", {"json": {**ASKED, "engine": "ours", "options": {"place": "x"}}}),
        ("/api/v1/fetches", {"json": {**ASKED, "engine": "locked", "options": {"place": "x"}}}),
    ):
        refused = site.client.post(path, **sent)
        assert refused.status_code == 400, path
        assert "the administrator of the server" in refused.text or "Estimate" in refused.text
    closed = site.client.get("/outputs/fetch?engine=locked").text
    assert "only the administrator of the server can set" in closed and 'id="fetch"' not in closed
    for place in ("/outputs/fetch", "/outputs/fetch?engine=ours", "/api/v1/engines"):
        assert "10.0.0.7" not in site.client.get(place).text
    answer = site.client.post("/outputs/fetch", data={**FORM, "engine": "ours", "option-style": ""})
    assert answer.status_code == 303 and len(worker.begun) == 1
    worker.work()
    assert 'data-state="done"' in site.client.get(answer.headers["location"]).text


def test_whose_fetch_it_is(site_as: Opener) -> None:
    """Editors see it, its owner and admins cancel it."""
    ed, adam = site_as(Role.EDITOR), site_as(Role.ADMIN)
    here(ed.served)
    place = begun(adam)
    shown = ed.client.get(place)
    assert (
        shown.status_code == 200
        and 'id="cancel"' not in shown.text
        and ", for Adam" in ed.client.get("/outputs").text
    )
    assert ed.client.post(f"{place}/cancel").status_code == 403
    token = place.rsplit("/", 1)[1]
    assert ed.client.post(f"/api/v1/fetches/{token}/resume", json={}).status_code == 403
    own = begun(ed)
    assert 'id="cancel"' in adam.client.get(own).text
    assert adam.client.post(f"{own}/cancel").status_code == 303
    assert site_as(Role.ANNOTATOR).client.get(place).status_code == 403
    assert place not in site_as(Role.ANNOTATOR).client.get("/outputs").text


def test_no_page_has_the_key(site: Site) -> None:
    """Nor has what scripts get, nor what came of it."""
    worker = here(site.served)
    place = begun(site)
    worker.work()
    token = place.rsplit("/", 1)[1]
    places = [
        *("/outputs", "/outputs/fetch", "/outputs/fetch?engine=apprentice", "/outputs/fetches", place),
        *("/log", "/settings", "/outputs/system?campaign=2025&name=Apprentice", "/api/v1/engines"),
        *(f"/api/v1/fetches/{token}", "/api/v1/fetches", "/api/v1/campaigns", "/api/v1/log"),
        "/api/v1/outputs?campaign=2025&suite=de-en&pair=de-en",
    ]
    for one in places:
        answer = site.client.get(one)
        assert answer.status_code == 200 and SECRET not in answer.text, one
    assert SECRET[:10].encode() not in Path(str(site.desk.workspace)).read_bytes()
