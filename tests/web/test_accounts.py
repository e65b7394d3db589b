"""People and settings, as pages and as the API."""

import re
from typing import Any
from urllib.parse import unquote

import pytest
from argon2 import PasswordHasher

from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces import accounts, people
from lackmus.store.workspaces import accounts as stored
from tests.web.conftest import NAMES, Opener, Site

HOSTILE = "<script>alert('1')</script> \"/?#&"
PASSWORD = "correct horse"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Argon2 with little care, or the tests would take their time."""
    monkeypatch.setattr(stored, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def known(site: Site) -> dict[str, str]:
    return {one.name: one.role for one in people.people(site.desk)}


def number(site: Site, name: str) -> int:
    return next(one.id for one in people.people(site.desk) if one.name == name)


# -- pages -------------------------------------------------------------------------------------------------


def test_everybody_sees_who_is_who_and_admins_the_rest(empty_site_as: Opener) -> None:
    """Nobody is shown a button that would be refused."""
    for role in Role:
        page = empty_site_as(role).client.get("/people").text
        assert [name in page for name in NAMES.values()] == [True] * 4
        assert ("Add a person" in page, "/role" in page) == (role is Role.ADMIN,) * 2


def test_add_give_a_role_set_a_password_remove(empty_site_as: Opener) -> None:
    """Everything about somebody with a hostile name, who is shown as text."""
    site = empty_site_as(Role.ADMIN)
    answer = site.client.post("/people", data={"name": HOSTILE, "role": "reader", "password": PASSWORD})
    assert (answer.status_code, answer.headers["location"]) == (303, "/people")
    page = site.client.get("/people").text
    assert ("<script>alert" in page, "&lt;script&gt;alert" in page) == (False, True)
    assert 'href="/log?person=%3Cscript%3E' in page
    one = number(site, HOSTILE)
    site.client.post(f"/people/{one}/role", data={"role": "editor"})
    assert known(site)[HOSTILE] == "editor"
    site.client.post(f"/people/{one}/password", data={"password": "another horse"})
    assert accounts.log_in(site.desk, HOSTILE, "another horse")
    site.client.post(f"/people/{one}/remove")
    assert HOSTILE not in known(site)
    assert site.client.post(f"/people/{one}/remove").status_code == 404


@pytest.mark.parametrize(
    "path, sent, status, said",
    [
        ("/people", {"name": " "}, 400, "the person&#39;s name is empty"),
        ("/people", {"name": "Zoe", "password": "short"}, 400, "fewer than 10 characters"),
        ("/people", {"name": "Zoe", "role": "emperor"}, 422, "role"),
        ("/people", {}, 422, "name"),
        ("/people", {"name": "Rita", "role": "admin"}, 400, "Rita is there as reader"),
        ("/people/99/role", {"role": "admin"}, 404, "There is no person with the number 99."),
    ],
)
def test_what_is_refused(
    empty_site_as: Opener, path: str, sent: dict[str, str], status: int, said: str
) -> None:
    """One line on a page, and nothing is changed."""
    site = empty_site_as(Role.ADMIN)
    before = known(site)
    answer = site.client.post(path, data=sent)
    assert (answer.status_code, said in answer.text) == (status, True)
    assert known(site) == before


def test_the_last_admin_stays(site: Site) -> None:
    """Ada alone cannot lock herself out."""
    for path, sent in (("role", {"role": "reader"}), ("remove", {})):
        answer = site.client.post(f"/people/1/{path}", data=sent)
        assert (answer.status_code, "Ada is the only admin" in answer.text) == (400, True)


def test_settings_show_what_concerns_one(empty_site_as: Opener) -> None:
    """The workspace is for admins."""
    for role in Role:
        page = empty_site_as(role).client.get("/settings").text
        assert (NAMES[role] in page, "Download a backup" in page) == (True, role is Role.ADMIN)


def test_ones_own_password(empty_site_as: Opener) -> None:
    """Whoever knows the old one; this browser goes on, others are logged out."""
    site, other = empty_site_as(Role.READER), empty_site_as(Role.READER)
    accounts_of = site.served.desk_of("Ada")
    accounts.set_password(accounts_of, "Rita", PASSWORD)
    site, other = empty_site_as(Role.READER), empty_site_as(Role.READER)
    new = {"new": "another horse", "again": "another horse"}
    assert site.client.post("/settings/password", data={"old": "wrong horse", **new}).status_code == 400
    assert (
        site.client.post("/settings/password", data={"old": PASSWORD, **new, "again": "x"}).status_code == 400
    )
    answer = site.client.post("/settings/password", data={"old": PASSWORD, **new})
    assert answer.headers["location"] == "/settings"
    assert site.client.get("/settings").status_code == 200
    assert other.client.get("/settings").headers["location"] == "/login?next=%2Fsettings"
    told = [
        site.client.post(
            "/settings/password", data={"old": "wrong horse", **new}, headers={"X-CSRF-Token": site.csrf}
        ).status_code
        for _ in range(6)
    ]
    assert told == [400] * 5 + [429]  # a stolen session does not try out passwords


def test_alone_one_needs_no_old_password(site: Site) -> None:
    """There is none, and nobody else is there."""
    new = {"new": "another horse", "again": "another horse"}
    assert site.client.post("/settings/password", data=new).status_code == 303
    assert accounts.log_in(site.desk, "Ada", "another horse")


def test_a_token_is_shown_once(empty_site_as: Opener) -> None:
    """It works, it is listed by what it is for, and it can be revoked."""
    site = empty_site_as(Role.READER)
    part = site.client.post("/settings/tokens", data={"for": HOSTILE}).text
    found = re.search(r'<code id="made" class="made">(lackmus_[\w-]+)</code>', part)
    assert found
    page = site.client.get("/settings").text
    assert (found[1] in page, "&lt;script&gt;alert" in page, "<script>alert" in page) == (False, True, False)
    script = {"Authorization": f"Bearer {found[1]}"}
    site.client.cookies.clear()
    me = site.client.get("/api/v1/me", headers=script).json()
    assert me == {"name": "Rita", "role": "reader", "by_token": True}
    assert site.client.delete("/api/v1/tokens/1", headers=script).status_code == 204
    assert site.client.get("/api/v1/me", headers=script).status_code == 401


def test_all_tokens_are_revoked_at_once(empty_site_as: Opener) -> None:
    """Offered where there are several, and told by whoever changes a password; those of others stay."""
    site = empty_site_as(Role.READER)
    accounts.set_password(site.served.desk_of("Ada"), "Rita", PASSWORD)
    site = empty_site_as(Role.READER)
    ada = site.served.desk_of("Ada")
    accounts.make_token(ada, "Ada", "hers")
    assert "stay valid" not in site.client.get("/settings").text
    for many, offered in ((1, False), (2, True)):
        accounts.make_token(ada, "Rita", f"script {many}")
        page = site.client.get("/settings").text
        assert ("Revoke all tokens" in page, '<a href="#tokens">Your tokens</a> stay valid' in page) == (
            offered,
            True,
        )
    new = {"old": PASSWORD, "new": "another horse", "again": "another horse"}
    changed = site.client.post("/settings/password", data=new)
    assert changed.headers["location"] == "/settings#tokens"
    assert "Your 2 tokens stay valid" in unquote(site.client.cookies["lackmus_said"])
    site.client.headers["X-CSRF-Token"] = site.csrf
    assert site.client.post("/settings/tokens/revoke").headers["location"] == "/settings#tokens"
    assert [one.name for one in accounts.list_tokens(ada)] == ["hers"]
    assert "revoked all tokens of" in site.client.get("/log").text
    accounts.make_token(ada, "Rita", "another")
    assert [one["name"] for one in ask(site, "DELETE", "/me/tokens")["tokens"]] == ["another"]
    assert ask(site, "DELETE", "/me/tokens") == {"tokens": []}


def test_a_token_of_another_is_for_admins(empty_site_as: Opener) -> None:
    """Who is nobody's admin is told so."""
    site = empty_site_as(Role.READER)
    accounts.make_token(site.served.desk_of("Ada"), "Ada", "hers")
    answer = site.client.post("/settings/tokens/1/revoke")
    assert (answer.status_code, "Only an admin may revoke the tokens of others" in answer.text) == (400, True)
    assert empty_site_as(Role.ADMIN).client.post("/settings/tokens/1/revoke").status_code == 303


# -- the API -----------------------------------------------------------------------------------------------


def ask(site: Site, method: str, path: str, body: Any = None) -> Any:
    answer = site.client.request(method, f"/api/v1{path}", json=body)
    return answer.json() if answer.content else answer.status_code


def test_people_by_the_api(empty_site_as: Opener) -> None:
    """The same verbs."""
    site = empty_site_as(Role.ADMIN)
    new = ask(site, "POST", "/people", {"name": " Zoe ", "role": "reader", "password": PASSWORD})
    assert (new["name"], new["role"], new["can_log_in"]) == ("Zoe", "reader", True)
    place = f"/people/{new['number']}"
    assert ask(site, "PUT", f"{place}/role", {"role": "editor"})["role"] == "editor"
    assert ask(site, "GET", place) == {**new, "role": "editor"}
    assert ask(site, "PUT", f"{place}/password", {"password": "another horse"}) == 204
    assert accounts.log_in(site.desk, "Zoe", "another horse")
    assert [one["name"] for one in ask(site, "GET", "/people")["people"]] == ["Ada", *NAMES.values(), "Zoe"]
    assert ask(site, "DELETE", place) == 204
    assert ask(site, "GET", place) == {"error": f"There is no person with the number {new['number']}."}


def test_ones_own_by_the_api(empty_site_as: Opener) -> None:
    """Password and tokens."""
    site = empty_site_as(Role.ANNOTATOR)
    accounts.set_password(site.served.desk_of("Ada"), "Anna", PASSWORD)
    site = empty_site_as(Role.ANNOTATOR)
    token = ask(site, "POST", "/me/tokens", {"name": "notebook"})["token"]
    assert accounts.by_token(site.desk, token)
    assert [one["name"] for one in ask(site, "GET", "/me/tokens")["tokens"]] == ["notebook"]
    assert ask(site, "GET", "/tokens")["error"].startswith("This is for admins; you are annotator.")
    assert "not your password" in ask(site, "PUT", "/me/password", {"new": "another horse"})["error"]
    assert ask(site, "PUT", "/me/password", {"old": PASSWORD, "new": "another horse"}) == 204
    assert accounts.log_in(site.desk, "Anna", "another horse")
