"""The worker process for fetches: several at a time, until the server ends."""

import json
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from lackmus.errors import LackmusError
from lackmus.flows.fetching.job_work import work
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.fetching.worker_process import Queue
from lackmus.web.http.remedies import on_page

AT_ONCE = 4  # simultaneous fetches; each has several requests in flight
_SOON = 0.5  # seconds until a queued fetch starts, at most
_GRACE = 60.0  # seconds for running requests when the server ends: they may be billed


def main() -> None:
    """Work on the queue of the server; the first input line says where it is."""
    told = json.loads(sys.stdin.buffer.readline() or "null")
    if told is None:  # the server ended before it sent anything
        return
    ending = Event()
    signals: list[int] = []  # not `ending` itself: the interrupted code may hold its lock
    try:
        workspace = Desk(told["workspace"]).open()
    except LackmusError as problem:
        print(f"The worker cannot open the workspace: {problem}", file=sys.stderr)
        time.sleep(5)  # the server starts a new worker
        return
    with workspace:
        desk = Desk(told["workspace"], opened=workspace, words=on_page)
        queue = Queue(Path(told["folder"]), lambda token: work(desk, token, ending))
        consumer = queue.huey.create_consumer(
            workers=AT_ONCE, periodic=False, initial_delay=0.05, max_delay=_SOON, check_worker_health=False
        )
        consumer.start()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # instead of huey's own, which would not wait
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), lambda number, _: signals.append(number))
        Thread(target=_wait_for_the_end, args=(ending,), daemon=True).start()
        while not (ending.is_set() or signals):
            time.sleep(0.1)
        ending.set()
        consumer.stop()
        over = time.monotonic() + _GRACE
        for _, thread in consumer.worker_threads:
            thread.join(max(0.0, over - time.monotonic()))


def _wait_for_the_end(ending: Event) -> None:
    """Wait until the pipe closes, which happens when the server ends in any way."""
    with suppress(OSError):
        while sys.stdin.buffer.read(1):
            pass
    ending.set()


if __name__ == "__main__":
    main()
