"""What is not let in: strange names, strange pages, too much at once; and what every answer carries."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

import pytest
from fastapi.testclient import TestClient
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from lackmus.core.workspaces.people import Role
from lackmus.web.http.auth import COOKIE
from lackmus.web.http.middleware import HEADERS, RequestGuard
from tests.web.conftest import Opener, Site, app_on

LOCAL = ("localhost", "127.0.0.1", "::1")


@pytest.fixture
def alone(site: Site) -> Site:
    """Ada's own server, as `lackmus serve` starts it."""
    app = app_on(replace(site.served, hosts=LOCAL))
    client = TestClient(app, base_url="http://127.0.0.1:8000", follow_redirects=False)
    return Site(site.served, client, site.desk)


@pytest.mark.parametrize(
    "host, status",
    [
        ("127.0.0.1:8000", 200),
        ("localhost:8000", 200),
        ("LOCALHOST", 200),
        ("[::1]:8000", 200),
        ("evil.example:8000", 421),  # a name that was given this machine's address
        ("127.0.0.1.evil.example", 421),
        ("localhost@evil.example", 400),
        ("127.0.0.1/evil", 400),
        ("[::1", 400),
        ("localhost:port", 400),
        ("", 421),
    ],
)
def test_a_server_for_one_has_few_names(alone: Site, host: str, status: int) -> None:
    """Else a page elsewhere could ask it as if it were its own."""
    assert alone.client.get("/people", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    "host, sent, let_in",
    [
        ("127.0.0.1:8000", {}, True),  # a script with the cookie
        ("127.0.0.1:8000", {"Origin": "http://127.0.0.1:8000"}, True),
        ("[::1]:8000", {"Origin": "http://[::1]:8000"}, True),
        ("localhost", {"Origin": "http://localhost"}, True),
        ("localhost:80", {"Origin": "http://localhost"}, True),
        ("localhost", {"Origin": "https://localhost:443"}, True),
        ("127.0.0.1:8000", {"Origin": "http://127.0.0.1:9000"}, False),  # another server of this machine
        ("127.0.0.1:8000", {"Origin": "http://localhost:8000"}, False),
        ("127.0.0.1:8000", {"Origin": "https://evil.example"}, False),
        ("127.0.0.1:8000", {"Origin": "null"}, False),
        ("127.0.0.1:8000", {"Origin": "http://[::1"}, False),
        ("127.0.0.1:8000", {"Origin": "file://127.0.0.1:8000"}, False),
        ("127.0.0.1:8000", {"Sec-Fetch-Site": "cross-site"}, False),
        ("127.0.0.1:8000", {"Sec-Fetch-Site": "same-origin"}, True),
    ],
)
def test_only_our_own_pages_change_something(
    alone: Site, host: str, sent: dict[str, str], let_in: bool
) -> None:
    """Even if another page knew the token."""
    alone.client.cookies.set(COOKIE, "x", domain="127.0.0.1")
    headers = {"Host": host, "Cookie": f"{COOKIE}=x", "X-CSRF-Token": csrf(alone), **sent}
    answer = alone.client.post("/people", data={"name": "Zoe"}, headers=headers)
    assert answer.status_code == (303 if let_in else 403)


def csrf(site: Site) -> str:
    return Site(site.served, site.client, site.desk).csrf


def test_a_chosen_session_does_not_tell_the_token(alone: Site) -> None:
    """A page on another port of this machine can choose our cookie, but not what forms must send."""
    guess = sha256(b"csrf chosen").hexdigest()[:40]
    headers = {"Cookie": f"{COOKIE}=chosen", "X-CSRF-Token": guess}
    assert alone.client.post("/people", data={"name": "Zoe"}, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "method, path", [("POST", "/people"), ("GET", "/api/v1/me"), ("POST", "/api/v1/undo")]
)
def test_without_the_cookie_nothing_is_done(alone: Site, method: str, path: str) -> None:
    """A server for one answers pages to whoever looks, and the rest to who has looked."""
    assert alone.client.request(method, path).status_code in (303, 401)


@pytest.mark.parametrize(
    "origin, let_in",
    [
        ("https://lackmus.example", True),  # the proxy asks us as 127.0.0.1
        ("https://lackmus.example:8443", False),
        ("https://other.example", False),
        ("http://localhost", False),
    ],
)
def test_behind_a_proxy(site_as: Opener, origin: str, let_in: bool) -> None:
    """A page of the name that was declared is ours, whatever the proxy calls us."""
    site = site_as(Role.ADMIN)
    app = app_on(replace(site.served, hosts=(*LOCAL, "lackmus.example")))
    client = TestClient(app, base_url="http://127.0.0.1:8000", follow_redirects=False)
    client.cookies, client.headers = site.client.cookies, site.client.headers
    answer = client.post("/people", data={"name": "Zoe"}, headers={"Origin": origin})
    assert answer.status_code == (303 if let_in else 403)


def test_every_answer_is_guarded(site_as: Opener) -> None:
    """Pages, refusals and files alike; what is said is kept by no cache."""
    site = site_as(Role.READER)
    for path in ("/people", "/nothing", "/static/app.css", "/api/v1/me", "/settings/backup"):
        answer = site.client.get(path)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert answer.headers["Cache-Control"] == ("no-cache" if "static" in path else "no-store")
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


# -- how much is let in ------------------------------------------------------------------------------------


async def swallow(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


@pytest.fixture
def narrow(site_as: Opener) -> TestClient:
    """Doors that let little in: 100 bytes, and 1000 of whom they know."""
    site = site_as(Role.EDITOR)
    app = Starlette(routes=[Route("/{path:path}", swallow, methods=["POST"])])
    app.state.served = site.served
    app.add_middleware(RequestGuard, most=1000, little=100)
    client = TestClient(app, base_url="http://127.0.0.1")
    client.cookies = site.client.cookies
    return client


def chunks(size: int) -> Iterator[bytes]:
    for _ in range(size // 10):
        yield b"0123456789"


@pytest.mark.parametrize("chunked", [True, False])
@pytest.mark.parametrize(
    "kind, size, known, status",
    [
        ("application/json", 100, True, 200),
        ("application/json", 110, True, 413),
        ("text/plain", 110, True, 413),
        ("multipart/form-data; boundary=x", 1000, True, 200),
        ("multipart/form-data; boundary=x", 1010, True, 413),
        ("multipart/form-data; boundary=x", 110, False, 413),  # files only of whom we know
    ],
)
def test_how_much_is_let_in(
    narrow: TestClient, kind: str, size: int, known: bool, status: int, chunked: bool
) -> None:
    """Whether the head of the request says how much it is or not."""
    if not known:
        narrow.cookies.clear()
    content = chunks(size) if chunked else b"x" * size
    answer = narrow.post("/x", content=content, headers={"Content-Type": kind})
    assert answer.status_code == status


@pytest.mark.parametrize("length", ["abc", "-1", "1e3", "٣"])
def test_a_length_is_a_number(narrow: TestClient, length: str) -> None:
    """Anything else is no request."""
    headers = {b"Content-Length": length.encode()}
    assert narrow.post("/x", content=b"", headers=headers).status_code == 400


@pytest.mark.parametrize("path, kind", [("/people", "text/html"), ("/api/v1/people", "application/json")])
def test_too_much_is_told_in_the_shape_one_asked_for(site_as: Opener, path: str, kind: str) -> None:
    """Three million letters in a form, sent without saying so."""
    site = site_as(Role.ADMIN)

    def content() -> Iterator[bytes]:
        for _ in range(30):
            yield b"x" * 100_000

    kinds = {"text/html": "application/x-www-form-urlencoded", "application/json": "application/json"}
    answer = site.client.post(path, content=content(), headers={"Content-Type": kinds[kind]})
    assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (413, kind)
    assert "2 MB at most" in answer.text


def test_a_backup_leaves_nothing_on_the_server(site_as: Opener) -> None:
    """Once it is sent; it lies in the server's own folder until then."""
    site = site_as(Role.ADMIN)
    before = set(site.served.folder.iterdir())
    answer = site.client.post("/settings/backup")
    assert answer.content.startswith(b"SQLite format 3")
    assert "attachment" in answer.headers["content-disposition"]
    assert set(site.served.folder.iterdir()) == before
