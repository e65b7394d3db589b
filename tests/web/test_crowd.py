"""A campaign for a crowd and its answers, on the page and in the API."""

import json
from typing import Any

import pytest

from lackmus.core.workspaces.people import Role
from tests.web.conftest import Opener, Site

ASKED: dict[str, str | int] = {
    "campaign": "2026",
    "suite": "de-en",
    "names": "Ina Jan",
    "times": 2,
    "many": 2,
}


def answers(site: Site, said: str) -> bytes:
    """A download from Pearmut in which both annotators say the same of all texts."""
    made = site.client.get("/api/v1/crowd/campaign", params=ASKED).json()
    log = [
        {"annotation": [None, said], "item": page, "user_id": person, "item_i": place, "actions": []}
        for person, task in zip(made["info"]["users"], made["data"], strict=True)
        for place, page in enumerate(task)
    ]
    return json.dumps({made["campaign_id"]: log}).encode()


def sent(site: Site, place: str, content: bytes, **fields: Any) -> Any:
    fields = {"suite": "de-en", **fields}
    return site.client.post(place, files={"file": ("annotations.json", content)}, data=fields)


def test_there_and_back(site: Site) -> None:
    """By the API, then by the page, which says that nothing is new."""
    log = answers(site, "Fail")
    done = sent(site, "/api/v1/crowd/answers", log, log="by a crowd")
    assert done.status_code == 200, done.text
    said = done.json()
    assert (said["decided"], said["people"], said["disputed"]) == (4, {"Ina": True, "Jan": True}, 0)
    assert "New people: Ina, Jan." in said["notes"]
    page = sent(site, "/agreement/crowd", log)
    assert (page.status_code, "known already" in page.text, "Nothing was new" in page.text) == (
        200,
        True,
        True,
    )
    assert "by a crowd" in site.client.get("/log").text


def test_the_page_gives_the_file(site: Site) -> None:
    """With the names in the form, and an error as a sentence on the page."""
    page = site.client.get("/agreement/crowd").text
    assert 'action="/agreement/crowd/campaign"' in page
    file = site.client.get("/agreement/crowd/campaign", params=ASKED)
    assert file.headers["Content-Disposition"].startswith('attachment; filename="2026-')
    assert file.json()["info"]["users"] == ["Ina", "Jan"]
    some = {"category": "", "phenomenon": "Idiom", "many": "", "label_pass": "Richtig"}
    idioms = site.client.get("/agreement/crowd/campaign", params={**ASKED, **some}).json()["data"][0]
    assert {page[1]["choices"][0] for page in idioms} == {"Richtig"}
    assert all("<b>Idiom</b>" in page[0]["text"] for page in idioms)
    wrong = site.client.get("/agreement/crowd/campaign", params={**ASKED, "times": 3})
    assert (wrong.status_code, "cannot be judged 3 times by 2 annotators" in wrong.text) == (400, True)


@pytest.mark.parametrize(
    "content, fields, line",
    [
        (b"[]", {}, "annotations.json has no answer about a text of Lackmus"),
        (b"[]", {"pass_from": "10", "fail_to": "20"}, "scores up to 20 cannot be a fail"),
    ],
)
def test_what_is_refused(site: Site, content: bytes, fields: dict[str, str], line: str) -> None:
    """In one line with the file's own name, on page and API."""
    page = sent(site, "/agreement/crowd", content, **fields)
    assert (page.status_code, line in page.text) == (400, True)
    answer = sent(site, "/api/v1/crowd/answers", content, **fields)
    assert (answer.status_code, line in answer.text) == (400, True)


def test_only_editors(site_as: Opener) -> None:
    ben = site_as(Role.ANNOTATOR)
    assert ben.client.get("/agreement/crowd").status_code == 403
    assert ben.client.get("/api/v1/crowd/campaign", params=ASKED).status_code == 403
