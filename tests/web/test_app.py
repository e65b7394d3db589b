"""What all pages share."""

import pytest

from lackmus.core.workspaces.people import Role
from lackmus.web.http import answers
from tests.web.conftest import Opener, Site


def test_a_page_brings_the_session_and_a_strict_policy(site: Site) -> None:
    site.client.cookies.clear()
    answer = site.client.get("/")
    assert answer.status_code == 200
    assert "HttpOnly" in answer.headers["set-cookie"] and "SameSite=lax" in answer.headers["set-cookie"]
    assert "script-src 'self';" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path, kind",
    [("/nothing", "text/html"), ("/api/v1/nothing", "application/json"), ("/static/x", "text/html")],
)
def test_what_is_not_there_is_told_in_the_shape_one_asked_for(site: Site, path: str, kind: str) -> None:
    answer = site.client.get(path)
    assert answer.status_code == 404 and answer.headers["content-type"].startswith(kind)


def test_a_line_that_tells_what_happened_comes_without_quotation_marks(site: Site) -> None:
    """Names may hold whatever they like, slashes among it, which cookies may not."""
    site.client.post(
        "/people", data={"name": "Tom/Ben", "role": "reader", "password": ""}, follow_redirects=False
    )
    said = next(one for one in site.client.cookies.jar if one.name == "lackmus_said").value or ""
    assert '"' not in said and "Tom%2FBen" in said


def test_whoever_is_known_keeps_the_frame_where_something_went_wrong(site_as: Opener) -> None:
    """No route asks who visits an address that is not there."""
    rita = site_as(Role.READER)
    shown = rita.client.get("/no/such/page")
    assert shown.status_code == 404
    assert '<nav aria-label="Pages">' in shown.text and '<span class="name" title="reader">Rita' in shown.text
    rita.client.cookies.clear()
    stranger = rita.client.get("/no/such/page")
    assert stranger.status_code == 404
    assert '<nav aria-label="Pages">' not in stranger.text and '<a class="brand" href="/">' in stranger.text


def test_an_error_page_comes_whatever_keeps_us_from_knowing_who_asks(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("the workspace is away")

    monkeypatch.setattr(answers, "current_user", broken)
    shown = site.client.get("/no/such/page")
    assert shown.status_code == 404 and "There is no such page." in shown.text


@pytest.mark.parametrize(
    "path", ["/report", "/compare", "/compare/agreement", "/trend", "/agreement/effort/counted"]
)
def test_files_are_called_the_same_everywhere(site: Site, path: str) -> None:
    shown = site.client.get(path).text
    for name in ("CSV", "Excel", "HTML", "JSON", "LaTeX", "Markdown"):
        assert f"download>{name}</a>" in shown
