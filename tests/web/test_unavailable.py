"""A database that is away, busy or full: 503 with Retry-After, no word about where it is, all well later."""

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from lackmus.core.base.verdict import Verdict
from lackmus.flows.outputs.staged_uploads import StagedUploads
from lackmus.flows.reviews.live_review import live_review_at
from lackmus.flows.reviews.live_state import ReviewStates
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.errors import Busy
from lackmus.store.workspaces import copies
from tests.conftest import new_database
from tests.web.conftest import Site, let_in, site_on

API, PAGE, PART = "the API", "a page", "a part of a page"
HEADERS: dict[str, dict[str, str]] = {API: {}, PAGE: {}, PART: {"HX-Request": "true"}}
BUSY = "The database is busy, others are writing."
FULL = "The disk of the database is full."
AWAY = "The database is away."


def write(site: Site, asked_by: str, name: str = "Zoe") -> Any:
    """Enter somebody, as the API or as a page does it."""
    if asked_by == API:
        return site.client.post("/api/v1/people", json={"name": name, "role": "reader"})
    return site.client.post("/people", data={"name": name}, headers=HEADERS[asked_by])


def read(site: Site, asked_by: str) -> Any:
    """Look at the log."""
    return site.client.get("/api/v1/log" if asked_by == API else "/log", headers=HEADERS[asked_by])


def check(answer: Any, asked_by: str, said: str, *secrets: str) -> None:
    """It says what is wrong in the shape in which it was asked, and when to ask again; nothing else."""
    assert (answer.status_code, int(answer.headers["retry-after"]) > 0) == (503, True), answer.text
    if asked_by == API:
        assert list(answer.json()) == ["error"] and answer.json()["error"].startswith(said)
    elif asked_by == PART:
        assert answer.text.startswith(said)
    else:
        assert "<html" in answer.text and said in answer.text
    for secret in (*secrets, "sqlite", "psycopg", "INSERT", "SELECT"):
        assert secret not in answer.text


@contextmanager
def locked(site: Site) -> Iterator[None]:
    """While another program writes."""
    assert site.served.desk.opened
    site.served.desk.opened.patience = 0.05
    with closing(sqlite3.connect(str(site.desk.workspace), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def filled_up(site: Site) -> Iterator[None]:
    """While the file cannot grow any more."""
    assert site.served.desk.opened
    engine, limited = site.served.desk.opened.engine, [True]
    with engine.connect() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS room (page BLOB)"))
        while connection.execute(text("PRAGMA freelist_count")).scalar():
            connection.execute(text("INSERT INTO room VALUES (zeroblob(4000))"))
        connection.commit()
        pages = connection.execute(text("PRAGMA page_count")).scalar()
    engine.dispose()

    @event.listens_for(engine, "connect")
    def limit(connection: Any, _: object) -> None:
        if limited:
            connection.execute(f"PRAGMA max_page_count = {pages}")

    yield
    limited.clear()
    engine.dispose()


@pytest.mark.parametrize("asked_by", [API, PAGE, PART])
def test_another_program_writes(site: Site, asked_by: str) -> None:
    """Writing is refused for now; reading goes on."""
    with locked(site):
        check(write(site, asked_by), asked_by, BUSY, str(site.desk.workspace))
        assert read(site, asked_by).status_code == 200
    assert write(site, asked_by).status_code < 400


@pytest.mark.parametrize("asked_by", [API, PAGE, PART])
def test_the_disk_is_full(site: Site, asked_by: str) -> None:
    """Likewise."""
    long = "Z" * 500
    with filled_up(site):
        answers = [write(site, asked_by, f"{long[:480]}{number}") for number in range(40)]
        refused = [answer for answer in answers if answer.status_code >= 400]
        check(refused[-1], asked_by, FULL, str(site.desk.workspace))
        assert {answer.status_code for answer in refused} == {503}
        assert read(site, asked_by).status_code == 200
    assert write(site, asked_by).status_code < 400


@pytest.fixture
def postgres_site(postgres: str, empty_file: Path, tmp_path: Path) -> Iterator[Site]:
    """Ada alone with an empty workspace in PostgreSQL."""
    where = new_database(postgres)
    copies.restore(empty_file, where)
    for one in site_on(where, tmp_path):
        let_in(one.client, one.served, "any")
        yield one


def test_connections_that_were_cut_are_replaced(postgres_site: Site) -> None:
    """The database was started again, and nobody notices."""
    assert write(postgres_site, API, "Zoe").status_code < 400
    assert postgres_site.served.desk.opened
    engine = postgres_site.served.desk.opened.engine
    with ExitStack() as held:
        several = [held.enter_context(engine.connect()) for _ in range(3)]
        processes = [one.execute(text("SELECT pg_backend_pid()")).scalar() for one in several]
    with closing(Desk(postgres_site.desk.workspace).open()) as other, other.engine.connect() as connection:
        for process in processes:
            connection.execute(text(f"SELECT pg_terminate_backend({process}, 60000)"))
    assert read(postgres_site, PAGE).status_code == 200
    assert write(postgres_site, API, "Yan").status_code < 400


@pytest.mark.parametrize("asked_by", [API, PAGE, PART])
def test_the_database_is_away(postgres_site: Site, asked_by: str, caplog: pytest.LogCaptureFixture) -> None:
    """Nobody learns where it is but whoever reads the server's log; once it is back, all is well."""
    assert postgres_site.served.desk.opened
    engine, away = postgres_site.served.desk.opened.engine, [True]

    @event.listens_for(engine, "do_connect")
    def elsewhere(_: object, __: object, ___: object, how: dict[str, Any]) -> None:
        if away:
            how |= {"host": "127.0.0.1", "port": 1, "user": "ada", "password": "hidden"}

    engine.dispose()
    for ask in (read, write):
        check(
            ask(postgres_site, asked_by), asked_by, AWAY, "127.0.0.1", "ada@", "port 1", "hidden", "postgres"
        )
    assert "127.0.0.1" in caplog.text and "hidden" not in caplog.text
    away.clear()
    assert read(postgres_site, asked_by).status_code == 200
    assert write(postgres_site, asked_by).status_code < 400


def test_an_upload_to_a_full_disk(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk of the server may be another than that of the database."""

    def keep(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "/secret/place")

    monkeypatch.setattr(StagedUploads, "keep", keep)
    sent = {"files": ("a.tsv", b"1\tA text.\n", "text/plain")}
    answer = site.client.post("/outputs/upload", files=sent, data={"campaign": "2027"})
    check(answer, PAGE, "The disk of the server is full.", "/secret/place")


def test_half_of_the_news_is_read_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database goes away while the server catches up with what was decided: nothing is counted twice."""
    board = live_review_at(site.served.desk)
    scope = Scope("2026", "de-en")
    before = board.progress(site.desk, scope)
    text = board.next(site.desk, scope).texts[0].text_id
    desk = site.served.desk_of("Ada")
    told: Callable[..., None] = ReviewStates._tell

    def cut(*_: object) -> None:
        raise Busy("the workspace")

    monkeypatch.setattr(ReviewStates, "_tell", cut)
    with pytest.raises(Busy):
        board.decide(desk, scope, [(text, Verdict.PASS)])
    monkeypatch.setattr(ReviewStates, "_tell", told)
    after = board.progress(site.desk, scope)
    assert after.decided_today == before.decided_today + 1
    assert after == type(board)(site.served.desk.opened).progress(site.desk, scope)  # type: ignore[arg-type]


def test_the_description_says_so(site: Site) -> None:
    """Every operation of the API may answer so."""
    paths = site.client.get("/api/v1/openapi.json").json()["paths"]
    operations = [one for path in paths.values() for one in path.values()]
    assert all("Retry-After" in one["responses"]["503"]["headers"] for one in operations)
