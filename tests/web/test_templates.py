"""Templates on pages and by script: made, taken home, brought back translated."""

import json
from typing import Any

import pytest

from tests.web.conftest import Site

MADE = {"part": "de-en|de-en", "draw": "2", "by": "phenomenon", "seed": "7"}


def made(site: Site, distractors: bytes | None = None, **said: object) -> str:
    """The address of a template that a page made."""
    files = {"distractors": ("more.txt", distractors)} if distractors else None
    answer = site.client.post("/templates", data={**MADE, **said}, files=files)
    assert answer.status_code == 303, answer.text
    place: str = answer.headers["location"]
    return place


def test_made_and_taken_home(site: Site) -> None:
    place = made(site, distractors="".join(f"Noch ein Satz {n}.\n" for n in range(20)).encode(), factor="0.5")
    token = place.rsplit("/", 1)[1]
    told = site.client.get(place).text
    for part in ("Lexical ambiguity", "2 per phenomenon", f"/templates/{token}/file?format=lines"):
        assert part in told
    file = site.client.get(f"{place}/file")
    assert f'filename="lackmus-de-en-{token}.txt"' in file.headers["content-disposition"]
    lines = file.text.splitlines()
    assert len(lines) == 24 and sum(line.startswith("Noch ein Satz") for line in lines) == 8
    assert b"<dataset" in site.client.get(f"{place}/file", params={"format": "wmt-xml"}).content
    assert list(site.served.folder.iterdir()) == []
    assert token in site.client.get("/templates").text


@pytest.mark.parametrize(
    "said, phenomena",
    [
        ({"category": ["Ambiguity"], "draw": "all"}, {"Lexical ambiguity": 20}),
        ({"phenomenon": [json.dumps(["Multi-word expressions", "Idiom"])]}, {"Idiom": 2}),
    ],
)
def test_only_some_categories_or_phenomena(
    site: Site, said: dict[str, Any], phenomena: dict[str, int]
) -> None:
    told = site.client.get(made(site, **said)).text
    for name, many in phenomena.items():
        assert f'<td class="">{name}</td><td class="number">{many}</td>' in told
    assert told.count('<td class="number">') == len(phenomena)


@pytest.mark.parametrize(
    "said, problem",
    [
        ({"draw": "many"}, "is no amount"),
        ({"factor": "2"}, "Upload a file of sentences"),
        ({"factor": "eleven"}, "from 0 to 10"),
        ({"seed": "-1"}, "is no number from 0"),
        ({"category": ["Nothing"]}, "no category Nothing"),
        ({"phenomenon": ["x"]}, "write a list"),
        ({"phenomenon": ['["a", "b"]']}, "a has no phenomenon b"),
        ({"by": "letter"}, "there is no letter"),
        ({"part": "de-en|nothing"}, "There is no suite nothing"),
    ],
)
def test_what_cannot_be_made(site: Site, said: dict[str, object], problem: str) -> None:
    answer = site.client.post("/api/v1/templates", data={**MADE, **said})
    assert answer.status_code == 400 and problem in answer.json()["error"]
    assert site.client.get("/api/v1/templates").json() == {"templates": []}


def test_what_is_no_form_is_refused(site: Site) -> None:
    """Else all that was asked for would be missing, and a public template would hold reserved items."""
    answer = site.client.post("/api/v1/templates", json={**MADE, "public": True})
    assert (answer.status_code, "takes a form" in answer.json()["error"]) == (400, True)
    assert site.client.get("/api/v1/templates").json() == {"templates": []}


def test_what_comes_back_becomes_a_system(site: Site) -> None:
    """By the name of the file, in the same two steps as any other upload; the key never leaves."""
    told = site.client.post("/api/v1/templates", data=MADE).json()
    token = told["token"]
    assert told["lines"] == 16 and "items" not in site.client.get(f"/api/v1/templates/{token}").json()
    lines = "".join(f"Translation {n}\n" for n in range(16)).encode()
    sent = [("files", (f"lackmus-de-en-{token}.Erle.txt", lines))]
    answer = site.client.post("/outputs/upload", data={"campaign": "2031"}, files=sent)
    place = answer.headers["location"]
    assert site.served.stagings.all_of(site.served.desk_of("Ada"))[0].over.wait(30)
    assert 'value="Erle"' in site.client.get(place).text
    stored = site.client.post(f"{place}/store", data={"name-0": "Erle", "take-0": "true"})
    assert stored.headers["location"] == "/outputs/campaign?name=2031"
    assert "name=Erle" in site.client.get(f"/templates/{token}").text


@pytest.mark.parametrize(
    "path", ["/templates/nothing", "/templates/nothing/file", "/templates/..%2f..%2fetc"]
)
def test_there_is_no_such_template(site: Site, path: str) -> None:
    assert site.client.get(path).status_code in (400, 404)
