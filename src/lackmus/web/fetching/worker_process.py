"""The server's side of the worker process: started with the first fetch, restarted if it dies."""

import json
import logging
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from huey import SqliteHuey
from huey.exceptions import RetryTask

from lackmus.core.fetching.fetch import JobState
from lackmus.errors import LackmusError
from lackmus.flows.fetching import jobs
from lackmus.flows.workspaces.workspaces import Desk

_FILE = "fetches.queue"
_LATER = 2  # seconds until a fetch is tried again that another process works on
_DEATHS = 3  # deaths of a worker during a fetch, after which that fetch is given up
_TIMEOUT = 5.0  # seconds that the server waits at its end for running work


class Queue:
    """The queue of fetches between the server and its worker.

    It is a file in the server's folder and ends with it; the workspace has the state of fetches.
    """

    def __init__(self, folder: Path, work: Callable[[str], bool] | None = None) -> None:
        self.huey = SqliteHuey(
            "fetches", filename=str(folder / _FILE), results=False, fsync=False, cache_mb=1
        )

        def worked_on(token: str) -> None:
            if work is not None and not work(token):
                raise RetryTask(delay=_LATER)

        self.put: Callable[[str], Any] = self.huey.task()(worked_on)

    def clear(self) -> None:
        """Remove all entries."""
        self.huey.flush()

    def close(self) -> None:
        """Close the file."""
        self.huey.storage.close()


class Worker:
    """Works on fetches in a separate process, so that no request waits for one."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self._desk, self._folder = desk, folder
        self._lock = Lock()
        self._queue: Queue | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._begun: set[str] = set()
        self._died_at: Counter[str] = Counter()

    @property
    def process(self) -> int | None:
        """The process id, while it runs."""
        return None if self._process is None else self._process.pid

    def begin(self, token: str) -> None:
        """Queue a fetch."""
        with self._lock:
            if self._closed:
                return
            self._queue = self._queue or Queue(self._folder)
            self._begun.add(token)
            self._queue.put(token)
            if self._process is None:
                self._start()

    def go_on(self) -> None:
        """Queue all unfinished fetches: of an earlier server, or of a worker that died."""
        for token in jobs.unfinished(self._desk):
            self.begin(token)

    def close(self) -> None:
        """End the worker; running requests are finished, if necessary after the server has ended."""
        with self._lock:
            self._closed = True
            process, queue = self._process, self._queue
        if process is not None:
            _let_go(process)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_TIMEOUT)
        if queue is not None:
            queue.close()

    def _start(self) -> None:
        # Own process group: Ctrl-C reaches only the server, which tells the worker. The worker ends when its
        # pipe closes. The workspace's address may contain a password, so it is sent through the pipe, where
        # no process list shows it.
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "lackmus.web.fetching.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        told = {"workspace": self._desk.workspace, "folder": str(self._folder)}
        assert process.stdin is not None
        with suppress(OSError):  # it died at once; the watcher notices
            process.stdin.write(json.dumps(told).encode() + b"\n")
            process.stdin.flush()
        self._process = process
        Thread(target=self._watch, args=(process,), name="lackmus worker", daemon=True).start()

    def _watch(self, process: "subprocess.Popen[bytes]") -> None:
        status = process.wait()
        with self._lock:
            if self._closed:
                return
            self._process = None
            if self._queue is not None:
                self._queue.clear()
        _let_go(process)
        logging.getLogger("lackmus").warning("The worker of fetches ended (%s); it is started again.", status)
        time.sleep(1)  # so that it is not restarted a hundred times a second
        with suppress(LackmusError):
            self._mourn()
            self.go_on()

    def _mourn(self) -> None:
        """Give up a fetch during which the worker died repeatedly; others continue."""
        for token in sorted(self._begun):
            if jobs.job(self._desk, token).state is not JobState.RUNNING:
                continue
            self._died_at[token] += 1
            if self._died_at[token] >= _DEATHS:
                jobs.give_up(
                    self._desk,
                    token,
                    f"The worker ended {_DEATHS} times while it was at this fetch; the server's log may say "
                    "why. Is there enough memory? What was fetched is kept.",
                )


def _let_go(process: "subprocess.Popen[bytes]") -> None:
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
