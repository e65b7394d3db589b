"""Control texts through the API: what an annotator gets has the same shape as an open text."""

from typing import Any

from lackmus.core.base.verdict import Verdict
from lackmus.core.workspaces.people import Role
from lackmus.flows.reviews.deciding import decide
from tests.web.conftest import Opener, Site

HERE = {"campaign": "2026", "suite": "de-en"}


def shape(value: Any) -> Any:
    """The keys of an answer, and the kinds of its values, at every level."""
    if isinstance(value, dict):
        return {key: shape(one) for key, one in value.items()}
    return [] if isinstance(value, list) else type(value).__name__


def judged(site: Site, verdict: str) -> tuple[int, Any, Any]:
    """The next text of a person with its page, and the answer to its decision."""
    page = site.client.post("/api/v1/review/next", json=HERE).json()
    (text,) = page["texts"]
    said = {**HERE, "decisions": [{"text_id": text["text_id"], "verdict": verdict, "own_since": 0}]}
    answer = site.client.post("/api/v1/review/decide", json=said)
    assert answer.status_code == 200, answer.text
    return text["text_id"], shape(page), shape(answer.json())


def test_nobody_can_tell_them(site_as: Opener) -> None:
    """Keys, counts and the log are the same; only editors see rate, people and agreement."""
    editor, anna = site_as(Role.EDITOR), site_as(Role.ANNOTATOR)
    known = [editor.client.post("/api/v1/review/next", json=HERE).json()["texts"][0]["text_id"]]
    decide(editor.desk, [(known[0], Verdict.PASS)])
    texts = [{"text_id": known[0], "verdict": "pass"}]
    body = {**HERE, "rate": "50%", "by": [], "texts": texts, "people": ["Anna"]}
    assert anna.client.put("/api/v1/controls", json=body).status_code == 403
    assert anna.client.get("/api/v1/controls").status_code == 403
    answer = editor.client.put("/api/v1/controls", json=body)
    assert answer.status_code == 200, answer.text
    assert editor.client.get("/api/v1/controls").json()["controls"][0]["texts"] == 1
    met = [judged(anna, "fail") for _ in range(4)]
    assert known[0] in [number for number, *_ in met]
    for _, page, answered in met:
        assert set(page) == set(met[0][1]) and answered == met[0][2]
    log = anna.client.get("/api/v1/log?person=Anna").text
    assert log.count('"review decide"') == 4
    assert anna.client.get("/api/v1/agreement").json()["controls"] == []
    assert "control texts" not in anna.client.get("/agreement").text
    (ours, _) = editor.client.get("/api/v1/agreement").json()["controls"]
    assert (ours["person"], ours["texts"], ours["same"]) == ("Anna", 1, 0)
    assert "Agreement with control texts" in editor.client.get("/agreement").text
    undone = anna.client.post("/api/v1/review/undo", json=HERE).json()
    assert [one["text_id"] for one in undone["texts"]] == [met[-1][0]]
    assert editor.client.delete("/api/v1/controls?campaign=2026&suite=de-en").json()["texts"] == 1
    wrong = editor.client.put("/api/v1/controls", json={**body, "rate": "90%"})
    assert wrong.status_code == 400 and "from 1% to 50%" in wrong.json()["error"]
