"""First visits: pages show their shell before anything is judged, and a new server loads what they need."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
import uvicorn

from lackmus.flows.suites import catalogue
from lackmus.flows.verdicts.views import View
from lackmus.web.http import warmup
from lackmus.web.http.warmup import warm_up
from lackmus.web.served import Served
from lackmus.web.serving import Address, _listening, _Server
from tests.web.conftest import Site

OPENING = {"Sec-Fetch-Dest": "document"}


@pytest.fixture
def slow_work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The slow parts of answers, one entry for every time that one of them is worked out."""
    called: list[str] = []
    judged, looked_through = View.judged, catalogue.looked_through

    def counted_judged(self: View, *told: Any) -> Any:
        called.append("verdicts")
        return judged(self, *told)

    def counted_looked_through(*told: Any) -> Any:
        called.append("findings")
        return looked_through(*told)

    monkeypatch.setattr(View, "judged", counted_judged)
    monkeypatch.setattr(catalogue, "looked_through", counted_looked_through)
    monkeypatch.setattr("lackmus.web.suites.browsing._LARGE", 10)
    return called


@pytest.mark.parametrize(
    "page, placeholder, work",
    [
        ("/", "Counting …", "verdicts"),
        ("/suites/1", "looking …", "findings"),
        ("/trend", "Comparing the campaigns …", "verdicts"),
    ],
)
def test_the_shell_of_a_page_comes_before_its_slow_part(
    site: Site, slow_work: list[str], page: str, placeholder: str, work: str
) -> None:
    """The page itself judges nothing and looks for nothing; the parts that it fetches do."""
    shown = site.client.get(page, headers=OPENING)
    assert (shown.status_code, slow_work) == (200, [])
    assert placeholder in shown.text and "<h1>" in shown.text and "<nav" in shown.text
    for part in re.findall(r'hx-get="([^"]+)"[^>]*hx-trigger="(?:load|revealed)', shown.text):
        answer = site.client.get(unescape(part), headers={"HX-Request": "true"})
        assert answer.status_code == 200 and placeholder not in answer.text
    assert work in slow_work


VISITS = """
import json, re, sys
from dataclasses import replace
from pathlib import Path
from fastapi.testclient import TestClient
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.app import create_app
from lackmus.web.served import Served
from lackmus.web.http.warmup import warming

desk = Desk(sys.argv[1], "Ada")
with desk.open() as workspace:
    served = Served(replace(desk, opened=workspace), Path(sys.argv[2]), "Ada")
    app = create_app(served)
    if sys.argv[3] == "warm":
        list(warming(app, served.desk))
    client = TestClient(app, base_url="http://127.0.0.1")
    loaded, late = set(sys.modules), {}
    for page in ("/", "/suites/1", "/trend", "/trend/figure", "/review", "/report"):
        answer = client.get(page, headers={"Sec-Fetch-Dest": "document"})
        assert answer.status_code == 200, (page, answer.text)
        for part in re.findall(r'hx-get="([^"]+)"[^>]*hx-trigger="(?:load|revealed)', answer.text):
            part = client.get(part.replace("&amp;", "&"), headers={"HX-Request": "true"})
            assert part.status_code == 200, (page, part.text)
        late[page] = sorted(name for name in set(sys.modules) - loaded if name.startswith("lackmus."))
        loaded = set(sys.modules)
print(json.dumps(late))
"""


@pytest.mark.parametrize("state", ["cold", "warm"])
def test_after_the_warm_up_no_page_imports_anything_of_ours(
    sample_workspace: Path, tmp_path: Path, state: str
) -> None:
    """In a process of its own, as only a new one has nothing loaded; without a warm-up there is some."""
    shutil.copy(sample_workspace, tmp_path / "lackmus.db")
    told = [sys.executable, "-c", VISITS, str(tmp_path / "lackmus.db"), str(tmp_path), state]
    done = subprocess.run(told, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    late = {page: names for page, names in json.loads(done.stdout).items() if names}
    assert bool(late) is (state == "cold"), late


@pytest.mark.parametrize(
    "busy, ended, taken",
    [
        ([False] * 9, False, 3),
        ([True, True, False] * 3, False, 3),  # requests go first
        ([True] * 1_000, False, 3),  # a stream that stays open does not hold it up for ever
        ([False] * 9, True, 1),
    ],
)
def test_requests_go_before_the_warm_up(
    monkeypatch: pytest.MonkeyPatch, busy: list[bool], ended: bool, taken: int
) -> None:
    """Three steps; after each it is looked whether the server is busy or about to end."""
    monkeypatch.setattr(warmup, "_PAUSE", 0)
    ending, done, asked = Event(), [], iter(busy)

    def steps() -> Iterator[None]:
        for step in range(3):
            done.append(step)
            yield

    if ended:
        ending.set()
    warm_up(steps(), ending, lambda: next(asked))
    assert len(done) == taken


def test_a_server_warms_up_once_it_listens(site: Site) -> None:
    """And ends only when the step that it is at is over."""
    served: Served = replace(site.served, ending=Event())
    listening = _listening(Address(port=0))
    seen: list[bool] = []
    ended: list[bool] = []

    def steps() -> Iterator[None]:
        seen.append(server.started)
        server.should_exit = True
        ended.append(served.ending.wait(60))  # the server waits for this step
        yield

    server = _Server(uvicorn.Config(site.client.app, log_level="warning"), served, steps())
    running = Thread(target=server.run, kwargs={"sockets": [listening]})
    running.start()
    running.join(120)
    listening.close()
    assert not running.is_alive() and not server._warm_up.is_alive()
    assert (seen, ended) == ([True], [True])
