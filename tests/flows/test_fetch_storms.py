"""Whatever the server does and whoever is killed: every sentence is there once, and was answered once."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Item, Kind, Rule, Side, Suite
from lackmus.engines import Keys
from lackmus.flows.fetching.fetching import fetch
from lackmus.flows.fetching.plans import Fetch
from lackmus.flows.outputs.export import export_outputs
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import schema
from lackmus.write.suites.jsonl import write
from tests.engines.hostile import Hostile, Throttle
from tests.engines.servers import pseudo

pytestmark = pytest.mark.slow
IN_FLIGHT = 4
ANSWERED = (Rule(Side.POSITIVE, Kind.PATTERN, "de"),)


def sentence(number: int) -> str:
    """No two are alike, and several fit into one request."""
    return f"The {number}. dog barks at the cat."


def filled(folder: Path, many: int) -> Desk:
    """A workspace with a suite of so many sentences."""
    items = [
        Item(Pair("en", "de"), str(number), "Animals", "Dogs", sentence(number), ANSWERED)
        for number in range(many)
    ]
    file = folder / "dogs.jsonl"
    file.write_text(write(Suite("dogs", tuple(items))))
    desk = Desk(str(folder / "lackmus.db"), "Ada")
    import_suite(desk, file)
    return desk


def assert_each_once(desk: Desk, many: int) -> None:
    """In the outputs of the campaign, and among the answers that are kept."""
    written = {sentence(number): pseudo(sentence(number), "de") for number in range(many)}
    with desk.open() as workspace, workspace.reading() as connection:
        kept = connection.execute(select(schema.replies.c.source, schema.replies.c.text)).all()
    assert len(kept) == many
    assert dict(tuple(row) for row in kept) == written
    (hand_in,) = export_outputs(desk, "2026").hand_ins
    assert sorted(line for _, line in hand_in.places) == list(range(many))
    assert dict(zip(hand_in.sources or (), hand_in.texts, strict=True)) == written


def test_a_thousand_sentences_from_a_server_that_throttles_fails_and_dies(tmp_path: Path) -> None:
    """Every sentence exactly once in the workspace; the server answered none of them twice."""
    desk = filled(tmp_path, 1000)
    with Hostile(Throttle(60, 30), failing=0.1, deaths=(300, 700)) as server:
        asked = Fetch("libretranslate", {"url": server.url}, "2026", in_flight=IN_FLIGHT)
        fetched = fetch(desk, asked, keys=Keys({}, tmp_path / "no-keys"))
    assert (server.died, server.failed > 10) == (2, True)
    assert len(server.answered) == server.answered.total() == 1000
    assert (fetched.asked, fetched.missing) == (1000, ())
    assert_each_once(desk, 1000)


# -- as processes ------------------------------------------------------------------------------------------


@contextmanager
def started(desk: Desk, server: Hostile) -> Iterator[subprocess.Popen[str]]:
    """`lackmus outputs fetch`, ended with the test at the latest."""
    command = [
        *(sys.executable, "-m", "lackmus", "outputs", "fetch", "--engine", "libretranslate"),
        *("--option", f"url={server.url}", "--campaign", "2026", "--in-flight", str(IN_FLIGHT)),
        *("--workspace", str(desk.workspace), "--as", "Ada"),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def fetched_by_command(desk: Desk, server: Hostile) -> tuple[int, str]:
    """How it ends, and what it says."""
    with started(desk, server) as process:
        said, _ = process.communicate(timeout=120)
        return process.returncode, said


def wait_for(done: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Until something has happened while the process runs."""
    while not done():
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.01)


def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """Only what was on its way in that moment is asked again: nobody can know whether it arrived."""
    desk = filled(tmp_path, 300)
    with Hostile(failing=0.0, holding=100) as server:
        with started(desk, server) as process:
            wait_for(lambda: server.answered.total() >= 100, process)
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        assert server.answered.total() < 200
        server.let_all()
        code, said = fetched_by_command(desk, server)
        assert code == 0, said
    twice = [one for one, times in server.answered.items() if times > 1]
    largest = server.characters // len(sentence(0)) + 1
    assert len(twice) <= IN_FLIGHT * largest
    assert server.answered.total() == 300 + len(twice)
    assert_each_once(desk, 300)


@pytest.mark.parametrize("stopped_by", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_asks_nothing_twice(tmp_path: Path, stopped_by: signal.Signals) -> None:
    """Ctrl-C waits for what is under way and keeps it; the same command does the rest."""
    desk = filled(tmp_path, 300)
    with Hostile(failing=0.1, holding=100) as server:
        with started(desk, server) as process:
            wait_for(lambda: server.answered.total() >= 100, process)
            os.kill(process.pid, stopped_by)
            while process.poll() is None:  # it waits for what is under way
                time.sleep(0.05)
                server.let()
            said, _ = process.communicate(timeout=120)
        assert process.returncode == 130
        assert "Stopped. What was fetched is kept" in said
        first = server.answered.total()
        assert 100 <= first < 300
        server.let_all()
        code, said = fetched_by_command(desk, server)
        assert (code, f"{first} known before" in said) == (0, True), said
    assert len(server.answered) == server.answered.total() == 300
    assert_each_once(desk, 300)


def test_two_runs_at_once_do_not_ask_for_the_same(tmp_path: Path) -> None:
    """The second is told who is at it, and the first is not disturbed."""
    desk = filled(tmp_path, 300)
    with Hostile(failing=0.1, holding=100) as server, started(desk, server) as first:
        wait_for(lambda: server.answered.total() >= 20, first)
        code, said = fetched_by_command(desk, server)
        assert code == 2
        assert "Ada is fetching the very same just now" in " ".join(said.split())
        server.let_all()
        assert first.wait(120) == 0
    assert len(server.answered) == server.answered.total() == 300
    assert_each_once(desk, 300)
