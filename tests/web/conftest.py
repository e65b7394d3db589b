"""A server on a copy of the filled sample workspace, asked without a network."""

import hmac
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache as once
from hashlib import sha256
from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal
from argon2 import PasswordHasher
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.routing import BaseRoute

from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces.people import add_person
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.workspaces.accounts import open_session
from lackmus.store.workspaces.people import number_of
from lackmus.web.app import create_app
from lackmus.web.http.auth import COOKIE, HEADER
from lackmus.web.served import Served

Opener = Callable[[Role], "Site"]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine an upload may take longer than a page waits for it before it shows a bar."""
    monkeypatch.setattr("lackmus.web.outputs.uploads_page._TIMEOUT", 60)


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """That passwords are dear to guess is looked at elsewhere (tests/store/test_accounts.py)."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("lackmus.store.workspaces.accounts._HASHER", hasher)


@pytest.fixture(scope="session", autouse=True)
def loop() -> Iterator[None]:
    """One event loop for all clients; each request would start a thread with one, which takes longer."""
    with start_blocking_portal() as portal, pytest.MonkeyPatch.context() as patch:
        patch.setattr(TestClient, "portal", portal)
        yield


@once
def _routes() -> list[BaseRoute]:
    """Those of every application; FastAPI works them out when they are first asked, which takes a while."""
    return create_app(Served(Desk(), Path())).router.routes


def app_on(served: Served) -> FastAPI:
    """The application, with routes that need not be worked out for every test."""
    app = create_app(served)
    app.router.routes[:] = _routes()
    return app


@dataclass
class Site:
    """A server, and Ada's browser."""

    served: Served
    client: TestClient
    desk: Desk  # where the same workspace can be asked without the server

    @property
    def csrf(self) -> str:
        """What the pages of this browser have their forms send along."""
        found = re.search(r'<meta name="csrf" content="(\w+)">', self.client.get("/").text)
        assert found
        return found[1]


def let_in(client: TestClient, served: Served, session: str) -> None:
    """What a browser has after its first page: the session, and what forms send along."""
    client.cookies.set(COOKIE, session, domain="127.0.0.1")
    token = hmac.new(served.key, f"csrf {session}".encode(), sha256).hexdigest()[:40]
    client.headers[HEADER] = token


def site_on(file: Path | str, folder: Path, alone: str | None = "Ada") -> Iterator[Site]:
    """A server on this workspace."""
    desk = Desk(str(file), "Ada")
    with desk.open() as workspace:
        served = Served(replace(desk, opened=workspace), folder, alone)
        with TestClient(app_on(served), base_url="http://127.0.0.1", follow_redirects=False) as client:
            yield Site(served, client, desk)


@pytest.fixture
def site(sample_workspace: Path, tmp_path: Path) -> Iterator[Site]:
    """Ada alone with the samples: no log-in, every right."""
    copy = tmp_path / "lackmus.db"
    shutil.copy(sample_workspace, copy)
    folder = tmp_path / "uploads"
    folder.mkdir()
    for one in site_on(copy, folder):
        let_in(one.client, one.served, "any")
        yield one


@pytest.fixture
def empty_site(tmp_path: Path) -> Iterator[Site]:
    """A workspace in which nothing is yet."""
    folder = tmp_path / "uploads"
    folder.mkdir()
    Desk(str(tmp_path / "lackmus.db"), "Ada").open(create=True).close()
    for one in site_on(tmp_path / "lackmus.db", folder):
        let_in(one.client, one.served, "any")
        yield one


NAMES = {Role.READER: "Rita", Role.ANNOTATOR: "Anna", Role.EDITOR: "Ed", Role.ADMIN: "Adam"}


def browser_of(served: Served, name: str) -> Site:
    """Somebody who has logged in, with a browser of their own."""
    opened = served.desk.opened
    assert opened
    with opened.claiming() as connection:
        number = number_of(connection, name)
        session = None if number is None else open_session(connection, number)
    assert session, f"there is no {name}"
    client = TestClient(app_on(served), base_url="http://127.0.0.1", follow_redirects=False)
    let_in(client, served, session)
    return Site(served, client, served.desk_of(name))


def opener_on(file: Path, folder: Path) -> Iterator[Opener]:
    """A server that wants a log-in; Ada, who came first, is admin, and there is somebody of every role."""
    desk = Desk(str(file), "Ada")
    with desk.open(create=True) as workspace:
        served = Served(replace(desk, opened=workspace), folder)
        for role, name in NAMES.items():
            add_person(served.desk, name, role)
        with closing(served.worker):
            yield lambda role: browser_of(served, NAMES[role])


@pytest.fixture
def site_as(sample_workspace: Path, tmp_path: Path) -> Iterator[Opener]:
    """`site_as(Role.EDITOR)`: a browser of somebody of that role, on the samples."""
    folder = tmp_path / "accounts"
    folder.mkdir()
    shutil.copy(sample_workspace, folder / "lackmus.db")
    yield from opener_on(folder / "lackmus.db", folder)


@pytest.fixture
def empty_site_as(tmp_path: Path) -> Iterator[Opener]:
    """The same where nothing is yet but people."""
    folder = tmp_path / "accounts"
    folder.mkdir()
    yield from opener_on(folder / "lackmus.db", folder)
