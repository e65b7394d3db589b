"""Servers and commands that are ended by a signal: nothing half, nothing left behind."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from lackmus.flows.workspaces.workspaces import Desk

LONG = 100  # seconds, on a busy machine


class Running:
    """A command with a folder of its own for what it keeps while it runs."""

    def __init__(self, folder: Path, code: list[str], *arguments: str) -> None:
        self.kept, self.file = folder / "kept", folder / "lackmus.db"
        self.kept.mkdir(exist_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, *code, *arguments, "--workspace", str(self.file), "--as", "Ada"],
            env={**os.environ, "TMPDIR": str(self.kept)},
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def line(self) -> str:
        """The next line that it says."""
        assert self.process.stderr
        return self.process.stderr.readline()

    def end(self, number: int) -> tuple[int, str]:
        """Its exit code and what else it says."""
        self.process.send_signal(number)
        said = self.process.communicate(timeout=LONG)[1]
        return self.process.returncode, said

    @property
    def left(self) -> list[str]:
        """What lies beside the workspace, and what was kept while it ran."""
        beside = [one.name for one in self.file.parent.iterdir() if one.name.startswith("lackmus.db-")]
        return sorted(beside + [one.name for one in self.kept.iterdir()])


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[list[Running]]:
    """Whatever a test has started ends with it."""
    Desk(str(tmp_path / "lackmus.db"), "Ada").open(create=True).close()
    running: list[Running] = []
    yield running
    for one in running:
        if one.process.poll() is None:
            one.process.kill()
        one.process.communicate(timeout=LONG)


def serve(begun: list[Running], folder: Path) -> tuple[Running, httpx.Client]:
    """A server with an upload that waits and a change in its log."""
    server = Running(folder, ["-m", "lackmus"], "serve", "--port", "0")
    begun.append(server)
    told = re.search(r"http://127\.0\.0\.1:\d+", server.line())
    assert told
    client = httpx.Client(base_url=told[0], timeout=LONG)
    csrf = re.search(r'name="csrf" content="(\w+)"', client.get("/").text)
    assert csrf
    client.headers["X-CSRF-Token"] = csrf[1]
    name = f"Zoe {len(begun)}"
    assert client.post("/people", data={"name": name}).status_code == 303
    sent = {"file": ("suite.jsonl", SUITE, "text/plain")}
    assert client.post("/suites/import", files=sent, data={"name": "small"}).status_code == 200
    assert any(server.kept.rglob("sent-*"))
    return server, client


SUITE = b'{"pair": "de-en", "id": "1", "category": "a", "phenomenon": "b", "source": "Ja."}\n'


@pytest.mark.parametrize("open_request", [False, True])
@pytest.mark.parametrize("name, code", [("SIGTERM", 0), ("SIGHUP", 0), ("SIGINT", 130)])
def test_a_server_ends_in_order(
    begun: list[Running], tmp_path: Path, name: str, code: int, open_request: bool
) -> None:
    """Uploads are removed, the database is closed and whole, also while somebody still sends something."""
    server, client = serve(begun, tmp_path)
    with closing(client), socket.create_connection((client.base_url.host, client.base_url.port or 0)) as half:
        if open_request:
            half.sendall(b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nname=")
            assert client.get("/people").status_code == 200
        ended, said = server.end(getattr(signal, name))
    assert (ended, "Traceback" in said, server.left) == (code, False, [])
    with closing(sqlite3.connect(server.file)) as database:
        assert database.execute("SELECT count(*) FROM people WHERE name LIKE 'Zoe%'").fetchone() == (1,)


def test_the_next_server_removes_what_a_killed_one_left(begun: list[Running], tmp_path: Path) -> None:
    """But nothing of one that still runs."""
    killed, client = serve(begun, tmp_path)
    running, other = serve(begun, tmp_path)
    with closing(client), closing(other):
        killed.process.kill()
        killed.process.wait(LONG)
        before = {one.name for one in killed.kept.iterdir()}
        assert len(before) == 2
        third, last = serve(begun, tmp_path)
        with closing(last):
            assert len(before & {one.name for one in killed.kept.iterdir()}) == 1
            assert any(running.kept.rglob("sent-*"))
            for server in (third, running):
                assert server.end(signal.SIGTERM)[0] == 0
    assert third.left == []


# A command that is in the middle of its change until it is ended.
_SLOW = """
import sys, time
from lackmus.cli.main import main
from lackmus.store.db.changes import Change
def wait(change):
    print("writing", file=sys.stderr, flush=True)
    time.sleep(600)
Change.close = wait
main()
"""


@pytest.mark.parametrize("name, code", [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_command_is_stopped_in_the_middle(
    begun: list[Running], tmp_path: Path, name: str, code: int
) -> None:
    """Nothing is imported, one line says so, and no file is left."""
    (tmp_path / "suite.jsonl").write_bytes(SUITE)
    command = Running(tmp_path, ["-c", _SLOW], "suite", "import", str(tmp_path / "suite.jsonl"))
    begun.append(command)
    while (said := command.line()) != "writing\n":
        assert said, "it ended before it wrote"
    told = "lackmus: stopped; no file was left half-written.\n"
    assert command.end(getattr(signal, name)) == (code, told)
    assert command.left == []
    with closing(sqlite3.connect(command.file)) as database:
        assert database.execute("SELECT count(*) FROM items").fetchone() == (0,)
