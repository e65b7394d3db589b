"""What all pages share."""

import pytest

from tests.web.conftest import Site


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
