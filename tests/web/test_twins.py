"""What a page hands out as a file a script can fetch, too, and gets the same bytes."""

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from lackmus.web.verdicts.charts import TITLES
from tests.web.conftest import Site

ASKED = "campaign=2026&suite=de-en"


def paths(site: Site) -> Iterator[str]:
    app = site.client.app
    assert isinstance(app, FastAPI)
    return (str(route.path) for route in iter_route_contexts(app.routes))


def test_every_file_of_a_page_has_a_twin(site: Site) -> None:
    known = set(paths(site))
    files = {path for path in known if re.search(r"/(download|chart)\.\{\w+\}$", path)}
    ours = {path for path in files if not path.startswith("/api/")}
    assert len(ours) > 6
    twins = {path.removeprefix("/api/v1") for path in known if path.startswith("/api/v1")}
    # There the format of a report is a parameter, and effort and training stand by themselves.
    apart = {f"/agreement/{name}/download.{{format}}" for name in ("effort", "training/{number}")}
    assert ours - twins == {"/report/download.{format}", *apart}
    assert {one.removeprefix("/agreement") for one in apart} <= twins
    assert {"/report/download", "/effort/download.{format}"} <= twins


@pytest.mark.parametrize(
    "place",
    [
        *(f"/report/chart.svg?{ASKED}&kind={kind}" for kind in TITLES),
        f"/report/chart.svg?{ASKED}&kind=verdicts&theme=dark",
        f"/compare/agreement/chart.svg?{ASKED}",
        f"/compare/agreement/download.csv?{ASKED}",
        "/trend/chart.svg?suite=de-en",
        "/search/download.csv?q=bench",
    ],
)
def test_twins_are_alike(site: Site, place: str) -> None:
    page, script = site.client.get(place), site.client.get(f"/api/v1{place}")
    assert page.status_code == script.status_code == 200
    assert page.content == script.content and len(page.content) > 100
    assert page.headers["content-disposition"] == script.headers["content-disposition"]


@pytest.mark.parametrize("place", ["/report/chart.gif?kind=heatmap", "/trend/chart.exe"])
def test_what_no_chart_is(site: Site, place: str) -> None:
    answer = site.client.get(f"/api/v1{place}{'&' if '?' in place else '?'}suite=de-en")
    assert answer.status_code == 404 and "svg, png, pdf" in answer.text


def test_the_workspace_and_its_backup(site: Site) -> None:
    about = site.client.get("/api/v1/workspace").json()
    assert about["kind"] == "SQLite" and about["counts"]["suites"] == 4 and about["revision"]["number"] > 1
    saved = site.client.post("/api/v1/workspace/backup")
    assert saved.content.startswith(b"SQLite format 3\0")
    assert re.search(r'filename="lackmus-[\d-]+\.db"', saved.headers["content-disposition"])
    assert not list(site.served.folder.glob("backup-*"))
