"""Every route says whom it lets in, and keeps to it: with every role and none, and only for pages of ours."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient

from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces import accounts
from lackmus.web.http.auth import COOKIE, SAFE
from tests.web.conftest import NAMES, Opener, Site

# What anybody may ask for: how to log in and out, files of ours, and how to use the API.
PUBLIC = {
    ("GET", "/login"),
    ("POST", "/login"),
    ("POST", "/logout"),
    ("GET", "/static"),
    ("GET", "/api/v1"),
    ("GET", "/api/v1/openapi.json"),
}
REFUSED = (401, 403)


@dataclass(frozen=True)
class Endpoint:
    """A route, as a visitor sees it."""

    method: str
    path: str
    least: Role | None

    @property
    def place(self) -> str:
        """An address that it answers."""
        return re.sub(r"\{\w+(:\w+)?\}", "1", self.path)


def least_of(dependant: Dependant | None) -> Role | None:
    """The strictest role that a route asks for, however deep."""
    if dependant is None:
        return None
    found = [least_of(one) for one in dependant.dependencies]
    found.append(getattr(dependant.call, "least", None))
    known = [role for role in found if role is not None]
    return max(known, key=list(Role).index) if known else None


def endpoints(app: FastAPI) -> Iterator[Endpoint]:
    """All routes of the application, whoever added them."""
    for route in iter_route_contexts(app.routes):
        for method in sorted((route.methods or {"GET"}) - {"HEAD"}):
            yield Endpoint(method, str(route.path), least_of(getattr(route, "dependant", None)))


def all_endpoints(site: Site) -> list[Endpoint]:
    app = site.client.app
    assert isinstance(app, FastAPI)
    return [endpoint for endpoint in endpoints(app) if (endpoint.method, endpoint.path) not in PUBLIC]


def statuses(client: TestClient, found: list[Endpoint], **how: object) -> dict[Endpoint, int]:
    """How each is answered, by an empty request; a mistake of ours counts as 500."""
    quiet = TestClient(
        client.app, base_url="http://127.0.0.1", follow_redirects=False, raise_server_exceptions=False
    )
    quiet.cookies, quiet.headers = client.cookies, client.headers
    return {endpoint: quiet.request(endpoint.method, endpoint.place, **how).status_code for endpoint in found}  # type: ignore[arg-type]


def test_every_route_names_the_least_role(empty_site_as: Opener) -> None:
    """One that does not would be open to everybody."""
    site = empty_site_as(Role.READER)
    assert [endpoint for endpoint in all_endpoints(site) if endpoint.least is None] == []
    assert len(all_endpoints(site)) > 50


def test_what_is_public_is_there(empty_site_as: Opener) -> None:
    """The list does not outlive what it lists."""
    app = empty_site_as(Role.READER).client.app
    assert isinstance(app, FastAPI)
    assert {
        (endpoint.method, endpoint.path) for endpoint in endpoints(app) if endpoint.least is None
    } == PUBLIC


def test_a_route_without_a_role_is_seen(empty_site_as: Opener) -> None:
    """The test above can fail."""
    app = empty_site_as(Role.READER).client.app
    assert isinstance(app, FastAPI)
    app.get("/back-door")(lambda: "come in")
    assert Endpoint("GET", "/back-door", None) in endpoints(app)


@pytest.mark.parametrize("role", Role)
def test_each_role_is_let_in_where_it_may(empty_site_as: Opener, role: Role) -> None:
    """Below the least role: 403. From it on: an answer, be it that nothing is there."""
    site = empty_site_as(role)
    found = all_endpoints(site)
    told = statuses(
        site.client, [endpoint for endpoint in found if not role.may(endpoint.least or Role.READER)]
    )
    assert {endpoint: status for endpoint, status in told.items() if status != 403} == {}
    told = statuses(site.client, [endpoint for endpoint in found if role.may(endpoint.least or Role.READER)])
    assert {endpoint: status for endpoint, status in told.items() if status in REFUSED or status >= 500} == {}


@pytest.mark.parametrize(
    "known, session",
    [({}, None), ({}, "made up"), ({"Authorization": "Bearer lackmus_wrong"}, None)],
    ids=["none", "session", "token"],
)
def test_nobody_is_let_in_nowhere(empty_site_as: Opener, known: dict[str, str], session: str | None) -> None:
    """Pages show the way to the log-in, the API says 401."""
    site = empty_site_as(Role.ADMIN)
    found = all_endpoints(site)
    site.client.cookies.clear()
    if session is not None:
        site.client.cookies.set(COOKIE, session, domain="127.0.0.1")
    for endpoint, status in statuses(site.client, found, headers=known).items():
        assert (endpoint, status) == (endpoint, 401 if endpoint.path.startswith("/api/") else 303)


@pytest.mark.parametrize("sent", ["none", "wrong", "of another session"])
def test_what_changes_something_comes_from_our_pages(empty_site_as: Opener, sent: str) -> None:
    """Without the token of this very session: 403, for admins too."""
    site = empty_site_as(Role.ADMIN)
    other = empty_site_as(Role.ADMIN).client.headers["X-CSRF-Token"]
    del site.client.headers["X-CSRF-Token"]
    if sent != "none":
        site.client.headers["X-CSRF-Token"] = "wrong" if sent == "wrong" else other
    told = statuses(
        site.client, [endpoint for endpoint in all_endpoints(site) if endpoint.method not in SAFE]
    )
    assert {endpoint: status for endpoint, status in told.items() if status != 403} == {}


def test_a_script_needs_a_token_and_no_page(empty_site_as: Opener) -> None:
    """No browser sends a token by itself."""
    site = empty_site_as(Role.READER)
    name = NAMES[Role.READER]
    found = [endpoint for endpoint in all_endpoints(site) if endpoint.path.startswith("/api/")]
    found.sort(
        key=lambda endpoint: (endpoint.method, endpoint.path) == ("DELETE", "/api/v1/me/tokens")
    )  # all: the last
    accounts.make_token(site.desk, name, "number 1, which is revoked on the way")
    known = {"Authorization": f"Bearer {accounts.make_token(site.desk, name, 'test')}"}
    site.client.cookies.clear()
    del site.client.headers["X-CSRF-Token"]
    for endpoint, status in statuses(site.client, found, headers=known).items():
        refused = not Role.READER.may(endpoint.least or Role.READER)
        assert (endpoint, status in REFUSED) == (endpoint, refused)
