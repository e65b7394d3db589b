"""The API refuses names that it does not know, of every route, and tells the nearest one."""

import pytest
from fastapi import FastAPI

from tests.web.conftest import Site
from tests.web.test_routes import endpoints


@pytest.mark.parametrize(
    "place, said",
    [
        ("/api/v1/report?campaing=2026", "campaing: there is no such parameter. Did you mean campaign?"),
        ("/api/v1/suites/1/items?phenomenom=x", "Did you mean phenomenon?"),
        ("/api/v1/trend?campaign=2026", "Did you mean campaigns?"),
        ("/api/v1/outputs?campaign=2026&xyzzy=1", "There are as_of, campaign"),
        ("/api/v1/people?q=x", "None is taken here."),
    ],
)
def test_a_mistyped_name_is_refused(site: Site, place: str, said: str) -> None:
    answer = site.client.get(place)
    assert answer.status_code == 422 and said in answer.json()["error"]


@pytest.mark.parametrize(
    "place, body, said",
    [
        (
            "/api/v1/review/next",
            {"campaing": "2026"},
            "campaing: there is no such parameter. Did you mean campaign?",
        ),
        ("/api/v1/rules/try", {"rules": [{"sied": "positive"}], "texts": []}, "rules.0.sied:"),
        ("/api/v1/reports", {"name": "x", "report": {"tag": ["a"]}}, "report.tag:"),
    ],
)
def test_names_in_a_body_too(site: Site, place: str, body: object, said: str) -> None:
    answer = site.client.post(place, json=body)
    assert answer.status_code == 422 and said in answer.json()["error"]


def test_every_route_of_the_api_looks(site: Site) -> None:
    """One mechanism for all: whatever the route, a name that none declares is refused."""
    app = site.client.app
    assert isinstance(app, FastAPI)
    found = [
        endpoint
        for endpoint in endpoints(app)
        if endpoint.path.startswith("/api/") and endpoint.least is not None
    ]
    told = {
        endpoint: site.client.request(endpoint.method, f"{endpoint.place}?no_such_name=1").status_code
        for endpoint in found
    }
    assert len(told) > 80
    assert {endpoint: status for endpoint, status in told.items() if status != 422} == {}


def test_pages_ignore_what_others_add_to_links(site: Site) -> None:
    """Mail programs and search engines do; who follows a link shall see the page."""
    assert site.client.get("/people?utm_source=mail").status_code == 200
