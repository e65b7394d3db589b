"""Blind ratings on their pages and for scripts: nothing tells who wrote a text before one is done."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest

from lackmus.core.ratings.tasks import RatingScale, TaskPlan
from lackmus.core.workspaces.people import Role
from lackmus.flows.contrasts import keeping as studies
from lackmus.flows.ratings import ratings, tasks
from tests.studied import REFERENCES, SYSTEMS, small_study
from tests.web.conftest import Opener, Site

PLAN = TaskPlan(
    RatingScale(0, 100, "nonsense", "perfect"), references=("human",), people=1, advice="Meaning <first>."
)
NAMES = (*SYSTEMS, *REFERENCES)


@pytest.fixture
def people(empty_site_as: Opener) -> Iterator[Callable[[Role], Site]]:
    """Somebody of every role, a study, and a task that one annotator does alone."""
    editor = empty_site_as(Role.EDITOR)
    studies.keep(editor.desk, small_study())
    tasks.create(editor.desk, "quality", "small", PLAN)
    yield empty_site_as


def got(site: Site, path: str, status: int = 200) -> str:
    answer = site.client.get(path)
    assert answer.status_code == status, answer.text
    return answer.text


def told(site: Site, path: str, status: int = 200) -> Any:
    answer = site.client.get(f"/api/v1/ratings{path}")
    assert answer.status_code == status, answer.text
    return answer.json()


def sent(site: Site, path: str, body: object, status: int = 200) -> Any:
    answer = site.client.post(f"/api/v1/ratings{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def key_on(page: str) -> str:
    found = re.search(r'data-key="(\w+)"', page)
    assert found
    return found[1]


def rate_all(site: Site) -> int:
    """Rate through the API until nothing is left; how many."""
    many = 0
    while texts := sent(site, "/1/next", {})["texts"]:
        sent(site, "/1/ratings", {"ratings": [{"key": texts[0]["key"], "value": 10 * many}]})
        many += 1
    return many


# -- making a task -----------------------------------------------------------------------------------------


def test_a_workspace_without_tasks_says_how_to_make_one(empty_site: Site) -> None:
    assert "there is no study" in got(empty_site, "/ratings")
    studies.keep(empty_site.desk, small_study())
    assert 'href="/ratings/new"' in got(empty_site, "/ratings")
    assert "Let people rate" in got(empty_site, "/contrasts/1")


FORM = {
    "study": "1", "name": "mine <b>", "set": "hits", "sentences": "2", "seed": "3", "lowest": "1",
    "highest": "5", "low_label": "bad", "high_label": "good", "people": "3", "repeats": "20",
    "marked": "true", "advice": "Look twice.", "systems": ["Ahorn", "Linde"], "references": ["second"],
    "contrasts": ["gerund-zu"],
}  # fmt: skip


def test_a_task_is_made_from_the_form(people: Callable[[Role], Site]) -> None:
    editor = people(Role.EDITOR)
    page = got(editor, "/ratings/new?study=1")
    assert page.count('type="checkbox" name="systems"') == 3 and 'value="human" checked' in page
    answer = editor.client.post("/ratings", data={**FORM, "csrf": editor.csrf})
    assert (answer.status_code, answer.headers["location"]) == (303, "/ratings/2")
    made = tasks.task(editor.desk, 2)
    assert (made.name, made.plan.scale, made.plan.systems) == (
        "mine <b>",
        RatingScale(1, 5, "bad", "good"),
        ("Ahorn", "Linde"),
    )
    assert (made.plan.people, made.plan.repeats, made.plan.marked, made.plan.seed) == (3, 20, True, 3)
    assert made.plan.contrasts == ("gerund-zu",) and made.plan.references == ("second",)
    assert (
        "mine &lt;b&gt;" in got(editor, "/ratings")
        and "<b>" not in got(editor, "/ratings/2").split("<main")[1]
    )


@pytest.mark.parametrize(
    "changed, said",
    [
        ({"systems": []}, "No system is chosen."),
        ({"contrasts": []}, "No contrast is chosen."),
        ({"highest": "2000"}, "highest: “2000” is no number from 1 to 1000."),
        ({"lowest": "5", "highest": "5"}, "A scale goes from 0 or more"),
        ({"name": "quality"}, "There is a rating task quality already."),
        ({"study": ""}, "Say of which study"),
        ({"set": "none"}, "There are refined"),
    ],
)
def test_what_cannot_be_made(people: Callable[[Role], Site], changed: dict[str, Any], said: str) -> None:
    editor = people(Role.EDITOR)
    answer = editor.client.post("/ratings", data={**FORM, **changed, "csrf": editor.csrf})
    assert answer.status_code == 400 and said in unescape(answer.text)
    assert len(tasks.tasks(editor.desk)) == 1


def test_a_task_is_made_and_removed_by_a_script(people: Callable[[Role], Site]) -> None:
    editor = people(Role.EDITOR)
    made = sent(editor, "", {"name": "by script", "study": "small", "people": 1})
    assert made["draw"]["references"] == ["human", "second"] and made["wanted"] == made["texts"]
    assert [one["name"] for one in told(editor, "")["tasks"]] == ["quality", "by script"]
    assert editor.client.delete("/api/v1/ratings/2").json() == {"name": "by script"}
    assert told(editor, "/2", 404)["error"].startswith("There is no rating task 2.")
    answer = editor.client.post("/ratings/1/remove", data={"csrf": editor.csrf})
    assert answer.headers["location"] == "/ratings" and told(editor, "")["tasks"] == []
    assert sent(editor, "", {"name": "x", "study": "none"}, 404)["error"]
    assert "pepole" in sent(editor, "", {"name": "x", "study": "small", "pepole": 1}, 422)["error"]


# -- rating ------------------------------------------------------------------------------------------------


def test_an_annotator_rates_blindly_to_the_end(people: Callable[[Role], Site]) -> None:
    """No page, answer or header names a system; the report comes when all is rated."""
    anna = people(Role.ANNOTATOR)
    seen = []
    for place in ("/ratings", "/ratings/1", "/ratings/1/rate", "/ratings/1/sheet.tsv", "/api/v1/ratings/1"):
        answer = anna.client.get(place)
        assert answer.status_code == 200
        seen.append(answer.text + repr(answer.headers))
    got(anna, "/ratings/1/report", 403)
    got(anna, "/ratings/1/download.csv", 403)
    assert "8 texts left for Anna" in told(anna, "/1/report", 403)["error"]
    while texts := (offered := sent(anna, "/1/next", {"many": 2}))["texts"]:
        seen.append(repr(offered))
        for one in texts:
            saved = sent(anna, "/1/ratings", {"ratings": [{"key": one["key"], "value": 50}]})
            seen.append(
                repr(saved) + repr(told(anna, f"/1/texts/{one['key']}")) + repr(told(anna, "/1/before"))
            )
    assert len(seen) > 10 and not [name for name in NAMES for text in seen if name in text]
    assert "Ahorn" in got(anna, "/ratings/1/report") and told(anna, "/1/report")["ratings"] == 8
    assert told(anna, "/1")["draw"]["systems"] == list(SYSTEMS)
    assert "All is rated" in got(anna, "/ratings/1/rate")


def test_the_card_of_a_page(people: Callable[[Role], Site]) -> None:
    """Source above, scale with its words, advice; texts of users are data."""
    page = got(people(Role.ANNOTATOR), "/ratings/1/rate")
    assert "Meaning &lt;first&gt;." in page and "nonsense" in page and "0 rated" in page and "8 left" in page
    assert 'type="range" min="0" max="100"' in page and "<b>eating" not in page


def test_without_scripts_the_card_is_a_form(people: Callable[[Role], Site]) -> None:
    anna = people(Role.ANNOTATOR)
    key = key_on(got(anna, "/ratings/1/rate"))
    answer = anna.client.post("/ratings/1/rate", data={"key": key, "value": "70", "csrf": anna.csrf})
    assert (answer.status_code, answer.headers["location"]) == (303, "/ratings/1/rate")
    page = got(anna, "/ratings/1/rate")
    assert key_on(page) != key and "1 rated" in page
    assert 'data-value="70"' in got(anna, f"/ratings/1/card?key={key}") == got(anna, "/ratings/1/before")
    assert 'name="value" inputmode="numeric"' in got(anna, f"/ratings/1/rate?key={key}")
    for value in ("", "101", "ten"):
        answer = anna.client.post("/ratings/1/rate", data={"key": key, "value": value, "csrf": anna.csrf})
        assert answer.status_code == 400
    assert told(anna, f"/1/texts/{key}")["value"] == 70


def test_parts_for_the_script(people: Callable[[Role], Site]) -> None:
    """What lies ready is not sent again."""
    anna = people(Role.ANNOTATOR)
    first = key_on(got(anna, "/ratings/1/rate"))
    part = anna.client.post("/ratings/1/cards", data={"without": [first], "many": "5"}).text
    keys = re.findall(r'<article[^>]*data-key="(\w+)"', part)
    assert len(keys) == 5 and first not in keys and "<html" not in part


def test_keys_are_ones_own(people: Callable[[Role], Site]) -> None:
    key = key_on(got(people(Role.ANNOTATOR), "/ratings/1/rate"))
    editor = people(Role.EDITOR)
    assert "has no text" in told(editor, f"/1/texts/{key}", 404)["error"]
    sent(editor, "/1/ratings", {"ratings": [{"key": key, "value": 5}]}, 404)


@pytest.mark.parametrize(
    "given, status, said",
    [
        ([{"value": 101}], 400, "101 is not on the scale from 0 to 100"),
        ([{"value": 1001}], 422, "ratings.0.value"),
        ([{"value": 5}, {"value": 6}], 400, "A key stands there twice"),
        ([], 422, "ratings"),
    ],
)
def test_what_is_not_saved(
    people: Callable[[Role], Site], given: list[dict[str, Any]], status: int, said: str
) -> None:
    anna = people(Role.ANNOTATOR)
    key = key_on(got(anna, "/ratings/1/rate"))
    answer = sent(anna, "/1/ratings", {"ratings": [{"key": key, **one} for one in given]}, status)
    assert said in answer["error"] and told(anna, "/1")["own"] == 0


def test_a_sheet_goes_and_comes(people: Callable[[Role], Site]) -> None:
    anna = people(Role.ANNOTATOR)
    answer = anna.client.get("/ratings/1/sheet.csv")
    assert answer.content == anna.client.get("/api/v1/ratings/1/sheet.csv").content
    assert 'filename="lackmus-ratings-quality-sheet.csv"' in answer.headers["content-disposition"]
    header, *lines = answer.text.splitlines()
    wrong = "\n".join([header, f"{lines[0]}40", f"{lines[1]}400"])
    files = {"file": ("../my sheet.csv", wrong)}
    refused = anna.client.post("/ratings/1/sheet", data={"csrf": anna.csrf}, files=files)
    assert refused.status_code == 400 and "my sheet.csv, line 3: 400 is not on the scale" in refused.text
    assert told(anna, "/1")["own"] == 0 and not list(anna.served.folder.glob("sent-*"))
    right = "\n".join([header, *(f"{line}{50 + place}" for place, line in enumerate(lines))])
    answer = anna.client.post("/api/v1/ratings/1/sheet", files={"file": ("s.csv", right)})
    assert answer.json() == {"ratings": 8, "progress": {"rated": 8, "left": 0}}
    assert "No file came" in anna.client.post("/api/v1/ratings/1/sheet").json()["error"]
    got(anna, "/ratings/1/sheet.pdf", 400)


# -- the report --------------------------------------------------------------------------------------------


def test_the_report_and_its_files(people: Callable[[Role], Site]) -> None:
    anna, rita = people(Role.ANNOTATOR), people(Role.READER)
    assert "There are no ratings yet." in got(rita, "/ratings/1/report", 400)
    assert rate_all(anna) == 8
    page = got(rita, "/ratings/1/report")
    for title in ("mean ratings", "ratings by verdict", "agreement with the reference human", "annotators"):
        assert title in page
    for format in ("csv", "json", "markdown", "latex", "html", "excel", "parquet"):
        answer = rita.client.get(f"/ratings/1/download.{format}")
        assert answer.status_code == 200 and f"download.{format}" in page
    answer = rita.client.get("/ratings/1/download.csv?table=texts")
    assert "gerund-dass-s0-3" in answer.text
    assert answer.content == rita.client.get("/api/v1/ratings/1/download.csv?table=texts").content
    got(rita, "/ratings/1/download.exe", 404)


def test_a_report_is_as_new_as_the_ratings_and_the_study(people: Callable[[Role], Site]) -> None:
    """It is kept in memory until a rating, or what is kept of the study, changes."""
    anna, editor = people(Role.ANNOTATOR), people(Role.EDITOR)
    rate_all(anna)
    before = told(editor, "/1/report")
    last = told(anna, "/1/before")["text"]
    sent(anna, "/1/ratings", {"ratings": [{"key": last["key"], "value": 100 - last["value"]}]})
    corrected = told(editor, "/1/report")
    assert corrected["systems"] != before["systems"]
    studies.remove(editor.desk, "small")
    assert told(editor, "/1/report")["systems"] == corrected["systems"]


def test_the_log_leads_to_the_task(people: Callable[[Role], Site]) -> None:
    anna = people(Role.ANNOTATOR)
    key = key_on(got(anna, "/ratings/1/rate"))
    ratings.rate(anna.desk, 1, {key: 7})
    page = got(anna, "/log")
    assert page.count('href="/ratings/1"') == 2 and "rated" in page and "made the rating task" in page
