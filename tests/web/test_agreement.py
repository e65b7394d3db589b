"""Agreement, disputes and effort."""

import re

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.flows.reviews.deciding import decide
from lackmus.flows.reviews.reviews import Scope, next_texts
from lackmus.flows.workspaces.workspaces import Desk
from tests.test_sample import HAND_INS, verdicts
from tests.web.conftest import Site

PASS, FAIL = Verdict.PASS, Verdict.FAIL


@pytest.fixture
def texts(site: Site) -> list[int]:
    """Four open texts of 2026: Ben and Cleo differ on the first two, and agree on the others."""
    offers = next_texts(Desk(site.desk.workspace, "Ben"), Scope("2026", "de-en"), 4).offers
    numbers = [one.text_id for one in offers]
    said = {"Ben": (PASS, FAIL, PASS, FAIL), "Cleo": (FAIL, PASS, PASS, FAIL)}
    for person, words in said.items():
        desk = Desk(site.desk.workspace, person, "because <b>I</b> say so" if person == "Cleo" else "")
        decide(desk, list(zip(numbers, words, strict=True)))
    return numbers


def test_kappa_and_alpha(site: Site, texts: list[int]) -> None:
    page = site.client.get("/agreement").text
    answer = site.client.get("/api/v1/agreement?campaign=2026").json()
    assert answer["people"] == ["Ben", "Cleo"] and answer["overall"]["texts"] == 4
    assert answer["overall"]["percent"]["value"] == 50
    assert re.search(r"Same, %</dt><dd>50\.0", page) and "Cohen’s κ" in page
    assert site.client.get("/agreement?campaign=2025").status_code == 200


def test_one_text_is_no_texts(site: Site) -> None:
    (offer,) = next_texts(Desk(site.desk.workspace, "Ben"), Scope("2026", "de-en"), 1).offers
    for person in ("Ben", "Cleo"):
        decide(Desk(site.desk.workspace, person), [(offer.text_id, PASS)])
    assert "<dd>1 <small>text</small></dd>" in site.client.get("/agreement").text


def test_disputes_are_settled_and_taken_back(site: Site, texts: list[int]) -> None:
    page = site.client.get("/agreement/disputes").text
    assert [f'data-text="{one}"' in page for one in texts] == [True, True, False, False]
    assert "&lt;b&gt;I&lt;/b&gt;" in page and "<b>I</b>" not in page
    answer = site.client.post(f"/api/v1/disputes/{texts[0]}", json={"verdict": "pass", "comment": " clear "})
    (one,) = answer.json()["decisions"]
    assert (one["verdict"], one["reason"], one["changed"]) == ("pass", None, True)
    left = [each["text_id"] for each in site.client.get("/api/v1/disputes").json()["texts"]]
    assert left == [texts[1]]
    again = site.client.post(f"/api/v1/disputes/{texts[0]}", json={"verdict": "pass"}).json()
    assert again["change"] is None
    assert site.client.delete(f"/api/v1/disputes/{texts[0]}").status_code == 200
    assert len(site.client.get("/api/v1/disputes").json()["texts"]) == 2


@pytest.mark.parametrize(
    "text, body, status",
    [
        (None, {"verdict": "warning"}, 422),
        (None, {}, 422),
        (999_999, {"verdict": "pass"}, 400),
        (0, {"verdict": "pass"}, 422),
        (2**40, {"verdict": "pass"}, 422),
    ],
)
def test_mistakes_settle_nothing(
    site: Site, texts: list[int], text: int | None, body: dict[str, str], status: int
) -> None:
    number = texts[0] if text is None else text
    assert site.client.post(f"/api/v1/disputes/{number}", json=body).status_code == status
    assert len(site.client.get("/api/v1/disputes").json()["texts"]) == 2


def test_decisions_that_rules_contradict(site: Site) -> None:
    assert "Nowhere" in site.client.get("/agreement/disputes").text
    item = site.client.get("/api/v1/compare/items?mode=pass&suite=de-en").json()["items"][0]
    said = item["systems"][0]
    from lackmus.store.db.schema import texts as table

    with site.desk.open() as workspace, workspace.reading() as connection:
        query = table.select().where(table.c.item == item["item_id"], table.c.key == said["text"])
        number = connection.execute(query).one().id
    decide(site.desk, [(number, FAIL)])
    (one,) = site.client.get("/api/v1/conflicts").json()["texts"]
    assert (one["text_id"], one["rules_say"], one["marks"] != []) == (number, "pass", True)
    assert f'data-text="{number}"' in site.client.get("/agreement/disputes?campaign=2026").text


def test_a_share_is_given_to_a_second_person(site: Site, texts: list[int]) -> None:
    page = site.client.get("/agreement").text
    place = re.findall(r'<option value="(\?campaign=2026[^"]*de-en)"', page)[0].replace("&amp;", "&")
    form = {"place": place, "share": "50%", "to": "Ada"}
    answer = site.client.post("/agreement/assign", data=form)
    assert answer.status_code == 303 and answer.headers["location"] == "/agreement?campaign=2026"
    page = site.client.get("/agreement").text
    given = re.search(r'<th scope="row">Ada</th><td class="number">(\d+)</td><td class="number">0<', page)
    assert given and int(given[1]) > 0
    body = {"campaign": "2026", "suite": "de-en", "share": "50%", "to": "Ada", "seed": 1}
    assert site.client.post("/api/v1/assignments", json=body).json()["new"] == 0


@pytest.mark.parametrize("body", [{"share": "no", "to": "Ada"}, {"share": "10%", "to": "nobody"}])
def test_nobody_is_given_nonsense(site: Site, body: dict[str, str]) -> None:
    answer = site.client.post("/api/v1/assignments", json={"campaign": "2026", "suite": "de-en", **body})
    assert answer.status_code == 400 and answer.json()["error"]


def test_effort_is_counted_after_the_page_is_there(site: Site, texts: list[int]) -> None:
    page = site.client.get("/agreement/effort?campaign=2026").text
    assert 'hx-get="/agreement/effort/counted?campaign=2026"' in page and "Decisions and hours" not in page
    part = site.client.get("/agreement/effort/counted?campaign=2026").text
    values = site.client.get("/api/v1/effort?campaign=2026").json()
    assert values["total"]["decisions"] == 8 and values["sentence"] in part
    hand_ins = [hand_in for hand_in in HAND_INS if "2026" in hand_in]
    outputs = [verdict for hand_in in hand_ins for verdict in verdicts(*hand_in).values()]
    share = f"{outputs.count('warning')} ({100 * outputs.count('warning') / len(outputs):.1f} %)"
    assert f"Of {len(outputs):,} outputs, {share} were warnings" in values["sentence"]


@pytest.mark.parametrize("place", ["/agreement", "/agreement/effort", "/api/v1/agreement", "/api/v1/effort"])
@pytest.mark.parametrize("format", ["csv", "latex", "json"])
def test_files(site: Site, texts: list[int], place: str, format: str) -> None:
    answer = site.client.get(f"{place}/download.{format}?campaign=2026")
    assert answer.status_code == 200 and answer.content


PAGES = ["/agreement", "/agreement/disputes", "/agreement/effort", "/agreement/effort/counted"]


@pytest.mark.parametrize("path", PAGES)
def test_a_campaign_that_is_not_there(site: Site, path: str) -> None:
    assert site.client.get(f"{path}?campaign=1999").status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_nothing_yet_is_no_error(empty_site: Site, path: str) -> None:
    assert empty_site.client.get(path).status_code == 200
