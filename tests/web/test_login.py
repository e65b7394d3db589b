"""Log in and out: a new session each time, few attempts, and no word about which names there are."""

import re
from dataclasses import replace

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces import accounts, people
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.workspaces import accounts as stored
from lackmus.web.http.attempts import CEILING, LONGEST, WITHIN, Attempts
from lackmus.web.http.auth import COOKIE
from lackmus.web.http.navigation import own_path
from tests.web.conftest import NAMES, Opener, Site, app_on, browser_of

PASSWORD = "correct horse"


class Clock:
    """A clock that we turn."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(empty_site_as: Opener, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A server where Anna can log in by a password; nobody has yet."""
    monkeypatch.setattr(stored, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    site = empty_site_as(Role.ANNOTATOR)
    accounts.set_password(site.desk, "Anna", PASSWORD)
    served = replace(site.served, attempts=Attempts(clock))
    client = TestClient(app_on(served), base_url="http://127.0.0.1", follow_redirects=False)
    return Site(served, client, site.desk)


def log_in(site: Site, name: str = "Anna", password: str = PASSWORD, **more: str):  # type: ignore[no-untyped-def]
    return site.client.post("/login", data={"name": name, "password": password, **more})


def test_in_and_out(house: Site) -> None:
    """From a page to the log-in, back to that page, and out again."""
    answer = house.client.get("/log?person=Anna")
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=%2Flog%3Fperson%3DAnna")
    assert 'value="/log?person=Anna"' in house.client.get(answer.headers["location"]).text
    answer = log_in(house, next="/log?person=Anna")
    assert (answer.status_code, answer.headers["location"]) == (303, "/log?person=Anna")
    cookie = answer.headers["set-cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=lax", "Path=/")) and "Secure" not in cookie
    page = house.client.get("/log").text
    assert house.client.get("/login?next=/people").headers["location"] == "/people"
    session = house.client.cookies[COOKIE]
    token = re.search(r'name="csrf" value="(\w+)"', page)
    assert token
    assert house.client.post("/logout", data={"csrf": token[1]}).headers["location"] == "/login"
    assert COOKIE not in house.client.cookies
    assert accounts.by_session(house.desk, session) is None


def test_a_session_is_new_at_each_log_in(house: Site) -> None:
    """Whatever somebody has put into the browser before opens nothing afterwards."""
    house.client.cookies.set(COOKIE, "chosen by somebody else", domain="127.0.0.1")
    log_in(house)
    first = house.client.cookies[COOKIE]
    assert first != "chosen by somebody else"
    log_in(house)
    assert house.client.cookies[COOKIE] != first
    assert accounts.by_session(house.desk, first) is None


def test_https_keeps_the_cookie_to_itself(house: Site) -> None:
    """It never travels in the open."""
    app = app_on(replace(house.served, secure=True))
    client = TestClient(app, base_url="https://127.0.0.1", follow_redirects=False)
    assert (
        "Secure" in client.post("/login", data={"name": "Anna", "password": PASSWORD}).headers["set-cookie"]
    )


def test_nobody_learns_which_names_there_are(house: Site) -> None:
    """A wrong name, a wrong password and none at all read the same."""
    said = set()
    for name, password in (("Anna", "wrong password"), ("Nobody", PASSWORD), ("Anna", ""), ("", "")):
        answer = log_in(house, name, password)
        assert (answer.status_code, "set-cookie" in answer.headers) == (401, False)
        said.add(
            re.sub(r"<input[^>]*>", "", re.sub(r'<meta name="csrf"[^>]*>|hx-headers=.*', "", answer.text))
        )
    assert len(said) == 1


def test_hostile_names_are_text(house: Site) -> None:
    """The name is shown again, as it was typed."""
    answer = log_in(house, '"><script>alert(1)</script>', "x", next='/"><script>')
    assert "<script>alert" not in answer.text
    assert "&#34;&gt;&lt;script&gt;" in answer.text


@pytest.mark.parametrize("name", ["Anna", "Nobody"])
def test_five_attempts_for_a_name(house: Site, clock: Clock, name: str) -> None:
    """Then one waits a little longer each time, whether the name is known or not, and is told how long."""
    for _ in range(5):
        assert log_in(house, name, "wrong password").status_code == 401
    for pause in (1, 2, 4, 8, 16, 32, 60, 60):
        answer = log_in(house, name, "wrong password")
        assert (answer.status_code, answer.headers["retry-after"]) == (429, str(pause))
        assert f"Try again in {pause} second" in answer.text
        clock.now += pause
        assert log_in(house, name, "wrong password").status_code == 401
    assert log_in(house, "Ed", "wrong password").status_code == 401  # others need not wait
    clock.now += LONGEST
    assert log_in(house, name).status_code == (303 if name == "Anna" else 401)


def test_the_right_password_wipes_the_slate(house: Site) -> None:
    """A slip or two are not counted for ever."""
    for _ in range(3):
        for _ in range(4):
            log_in(house, "Anna", "wrong password")
        assert log_in(house).status_code == 303


def test_a_password_from_an_admin_ends_the_waiting(house: Site) -> None:
    """What was tried before is of no use any more."""
    for _ in range(5):
        log_in(house, "Anna", "wrong password")
    assert log_in(house).status_code == 429
    admin = browser_of(house.served, NAMES[Role.ADMIN]).client
    number = next(one.id for one in people.people(house.desk) if one.name == "Anna")
    page, api = f"/people/{number}/password", f"/api/v1/people/{number}/password"
    assert admin.post(page, data={"password": "another horse"}).status_code == 303
    assert log_in(house, "Anna", "another horse").status_code == 303
    for _ in range(5):
        log_in(house, "Anna", "wrong password")
    assert admin.put(api, json={"password": PASSWORD}).status_code == 204
    assert log_in(house).status_code == 303


def guess(attempts: Attempts, many: int, name: str = "Anna", address: str = "10.0.0.{}") -> None:
    """Wrong passwords: `{}` in the name or the address is another one each time."""
    for number in range(many):
        assert attempts.begin(name.format(number), address.format(number)) == 0


def test_attempts_at_once_are_counted_before_they_are_looked_at(clock: Clock) -> None:
    """Else many at the same moment would all be let through."""
    attempts = Attempts(clock)
    assert [attempts.begin("Anna", "1.2.3.4") > 0 for _ in range(6)] == [False] * 5 + [True]


def test_nobody_is_locked_out_from_elsewhere(clock: Clock) -> None:
    """Many addresses guess at a name: each has one guess, and whoever knows the password gets in at once."""
    attempts = Attempts(clock)
    guess(attempts, 20, address="10.0.0.1{}")
    assert attempts.begin("Anna", "10.0.0.10") == 0  # five each, at first
    guess(attempts, CEILING, address="10.0.1.{}")
    assert attempts.begin("Anna", "10.0.1.1") > 0
    assert attempts.begin("Anna", "192.168.0.1") == 0  # she was never here before
    attempts.succeed("Anna", "192.168.0.1")
    assert attempts.begin("Anna", "192.168.0.1") == 0
    clock.now += WITHIN
    assert attempts.begin("Anna", "10.0.1.1") == 0


def test_many_names_from_one_address(clock: Clock) -> None:
    """All are slowed down but those who have logged in from there before."""
    attempts = Attempts(clock)
    assert attempts.begin("Anna", "10.0.0.1") == 0
    attempts.succeed("Anna", "10.0.0.1")
    guess(attempts, CEILING, "name {}", "10.0.0.1")
    assert attempts.begin("Ed", "10.0.0.1") == 1
    assert attempts.begin("Ed", "10.0.0.2") == 0
    assert attempts.begin("Anna", "10.0.0.1") == 0
    clock.now += LONGEST
    assert attempts.begin("Ed", "10.0.0.1") == 0


@pytest.mark.parametrize(
    "first, second, same",
    [
        ("2001:db8::1", "2001:db8::2", True),  # one machine has many of these
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("10.0.0.1", "10.0.0.2", False),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
        ("testclient", "testclient", True),
    ],
)
def test_addresses(clock: Clock, first: str, second: str, same: bool) -> None:
    """What belongs together is counted together."""
    attempts = Attempts(clock)
    guess(attempts, 5, address=first)
    assert (attempts.begin("Anna", second) > 0) is same


def test_the_memory_is_bounded(clock: Clock) -> None:
    """Whoever tries many names does not fill it."""
    attempts = Attempts(clock, most=100)
    for number in range(1000):
        name, address = f"name {number}", f"10.0.{number // 250}.{number % 250}"
        attempts.begin(name, address)
        attempts.succeed(name, address)
        attempts.begin(name, address)
    assert len(attempts._wrong) <= 100 and len(attempts._known) <= 100


@pytest.mark.parametrize(
    "written, place",
    [
        ("/log?person=Ada#x", "/log?person=Ada#x"),
        ("/", "/"),
        ("", "/"),
        (None, "/"),
        ("log", "/"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("/\t/evil.example", "/"),
        ("https://evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("/" + "x" * 3000, "/"),
    ],
)
def test_next_is_a_path_of_ours(written: str | None, place: str) -> None:
    """Nobody is led elsewhere by a log-in."""
    assert own_path(written) == place


@pytest.mark.parametrize("lost", ["role", "person"])
def test_rights_end_at_the_next_request(site_as: Opener, lost: str) -> None:
    """The page that is open already does not help."""
    site = site_as(Role.ADMIN)
    assert site.client.post("/people", data={"name": "Zoe"}).status_code == 303
    ada = Desk(None, "Ada", opened=site.served.desk.opened)
    if lost == "role":
        people.give_role(ada, NAMES[Role.ADMIN], Role.READER)
    else:
        people.remove_person(ada, NAMES[Role.ADMIN])
    answer = site.client.post("/people", data={"name": "Yan"})
    assert (answer.status_code, answer.headers.get("location")) == (
        (403, None) if lost == "role" else (303, "/login")
    )


def test_a_part_of_a_page_leads_to_the_log_in(house: Site) -> None:
    """htmx follows its own header; what was to be done is not asked for again."""
    answer = house.client.get("/log", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["hx-redirect"]) == (204, "/login")
    assert house.client.post("/people", data={"name": "Zoe"}).headers["location"] == "/login"


def test_alone_nobody_logs_in(site: Site) -> None:
    """The log-in leads on."""
    assert site.client.get("/login?next=/log").headers["location"] == "/log"
    assert log_in(site, next="/people").headers["location"] == "/people"
