"""Training sets through pages and API: who may do what, and what nobody is told before the answer."""

import json
from typing import Any

from lackmus.core.workspaces.people import Role
from tests.web.conftest import Opener, Site


def said(site: Site, method: str, path: str, status: int = 200, **body: Any) -> Any:
    """What the API answers."""
    answer = site.client.request(method, f"/api/v1/training{path}", json=body or None)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_from_making_to_removing(site_as: Opener) -> None:
    """An editor makes and assigns a set; annotators judge it and see their own answers."""
    editor, anna, rita = site_as(Role.EDITOR), site_as(Role.ANNOTATOR), site_as(Role.READER)
    texts = [{"text_id": number, "verdict": "fail"} for number in (1, 2, 3)]
    body = {"name": "First", "suite": "de-en", "by": [], "texts": texts}
    said(anna, "POST", "", 403, **body)
    said(rita, "GET", "", 403)
    made = said(editor, "POST", "", 201, **body)
    assert (made["texts"], made["people"]) == (3, [])
    here = f"/{made['number']}"
    said(anna, "GET", f"{here}/next", 403)
    assert said(anna, "GET", "")["training"] == []
    assert said(editor, "POST", f"{here}/people", people=["Anna"], required=True)["required"] is True
    (waiting,) = anna.client.get("/api/v1/overview").json()["errands"]["training"]
    assert (waiting["name"], waiting["left"]) == ("First", 3)
    assert "Training: First" in anna.client.get("/").text
    page = anna.client.get("/review?campaign=2026&suite=de-en").text
    assert f'href="/agreement/training{here}"' in page and "A training set comes first" in page
    refused = anna.client.post("/api/v1/review/next", json={"campaign": "2026", "suite": "de-en"})
    assert refused.status_code == 409 and "Judge it under Agreement › Training." in refused.json()["error"]
    assert anna.client.get(f"/agreement/training{here}").status_code == 200
    while text := said(anna, "GET", f"{here}/next")["text"]:
        assert "fail" not in json.dumps({**text, "examples": [], "guideline": "", "text": "", "source": ""})
        answer = said(anna, "POST", f"{here}/answers", text_id=text["text_id"], verdict="fail")
        assert (answer["known"], answer["same"], answer["origin"]) == ("fail", True, "given")
    said(anna, "POST", f"{here}/answers", 409, text_id=texts[0]["text_id"], verdict="pass")
    report = said(anna, "GET", f"{here}/report?person=Ed")
    assert {one["person"] for one in report["agreed"]} == {"Anna"} and report["differences"] == []
    assert "all answers are the known verdicts" in anna.client.get(f"/agreement/training{here}/report").text
    assert "First" in anna.client.get("/agreement/training").text
    assert anna.client.get(f"/agreement/training{here}/download.csv").status_code == 200
    assert anna.client.post("/api/v1/review/next", json={"campaign": "2026", "suite": "de-en"}).is_success
    assert said(editor, "DELETE", here)["name"] == "First"
    said(editor, "GET", f"{here}/report", 404)


def test_forms(site: Site) -> None:
    """What a form cannot do is said in one line beside it."""
    csrf = {"csrf": site.csrf}
    form = {**csrf, "name": "First", "suite": "de-en", "texts": "1=fail, 2=pass", "people": "Ada"}
    assert site.client.post("/agreement/training", data=form).status_code == 303
    page = site.client.get("/agreement/training").text
    assert "0 of 2 judged" in page and "2 texts by number" in page
    for wrong, line in (
        ({"texts": "1=maybe"}, "Write 12, or 12=fail."),
        ({"texts": ""}, "Tick how verdicts are known"),
        ({"name": "Second", "texts": "", "by": "adjudicated"}, "Adjudicate some under Disputes"),
    ):
        answer = site.client.post("/agreement/training", data={**form, **wrong})
        assert answer.status_code == 400 and line in answer.text
    control = {**csrf, "place": "?campaign=2026&suite=de-en", "rate": "90%", "texts": "1=fail"}
    answer = site.client.post("/agreement/training/controls", data=control)
    assert answer.status_code == 400 and "from 1% to 50%" in answer.text
    assert site.client.post("/agreement/training/1/people", data=csrf).status_code == 400
    assert site.client.post("/agreement/training/1/remove", data=csrf).status_code == 303
