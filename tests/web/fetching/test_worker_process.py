"""The process that works on fetches: begun when there is something to do, and anew when it dies."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lackmus.core.fetching.fetch import UNFINISHED, JobState
from lackmus.flows.fetching import jobs
from lackmus.flows.fetching.plans import Fetch
from lackmus.store.fetching.jobs import move_job
from lackmus.web.fetching.worker_process import Queue, Worker
from tests.web.conftest import Site

LINES = """while [ ! -e "$0.go" ]; do sleep 0.02; done; cat"""


@pytest.fixture
def worker(site: Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    """One that ends with the test."""
    monkeypatch.setattr("lackmus.web.fetching.worker_process._TIMEOUT", 30)
    one = Worker(site.served.desk, site.served.folder)
    yield one
    one.close()


def until(true: Callable[[], bool]) -> None:
    for _ in range(3000):
        if true():
            return
        time.sleep(0.02)
    raise AssertionError("it never came to that")


def asked(site: Site, script: Path) -> str:
    wanted = Fetch("command", {"cmd": f"sh {script}"}, "New", suite="de-en", pair="de-en")
    return jobs.ask(site.served.desk, wanted, True).token


def test_nothing_to_do_costs_nothing(worker: Worker) -> None:
    worker.go_on()
    assert worker.process is None
    worker.close()
    worker.begin("too late")
    assert worker.process is None


@pytest.mark.slow
def test_a_worker_that_dies_is_begun_anew(site: Site, worker: Worker, tmp_path: Path) -> None:
    """And goes on with what it was at."""
    script = tmp_path / "script"
    script.write_text(LINES)
    token, desk = asked(site, script), site.served.desk
    worker.begin(token)
    until(lambda: jobs.job(desk, token).state is JobState.RUNNING)
    first = worker.process
    assert first is not None
    os.kill(first, signal.SIGKILL)
    (tmp_path / "script.go").touch()
    until(lambda: jobs.job(desk, token).state is JobState.DONE)
    assert worker.process not in (None, first)


def test_a_fetch_that_kills_its_worker_is_left_alone(
    site: Site, worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a few times; others go on."""
    monkeypatch.setattr(Worker, "_start", lambda self: None)
    script = tmp_path / "script"
    script.write_text("cat")
    token, desk = asked(site, script), site.served.desk
    other = jobs.ask(desk, Fetch("command", {"cmd": "cat"}, "Other", suite="de-en", pair="de-en"), True)
    for one in (token, other.token):
        worker.begin(one)
    for _ in range(3):
        assert jobs.unfinished(desk) == [token, other.token]
        with desk.open() as workspace, workspace.claiming() as connection:
            move_job(connection, token, UNFINISHED, JobState.RUNNING)
        worker._mourn()
    stopped = jobs.job(desk, token)
    assert stopped.state is JobState.STOPPED and "ended 3 times" in stopped.problem
    assert jobs.unfinished(desk) == [other.token]


def test_what_is_not_over_is_looked_at_again(tmp_path: Path) -> None:
    """Somebody else is at the very same: the task comes back, and is not lost."""
    looks: list[str] = []

    def work(token: str) -> bool:
        looks.append(token)
        return len(looks) > 1

    queue = Queue(tmp_path, work)
    other = Queue(tmp_path)  # as the server has it
    other.put("token")
    task = queue.huey.dequeue()
    queue.huey.execute(task)
    assert looks == ["token"] and queue.huey.scheduled_count() == 1
    (again,) = queue.huey.scheduled()
    queue.huey.execute(again, again.eta)  # when its time has come
    assert looks == ["token", "token"]
    for one in (queue, other):
        one.close()
