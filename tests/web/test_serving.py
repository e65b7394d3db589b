"""Where a server may listen: for oneself without a log-in, for others only with accounts."""

import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi.responses import PlainTextResponse
from fastapi.testclient import TestClient

from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.workspaces.history import LogFilter, log
from lackmus.flows.workspaces.people import add_person, people
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.http.assets import assets
from lackmus.web.serving import Address, serve
from tests.refusals import refuses


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A workspace, and servers that end as soon as they have begun."""
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: None)
    desk = Desk(str(tmp_path / "lackmus.db"), "Ada")
    desk.open(create=True).close()
    return desk


def started(desk: Desk, **address: Any) -> tuple[str, bool]:
    """Where it says that it is, and whether one must log in."""
    told: list[tuple[str, bool]] = []
    serve(desk, Address(port=0, **address), started=lambda place, login: told.append((place, login)))
    return told[0]


def test_without_the_packages_nothing_is_served(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says what is missing and what brings it; every page would end in an error."""
    held = {name: asset for name, asset in assets().items() if not name.startswith("packages/")}
    monkeypatch.setattr("lackmus.web.http.assets.assets", lambda: held)
    with refuses(LackmusError, match=r"htmx\.js is missing: .* Run `python hatch_build\.py` in"):
        started(desk)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_alone_on_ones_own_machine(desk: Desk, host: str) -> None:
    """Nobody logs in, until somebody can."""
    place, login = started(desk, host=host)
    assert (place.startswith(f"http://{host}:"), login) == (True, False)
    add_person(desk, "Ben", None, "correct horse")
    assert started(desk, host=host)[1] is True


@pytest.mark.parametrize("role", [None, Role.READER, Role.ANNOTATOR, Role.ADMIN])
def test_who_is_alone_may_do_everything(desk: Desk, role: Role | None) -> None:
    """Whoever comes new to a workspace, or was less before; the log says so, and only once."""
    add_person(desk, "Cem", Role.ADMIN)
    if role:
        add_person(desk, "Ben", role)
    for _ in range(2):
        started(replace(desk, person="Ben"))
    (ben,) = (one for one in people(desk) if one.name == "Ben")
    assert ben.role is Role.ADMIN
    told = [entry.about for entry in log(desk, LogFilter(verb="user role"))]
    assert told == ["Ben: admin, alone with the workspace"] * (role is not Role.ADMIN)


@pytest.mark.parametrize(
    "address, named",
    [
        ({"host": "0.0.0.0"}, "0.0.0.0"),
        ({"names": ("lackmus.example",)}, "lackmus.example"),  # a proxy brings others here
        ({"secure": True}, "A server behind https"),
        ({"proxies": ("127.0.0.1",)}, "A server behind a proxy"),
    ],
)
def test_others_need_accounts(desk: Desk, address: dict[str, Any], named: str) -> None:
    """Refused with the reason and the remedy; with accounts it is served."""
    with refuses(LackmusError, match=f"^{named} can be reached by others.*lackmus user add NAME"):
        started(desk, **address)
    add_person(desk, "Ben", None, "correct horse")
    assert started(desk, **address)[1] is True


@pytest.mark.parametrize(
    "host, local",
    [
        *[("127.0.0.1", True), ("127.1.2.3", True), ("::1", True), ("localhost", True)],
        *[("0.0.0.0", False), ("::", False), ("10.0.0.1", False), ("lackmus.example", False)],
    ],
)
def test_what_is_local(host: str, local: bool) -> None:
    """Only what no other machine reaches."""
    assert (Address(host).local, bool(Address(host).public)) == (local, not local)


@pytest.mark.parametrize("account, status, place", [(False, 200, None), (True, 303, "/login?next=%2Fpeople")])
def test_with_accounts_one_logs_in_here_too(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, account: bool, status: int, place: str | None
) -> None:
    """On 127.0.0.1 as anywhere."""
    seen: list[tuple[int, str | None]] = []

    def ask(self: uvicorn.Server, sockets: object) -> None:
        client = TestClient(self.config.app, base_url="http://127.0.0.1", follow_redirects=False)  # type: ignore[arg-type]
        answer = client.get("/people")
        seen.append((answer.status_code, answer.headers.get("location")))

    monkeypatch.setattr(uvicorn.Server, "run", ask)
    if account:
        add_person(desk, "Ben", None, "correct horse")
    started(desk)
    assert seen == [(status, place)]


@pytest.mark.parametrize(
    "proxies, peer, seen",
    [
        ((), "127.0.0.1", "127.0.0.1"),  # nobody is believed unless they were named
        ((), "10.1.2.3", "10.1.2.3"),
        (("127.0.0.1",), "127.0.0.1", "192.0.2.7"),
        (("127.0.0.1",), "10.1.2.3", "10.1.2.3"),
        (("10.0.0.1/8", "::1"), "10.1.2.3", "192.0.2.7"),
        (("10.0.0.1/8", "::1"), "::1", "192.0.2.7"),
    ],
)
def test_who_asks_is_believed_of_named_proxies(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, proxies: tuple[str, ...], peer: str, seen: str
) -> None:
    """X-Forwarded-For is a header like any other: everybody can send one."""
    found: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.append(scope["client"][0])
        await PlainTextResponse("")(scope, receive, send)

    def ask(self: uvicorn.Server, sockets: object) -> None:
        self.config.load()
        client = TestClient(self.config.loaded_app, client=(peer, 50_000))
        client.get("/", headers={"X-Forwarded-For": "192.0.2.7"})

    monkeypatch.setattr("lackmus.web.serving.create_app", lambda _: app)
    monkeypatch.setattr(uvicorn.Server, "run", ask)
    add_person(desk, "Ben", None, "correct horse")
    started(desk, proxies=proxies)
    assert found == [seen]


def test_a_proxy_that_is_none(desk: Desk) -> None:
    """One line, with the remedy."""
    with refuses(LackmusError, match=r"^--proxy: .*Name the proxy by its address"):
        started(desk, proxies=("nginx",))


def test_a_port_that_is_taken(desk: Desk) -> None:
    """One line, with the remedy."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with refuses(LackmusError, match=r"cannot be used .* Choose another port"):
            serve(desk, Address(port=taken.getsockname()[1]))
