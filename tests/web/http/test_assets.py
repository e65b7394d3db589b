"""Our own files for the browser: the right ones, of the right kind, sent once."""

import re

import pytest

from lackmus.web.http.assets import PACKAGES, STATIC, address
from tests.web.conftest import Site


@pytest.mark.parametrize(
    "name, kind",
    [
        ("app.css", "text/css"),
        ("js/app.js", "text/javascript"),
        ("packages/htmx.js", "text/javascript"),
        ("logo.svg", "image/svg+xml"),
    ],
)
def test_a_file_is_sent_once(site: Site, name: str, kind: str) -> None:
    sent = site.client.get(address(name))
    assert sent.content == (STATIC / name).read_bytes()
    assert re.match(rf"{re.escape(kind)}\b", sent.headers["content-type"])
    assert (sent.headers["cache-control"], sent.headers["x-content-type-options"]) == ("no-cache", "nosniff")
    again = site.client.get(address(name), headers={"If-None-Match": sent.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = site.client.get(address(name), headers={"If-None-Match": '"another"'})
    assert other.status_code == 200


def test_the_packages_that_pages_name_are_known() -> None:
    """A server looks for them before it serves anything."""
    pages = [file.read_text(encoding="utf-8") for file in STATIC.parent.glob("*/templates/**/*.html")]
    assert {*re.findall(r'asset\("(packages/.*?)"\)', "".join(pages))} == {*PACKAGES}


def test_only_the_head(site: Site) -> None:
    head = site.client.head("/static/app.css")
    assert (head.content, int(head.headers["content-length"])) == (b"", (STATIC / "app.css").stat().st_size)


@pytest.mark.parametrize(
    "path", ["", "js", "js/", "../app.py", "%2e%2e/app.py", "..%2fapp.py", "/etc/passwd", "nothing.js", "%00"]
)
def test_no_name_leads_elsewhere(site: Site, path: str) -> None:
    assert site.client.get(f"/static/{path}").status_code == 404


def test_nothing_is_taken(site: Site) -> None:
    assert site.client.post("/static/app.css", headers={"X-CSRF-Token": "x"}).status_code == 405
