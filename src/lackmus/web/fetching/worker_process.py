"""The process that works on fetches, as the server sees it: begun with the first, anew if it dies."""

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

from lackmus.core.fetching.jobs import JobState
from lackmus.errors import LackmusError
from lackmus.flows.fetching import jobs
from lackmus.flows.workspaces.workspaces import Desk

_FILE = "fetches.queue"
_LATER = 2  # seconds after which one looks again whether somebody else is still at the very same
_DEATHS = 3  # of a worker while it is at a fetch, after which that fetch is left alone
_PATIENCE = 5.0  # seconds that a server waits at its end for what is under way


class Queue:
    """Which fetches are to be worked on, between the server and its worker.

    It lies in the server's own folder and ends with it: what counts is how they stand in the workspace.
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
        """Forget all that waits."""
        self.huey.flush()

    def close(self) -> None:
        """Let go of the file."""
        self.huey.storage.close()


class Worker:
    """Works on fetches in a process of its own, so that no request has to wait for one."""

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
        """The number of the process, while there is one."""
        return None if self._process is None else self._process.pid

    def begin(self, token: str) -> None:
        """Have a fetch worked on as soon as there is time for it."""
        with self._lock:
            if self._closed:
                return
            self._queue = self._queue or Queue(self._folder)
            self._begun.add(token)
            self._queue.put(token)
            if self._process is None:
                self._start()

    def go_on(self) -> None:
        """Begin whatever is not over: of an earlier server, or of a worker that died."""
        for token in jobs.unfinished(self._desk):
            self.begin(token)

    def close(self) -> None:
        """Let the worker end: what is under way it brings home, if need be after the server has gone."""
        with self._lock:
            self._closed = True
            process, queue = self._process, self._queue
        if process is not None:
            _let_go(process)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_PATIENCE)
        if queue is not None:
            queue.close()

    def _start(self) -> None:
        # A group of its own: Ctrl-C is for the server, which tells the worker. It ends when nobody holds the
        # other end of its pipe any more, however the server ended. Where the workspace is may hold a
        # password, so it goes through the pipe, where no list of processes shows it.
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "lackmus.web.fetching.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        told = {"workspace": self._desk.workspace, "folder": str(self._folder)}
        assert process.stdin is not None
        with suppress(OSError):  # it died at once; whoever watches it notices
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
        time.sleep(1)  # if it dies at once, it does not do so a hundred times a second
        with suppress(LackmusError):
            self._mourn()
            self.go_on()

    def _mourn(self) -> None:
        """A fetch at which the worker died again and again is left alone; the others go on."""
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
