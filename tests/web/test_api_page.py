"""The start of the API: links for scripts, a page for people, and examples that run as they are shown."""

import json
import re
import subprocess
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from httpx2 import Response

from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces.accounts import make_token
from lackmus.web.workspaces.api_page import FIRST
from tests.web.conftest import Opener, Site

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
# The shell itself says what is sent: every call of curl leaves its arguments in a file.
CURL = """curl() { printf '%s\\0' "$@" > "call-$((n++))"; }; n=0; TOKEN={token}\n"""


def shown_lines(page: str, example: str) -> str:
    """The lines for the shell, as somebody copies them from the page."""
    found = re.search(rf'<code id="line-{example}">(.*?)</code>', page, re.DOTALL)
    assert found, example
    return unescape(found[1])


def sent(site: Site, folder: Path, arguments: list[str]) -> Response:
    """Send what curl was asked to send."""
    headers, form, files, body = {}, {}, [], None
    given = iter(arguments)
    url = ""
    for one in given:
        if one == "-H":
            name, value = next(given).split(": ", 1)
            headers[name] = value
        elif one == "-F":
            name, value = next(given).split("=", 1)
            if value.startswith("@"):
                files.append((name, (value[1:], (folder / value[1:]).read_bytes())))
            else:
                form[name] = value
        elif one == "-d":
            body = next(given)
        else:
            url = one
    parts = urlsplit(url)
    assert f"{parts.scheme}://{parts.netloc}" == "http://127.0.0.1"
    site.client.cookies.clear()  # a script has none
    site.client.headers.pop("X-CSRF-Token", None)
    if form or files:
        return site.client.post(url, data=form, files=files, headers=headers)
    if body is not None:
        return site.client.post(url, content=body, headers=headers)
    return site.client.get(url, headers=headers)


def run(site: Site, folder: Path, lines: str, token: str) -> list[Response]:
    """Let a shell read the lines, and send what they send."""
    subprocess.run(["bash", "-euc", CURL.replace("{token}", token) + lines], cwd=folder, check=True)
    calls = sorted(folder.glob("call-*"))
    answers = [sent(site, folder, call.read_text(encoding="utf-8").split("\0")[:-1]) for call in calls]
    for call in calls:
        call.unlink()
    return answers


def test_the_examples_run_as_they_are_shown(empty_site: Site, tmp_path: Path) -> None:
    """Import, upload, report and decide, in this order: one of two items is fair, then both."""
    page = empty_site.client.get("/api/v1", headers=BROWSER).text
    token = make_token(empty_site.desk, "Ada", "examples")
    folder = tmp_path / "shell"
    folder.mkdir()

    def tried(example: str, **values: str) -> list[dict[str, Any]]:
        lines = shown_lines(page, example)
        for name, value in values.items():
            lines = lines.replace(name, value)
        answers = run(empty_site, folder, lines, token)
        return [answer.raise_for_status().json() for answer in answers]

    (imported,) = tried("import")
    assert imported["suite"] == "first" and len(imported["added"]) == 2
    (stored,) = tried("upload")
    assert [one["system"] for one in stored["systems"]] == ["Birke", "Linde"]
    (report,) = tried("report")
    assert report["items"]["fair"] == 1
    offered, _ = tried("decide", TEXT="1")
    number = offered["texts"][0]["text_id"]
    _, decided = tried("decide", TEXT=str(number))
    assert decided["decisions"]
    (report,) = tried("report")
    assert report["items"]["fair"] == 2


@pytest.mark.parametrize(
    "accept, kind",
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        ("text/html", "text/html"),
        (BROWSER["Accept"], "text/html"),
    ],
)
def test_a_browser_gets_a_page_and_a_script_gets_links(site: Site, accept: str, kind: str) -> None:
    answer = site.client.get("/api/v1", headers={"Accept": accept})
    assert answer.status_code == 200 and answer.headers["content-type"].startswith(kind)
    assert answer.headers["vary"] == "Accept"


def test_every_link_of_the_start_answers(site: Site) -> None:
    told = site.client.get("/api/v1").json()
    assert list(told["links"]) == list(FIRST)
    for place in (told["description"], *told["links"].values()):
        assert site.client.get(place).status_code == 200, place


def test_strangers_read_it_too(empty_site_as: Opener) -> None:
    """It tells how to get in; it holds nothing that the description of the API does not."""
    site = empty_site_as(Role.READER)
    known = site.client.get("/api/v1", headers=BROWSER).text
    site.client.cookies.clear()
    stranger = site.client.get("/api/v1", headers=BROWSER)
    assert stranger.status_code == 200 and "<nav" in known and "<nav" not in stranger.text
    assert site.client.get("/api/v1").json()["name"] == "Lackmus"


def test_all_addresses_are_listed(site: Site) -> None:
    """With the methods and the words of the description."""
    page = unescape(re.sub(r"<wbr>|\u200b", "", site.client.get("/api/v1", headers=BROWSER).text))
    described = site.client.get("/api/v1/openapi.json").json()["paths"]
    for path, methods in described.items():
        for method in methods:
            assert f'<code class="method">{method.upper()}</code> <code>{path}</code>' in page


def test_the_address_is_that_of_the_server(site: Site) -> None:
    """Also behind another name."""
    page = site.client.get("/api/v1", headers={**BROWSER, "Host": "lackmus.example.org"}).text
    assert "http://lackmus.example.org/api/v1/suites/import" in page
    assert json.dumps(page).count("127.0.0.1") == 0
