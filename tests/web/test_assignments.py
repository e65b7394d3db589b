"""Assigned phenomena on pages and in the API: who may assign, what is refused, what is theirs."""

from collections.abc import Callable
from typing import Any

import pytest

from lackmus.core.workspaces.people import Role
from tests.web.conftest import NAMES, Opener, Site

SCOPE = {"campaign": "2026", "suite": "de-en", "pair": "de-en"}
IDIOM = {"category": "Multi-word expressions", "phenomenon": "Idiom"}
MARK = "category=Multi-word+expressions&phenomenon=Idiom"
ANNA = NAMES[Role.ANNOTATOR]


@pytest.fixture
def ask(site_as: Opener) -> Callable[..., Any]:
    """Ask the API as somebody of a role; the status of the answer, and what it says."""
    sites: dict[Role, Site] = {}

    def asked(role: Role, method: str, path: str, **how: Any) -> Any:
        site = sites.setdefault(role, site_as(role))
        answer = site.client.request(method, path, **how)
        return answer.status_code, answer.json() if path.startswith("/api/") else answer.text

    return asked


def test_of_a_phenomenon(ask: Callable[..., Any]) -> None:
    """Assigned, counted in the filters, shown to the person, judged, and taken back."""
    body = {**SCOPE, "phenomena": [IDIOM]}
    for role in (Role.READER, Role.ANNOTATOR):
        status, said = ask(role, "POST", "/api/v1/review/assign", json={**body, "to": ANNA})
        assert (status, said["error"][:20]) == (403, "This is for editors;")
    status, made = ask(Role.EDITOR, "POST", "/api/v1/review/assign", json={**body, "to": ANNA})
    assert (status, made["phenomena"], made["person"], made["before"]) == (200, [IDIOM], ANNA, [])
    _, found = ask(Role.READER, "GET", "/api/v1/review/assignments", params=SCOPE)
    idiom = next(one for one in found["phenomena"] if one["phenomenon"] == "Idiom")
    assert (idiom["person"], idiom["open_of"]) == (ANNA, {ANNA: idiom["open"]})
    many = idiom["open"]
    assert many > 1 and found["yours"]["texts"] == 0
    assert [(one["person"], one["phenomena"], one["open"]) for one in found["people"]] == [(ANNA, 1, many)]

    yours = {"open": many, "phenomena": 1, "seconds": 0, "texts": idiom["texts"]}
    _, counts = ask(Role.ANNOTATOR, "POST", "/api/v1/review/counts", json=SCOPE)
    assert {name: counts["yours"][name] for name in yours} == yours
    assert ask(Role.ANNOTATOR, "GET", "/api/v1/overview/yours") == (200, [{**SCOPE, **yours}])
    _, status_ = ask(Role.ANNOTATOR, "GET", "/api/v1/review/status", params=SCOPE)
    assert status_["yours"] == yours
    mine = {**SCOPE, "assigned": "me"}
    _, page = ask(Role.ANNOTATOR, "POST", "/api/v1/review/next", json=mine)
    assert (page["fitting"], page["texts"][0]["assigned_to"]) == (many, ANNA)
    _, tile = ask(Role.ANNOTATOR, "GET", "/overview/yours")
    assert "assigned=me" in tile and "open texts in 1 phenomenon" in tile
    assert "/overview/yours" in ask(Role.ANNOTATOR, "GET", "/")[1]
    assert "/overview/yours" not in ask(Role.EDITOR, "GET", "/")[1]
    choices = {one["phenomenon"]: one for one in counts["phenomena"]}
    assert (choices["Idiom"]["person"], choices["Idiom"]["open"]) == (ANNA, many)

    decided = [{"text_id": page["texts"][0]["text_id"], "verdict": "fail"}]
    ask(Role.ANNOTATOR, "POST", "/api/v1/review/decide", json={**SCOPE, "decisions": decided})
    _, after = ask(Role.ANNOTATOR, "POST", "/api/v1/review/counts", json=SCOPE)
    assert after["yours"]["open"] == many - 1 and after["revision"] > counts["revision"]
    status, gone = ask(Role.EDITOR, "POST", "/api/v1/review/unassign", json=body)
    assert (status, gone["person"], gone["before"]) == (200, None, [ANNA])
    assert ask(Role.ANNOTATOR, "GET", "/api/v1/overview/yours") == (200, [])


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"do": "assign", "to": ""}, "Nothing is marked. Mark phenomena or categories in the list."),
        ({"do": "assign", "to": "", "phenomenon": MARK}, "An assignment needs a person. Name one of Ada, "),
        ({"do": "assign", "to": "Eve", "phenomenon": MARK}, "There is no person named Eve."),
        ({"do": "assign", "to": "Rita", "phenomenon": MARK}, "Rita is reader here and decides no texts."),
        ({"do": "assign", "to": ANNA, "phenomenon": "phenomenon=None+such"}, "There is no None such."),
        ({"do": "assign", "to": ANNA, "phenomenon": "x"}, "Say what is assigned: a phenomenon, or a"),
    ],
)
def test_what_the_page_refuses(ask: Callable[..., Any], form: dict[str, str], said: str) -> None:
    """One line, beside what was marked."""
    status, page = ask(Role.EDITOR, "POST", "/assignments", data={**SCOPE, **form})
    assert status == 400
    (line,) = [line for line in page.splitlines() if 'id="problem"' in line]
    assert said in line
    assert (f'value="{MARK.replace("&", "&amp;")}" form="assign" aria-label="Idiom" checked' in page) is (
        form.get("phenomenon") == MARK
    )


def test_who_may_assign_on_the_page(ask: Callable[..., Any]) -> None:
    """Others see who has what, without anything to mark."""
    form = {**SCOPE, "do": "assign", "to": ANNA, "phenomenon": MARK}
    assert ask(Role.ANNOTATOR, "POST", "/assignments", data=form)[0] == 403
    assert ask(Role.EDITOR, "POST", "/assignments", data=form)[0] == 303
    _, seen = ask(Role.READER, "GET", "/assignments")
    assert ANNA in seen and "Editors assign phenomena" in seen and 'name="phenomenon"' not in seen
    assert "Yours" in ask(Role.ANNOTATOR, "GET", "/assignments")[1]
